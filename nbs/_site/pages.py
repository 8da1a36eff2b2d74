"""A notebook as a page of the site: the hook that Sphinx calls before it reads one, math and diagrams."""
import ast, json, re
from base64 import b64encode
from html import escape
from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from book import Book, card, definitions, directives, parts, source
from links import link_names, link_terms

log = logging.getLogger(__name__)

def markdown(*parts): return dict(cell_type='markdown', metadata={}, source='\n'.join(parts))

def shown(book, chapter, cell):
    "The cells that stand for `cell` on its page: none for what only nbdev reads; before an exported one, its anchors and module."
    flags, text = directives(cell), re.sub(r'^#\|.*\n?', '', source(cell), flags=re.M).strip()
    if cell['cell_type'] != 'code': return [cell]
    if not text or flags.keys() & {'hide', 'default_exp'}: return []
    cell['source'], tags, options = text, cell['metadata'].setdefault('tags', []), cell['metadata'].setdefault('mystnb', {})
    for data in (o['data'] for o in cell['outputs'] if 'data' in o):
        if 'text/html' in data: data['text/html'] = re.sub(r'(href="[\w./]+)\.ipynb', r'\1.html', ''.join(data['text/html']))
        if m := re.match('<Picture: (?!untitled)(.+)>', ''.join(data.get('text/plain', ''))): options['image'] = dict(alt=m[1])
    if found := folding(cell):
        tags.append(found[0])
        options |= dict(code_prompt_show=found[1], code_prompt_hide=found[1])
    if not flags.keys() & {'export', 'exporti'}: return [cell]
    tags.append('exported')
    anchors = ''.join(f'<span id="{chapter.anchor(name)}"></span>' for name, _ in definitions(text))
    link = f'<a href="{book.url}{chapter.file}#L{chapter.line(cell)}">{chapter.file}</a>'
    return [markdown(f'<div class="exported">{anchors}{link}</div>'), cell]

def folding(cell):
    "Is the cell folded on its page? A tag of myst-nb, and what can be clicked instead."
    folded = cell['metadata'].get('jupyter', {})
    if folded.get('source_hidden'): return ('hide-cell', 'Answer') if folded.get('outputs_hidden') else ('hide-input', 'Code')
    plain = re.sub(r'^%.*', '', source(cell), flags=re.M)
    if all(isinstance(n, (ast.Import, ast.ImportFrom)) for n in ast.parse(plain).body): return 'hide-input', 'Imports'

def together(cells):
    "The cells, but exported imports that follow each other as one: a page has one fold for them."
    kept = []
    for c in cells:
        imports = directives(c).keys() & {'export', 'exporti'} and folding(c) == ('hide-input', 'Imports')
        if imports and kept and kept[-1][0]: kept[-1][1]['source'] = f'{source(kept[-1][1])}\n{source(c)}'
        else: kept.append((imports, c))
    return [c for _, c in kept]

def start(app):
    "Hook for `builder-inited`: read all chapters; keep figures inside the folder of the site."
    app.book = Book(app)
    app.env.mystnb_config = app.env.mystnb_config.copy(output_folder=str(app.doctreedir/'figures'))

def read_page(app, page, content):
    "Hook for `source-read`: replace the notebook's text by that of the page."
    book, nb = app.book, json.loads(content[0])
    chapter = book.chapters[page]
    nb['metadata']['language_info'] = dict(name='python', pygments_lexer='ipython3')
    title, *cells = [s for c in together(nb['cells']) for s in shown(book, chapter, c)]
    if chapter.number:
        part = f'[{parts[chapter.folder]}]{{.part}} ' if chapter.folder else ''
        title['source'] = source(title).replace('# ', f'# [{part}{chapter.number}]{{.number}} ', 1)
    if page == app.config.root_doc: cells[:0] = [markdown('```{toctree}', ':hidden:', '', *pages, '```') for pages in book.parts.values()]
    cards = ''.join(card(book, chapter, name) for name in chapter.with_card())
    if cards: cells += [markdown('## Reference'), markdown(f'<div class="cards">{cards}</div>')]
    nb['cells'] = [dict(c, id=f'c{i}') for i, c in enumerate([title, *cells])]
    content[0] = json.dumps(nb)

def contents(app, page, template, context, doctree):
    "Hook for `html-page-context`: the parts of the book and the titles of their pages, for the sidebar."
    if not hasattr(app, 'titles'): app.titles = {p: app.builder.render_partial(t)['title'] for p, t in app.env.titles.items()}
    here = next((caption for caption, pages in app.book.parts.items() if page in pages), parts[''])
    context.update(parts=app.book.parts, here=here, titles=app.titles)

class Mermaid(SphinxDirective):
    "A diagram, drawn when the site is built."
    has_content = True
    def run(self):
        from mermaidx import render
        svg = render('\n'.join(self.content)).svg()
        width = re.search(r'viewBox="\S+ \S+ (\S+)', svg)[1]
        data = b64encode(svg.replace('width="100%"', f'width="{width}"', 1).encode()).decode()
        alt = escape('\n'.join(self.content))
        return [nodes.raw('', f'<img class="diagram" src="data:image/svg+xml;base64,{data}" alt="{alt}">', format='html')]

def math(as_block):
    "A visitor that writes MathML, which browsers draw themselves."
    def visit(writer, node):
        try: text = tex2mathml(node.astext(), as_block=as_block)
        except MathError as e:
            text = escape(node.astext())
            log.warning('in math: %s', e, location=node)
        writer.body.append(f'<div class="equation">{text}</div>' if as_block else text)
        raise nodes.SkipNode
    return visit, None

def setup(app):
    app.add_html_math_renderer('mathml', math(False), math(True))
    app.add_directive('mermaid', Mermaid)
    app.connect('builder-inited', start)
    app.connect('env-get-outdated', lambda app, env, *changes: env.found_docs)   # any page may link to what has changed in another
    app.connect('source-read', read_page)
    app.connect('doctree-read', link_names)
    app.connect('doctree-read', link_terms)
    app.connect('html-page-context', contents)
    return dict(parallel_read_safe=True, parallel_write_safe=True)
