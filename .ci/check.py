"Rules of the book that nbdev does not check. One line per violation, exit status 1 if there is any; warnings only speak."
import ast, json, re, subprocess
from pathlib import Path
from statistics import median

root = Path(__file__).resolve().parent.parent
package = 'tinytorch'
top_level = {'nbs', package, 'settings.ini', 'setup.py', 'README.md', 'LICENSE', 'MANIFEST.in'}  # and dot files
code_max = {True: 40, False: 25}    # lines of any cell, exported or not
code_p95, export_p95, function_p95 = 20, 25, 16
words_median, words_p95, chapter_lines = (10, 40), 90, (60, 220)
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

def imports(tree):
    "(module inside the package, or '' for the package itself; line; star?) for each import of ours."
    for n in ast.walk(tree):
        if isinstance(n, ast.Import): found = [a.name for a in n.names]
        elif isinstance(n, ast.ImportFrom): found = ['.'.join(filter(None, (package if n.level else '', n.module)))]
        else: continue
        if found == [package] and isinstance(n, ast.ImportFrom): found = [f'{package}.{a.name}' for a in n.names]
        for f in found:
            if f.split('.')[0] == package: yield '.'.join(f.split('.')[1:2]), n.lineno, any(a.name == '*' for a in n.names)

def check_imports(nb, cells, rank, own):
    for c in cells:
        for module, line, star in imports(c.tree):
            if rank.get(module, len(rank) - 1) > own: bad(c.where, f'line {line} imports {module or package}, which is not an earlier chapter')
            if star and c.exported: bad(c.where, f'line {line} imports {module} by star: name what is needed')

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

def check_tree(modules, links, names):
    tracked = subprocess.run(['git', 'ls-files'], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    for f in tracked:
        if not f.startswith('.') and f.split('/')[0] not in top_level: bad(f, 'does not belong in the top level')
    for f in {f for f in tracked if re.fullmatch(package + r'/[^_]\w*\.py', f)} - {f'{package}/{m}.py' for m in modules}: bad(f, 'has no chapter')
    for n in links - names: bad('nbs/index.ipynb', f'links to {n}, which does not exist')
    for n in names - links - {'index.ipynb'}: bad('nbs/index.ipynb', f'does not link to {n}')
    sizes = [n.end_lineno - n.lineno + 1 for f in (root/package).glob('[!_]*.py') for n in ast.walk(ast.parse(f.read_text(encoding='utf-8')))
             if isinstance(n, ast.FunctionDef)]
    if p95(sizes) > function_p95: bad(package, f'functions: {p95(sizes)} lines at the 95th percentile, at most {function_p95}')

def main():
    books = {}
    for p in sorted((root/'nbs').glob('*.ipynb')):
        raw = json.loads(p.read_text(encoding='utf-8'))['cells']
        books[p.name] = [Cell(c, f'nbs/{p.name} cell {i}') for i, c in enumerate(raw)]
    module = {nb: next((c.flags['default_exp'].strip() for c in cells if 'default_exp' in c.flags), None) for nb, cells in books.items()}
    rank = {m: i for i, m in enumerate(dict.fromkeys(filter(None, module.values())))}
    for nb, cells in books.items():
        check_imports(nb, cells, rank, rank.get(module[nb], len(rank)))
        for c in cells: check_cell(c)
        if module[nb]: check_sizes(nb, cells)
        if module[nb] and 'auto' in nb: bad(nb, 'a file name with "auto" in it drops out of the module index of nbdev')
    index = ''.join(t for c in books.get('index.ipynb', []) for t in c.texts())
    check_tree(rank, set(re.findall(r'\]\(([^)/:]+\.ipynb)\)', index)), set(books))
    print(*violations, f'check: {len(violations)} violations in {len(books)} notebooks', sep='\n')
    return bool(violations)

if __name__ == '__main__': raise SystemExit(main())
