"""The book as its site sees it: what each chapter defines, where a name leads to, and a card for each definition.

What a chapter defines is read from the module that it exports; where, from the notebook's cells."""
import ast, importlib, json, re
from html import escape
from inspect import isfunction
from operator import attrgetter
from pathlib import Path
from fastcore.docments import docments
from sphinx.util import logging
from sphinx.util.matching import get_matching_files

log = logging.getLogger(__name__)

parts = {   # captions by folder, in the order of "Next"
    '': 'The book', 'operators': 'Operators', 'nn': 'nn', 'derivatives': 'Derivatives', 'optim': 'optim', 'utils': 'utils',
    'kernels': 'Kernels', 'engine': 'Engine', 'cuda': 'CUDA', 'tools': 'Tools'}

def source(cell): return ''.join(cell['source'])
def code_spans(text): return re.sub('`([^`]+)`', r'<code>\1</code>', escape(text))

def directives(cell):
    "nbdev's `#| name value` lines."
    return dict(re.findall(r'^#\| *(\w+):? *(.*)$', source(cell), re.M)) if cell['cell_type'] == 'code' else {}

def definitions(text):
    "(name, node) of what Python source defines at its top; a patched method bears its class's name."
    for n in ast.parse(text).body:
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name): yield n.targets[0].id, n
        if not isinstance(n, (ast.FunctionDef, ast.ClassDef)): continue
        patched = any(ast.unparse(d).startswith('patch') for d in n.decorator_list)
        yield (f'{ast.unparse(n.args.args[0].annotation)}.' if patched else '') + n.name, n

def doc(node): return '' if isinstance(node, ast.Assign) else ast.get_docstring(node) or ''

class Chapter:
    "A notebook, the module it exports, and that module's definitions: name -> node."
    def __init__(self, folder, file, package):
        self.page, self.module, self.text, self.defined = file.removesuffix('.ipynb'), None, '', {}
        self.folder, name = self.page.rpartition('/')[::2]
        self.number = (re.match(r'\d+', name) or [''])[0]
        self.cells = json.loads(Path(folder, file).read_text(encoding='utf-8'))['cells']
        exports = [d['default_exp'].strip() for d in map(directives, self.cells) if 'default_exp' in d]
        if not exports: return
        self.module = importlib.import_module(f'{package}.{exports[0]}')
        self.file = f"{self.module.__name__.replace('.', '/')}.py"
        self.text = Path(self.module.__file__).read_text(encoding='utf-8')
        self.defined = dict(definitions(self.text))
    def anchor(self, name): return f'{self.module.__name__}.{name}'
    def line(self, cell): return self.text[:self.text.find(f"#{cell.get('id')}\n")].count('\n') + 2
    def with_card(self):
        "The names that are shown under Reference; a constant's only if it is public, or named like a class."
        for name, node in self.defined.items():
            last = name.split('.')[-1]
            if last in self.module.__all__ or last[0] != '_' and (last[0].isupper() or not isinstance(node, ast.Assign)): yield name

class Book:
    "All chapters; where names lead, name -> [(page, anchor, what it is)]; the glossary's page and entries."
    def __init__(self, app):
        theme, package = app.config.html_theme_options, app.config.project
        self.url = f"{theme['repository_url']}/blob/{theme['repository_branch']}/"
        files = get_matching_files(app.srcdir, ['**.ipynb'], app.config.exclude_patterns)
        self.chapters = {c.page: c for c in [Chapter(app.srcdir, f, package) for f in sorted(files)]}
        self.parts = {caption: [p for p, c in self.chapters.items() if c.folder == folder and c.number] for folder, caption in parts.items()}
        self.names = {}
        self.add_definitions()
        self.add_operators()
        page = next((p for p in self.chapters if p.endswith('_glossary')), None)
        entries = [e for c in self.chapters[page].cells for e in re.findall(r'^### (.+)\n+(.+)', source(c))] if page else []
        self.glossary = page, dict(entries)

    def add_definitions(self):
        "Each name by itself and, if it is a method's, also without its class. Of names defined twice, the public one counts."
        public = {}
        for c in self.chapters.values():
            for name, node in c.defined.items():
                where = c.page, c.anchor(name), doc(node) or f'in {c.module.__name__}'
                if name in c.module.__all__: public[name] = [where]
                for n in {name, name.split('.')[-1]}: self.names.setdefault(n, []).append(where)
        self.names |= public

    def add_operators(self):
        "Operators made from tables are defined nowhere: their place is the index of operators."
        indexed, public = {}, {n for c in self.chapters.values() for n, f in getattr(c.module, 'functions', {}).items() if isfunction(f)}
        outputs = [(page, o) for page, c in self.chapters.items() for cell in c.cells for o in cell.get('outputs', [])]
        for page, o in outputs:
            for op, text in re.findall(r'id="op-(\w+)" title="([^"]*)"', ''.join(o.get('data', {}).get('text/html', ''))): indexed[op] = page, f'op-{op}', text
        for op, where in indexed.items():
            self.names[f'torch.{op}'] = [where]
            self.names.setdefault(op, [where])
        stale = [n for n in sorted(public) if not indexed.keys() & {n, n.removesuffix('_')}]
        if stale: log.warning('nbs/tools/90_operators.ipynb is to be run again: %s', ', '.join(stale))

    def find(self, text, page):
        "Where the name written as `text` is defined, if there is one such place; one on the same page comes first."
        m = re.fullmatch(r'(torch\.|tt\.)?([A-Za-z]\w[\w.]*)(\(\))?', text)
        found = m and (m[1] and self.names.get(f'torch.{m[2]}') or self.names.get(m[2])) or []
        here = [f for f in found if f[0] == page] or found
        return here[0] if len(here) == 1 else None

def signature(node):
    "The parameters of a function, or of making an instance of a class, as they stand in the source; the value of a constant."
    if isinstance(node, ast.Assign): return f' = {ast.unparse(node.value)}'
    if isinstance(node, ast.ClassDef):
        made = [n for n in node.body if getattr(n, 'name', '') == '__init__']
        if not made: return f"({', '.join(ast.unparse(n) for n in node.body if isinstance(n, ast.AnnAssign))})"
        node = made[0]
    returns = f' → {ast.unparse(node.returns)}' if node.returns else ''
    return f"({re.sub(r'^self(: [^,]+)?(, |$)', '', ast.unparse(node.args))}){returns}"

def parameters(obj):
    "What is said of parameters; nothing where a function was made of a table's row, and has no lines."
    try: return docments(obj)
    except OSError: return {}

def details(chapter, name):
    "What a card shows when it is opened: (parameter or method, what it is)."
    node, obj = chapter.defined[name], attrgetter(name)(chapter.module)
    if not isinstance(node, ast.Assign): yield from parameters(getattr(obj, 'fget', obj)).items()
    if not isinstance(node, ast.ClassDef): return
    for n in node.body:
        if isinstance(n, ast.FunctionDef) and n.name[0] != '_': yield f'.{n.name}{signature(n)}', doc(n)

def card(book, chapter, name):
    "One definition: signature and first line; folded below them parameters, methods and places."
    node, file = chapter.defined[name], chapter.file
    rows = ''.join(f'<tr><td><code>{escape(k)}</code></td><td>{code_spans(v)}</td></tr>' for k, v in details(chapter, name) if v)
    places = f'<a href="#{chapter.anchor(name)}">where it is built</a> · <a href="{book.url}{file}#L{node.lineno}">{file}, line {node.lineno}</a>'
    head = f"<code><b>{name}</b>{escape(signature(node))}</code> <span>{code_spans(doc(node).partition(chr(10)*2)[0])}</span>"
    return f'<details><summary>{head}</summary><table>{rows}</table><p>{places}</p></details>'.replace('\n', ' ')
