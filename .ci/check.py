"Rules of the book that nbdev does not check. One line per violation, exit status 1 if there is any; warnings only speak."
import ast, json, posixpath, re, subprocess, warnings
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

root = Path(__file__).resolve().parent.parent
package = 'tinytorch'
top_level = {'nbs', package, 'settings.ini', 'setup.py', 'README.md', 'LICENSE', 'MANIFEST.in'}  # and dot files
code_max = {True: 40, False: 25}    # lines of any cell, exported or not
code_p95, export_p95, function_p95 = 20, 25, 16
words_median, words_p95, chapter_lines = (10, 40), 90, (60, 220)
chapters = 44                       # of the book, which is what lies in nbs/ itself
lines_max = dict(book=11_775, operators=11_735, nn=6_710, kernels=4_797, engine=2_386, cuda=4_250, tools=3_425, derivatives=3_050,
                 optim=1_560, utils=1_135, others=30)   # with blank ones
lines_all = 50_833
warnings.simplefilter('error', DeprecationWarning)   # an escape that Python does not know, a SyntaxWarning from 3.12 on
helpers = 'tools.plot tools.tracebacks'
may_import = {f: set(who.split()) for f, who in dict(   # folders, and modules, that exported cells may import
    book=f'book kernels {helpers} tools.printing', kernels=f'book kernels {helpers}', operators=f'book kernels operators {helpers}',
    nn=f'book kernels operators nn derivatives {helpers}', cuda=f'book kernels operators nn cuda {helpers} tools.printing tools.memory_history',
    derivatives=f'book kernels operators nn derivatives {helpers}', optim=f'book kernels operators nn derivatives optim {helpers}',
    utils=f'book kernels operators nn derivatives optim utils {helpers}', tools='book kernels operators nn cuda derivatives optim utils tools package',
    engine='book kernels operators nn cuda derivatives tools engine package').items()}
may_show = {'tools', 'engine'}      # folders whose other cells may import the engine
private = re.compile(r'watched|known_by|alike|quicker|noted|doors?|sizers?|retraced')   # names that only the engine could mean
without_private = {'book', 'operators', 'nn', 'cuda', 'derivatives', 'optim', 'utils'}
machine_path = re.compile(r'(?<![\w.])/(?:work|tmp|root|home|Users)/[\w.]+')
emoji = re.compile('[\U0001F300-\U0001FAFF\u2600-\u27BF]')
violations = []

def bad(where, what): violations.append(f'{where}: {what}')
def p95(xs): return sorted(xs)[min(len(xs) - 1, int(.95*len(xs)))] if xs else 0
def code_lines(s): return [l for l in s.splitlines() if l.strip() and not re.match(r'\s*#\s*\|', l)]

class Cell:
    "One cell: its source, directives, syntax tree and the text of its outputs."
    def __init__(self, raw, where):
        self.where, self.source, self.outputs = where, ''.join(raw['source']), raw.get('outputs', [])
        self.is_code = raw['cell_type'] == 'code'
        self.flags = dict(re.findall(r'^#\s*\|\s*(\w+):? *(.*)$', self.source, re.M)) if self.is_code else {}
        self.exported = bool(self.flags.keys() & {'export', 'exporti', 'exports'})
        self.counted = bool(self.is_code and code_lines(self.source) and not self.flags.keys() & {'hide', 'default_exp'})
        plain = re.sub(r'^[%!].*$', 'pass', self.source, flags=re.M)
        self.tree = ast.parse('' if not self.is_code or re.search('^%%', self.source, re.M) else plain, where)

    def texts(self):
        "What a reader sees of the cell, pictures left out."
        yield self.source
        for o in self.outputs:
            yield ''.join(o.get('text', ''))
            yield from (''.join(v) for k, v in o.get('data', {}).items() if not k.startswith('image/') and isinstance(v, (str, list)))

    def must_show(self):
        "Does running the cell surely leave an output: a bare value at its end, a `print`, `display` or `show` at its top?"
        if self.flags.keys() & {'oracle', 'gpu'} or self.flags.get('eval') == 'false': return False
        last = self.tree.body[-1] if self.tree.body else None
        value = isinstance(last, ast.Expr) and not isinstance(last.value, (ast.Call, ast.Constant)) and not self.source.rstrip().endswith(';')
        calls = [n.value.func for n in self.tree.body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
        shows = {getattr(f, 'id', getattr(f, 'attr', '')) for f in calls} & {'print', 'display', 'show'}
        return value or bool(shows) or bool(re.search(r'^%timeit|^%time\b', self.source, re.M))

def folder_of(name, sep='.'):
    "The folder of a module or a notebook."
    return name.split(sep)[0] if sep in name else 'book'

def imports(tree, modules):
    "(module of ours, or '' for the package itself and its namespaces; line; star?) for each import."
    for n in ast.walk(tree):
        if isinstance(n, ast.Import): found = [a.name for a in n.names]
        elif isinstance(n, ast.ImportFrom):
            base = '.'.join(filter(None, (package if n.level else '', n.module)))
            found = {base} if base.removeprefix(package + '.') in modules else {f'{base}.{a.name}' for a in n.names}
        else: continue
        for f in found:
            if f.split('.')[0] == package:
                name = f.removeprefix(package).removeprefix('.')
                yield name if name in modules else '', n.lineno, any(a.name == '*' for a in n.names)

def why_not(module, c, nb, number, here, last=chapters - 1):
    "What is wrong with a cell's import of a module; '' if nothing."
    there = folder_of(module) if module else 'package'
    if here == 'book' and number.get(module, last*(there == 'package' and 'hide' not in c.flags)) > number[nb]: return 'which is not an earlier chapter'
    if c.exported and not {there, module} & may_import.get(here, set()): return f'which an exported cell of {here} may not'
    if there == 'engine' and here not in may_show: return 'which is none of its business'
    return ''

def check_imports(nb, cells, number, modules, here):
    for c in cells:
        for module, line, star in imports(c.tree, modules):
            if no := why_not(module, c, nb, number, here): bad(c.where, f'line {line} imports {module or package}, {no}')
            if star and c.exported: bad(c.where, f'line {line} imports {module} by star: name what is needed')

def check_cycles(books, module):
    "The imports of exported cells have an order."
    uses, modules = {}, set(module.values())
    for nb, cells in books.items():
        if m := module[nb]: uses[m] = {u for c in cells if c.exported for u, *_ in imports(c.tree, modules)} - {'', m}
    try: TopologicalSorter(uses).prepare()
    except CycleError as e: bad(package, f"imports go round: {' <- '.join(e.args[1])}")

def check_private(c):
    "Names of the engine's, in code or between backticks."
    of = 'id attr name arg asname module'.split()
    names = {x for n in ast.walk(c.tree) for x in (getattr(n, a, None) for a in of) if isinstance(x, str)} if c.is_code else set()
    if not c.is_code: names = {w for code in re.findall(r'`([^`]+)`', c.source) for w in re.findall(r'\w+', code)}
    if found := sorted(n for n in names if private.fullmatch(n)): bad(c.where, f"a private word of the engine: {', '.join(found)}")

def check_cell(c):
    n = len(code_lines(c.source))
    if c.counted and n > code_max[c.exported]: bad(c.where, f'{n} lines, at most {code_max[c.exported]}')
    for t in c.texts():
        for rule, what in (machine_path, 'the path of some machine'), (emoji, 'an emoji'):
            if m := rule.search(t): bad(c.where, f'{what}: {m[0]}')
    if any(o['output_type'] == 'error' for o in c.outputs): bad(c.where, 'an error is stored as its output')
    if c.is_code and c.must_show() and not c.outputs: bad(c.where, 'has no output: run it and save the notebook')

def check_sizes(nb, cells):
    code, exported = ([len(code_lines(c.source)) for c in cells if c.counted and c.exported >= e] for e in (False, True))
    words = [len(re.sub(r'```.*?```', '', c.source, flags=re.S).split()) for c in cells if not c.is_code] or [0]
    for what, n, most in ('code cells', p95(code), code_p95), ('exported cells', p95(exported), export_p95):
        if n > most: bad(nb, f'{what}: {n} lines at the 95th percentile, at most {most}')
    if not words_median[0] <= median(words) <= words_median[1]: bad(nb, f'prose: median {median(words):g} words, wanted {words_median}')
    if p95(words) >= words_p95: bad(nb, f'prose: {p95(words)} words at the 95th percentile, under {words_p95} wanted')
    if not chapter_lines[0] <= sum(exported) <= chapter_lines[1]: print(f'warning: {nb}: {sum(exported)} exported lines, wanted {chapter_lines}')

def anchors(cells):
    "Where a link to a notebook may lead: its headings, as Jupyter and the site spell them."
    heads = [h for c in cells if not c.is_code for h in re.findall(r'^#+ +(.*)$', c.source, re.M)]
    return {re.sub(r'[^\w -]', '', h).strip().replace(' ', '-').lower() for h in heads} | {h.strip().replace(' ', '-') for h in heads}

def check_links(books):
    "Links between notebooks lead somewhere, and the index leads to every chapter of the book."
    known, linked = {nb: anchors(cells) for nb, cells in books.items()}, set()
    for nb, cells in books.items():
        for c in cells:
            for to, _, anchor in (l.partition('#') for t in c.texts() for l in re.findall(r'\]\(([^():\s]*(?:\.ipynb[^()\s]*|#[^()\s]+))\)', t)):
                there = posixpath.normpath(posixpath.join(posixpath.dirname(nb), to)) if to else nb
                if there not in known: bad(c.where, f'links to {to}, which does not exist')
                elif anchor and anchor not in known[there]: bad(c.where, f'links to {to}#{anchor}: no such heading')
                if nb == 'index.ipynb': linked.add(there)
    for nb in books.keys() - linked - {'index.ipynb'}:
        if folder_of(nb, '/') == 'book': bad('nbs/index.ipynb', f'does not link to {nb}')

def check_tree(books, modules):
    tracked = subprocess.run(['git', 'ls-files'], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    for f in tracked:
        if not f.startswith('.') and f.split('/')[0] not in top_level: bad(f, 'does not belong in the top level')
    files = {f.removeprefix(package + '/').removesuffix('.py').replace('/', '.') for f in tracked if re.fullmatch(package + r'/(?:\w+/)*[^_]\w*\.py', f)}
    for f in sorted(files - modules): bad(f'{package}.{f}', 'has no chapter')
    for f in {f.split('/')[1] for f in tracked if re.match('nbs/.*/', f)} - may_import.keys() - {'_site', 'oracle'}: bad(f'nbs/{f}', 'is no folder of this house')
    book = [nb for nb in books if '/' not in nb and nb != 'index.ipynb']
    for nb in books:
        if nb != 'index.ipynb' and not re.fullmatch(r'(\w+/)?\d\d_[a-z]\w*\.ipynb', nb): bad(f'nbs/{nb}', 'wanted a name like 05_views.ipynb, in nbs/ or a folder of it')
    for name, n in Counter(nb.split('/')[-1] for nb in books).items():
        if n > 1: bad('nbs', f'{n} notebooks are called {name}: nbdev_test tells only names')
    if len(book) > chapters: bad('nbs', f'{len(book)} chapters, at most {chapters}')

def check_code():
    "How long functions are; how many lines each folder has."
    size, functions = Counter(), []
    for p in sorted((root/package).rglob('*.py')):
        text, where = p.read_text(encoding='utf-8'), folder_of(p.relative_to(root/package).as_posix(), '/')
        if p.name != '_modidx.py': size[where if where in lines_max else 'others'] += len(text.splitlines())
        if not p.name.startswith('_'): functions += [n.end_lineno - n.lineno + 1 for n in ast.walk(ast.parse(text, p)) if isinstance(n, ast.FunctionDef)]
    if p95(functions) > function_p95: bad(package, f'functions: {p95(functions)} lines at the 95th percentile, at most {function_p95}')
    for where, most in (lines_max | dict(all=lines_all)).items():
        n = size[where] if where != 'all' else size.total()
        print(f'{where:10}{n:7} lines, at most {most}')
        if n > most: bad(f'{package}, {where}', f'{n} lines, at most {most}')

def main():
    books = {}
    for p in sorted((root/'nbs').rglob('*.ipynb')):
        nb = p.relative_to(root/'nbs')
        if {'_site', 'oracle', '.ipynb_checkpoints'} & set(nb.parts): continue
        raw = json.loads(p.read_text(encoding='utf-8'))['cells']
        books[nb.as_posix()] = [Cell(c, f'nbs/{nb} cell {i}') for i, c in enumerate(raw)]
    module = {nb: next((c.flags['default_exp'].strip() for c in cells if 'default_exp' in c.flags), None) for nb, cells in books.items()}
    modules = set(filter(None, module.values()))
    place = {nb: i if nb != 'index.ipynb' else chapters for i, nb in enumerate(sorted(b for b in books if '/' not in b))}
    number = place | {m: place[nb] for nb, m in module.items() if m and nb in place}
    for nb, cells in books.items():
        here = folder_of(nb, '/')
        check_imports(nb, cells, number, modules, here)
        for c in cells:
            check_cell(c)
            if here in without_private: check_private(c)
        if module[nb]: check_sizes(nb, cells)
        if module[nb] and folder_of(module[nb]) != here: bad(f'nbs/{nb}', f'exports {module[nb]}: another folder')
        if module[nb] and 'auto' in nb: bad(nb, 'a file name with "auto" in it drops out of the module index of nbdev')
    check_cycles(books, module)
    check_links(books)
    check_tree(books, modules)
    check_code()
    print(*violations, f'check: {len(violations)} violations in {len(books)} notebooks', sep='\n')
    return bool(violations)

if __name__ == '__main__': raise SystemExit(main())
