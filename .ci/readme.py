"Make README.md from nbs/index.ipynb, up to its list of all chapters; with `--check`, say whether it already is what would be made."
import json, re, sys
from itertools import takewhile
from pathlib import Path

root = Path(__file__).resolve().parent.parent
link = re.compile(r'(\]\(|src=")(?!\w+:|#|/)')  # what comes before a link that is relative to nbs/

def fence(text, lang=''): return f'```{lang}\n{text.rstrip()}\n```'

def shown(output):
    "The text of one output; none for a figure, or for Markdown."
    data = output.get('data', {})
    if any(k.startswith('image/') or k == 'text/markdown' for k in data): return ''
    return ''.join(data.get('text/plain', output.get('text', '')))

def render(cell):
    "The paragraphs that `cell` adds to the README."
    source = ''.join(cell['source'])
    if cell['cell_type'] == 'markdown': return [link.sub(r'\1nbs/', source)]
    if re.search(r'^#\| *(hide|default_exp)\b', source, re.M): return []
    folded = cell['metadata'].get('jupyter', {}).get('source_hidden')
    code = '' if folded else re.sub(r'^#\|.*\n', '', source, flags=re.M).strip()
    outputs = cell.get('outputs', [])
    text = '\n'.join(s.rstrip() for s in map(shown, outputs) if s)
    marked = [link.sub(r'\1nbs/', ''.join(o['data']['text/markdown'])) for o in outputs if 'text/markdown' in o.get('data', {})]
    return [fence(code, 'python')] * bool(code) + [fence(text)] * bool(text) + marked

def main(check):
    cells = json.loads((root/'nbs/index.ipynb').read_text(encoding='utf-8'))['cells']
    cells = takewhile(lambda c: not ''.join(c['source']).startswith('## All chapters'), cells)
    new, readme = '\n\n'.join(p.strip() for c in cells for p in render(c)) + '\n', root/'README.md'
    if not check: readme.write_text(new, encoding='utf-8', newline='\n')
    elif readme.read_text(encoding='utf-8') != new: sys.exit('README.md differs from nbs/index.ipynb: run `python .ci/readme.py`')

if __name__ == '__main__': main('--check' in sys.argv[1:])
