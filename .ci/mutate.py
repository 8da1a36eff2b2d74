"""Which small mistakes would a chapter's own tests not see? `.venv/bin/python .ci/mutate.py nbs/02_layout.ipynb [...] [--count 12] [--seed 0] [--limit 60]`

In a copy of the tree, one place of the exported cells, those that draw left out, is changed at a time, and the chapter is run. What it does not notice is printed."""
import argparse, ast, multiprocessing, os, random, re, shutil, sys, tempfile, time
import matplotlib.figure, numba   # which each child would load anew
from pathlib import Path
from execnb.nbio import read_nb, write_nb
from nbdev.export import nb_export
from nbdev.test import test_nb

flips = dict(zip((ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.And, ast.Or, ast.Add, ast.Sub),
                 (ast.LtE, ast.Lt, ast.GtE, ast.Gt, ast.NotEq, ast.Eq, ast.IsNot, ast.Is, ast.NotIn, ast.In, ast.Or, ast.And, ast.Sub, ast.Add)))

def changes(n):
    "What a node could be instead, as text."
    if isinstance(n, ast.Compare) and len(n.ops) == 1: yield ast.unparse(ast.Compare(n.left, [flips[type(n.ops[0])]()], n.comparators))
    if isinstance(n, ast.BoolOp): yield f'({ast.unparse(ast.BoolOp(flips[type(n.op)](), n.values))})'
    if isinstance(n, ast.BinOp) and type(n.op) in flips: yield f'({ast.unparse(ast.BinOp(n.left, flips[type(n.op)](), n.right))})'
    if isinstance(n, ast.Constant) and type(n.value) is int: yield from (f'({n.value + 1})', f'({n.value - 1})')
    if isinstance(n, (ast.Raise, ast.AugAssign)) or isinstance(n, ast.Expr) and not isinstance(n.value, (ast.Constant, ast.Yield)) \
       or isinstance(n, ast.Assign) and not isinstance(n.targets[0], ast.Name): yield 'pass'

def mutants(source):
    "Every source that differs from this one in one place, with the line before and after."
    tree, starts = ast.parse(source), [0]
    for line in source.encode().splitlines(True): starts.append(starts[-1] + len(line))
    inside = {id(m) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for m in ast.walk(n)}   # they have no place of their own
    tests = {id(n.test): n.test for n in ast.walk(tree) if isinstance(n, (ast.If, ast.IfExp, ast.While, ast.Assert))}
    for n in ast.walk(tree):
        if id(n) in inside or not hasattr(n, 'lineno'): continue
        a, b = starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset
        for text in [*changes(n), *[f'(not ({ast.unparse(n)}))']*(id(n) in tests)]:
            yield (source.encode()[:a] + text.encode() + source.encode()[b:]).decode(), f'{source.splitlines()[n.lineno - 1].strip()}\n        {ast.unparse(n)[:70]}  ->  {text[:70]}'

def passes(p, limit):
    "Do the chapter's tests pass, in a process of their own and in time?"
    def run():
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1), os.dup2(1, 2)
        os._exit(not test_nb(p, skip_flags=['oracle', 'gpu'], showerr=False, basepath=Path.cwd())[0])
    child = multiprocessing.get_context('fork').Process(target=run)
    child.start(), child.join(limit)
    if child.is_alive(): child.kill(), child.join()
    return child.exitcode == 0

def try_chapter(p, count, seed, limit):
    nb, rng, start = read_nb(p), random.Random(f'{seed} {p}'), time.time()
    cells = [(c, m) for c in nb.cells if c.cell_type == 'code' and c.source.startswith('#| export') and not re.search(r'\bPicture\b|\bax\b|\bp\.', c.source) for m in mutants(c.source)]
    module = Path('tinytorch', *next(c.source.split()[-1] for c in nb.cells if c.source.startswith('#| default_exp')).split('.')).with_suffix('.py')
    if not passes(p, 600): return print(f'{p} fails as it is')
    start, survived, chosen = time.time(), 0, rng.sample(cells, min(count, len(cells)))
    for c, (source, what) in chosen:
        kept, c.source = c.source, source
        try:
            write_nb(nb, p), nb_export(p)
            for old in module.parent.glob(f'__pycache__/{module.stem}.*'): old.unlink()
            if passes(p, limit): survived += 1; print(f'    {c.id}: {what}', flush=True)
        finally: c.source = kept
    write_nb(nb, p), nb_export(p)
    for old in module.parent.glob(f'__pycache__/{module.stem}.*'): old.unlink()
    print(f'{p}: {survived} of {len(chosen)} survived, of {len(cells)} possible ones ({time.time() - start:.0f} s)', flush=True)

if __name__ == '__main__':
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument('notebook', nargs='+'), [a.add_argument(f'--{k}', type=int, default=v) for k, v in dict(count=12, seed=0, limit=60).items()]
    a, root = a.parse_args(), Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as tmp:
        copy = shutil.copytree(root, Path(tmp)/'copy', ignore=shutil.ignore_patterns('.git', '.venv', '_docs', '__pycache__'))
        os.chdir(copy), sys.path.insert(0, str(copy))
        os.environ.update(PYTHONPATH=str(copy), TINYTORCH_CACHE_DIR=f'{tmp}/cache')
        for p in a.notebook: try_chapter(Path(p), a.count, a.seed, a.limit)
