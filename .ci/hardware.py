"""Everything about CUDA again, on a GPU and beside PyTorch and CuPy. Needs a GPU, its driver, PyTorch for it and `.[cuda]`.

hardware.py [--keep]      correctness of every row, random streams bit by bit, bandwidth, launches; --keep writes nbs/oracle/hardware.json
hardware.py --emulated    the correctness part with an emulated GPU, beside PyTorch on the CPU: a rehearsal with few numbers of float32 and, by turns,
                          three other dtypes, or with --all of every dtype; a line for each row says what was compared
On a GPU the kernels of the table are compiled first, by all cores (gpu.py loops), so that what comes after finds them on disk.
Nothing is fetched, and the package is that of this checkout; a part that fails is noted, and the others go on.
"""
import datetime, json, math, os, subprocess, sys, time, warnings
from pathlib import Path
import numpy as np

emulated, names = '--emulated' in sys.argv, [x for x in sys.argv[1:] if x[0] != '-']

def skip(why): print(f'SKIPPED: CUDA on hardware: {why}'); raise SystemExit(77)

root = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(root))
os.environ['PYTHONPATH'] = os.pathsep.join(filter(None, (str(root), os.environ.get('PYTHONPATH'))))   # for gpu.py
try: import torch, fastcore, numba
except ImportError as e: skip(e)
if not emulated and not torch.cuda.is_available(): skip('PyTorch sees no GPU')
os.environ.pop('TINYTORCH_CUDA', None)
import tinytorch as tt
began = time.time()
if not emulated and not names: subprocess.run([sys.executable, root/'.ci'/'gpu.py', 'loops'])
try: tt.cuda.emulate('H200') if emulated else tt.cuda.use_gpu()
except RuntimeError as e: skip(e)
from tinytorch.dtypes import all_dtypes
from tinytorch.native_functions import native_functions, supports
from tinytorch.cuda.cuda_devices import driver
from tinytorch.cuda.gpu_operators import launched

theirs = 'cpu' if emulated else 'cuda'

def pair(x, name):
    "The same tensor here and there; `x` is an array of float64, which is cast."
    t = torch.from_numpy(x).to(getattr(torch, name))
    words = t.contiguous().view(torch.uint8).numpy() if t.numel() else np.empty(0, np.uint8)
    return tt.from_numpy(words.copy()).view(getattr(tt, name)).reshape(t.shape).cuda(), t.to(theirs)

def words(x):
    "The bytes of a tensor of either, on the host."
    x = x.cpu().contiguous().reshape(-1)
    return np.asarray(x.view((tt if isinstance(x, tt.Tensor) else torch).uint8).numpy()) if x.numel() else np.empty(0, np.uint8)

# rows that subtract what may be nearly equal: a unit of precision there is one of 1, however small what is left
subtract = set('atan atanh addcdiv logaddexp digamma special_bessel_j1 special_bessel_y1'.split())

def distance(a, b, *inputs, least=None):
    "How far apart two results are, in units of precision of numbers of at least `least`; 0 if the bits are the same, inf if dtype or shape differ or one is nan."
    if str(a.dtype).split('.')[1] != str(b.dtype).split('.')[1] or tuple(a.shape) != tuple(b.shape): return math.inf
    if np.array_equal(words(a), words(b)): return 0.
    if not (b.dtype.is_floating_point or b.dtype.is_complex): return math.inf
    eps, wide = torch.finfo(b.dtype).eps, torch.complex128 if b.dtype.is_complex else torch.float64
    x = torch.from_numpy(words(a).copy()).view(b.dtype).reshape(b.shape).to(wide); y = b.cpu().to(wide)
    same = (x == y) | (x != x) & (y != y)
    d = torch.where(same, 0., (x - y).abs()/(y.abs().clamp(min=least or torch.finfo(b.dtype).tiny)*eps)).nan_to_num(math.inf, math.inf)
    if inputs and float(d.max()) > 2:
        for k in d.reshape(-1).topk(min(4, d.numel())).indices.tolist(): print('   ', *(i.reshape(-1)[k].item() for i in inputs), '->', x.reshape(-1)[k].item(), 'PyTorch', y.reshape(-1)[k].item())
    return float(d.max())

def inputs(n, size=50 if emulated else 1000):
    "Numbers for `n` operands: some of every magnitude, and the special ones."
    r = np.random.default_rng(n)
    return [np.concatenate([r.normal(size=size)*4, r.integers(-9, 9, size), [0., -0., 1, -1, np.inf, -np.inf, np.nan]]) for _ in range(n)]

rehearsed = tt.float16, tt.int32, tt.complex64
def dtypes_of(k): return (tt.float32, rehearsed[k % 3]) if emulated and '--all' not in sys.argv else all_dtypes

def rows():
    "The distance of every public row from PyTorch's answer, by dtype."
    found = {}
    for k, row in enumerate(native_functions.values()):
        if names and row.name not in names: continue
        ours, other = (getattr(m, row.name, None) for m in (tt, torch))
        if row.name.startswith('special_'): ours, other = (getattr(m.special, row.name[8:], None) for m in (tt, torch))
        if not ours or not other or any(p.default is None for p in row.numbers if p.type == 'Scalar'): continue
        for d in dtypes_of(k):
            if not supports(row, d) or d.name in ('uint16', 'uint32', 'uint64', 'complex32'): continue
            xs = [np.nan_to_num(x, posinf=3, neginf=-3) if d.kind in 'biu' else x for x in inputs(len(row.inputs))]
            if d.kind in 'iu' and len(xs) > 1: xs[1:] = [np.abs(x) + 1 for x in xs[1:]]
            a, b = zip(*(pair(np.abs(x) if d.kind == 'u' else x, d.name) for x in xs))
            try: want = other(*b)
            except (RuntimeError, NotImplementedError, TypeError): continue
            try: x = distance(ours(*a), want, *b, least=1 if row.name in subtract else None)
            except Exception as e: x = f'{type(e).__name__}: {str(e)[:100]}'
            found[f'{row.name} {d.name}'] = x
            print(f'{row.name}({", ".join([d.name]*len(a))}): {want.numel()} numbers, {want.dtype}, beside PyTorch on {theirs}: '
                  f'{"the same bits" if x == 0 else f"{x:.3g} units of precision" if isinstance(x, float) else x}', flush=True)
    return found

def calls(m, x, y, i, mask):
    "What is no row: reductions, scans, indexing, orders, products; by name, of positive numbers."
    yield from ((f'{name} {dim}', lambda name=name, dim=dim: getattr(x, name)(*dim)) for dim in ((), (0,), (1,)) for name in ('sum', 'mean', 'prod'))
    yield from ((name, lambda name=name: getattr(x, name)(1)) for name in 'amax amin argmax argmin cumsum cumprod logsumexp std any all'.split())
    yield from dict(sort=lambda: x.sort(stable=True)[0], order=lambda: x.sort(dim=0, descending=True, stable=True)[1], long_sort=lambda: x.reshape(-1).sort()[0],
        topk=lambda: x.topk(3)[0], kthvalue=lambda: x.kthvalue(2)[0], median=lambda: x.median(1)[0], unique=lambda: i.unique(return_inverse=True)[1],
        nonzero=lambda: mask.nonzero(), masked_select=lambda: x[mask], index=lambda: x[i], gather=lambda: x.gather(0, i.reshape(-1, 1).expand(-1, x.shape[1])),
        put=lambda: x.clone().index_put_((i,), x[0], accumulate=True), scatter_add=lambda: x.clone().scatter_add_(0, i.reshape(-1, 1).expand(-1, x.shape[1]), x[:len(i)].clone()),
        index_select=lambda: x.index_select(1, i % x.shape[1]), searchsorted=lambda: m.searchsorted(x[0].sort()[0], x[1]), bincount=lambda: i.bincount(),
        matmul=lambda: x @ y, batched=lambda: m.bmm(x.reshape(1, *x.shape), y.reshape(1, *y.shape)), addmm=lambda: m.addmm(x[:, :1], x, y, alpha=2), vector=lambda: x @ y[:, 0],
        turned=lambda: y.t() @ x.t(), cat=lambda: m.cat([x, x], 1), softmax=lambda: x.softmax(1), where=lambda: m.where(mask, x, 0), turned_copy=lambda: x.t().contiguous(),
        cast=lambda: x.to(m.float64), arange=lambda: m.arange(.1, 999, 1.37, dtype=x.dtype, device=x.device), far=lambda: x[:, ::3] + x[:, 1::3][:, :x[:, ::3].shape[1]]).items()

def operators():
    "The distance of these calls from PyTorch's answers, for a small and a larger matrix; sums are in another order."
    found = {}
    for n in (40,) if emulated else (40, 3000):
        for name in ('float32',) if emulated else ('float32', 'float16', 'float64', 'int64'):
            r = np.random.default_rng(0)
            pairs = [pair(r.uniform(.5, 1.5, shape) if name != 'int64' else r.integers(1, 9, shape).astype(float), name) for shape in ((n, n + 1), (n + 1, 24))]
            pairs += [pair(r.integers(0, n, 2*n//3).astype(float), 'int64'), pair((r.uniform(size=(n, n + 1)) > .5).astype(float), 'bool')]
            ours, other = (dict(calls(m, *(p[k] for p in pairs))) for k, m in enumerate((tt, torch)))
            for what, f in other.items():
                try: want = f()
                except (RuntimeError, NotImplementedError, TypeError): continue
                try: x = distance(ours[what](), want)
                except Exception as e: x = f'{type(e).__name__}: {str(e)[:100]}'
                found[f'{what} {name} {n}'] = x
                print(f'{what} of {name}, {n} by {n + 1}: {"the same bits" if x == 0 else f"{x:.3g} units of precision" if isinstance(x, float) else x}', flush=True)
    return found

def random_streams():
    "Are the bits the same, and the generators' states after them?"
    found = {}
    calls = dict(rand=lambda m, n: m.rand(n, device='cuda'), randn=lambda m, n: m.randn(n, device='cuda'),
        rand_f64=lambda m, n: m.rand(n, device='cuda', dtype=m.float64), randn_f64=lambda m, n: m.randn(n, device='cuda', dtype=m.float64),
        rand_half=lambda m, n: m.rand(n, device='cuda', dtype=m.float16), randint=lambda m, n: m.randint(0, 1000, (n,), device='cuda'),
        wide=lambda m, n: m.randint(0, 2**40, (n,), device='cuda'), exponential=lambda m, n: m.empty(n, device='cuda').exponential_(),
        bernoulli=lambda m, n: m.empty(n, device='cuda').bernoulli_(.3), randperm=lambda m, n: m.randperm(n, device='cuda'))
    for name, f in calls.items():
        for n in 10, 1000, 300_000, 3_000_001:
            for m in tt, torch: m.cuda.manual_seed(7)
            try:
                a, b = f(tt, n), f(torch, n)
                found[f'{name} {n}'] = [distance(a, b), np.array_equal(words(tt.cuda.get_rng_state()), words(torch.cuda.get_rng_state()))]
            except Exception as e: found[f'{name} {n}'] = f'{type(e).__name__}: {str(e)[:100]}'
    return found

def seconds(f, sync, n):
    "The best time of a call, of five rounds of `n`."
    f(); sync(); best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n): f()
        sync()
        best = min(best, (time.perf_counter() - start)/n)
    return best

def speed():
    "Gigabytes a second, microseconds a launch: here, PyTorch, CuPy."
    n = 1 << 28
    def cases(m):
        x, y, h, o = (m.ones(n, device='cuda', dtype=d) for d in (m.float32, m.float32, m.float16, m.float32))
        wide, places = m.ones(n//4, device='cuda').reshape(1 << 13, -1), m.arange(n//64, device='cuda')*64
        yield 'copy', 8*n, lambda: o.copy_(x)
        yield 'add', 12*n, lambda: m.add(x, y, out=o)
        yield 'exp', 8*n, lambda: m.exp(x, out=o)
        yield 'float32 + float16', 10*n, lambda: m.add(x, h, out=o)
        yield 'transposed', 2*n, lambda: m.add(wide.t(), 1)
        yield 'sum', 4*n, lambda: x.sum()
        yield 'sum of rows', n, lambda: wide.sum(1)
        yield 'normal_', 4*n, lambda: o.normal_()
        big = m.ones(4096, 4096, device='cuda', dtype=m.float16)
        yield 'matmul of float16, 4096 (operations)', 2*4096**3, lambda: big @ big
        yield 'sort', n//4, lambda: x[:n//16].sort()
        yield 'index', n//8, lambda: x[places]
        small = m.ones(16, device='cuda')
        if m is tt:
            go, = launched(lambda: small.add_(1))
            yield 'launch alone', 0, lambda: driver().launch(go, 0)
        yield 'launch: add_', 0, lambda: small.add_(1)
        yield 'launch: add', 0, lambda: small + small
    found = {}
    for who, m in ('tinytorch', tt), ('torch', torch):
        for name, nbytes, f in cases(m):
            try: t = seconds(f, m.cuda.synchronize, 20 if nbytes else 2000)
            except Exception as e: found.setdefault(name, {})[who] = f'{type(e).__name__}: {str(e)[:100]}'; continue
            found.setdefault(name, {})[who] = round(nbytes/t/1e9, 1) if nbytes else round(1e6*t, 2)
        m.cuda.empty_cache()
    try: import cupy
    except ImportError: return found
    x, y = cupy.ones(n, cupy.float32), cupy.ones(n, cupy.float32)
    out, small = cupy.empty_like(x), cupy.ones(16, cupy.float32)
    for name, nbytes, f in (('copy', 8*n, lambda: cupy.copyto(out, x)), ('add', 12*n, lambda: cupy.add(x, y, out=out)), ('exp', 8*n, lambda: cupy.exp(x, out=out)),
                            ('sum', 4*n, lambda: x.sum()), ('launch: add', 0, lambda: small + small)):
        t = seconds(f, cupy.cuda.Stream.null.synchronize, 20 if nbytes else 2000)
        found[name]['cupy'] = round(nbytes/t/1e9, 1) if nbytes else round(1e6*t, 2)
    return found

def verdicts(found, times):
    "The targets, and whether they are met."
    def gb(name): return times.get(name, {}).get('tinytorch', 0), times.get(name, {}).get('torch', math.inf)
    copy, ok = gb('copy')[1], lambda x: isinstance(x, (int, float))
    yield 'every row within 8 units of precision', all(ok(x) and x <= 8 for x in found['rows'].values())
    yield 'calls that are no rows within 200 units of precision', all(ok(x) and x <= 200 for k, x in found['operators'].items() if 'prod' not in k)
    yield 'random bits as PyTorch draws them', all(isinstance(x, list) and x == [0, True] for x in found['random'].values())
    if 'failed' in times: yield 'bandwidth and launches measured', False
    if not times or 'failed' in times: return
    yield 'contiguous elementwise at 90% of the copy bandwidth', all(ok(gb(k)[0]) and gb(k)[0] >= .9*copy for k in ('add', 'exp'))
    yield 'mixed dtypes no slower than PyTorch', ok(gb('float32 + float16')[0]) and gb('float32 + float16')[0] >= gb('float32 + float16')[1]
    yield 'a launch alone within twice the time of PyTorch\'s operator', ok(gb('launch alone')[0]) and gb('launch alone')[0] <= 2*gb('launch: add_')[1]
    yield 'an operator with a launch within twice PyTorch\'s time', ok(gb('launch: add_')[0]) and gb('launch: add_')[0] <= 2*gb('launch: add_')[1]
    yield 'reductions at 80% of the copy bandwidth', ok(gb('sum')[0]) and gb('sum')[0] >= .8*copy
    yield 'normal_ no slower than PyTorch', ok(gb('normal_')[0]) and gb('normal_')[0] >= gb('normal_')[1]

def part(f):
    "What a part finds, or why it found nothing; and when it was done."
    try: r = f()
    except Exception as e: r = dict(failed=f'{type(e).__name__}: {str(e)[:300]}')
    print(f'{f.__name__}: done {time.time() - began:.0f} seconds after the beginning', flush=True)
    return r

def main():
    warnings.simplefilter('ignore')
    found = dict(date=str(datetime.date.today()), gpu=tt.cuda.get_device_name(), beside=f'PyTorch {torch.__version__}')
    found['times'] = times = {} if emulated or names else part(speed)
    found['random'] = {} if emulated else part(random_streams)
    found['operators'] = {} if names else part(operators)
    found['rows'] = part(rows)
    worst = sorted(((x if isinstance(x, float) else math.inf, name, x) for name, x in found['rows'].items()), reverse=True)[:25]
    print(f'{found["date"]}, {found["gpu"]}: {len(found["rows"])} rows and dtypes')
    print(*(f'  {name}: {x}' for name, x in found['operators'].items() if x), sep='\n')
    print(*(f'  {name}: {x}' for d, name, x in worst if d), *(f'  {k}: {v}' for k, v in found['random'].items()), sep='\n')
    print(*(f'  {name:20} {who}' for name, who in times.items()), sep='\n')
    found['targets'] = {name: bool(ok) for name, ok in verdicts(found, times)}
    print(*(f'{"ok" if ok else "NO"}: {name}' for name, ok in found['targets'].items()), sep='\n')
    if '--keep' in sys.argv:
        found['compared'] = len(found['rows']) + len(found['operators'])
        for f in 'rows', 'operators': found[f] = {k: 'differs' if v == math.inf else round(v, 3) for k, v in found[f].items() if v}
        (root/'nbs'/'oracle'/'hardware.json').write_text(json.dumps(found, indent=1) + '\n')
    return not all(found['targets'].values())

if __name__ == '__main__': raise SystemExit(main())
