"""The book as a reader meets it, in Chromium. One line per problem, exit status 1 if there is any.

    browser.py site FOLDER         every page of the built site
    browser.py lab [NOTEBOOK ...]  Run All on the index and each chapter of the book (or on those named, `cuda/00_philox.ipynb`), in JupyterLab
"""
import base64, io, os, secrets, shutil, socket, subprocess, sys, tempfile, time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, cycle
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
try:
    import numpy as np
    from PIL import Image
    from playwright.sync_api import Error, sync_playwright
    missing = ''
except ImportError as e: missing = e.name

root = Path(__file__).resolve().parent.parent
names = {'site': 'site in a browser', 'lab': 'JupyterLab runs each chapter of the book'}
chromium = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
flags = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync',
         '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
desk, phone = {'width': 1280, 'height': 900}, {'width': 390, 'height': 844}
query, answer = 'ResultTypeState', 'promotion'  # what a reader searches for, and the page that explains it
readable, enough = 4.5, 3    # contrast ratios: WCAG's bound for text, which a figure has on a light page; its bound for graphics, kept in the dark
lost_max, edge_max = .02, .2 # share of a figure that may fall below; luminance at its edge, above which it is a white box
chance = 2                   # squares that may fall below in a small figure: a thin letter across the corner of four
seconds_max = 300            # for one chapter; most take 2 to 6, and a minute where kernels are to be compiled
chapters_max = 25            # in one page of JupyterLab, which keeps some 20 MB of each notebook that it has closed
problems = []

def bad(where, what):
    if (line := f'{where}: {what}') not in problems: problems.append(line)

def say(line): sys.stdout.write(line + '\n')   # at once, beside other processes

@contextmanager
def browser():
    with sync_playwright() as p, p.chromium.launch(executable_path=chromium, args=flags) as b: yield b

def share(work, items):
    with browser() as b: return work(b, items), problems

def shared(work, items):
    "What `work(browser, some)` returns for a share of the items on each core, with a browser of its own."
    n = min(os.cpu_count() or 1, len(items))
    with ProcessPoolExecutor(n or 1, get_context('spawn')) as pool:
        for found, wrong in pool.map(partial(share, work), [items[k::n] for k in range(n)]):
            problems.extend(p for p in wrong if p not in problems)
            yield found

# The site

class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *args): pass

@contextmanager
def served(folder):
    "Serve `folder` on a free port of this machine; its address."
    with ThreadingHTTPServer(('127.0.0.1', 0), partial(Handler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try: yield f'http://127.0.0.1:{server.server_port}/'
        finally: server.shutdown()

def watch(page, base, where):
    "Report what `page` complains about, and whom it asks; the resolver keeps it on this machine."
    def ours(url): return url.startswith((base, 'data:', 'blob:'))
    def on_request(r):
        if not ours(r.url): bad(where(), f'asks another host: {r.url}')
    def on_console(m):
        if m.type == 'error' and not m.text.startswith('Failed to load resource'): bad(where(), f'console: {m.text}')
    def on_failure(r):
        if ours(r.url) and r.failure != 'net::ERR_ABORTED': bad(where(), f'{r.failure}: {r.url}')
    def on_response(r):
        if r.status >= 400: bad(where(), f'status {r.status}: {r.url}')
    for event, f in dict(request=on_request, console=on_console, requestfailed=on_failure, response=on_response,
                         pageerror=lambda e: bad(where(), f'script: {e}')).items(): page.on(event, f)

read_page = '''() => ({
    links: [...document.querySelectorAll('a[*|href], img[src]')].map(e => e.href?.baseVal ?? e.href ?? e.src),
    ids: [...document.querySelectorAll('[id], a[name]')].map(e => e.id || e.name) })'''
theme = 'document.documentElement.dataset.theme'
switch = "mode => { document.querySelector(`button[data-mode=${mode}]`)?.click(); return %s }" % theme
figures = 'main img, main .mermaid svg, main .cell_output svg, main .text_html table'
show_figure = '''([figures, i]) => {
    const e = document.querySelectorAll(figures)[i]
    e?.scrollIntoView({behavior: 'instant', block: 'center'})
    const r = e?.getBoundingClientRect()
    return r && {x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: e.checkVisibility() ? r.height : 0, scale: 1} }'''
too_wide = '''() => {
    const scrolls = e => e && e !== document.body && (getComputedStyle(e).overflowX !== 'visible' || scrolls(e.parentElement))
    const wide = [...document.querySelectorAll('article *')].find(e => e.getBoundingClientRect().right > innerWidth + 1 && !scrolls(e.parentElement))
    const page = document.scrollingElement.scrollWidth
    return wide ? wide.cloneNode().outerHTML : page > innerWidth ? `${page} pixels` : '' }'''

def luminance(png):
    "Relative luminance of each pixel, as WCAG defines it."
    rgb = np.asarray(Image.open(io.BytesIO(png)).convert('RGB'))/255
    return np.where(rgb <= .04045, rgb/12.92, ((rgb + .055)/1.055)**2.4) @ [.2126, .7152, .0722]

def contrasts(lum, side=16):
    "The contrast ratio inside each square of `side` pixels."
    h, w = (n//side for n in lum.shape)
    squares = lum[:h*side,:w*side].reshape(h, side, w, side)
    return (squares.max((1, 3)) + .05)/(squares.min((1, 3)) + .05)

def pictures(page, seen):
    "Figures as they look, by the inspector `seen`; not tables longer than a window, which are text in the theme's own colours."
    boxes = iter(lambda i=count(): page.evaluate(show_figure, [figures, next(i)]), None)
    return [luminance(base64.b64decode(seen.send('Page.captureScreenshot', dict(clip=box))['data'])) for box in boxes if 40 < box['height'] < desk['height']]

def fault(light, dark):
    "What is wrong with a figure on the dark page: a white box, or what can be read on the light page cannot be read there."
    edge = np.concatenate([s.ravel() for s in (dark[:3], dark[-3:], dark[:,:3], dark[:,-3:])]).mean()
    if edge > edge_max: return f'a bright box, luminance {edge:.2f} at its edge'
    if np.abs(np.subtract(light.shape, dark.shape)).max() > 2: return f'{light.shape} pixels in the light, {dark.shape} in the dark'
    h, w = np.minimum(light.shape, dark.shape)
    had, has = contrasts(light[:h,:w]) >= readable, contrasts(dark[:h,:w]) >= enough
    lost = (had & ~has).sum()
    if lost > max(chance, lost_max*had.sum()): return f'{lost} of {had.sum()} squares that can be read in the light have a contrast below {enough}'

def faults(light, dark):
    "What is wrong with the figures of one page."
    if len(light) != len(dark): return [f'{len(light)} figures in the light, {len(dark)} in the dark']
    return [f'dark mode, figure {i}: {f}' for i, pair in enumerate(zip(light, dark)) if (f := fault(*pair))]

def visit(page, seen, address, where, mode):
    "One page in the light, in the dark and on a phone, in the theme that the last one was left in; what it links to, and its anchors."
    other, looks = {'light': 'dark', 'dark': 'light'}[mode], {}
    page.set_viewport_size(desk)
    page.goto(address)
    if page.evaluate(theme) != mode: bad(where, f'does not come in the {mode}, which was chosen on the last page')
    found = page.evaluate(read_page)
    for _ in range(3):   # a formula that is set late moves what stands below it, while its picture is taken: a fault is one that stays
        for m in (mode, other):
            if page.evaluate(switch, m) != m: bad(where, f"the theme's switch does not lead to the {m}")
            looks[m] = pictures(page, seen)
        if not (wrong := faults(**looks)): break
    for w in wrong: bad(where, w)
    page.set_viewport_size(phone)
    if wide := page.evaluate(too_wide): bad(where, f'wider than a phone: {wide}')
    page.evaluate('document.body.style.display = "none"')   # or it would be laid out once more
    say(f"{where}: {len(found['links'])} links, {len(looks[mode])} figures")
    return {urljoin(address, l) for l in found['links']}, set(found['ids'])

def visit_all(base, browser, pages):
    page = browser.new_page(service_workers='block')
    seen = page.context.new_cdp_session(page)
    watch(page, base, lambda: page.url.removeprefix(base))
    return {where: visit(page, seen, base + where, where, mode) for where, mode in zip(pages, cycle(('light', 'dark')))}

def check_links(folder, base, pages):
    for where, (links, _) in pages.items():
        for link in sorted(l for l in links if l.startswith(base)):
            url, anchor = map(unquote, urldefrag(link))
            path = urlsplit(url).path[1:]
            if (folder/path).is_dir(): path = str(Path(path)/'index.html')
            if not (folder/path).exists(): bad(where, f'dead link: {path}')
            elif anchor and path in pages and anchor not in pages[path][1]: bad(where, f'no such anchor: {path}#{anchor}')

def check_search(browser, base):
    where, page = f'search.html?q={query}', browser.new_page()
    watch(page, base, lambda: where)
    page.goto(base + where)
    try:
        page.click(f'#search-results a[href*={answer}]')
        page.wait_for_selector(f'main:has-text("{query}")')
        say(f'{where}: {page.url.removeprefix(base)}')
    except Error: bad(where, f'no result leads to a page named {answer} that has the word')

def site(folder):
    folder = Path(folder).resolve()
    pages = sorted(str(p.relative_to(folder)) for p in folder.rglob('*.html') if '_static' not in p.parts)
    if not pages: return bad(folder.name, 'has no pages')
    with served(folder) as base:
        check_links(folder, base, {p: found for part in shared(partial(visit_all, base), pages) for p, found in part.items()})
        with browser() as b: check_search(b, base)

# JupyterLab

@contextmanager
def jupyterlab(folder):
    "JupyterLab over `folder`, with settings and a list of trusted notebooks of its own; its address."
    with socket.socket() as s: s.bind(('127.0.0.1', 0)); port = s.getsockname()[1]
    token, home = secrets.token_hex(), folder/'.jupyter'
    env = {f'JUPYTER_{k}_DIR': str(home/k) for k in ('CONFIG', 'DATA', 'RUNTIME')} | {'IPYTHONDIR': str(home/'IPYTHON')}
    options = {'ServerApp.root_dir': folder, 'ServerApp.port': port, 'ServerApp.port_retries': 0, 'IdentityProvider.token': token,
               'LabApp.expose_app_in_browser': True, 'LabApp.news_url': None, 'LabApp.extension_manager': 'readonly'}
    command = [sys.executable, '-m', 'jupyterlab', '--no-browser', '--allow-root', *(f'--{k}={v}' for k, v in options.items())]
    with open(folder/'log', 'w') as log, subprocess.Popen(command, env=os.environ | env, stdout=log, stderr=log) as server:
        try:
            while True:
                with socket.socket() as s:
                    if s.connect_ex(('127.0.0.1', port)) == 0: break
                if server.poll() is not None: raise SystemExit(f'JupyterLab does not start:\n{Path(log.name).read_text()}')
                time.sleep(.1)
            yield f'http://127.0.0.1:{port}/lab/workspaces/%s?token={token}'
        finally: server.terminate()

open_notebook = '''async path => {
    window.chapter = await jupyterapp.commands.execute('docmanager:open', {path, factory: 'Notebook'})
    await chapter.context.ready
    await chapter.context.sessionContext.ready }'''
run_all = '''async () => {
    await jupyterapp.commands.execute('notebook:run-all-cells')
    return chapter.context.model.toJSON().cells }'''
close_notebook = 'async () => { await window.chapter?.context.sessionContext.shutdown(); window.chapter?.dispose() }'
running = '() => [...chapter.content.model.cells].findIndex(c => c.executionState === "running")'
trust_and_table = '''() => [chapter.content.model.cells.get(0).trusted,
    [...chapter.node.querySelectorAll('.jp-OutputArea-output td')].map(e => { const s = getComputedStyle(e)
        return [e.innerText, s.backgroundColor, s.border, s.padding, s.textAlign, s.color, s.fontFamily] })]'''
# The page keeps the answer and is asked for it: the inspector may lose a promise that it waits for.
begin = '''arg => { const a = window.answer = {};
    (%s)(arg).then(value => { a.value = value }, e => { a.error = String(e) }).finally(() => { a.done = true }) }'''

def ask(page, work, arg=None, during=lambda: ''):
    "The value of the asynchronous function `work` in the page; it has `seconds_max`."
    page.evaluate(begin % work, arg)
    late = time.time() + seconds_max
    while not page.evaluate('() => answer.done'):
        if time.time() > late: raise Error(f'{during()}not done after {seconds_max} s')
        page.wait_for_timeout(50)
    if error := page.evaluate('() => answer.error'): raise Error(error)
    return page.evaluate('() => answer.value')

def run_cells(page, path):
    "The code cells of a notebook after JupyterLab has run them, with their numbers."
    try:
        ask(page, open_notebook, path, lambda: 'opening: ')
        cells = ask(page, run_all, during=lambda: f'cell {page.evaluate(running)}: ')
    finally: ask(page, close_notebook, during=lambda: 'closing: ')
    return [(i, c) for i, c in enumerate(cells) if c['cell_type'] == 'code' and c['source'].strip()]

def run_chapter(page, path, last):
    "Whether JupyterLab ran all cells of a chapter, well or not; where it did not and this was not the `last` time, it may try again."
    start = time.time()
    try: code = run_cells(page, path)
    except Error as e: code, no = [], e.message.splitlines()[0]
    else: no = ', '.join(f'cell {i} did not run' for i, c in code if c['execution_count'] is None)
    errors = [f"cell {i}: {o['ename']}: {o['evalue']}" for i, c in code for o in c['outputs'] if o['output_type'] == 'error']
    for what in errors or [no] * (bool(no) and last): bad(path, what)
    say(f"{path}: {len(code)} cells, {time.time() - start:.1f} s{'' if errors else no and f' {no}'}")
    return bool(errors) or not no

def check_untrusted(page, folder):
    "A stored tensor looks the same before Jupyter trusts the notebook and after."
    import tinytorch as torch
    from nbformat import v4
    path, source = 'untrusted.ipynb', 'torch.arange(-3., 3).view(2, 3)'
    stored = v4.new_output('execute_result', {'text/html': eval(source)._repr_html_()}, execution_count=1)
    cell = v4.new_code_cell(f'import tinytorch as torch\n{source}', outputs=[stored])
    (folder/path).write_text(v4.writes(v4.new_notebook(cells=[cell], metadata={'kernelspec': dict(name='python3', display_name='Python 3')})))
    def look():
        page.wait_for_selector('.jp-OutputArea-output td')
        return page.evaluate(trust_and_table)
    ask(page, open_notebook, path)
    was_trusted, before = look()
    ask(page, run_all)
    trusted, after = look()
    ask(page, close_notebook)
    if was_trusted or not trusted: bad(path, f'trusted: {was_trusted} before it ran, {trusted} after')
    if len(before) != 6: bad(path, f'{len(before)} table cells for 6 numbers')
    for a, b in [p for p in zip(before, after) if p[0] != p[1]][:1]: bad(path, f'a number looks like {a} without trust, like {b} with it')
    say(f'{path}: {len(before)} numbers')

@contextmanager
def workspace(browser, url):
    "JupyterLab in a page of its own."
    with browser.new_context(viewport=desk) as context:
        page = context.new_page()
        page.goto(url % secrets.token_hex())
        page.wait_for_function('window.jupyterapp')
        ask(page, '() => jupyterapp.restored.then(() => null)')
        yield page

def run_chapters(url, last, browser, paths):
    "Run chapters; those that are to run again."
    again = []
    for i in range(0, len(paths), chapters_max):
        with workspace(browser, url) as page: again += [path for path in paths[i:i + chapters_max] if not run_chapter(page, path, last)]
    return again

def lab(*notebooks):
    paths = [f"nbs/{n.removeprefix('nbs/')}" for n in notebooks or sorted(p.name for p in (root/'nbs').glob('[!_.]*.ipynb'))]
    with tempfile.TemporaryDirectory() as tmp, jupyterlab(folder := Path(tmp)) as url, browser() as b:
        shutil.copytree(root/'nbs', folder/'nbs', ignore=shutil.ignore_patterns('.*'))   # with oracle/, which notebooks read
        shutil.copy(root/'settings.ini', folder)
        with workspace(b, url) as page: check_untrusted(page, folder)
        for last in False, True:   # of some ten thousand cells JupyterLab leaves one out: such chapters come once more
            paths = [path for again in shared(partial(run_chapters, url, last), paths) for path in again]

def main(check, *args):
    if no := missing or ('' if chromium else 'chromium'): return print(f'SKIPPED: {names[check]}: no {no}')
    {'site': site, 'lab': lab}[check](*args)
    print(*problems, f'{names[check]}: {len(problems)} problems', sep='\n')
    return bool(problems)

if __name__ == '__main__': raise SystemExit(main(*sys.argv[1:]))
