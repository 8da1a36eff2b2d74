"""Links that nobody wrote: from names in backticks to their definitions, from words of the glossary to their entries."""
import re
from docutils import nodes
from sphinx.addnodes import pending_xref

never = nodes.title, nodes.reference, pending_xref, nodes.literal, nodes.FixedTextElement, nodes.raw, nodes.math   # nothing in these becomes a link

# words that mostly mean something else: only links that were written lead to their entries
everyday = set('row block node edge derivative hook parameter module optimizer effect engine guard kind epoch program'.split())
on_gpus = {'register', 'stream'}   # so do these, but on pages about GPUs

def parents(node):
    while node := node.parent: yield node

def reference(app, where, anchor, title, inside, kind):
    "A link to a place of the book; `title` is Markdown, of which what hovers shows the words."
    uri = f'{app.builder.get_relative_uri(app.env.docname, where)}#{anchor}'
    words = re.sub(r'\[([^]]+)\]\(.*?\)|`', r'\1', title.split('\n')[0])
    return nodes.reference('', '', inside, refuri=uri, reftitle=words, internal=True, classes=[kind])

def note_definitions(app, page):
    "Let the search know what is defined on a page."
    chapter, python = app.book.chapters[page], app.env.get_domain('py')
    for name in chapter.with_card():
        python.note_object(chapter.anchor(name), 'class' if name.split('.')[-1][0].isupper() else 'function', chapter.anchor(name))
    for name, [(where, anchor, _), *_] in app.book.names.items():
        if name.startswith('torch.') and where == page: python.note_object(name, 'function', anchor)

def link_names(app, tree):
    "Hook for `doctree-read`: in each section, the first mention of a name leads to its definition."
    page, linked = app.env.docname, set()
    note_definitions(app, page)
    for literal in list(tree.findall(nodes.literal)):
        above = list(parents(literal))
        section = next((n for n in above if isinstance(n, nodes.section)), None)
        found = app.book.find(literal.astext(), page)
        if not found or (id(section), found) in linked or any(isinstance(n, never) for n in above): continue
        linked.add((id(section), found))
        literal.replace_self(reference(app, *found, literal.deepcopy(), 'name'))

def link_terms(app, tree):
    "Hook for `doctree-read`: the first mention of a word of the glossary leads to its entry."
    glossary, terms = app.book.glossary
    if not terms or app.env.docname == glossary: return
    words = terms.keys() - everyday - (set() if app.env.docname.startswith('cuda/') else on_gpus)
    word, linked = re.compile(rf"\b({'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})s?\b", re.I), set()
    for text in list(tree.findall(nodes.Text)):
        if any(isinstance(n, (*never, nodes.block_quote)) for n in parents(text)): continue
        parts, at = [], 0
        for m in word.finditer(text):
            term = m[1].lower()
            if term in linked: continue
            linked.add(term)
            parts += [nodes.Text(text[at:m.start()]), reference(app, glossary, nodes.make_id(term), terms[term], nodes.Text(m[0]), 'term')]
            at = m.end()
        if parts: text.parent.replace(text, parts + [nodes.Text(text[at:])])
