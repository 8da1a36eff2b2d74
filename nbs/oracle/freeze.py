"""Write the answers of PyTorch that the chapters test against: `python nbs/oracle/freeze.py [name ...]`.

Needs torch (the extra `oracle`). One function per data file; without names, all files are written. With `--check` none is:
PyTorch is asked again, and what it says otherwise than the files is printed. Left out are files that hold times of a machine."""
import json, sys, warnings
from hashlib import md5
from multiprocessing import get_context
from operator import attrgetter
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType, SimpleNamespace
import torch

warnings.filterwarnings('ignore', message='.*ComplexHalf.*|Casting complex values.*')
files, measured = {}, set()

def freeze(name, times=False):
    "Register a function that returns the contents of `name`.json as a dict; are these times of a machine?"
    def register(f):
        files[name] = f
        if times: measured.add(name)
        return f
    return register

def path_of(name):
    "The file; that of `names` is the package's, which says by it what it lacks."
    here = Path(__file__)
    return (here.parents[2]/'tinytorch'/here.name if name == 'names' else here).with_name(f'{name}.json')

def text_of(name):
    "One data file: the version of torch, then what the function returns, a line per key."
    data = dict(torch=torch.__version__.split('+')[0], **files[name]())
    return '{' + ',\n'.join(f'{json.dumps(k)}: {json.dumps(v)}' for k,v in data.items()) + '}\n'

def changes(name, a, b, path=''):
    "Where data differ. The means of a network may, by the 2 % of its chapter: how products in bfloat16 are summed is the processor's affair."
    if type(a) is type(b) is dict: parts = [(k, a.get(k), b.get(k)) for k in a | b]
    elif type(a) is type(b) is list and len(a) == len(b): parts = [(k, *xy) for k, xy in enumerate(zip(a, b))]
    else: parts = []
    for k, x, y in parts: yield from changes(name, x, y, f'{path}/{k}')
    near = name == 'networks' and type(a) is type(b) is float and abs(a - b) <= .02*abs(a)
    if not (parts or a == b or near): yield f'{name}{path}: {str(a)[:120]} is now {str(b)[:120]}'

def check(name):
    "The changes of one file."
    old, new = (json.loads(x, parse_constant=str) for x in (path_of(name).read_text(), text_of(name)))
    found = list(changes(name, old, new))
    print(f'{name}: {len(found)} changes', *found[:20], sep='\n    ')
    return found


def printing_cases():
    "Name and description of each print: dtype, values (repeated to fill shape), options."
    def case(dtype, values, shape=None, **kw): return dict(dtype=dtype, values=values, shape=[len(values)] if shape is None else shape, **kw)
    inf, nan, half = float('inf'), float('nan'), [.5, -1.25, 3.]
    yield 'whole', case('float32', [1, 2, 3])
    yield 'fraction', case('float32', [1, 2, 2.5])
    yield 'tiny', case('float32', [1, 2, 1e-5])
    yield 'zeros', case('float32', [0], [40])
    yield 'narrow', case('float64', [1, 1/3, -2e4], [4, 9], options=dict(profile='short', threshold=20, linewidth=40, sci_mode=True))
    for d in 'bfloat16 float16 float32 float64'.split():
        yield d, case(d, half, [2, 3])
        yield f'{d} special', case(d, [nan, inf, -inf, -0., 7, 0])
        yield f'{d} default', case(d, half, default_dtype=d, requires_grad=True)
    for d in 'complex32 complex64 complex128'.split():
        yield d, case(d, half, [2, 3], imag=[-0., 1000., nan])
        yield f'{d} scalar', case(d, [1], [], imag=[-2])
        yield f'{d} under float64', case(d, [1], imag=[2], default_dtype='float64')
        yield f'{d} under float16', case(d, [1], imag=[2], default_dtype='float16')
    for d in 'uint8 int8 int16 int32 int64 uint16 uint32 uint64 bool'.split():
        yield d, case(d, [0, 1, 100], [4])
        yield f'{d} empty', case(d, [0], [0])
        yield f'{d} meta', case(d, [0], [2, 3], device='meta')
    for d in 'float8_e5m2 float8_e4m3fn float8_e4m3fnuz float8_e8m0fnu'.split():
        yield d, case(d, [1, 0, 256, .25])
        yield f'{d} special', case(d, [nan, inf, -0., 2])
        yield f'{d} zeros', case(d, [0], [2, 3])
    for shape in [], [0], [0, 3], [2, 0, 1], [1], [30], [3, 1, 2, 2], [7, 200], [4, 7, 40], [2, 1001], [1, 1, 7, 2, 90]:
        yield f'shape {shape}', case('float32', half, shape)
        yield f'shape {shape} int', case('int32', [5, -60, 700], shape, requires_grad=False)
    for v in [1, 1000], [1, 1000.5], [1e8], [1e8+8], [1e-4], [9.9e-5], [100, 101], [.1, 99.99], [-1.5, 2], [2e38, 1e-38], [5e-324]:
        yield f'values {v}', case('float64', v)
    for o in dict(edgeitems=0), dict(edgeitems=1), dict(threshold=0), dict(linewidth=0), dict(linewidth=33), dict(precision=0), \
             dict(precision=9), dict(profile='full'), dict(sci_mode=True), dict(sci_mode=False):
        yield f'options {o}', case('float16', half, [4, 16, 17], options=o, requires_grad=True)
        yield f'options {o} vector', case('float32', [1, 2, 3e-6], [25], options=o, requires_grad=True)

@freeze('printing')
def printing():
    "What `repr` gives for tensors of every dtype, many shapes and settings."
    import numpy as np
    from torch._tensor_str import printoptions
    def text(c):
        torch.set_default_dtype(getattr(torch, c.get('default_dtype', 'float32')))
        values = np.resize(c['values'], c['shape'])
        if 'imag' in c: values = values + 1j*np.resize(c['imag'], c['shape'])
        t = torch.tensor(values, dtype=getattr(torch, c['dtype']), device=c.get('device'))
        with printoptions(**c.get('options', {})): return repr(t.requires_grad_(c.get('requires_grad', False)))
    try: return dict(cases={name: c | dict(text=text(c)) for name,c in printing_cases()})
    finally: torch.set_default_dtype(torch.float32)


@freeze('promotion')
def promotion():
    "promote_types and can_cast of all pairs; result_type of all pairs of operands under each default dtype; messages."
    import numpy as np
    from tinytorch.dtypes import all_dtypes
    codes = {d.code: getattr(torch, d.name) for d in all_dtypes}
    code_of = {d: c for c,d in codes.items()}
    def attempt(f, *args):
        try: return code_of[f(*args)]
        except RuntimeError: return '--'
    def table(f, xs): return [' '.join(attempt(f, x, y) for y in xs) for x in xs]
    numbers = {repr(x): x for x in (True, 1, 1., 1j, 2**63)}
    scalars = {f'np.{t}': getattr(np, t)(1) for t in 'bool_ int8 uint64 float16 float64 complex64 complex128'.split()}
    operands = {f'{c}[{n}]': torch.ones((1,)*n, dtype=d) for n in (1,0) for c,d in codes.items()} | numbers | scalars
    defaults = {}
    for c in 'f2', 'bf', 'f4', 'f8':
        torch.set_default_dtype(codes[c])
        defaults[c] = table(torch.result_type, operands.values())
    torch.set_default_dtype(torch.float32)
    return dict(codes=' '.join(codes), operands=' '.join(operands), promote_types=table(torch.promote_types, codes.values()),
                can_cast=[' '.join(str(+torch.can_cast(a, b)) for b in codes.values()) for a in codes.values()],
                sum=' '.join(attempt(lambda x: x.sum().dtype, operands[c + '[1]']) for c in codes), result_type=defaults,
                errors=promotion_errors())

bad_calls = '''promote_types(uint16, int8)|promote_types(bool, uint64)|promote_types(complex64, uint32)|promote_types(1, int8)
    promote_types(int8, "a")|promote_types(int8)|promote_types()|promote_types(int8, int8, int8)|promote_types(int8, type1=int8)
    promote_types(int8, int8, foo=1)|promote_types(type1=3, type2=int8)|promote_types(int8, np.float32)|promote_types(int8, dim)
    can_cast(int8, 1)|can_cast(int8)|can_cast("a", int8)|result_type(dim, "a")|result_type("a", zero)|result_type(None, 1)
    result_type(dim)|result_type()|result_type(1, 2, 3)|result_type(dim, [1, 2.0])|result_type((1,), 2)|result_type(dim, float32)
    result_type(dim, np.ones(3))|result_type(dim, foo=1)|result_type(1, other=1)|result_type(dim, 2**64)|result_type(2**64, 1)
    result_type(dim, -2**63-1)|result_type(2**63, 1)|result_type(np.uint64(2**64-1), 1)|dot(int16, float32)|dot(complex64, complex32)'''

def promotion_errors():
    "Each bad call and what torch says of it, as 'Type: message'."
    import numpy as np
    names = vars(torch) | dict(np=np, dim=torch.ones(1, dtype=torch.int8), zero=torch.ones((), dtype=torch.int8),
                               dot=lambda a, b: torch.dot(torch.ones(1, dtype=a), torch.ones(1, dtype=b)))
    def message(call):
        try: raise AssertionError(f'no error in {call}: {eval(call, dict(names))}')
        except (TypeError, RuntimeError, OverflowError) as e: return f'{type(e).__name__}: {e}'
    return {call: message(call) for line in bad_calls.splitlines() for call in line.strip().split('|')}


@freeze('speed', times=True)
def speed():
    "Nanoseconds for small operations here and in torch, taking turns; the best of many."
    import platform
    from timeit import timeit
    import numpy as np, tinytorch
    def operands(t):
        a, b = (t.from_numpy(np.ones((3, 4), np.float32)) for _ in range(2))
        return dict(a=a, b=b, i=t.from_numpy(np.ones((3, 4), np.int32)), torch=t)
    ours, theirs = operands(tinytorch), operands(torch)
    cases = {'float32 (3, 4) + (3, 4)': 'a + b', 'the same, torch.add(a, b)': 'torch.add(a, b)', 'float32 + 1.5': 'a + 1.5',
             'int32 + 5': 'i + 5', 'int32 + float32': 'i + a', 'a < b': 'a < b', 'a.mul_(1.0)': 'a.mul_(1.0)'}
    def once(code, names, n=500): return timeit(code, globals=dict(names), number=n)/n*1e9
    rounds = {k: [(once(c, ours), once(c, theirs)) for _ in range(200)] for k, c in cases.items()}
    return dict(machine=f'{platform.machine()}, Python {platform.python_version()}, torch {torch.__version__.split("+")[0]} with {torch.get_num_threads()} threads',
                nanoseconds={k: [round(min(side)) for side in zip(*r)] for k, r in rounds.items()})


@freeze('costs', times=True)
def costs():
    "How time grows here, in torch and in NumPy: nanoseconds an element over sizes, and a call over ranks and over new shapes."
    import datetime, platform, tinytorch
    from tinytorch.tools.costs import series
    for t in torch, tinytorch: t.set_num_threads(1)
    return dict(date=str(datetime.date.today()), machine=f'{platform.machine()}, one thread', **series(torch))


beside_cases = dict(
    calls="""x.t()|x=f(3, 4)
zeros(3, 4)|
y.copy_(x), 12 numbers|x=f(3, 4); y=f(3, 4)|y.copy_(x)
x + y, 12 numbers|x=f(3, 4); y=f(3, 4)|x + y""",
    polynomials="""sin, float32|x=f(65536); o=f(65536)|torch.sin(x, out=o)
sin, float64|x=f(65536).double(); o=f(65536).double()|torch.sin(x, out=o)
log, float32|x=f(65536); o=f(65536)|torch.log(x, out=o)
log, float64|x=f(65536).double(); o=f(65536).double()|torch.log(x, out=o)
erf, float32|x=f(65536); o=f(65536)|torch.erf(x, out=o)
erf, float64|x=f(65536).double(); o=f(65536).double()|torch.erf(x, out=o)
atanh, float32|x=f(65536); o=f(65536)|torch.atanh(x, out=o)
hypot, float32|x=f(65536); y=f(65536); o=f(65536)|torch.hypot(x, y, out=o)
hypot, float64|x=f(65536).double(); y=f(65536).double(); o=f(65536).double()|torch.hypot(x, y, out=o)
fmod, float32|x=f(65536)*1000; y=f(65536) + .1; o=f(65536)|torch.fmod(x, y, out=o)""",
    special="""lgamma, float32|x=f(65536)*10 - 5; o=f(65536)|torch.lgamma(x, out=o)
erfinv, float32|x=f(65536)*2 - 1; o=f(65536)|torch.erfinv(x, out=o)
erfinv, float64|x=f(65536).double()*2 - 1; o=f(65536).double()|torch.erfinv(x, out=o)""",
    lines="""layer_norm|x=f(1000, 1000)|F.layer_norm(x, (1000,))
softmax|x=f(1000, 1000)|torch.softmax(x, 1)
log_softmax|x=f(1000, 1000)|torch.log_softmax(x, 1)""",
    products="""float32, 8 x 8 times 8 x 8|a=f(8, 8); b=f(8, 8)|a @ b
float32, 256 x 256 times 256 x 256|a=f(256, 256); b=f(256, 256)|a @ b
float32, 8 batches of 16 x 16 times 16 x 16|a=f(8, 16, 16); b=f(8, 16, 16)|a @ b
float32, 512 x 512 times a vector|a=f(512, 512); b=f(512)|a @ b
float32, a layer of 768 for 128 inputs|a=f(128, 768); b=f(768, 768); c=f(768)|F.linear(a, b, c)
int64, 64 x 64 times 64 x 64|a=i(64, 64); b=i(64, 64)|a @ b
int64, 256 x 256 times 256 x 256|a=i(256, 256); b=i(256, 256)|a @ b
int32, 256 x 256 times 256 x 256|a=i(256, 256).int(); b=i(256, 256).int()|a @ b
int16, 512 x 512 times a vector|a=i(512, 512).short(); b=i(512).short()|a @ b""",
    squares="""float32, n = 64|a=f(64, 64); b=f(64, 64)|a.mm(b)
float32, n = 256|a=f(256, 256); b=f(256, 256)|a.mm(b)
float32, n = 512|a=f(512, 512); b=f(512, 512)|a.mm(b)
bfloat16, n = 64|a=f(64, 64).bfloat16(); b=f(64, 64).bfloat16()|a.mm(b)
bfloat16, n = 512|a=f(512, 512).bfloat16(); b=f(512, 512).bfloat16()|a.mm(b)
int64, n = 128|a=i(128, 128); b=i(128, 128)|a.mm(b)
float32, 2048 x 2048 times a vector|a=f(2048, 2048); b=f(2048)|a.mv(b)
bfloat16, 2048 x 2048 times a vector|a=f(2048, 2048).bfloat16(); b=f(2048).bfloat16()|a.mv(b)""",
    convolutions="""1 x 3 x 8 x 8, weight 4 x 3 x 3 x 3|x=f(1, 3, 8, 8); w=f(4, 3, 3, 3)|F.conv2d(x, w)
4 x 16 x 32 x 32, padded, weight 32 x 16 x 3 x 3|x=f(4, 16, 32, 32); w=f(32, 16, 3, 3)|F.conv2d(x, w, padding=1)
2 x 64 x 28 x 28, padded, weight 64 x 64 x 3 x 3|x=f(2, 64, 28, 28); w=f(64, 64, 3, 3)|F.conv2d(x, w, padding=1)
2 x 64 x 28 x 28, padded, 64 groups|x=f(2, 64, 28, 28); w=f(64, 1, 3, 3)|F.conv2d(x, w, padding=1, groups=64)
4 x 8 x 100, weight 16 x 8 x 5|x=f(4, 8, 100); w=f(16, 8, 5)|F.conv1d(x, w)
1 x 4 x 8 x 8, transposed, weight 4 x 4 x 3 x 3|x=f(1, 4, 8, 8); w=f(4, 4, 3, 3)|F.conv_transpose2d(x, w)
4 x 32 x 16 x 16, transposed, steps of 2, 32 x 16 x 4 x 4|x=f(4, 32, 16, 16); w=f(32, 16, 4, 4)|F.conv_transpose2d(x, w, stride=2)""",
    pools="""largest of 2 x 2 in 1 x 2 x 8 x 8|x=f(1, 2, 8, 8)|F.max_pool2d(x, 2)
largest of 2 x 2 in 4 x 16 x 32 x 32|x=f(4, 16, 32, 32)|F.max_pool2d(x, 2)
largest of 3 in a row, steps of 1, in 4 x 16 x 4096|x=f(4, 16, 4096)|F.max_pool1d(x, 3, 1)
average of 2 x 2 in 1 x 2 x 8 x 8|x=f(1, 2, 8, 8)|F.avg_pool2d(x, 2)
average of 2 x 2 in 4 x 16 x 32 x 32|x=f(4, 16, 32, 32)|F.avg_pool2d(x, 2)
average of 3 x 3, steps of 1, padded|x=f(4, 16, 32, 32)|F.avg_pool2d(x, 3, 1, 1)
5 x 5 averages of 4 x 16 x 32 x 32|x=f(4, 16, 32, 32)|F.adaptive_avg_pool2d(x, 5)""",
    norms="""group_norm, 32 x 8 x 1024 in 2 groups|x=f(32, 8, 1024)|F.group_norm(x, 2)
batch_norm, 32 x 8 x 1024|x=f(32, 8, 1024)|F.batch_norm(x, None, None, training=True)
batch_norm, 256 x 512|x=f(256, 512)|F.batch_norm(x, None, None, training=True)""",
    distances="""p = 1|x=f(256, 64); y=f(300, 64)|torch.cdist(x, y, 1.)
p = inf|x=f(256, 64); y=f(300, 64)|torch.cdist(x, y, float('inf'))
p = 2|x=f(256, 64); y=f(300, 64)|torch.cdist(x, y)""",
    margins="""4 rows of 10 classes|x=f(4, 10); t=i(4) % 10|F.multi_margin_loss(x, t)
8192 rows of 10 classes|x=f(8192, 10); t=i(8192) % 10|F.multi_margin_loss(x, t)""",
    histograms="""histc, 10 equal parts|x=f(1 << 22)|torch.histc(x, 10, 0., 1.)
histogram, 10 equal parts|x=f(1 << 22)|torch.histogram(x, 10)
histogram, ten edges given|x=f(1 << 22); e=torch.linspace(0, 1, 10)|torch.histogram(x, e)""",
    draws="""uniform_|x=f(1 << 20)|x.uniform_()
normal_|x=f(1 << 20)|x.normal_()""")

@freeze('beside', times=True)
def beside():
    "Microseconds here and in torch, in turn, of the calls that chapters speak of, the best of several rounds: {group: {call: [here, torch]}}."
    import datetime, platform
    import numpy as np, tinytorch
    from tinytorch.tools.bench import time_calls
    def scope(t):
        rng = np.random.default_rng(0)
        names = dict(torch=t, F=t.nn.functional, zeros=t.zeros, f=lambda *sizes: t.from_numpy(rng.random(sizes, np.float32)),
                     i=lambda *sizes: t.from_numpy(rng.integers(0, 100, sizes)))
        return names
    def pair(line):
        call, setup, *code = line.split('|')
        calls = []
        for names in scope(tinytorch), scope(torch):
            exec(setup, names)
            calls.append(eval(f'lambda: {(code or [call])[0]}', names))
        for _ in range(3): calls[0]()
        best = time_calls(calls, .8, alone=False).min(0)
        return call, [float(f'{x/1000:.3g}') for x in best]
    threads = torch.get_num_threads(), tinytorch.get_num_threads()
    for t in torch, tinytorch: t.set_num_threads(1)
    try: found = {group: dict(map(pair, lines.splitlines())) for group, lines in beside_cases.items()}
    finally:
        for t, n in zip((torch, tinytorch), threads): t.set_num_threads(n)
    cpu = next((l.split(':')[1].strip() for l in open('/proc/cpuinfo') if l.startswith('model name')), platform.machine())
    return dict(date=str(datetime.date.today()), machine=f'{cpu}, torch {torch.__version__.split("+")[0]}, one thread', **found)


@freeze('reductions')
def reductions():
    "Every reduction of every dtype over several dimensions, as dtype code and values; messages of bad calls; digests of bits on one thread."
    from tinytorch.dtypes import all_dtypes
    values = [1, 2, -1, 0, 1, -2, 1, 1, -1, 2, 1, -1]
    def attempt(f):
        try: r = f()
        except Exception as e: return f'{type(e).__name__}: {e}'.strip()
        return f'{str(r.dtype)[6:]} {tuple(r.shape)} {r.tolist()}'
    def results(name):
        call = getattr(torch, name)
        inputs = {d.code: torch.tensor(values).to(getattr(torch, d.name)).view(2, 3, 2) for d in all_dtypes}
        return {c: [attempt(lambda: call(x)), attempt(lambda: call(x, 1)), attempt(lambda: call(x, -1, True))] for c, x in inputs.items()}
    names = dict(torch=torch, x=torch.arange(6.).view(2, 3), i=torch.arange(6).view(2, 3), e=torch.zeros(0, 3), o=torch.zeros(3, dtype=torch.int32),
                 u=torch.arange(3.), v=torch.arange(3., 6.), w=torch.arange(2.), k=torch.arange(3))
    return dict(values=values, orders=dict(views=order_views, digests=order_digests()), results={n: results(n) for n in 'sum mean prod amax amin all any'.split()},
                calls={c: attempt(lambda: eval(c, dict(names))) for line in reduction_calls.splitlines() for c in line.strip().split('|')})

order_views = ['a', 'a.T', 'a[:, ::3]', 'a.reshape(12, 25, 18)', 'a.reshape(12, 25, 18).transpose(2, 0, 1)', 'a.reshape(12, 25, 18)[:, ::2, :17]']

def order_digests():
    "Of norms, variances, and deviations with means, by the function of the chapter on norms."
    import numpy as np
    from nbformat import read
    cells = [c.source for c in read(Path(__file__).parents[1]/'operators/07_norms.ipynb', 4).cells]
    names, threads = dict(np=np, md5=md5, from_numpy=torch.from_numpy), torch.get_num_threads()
    exec(next(c for c in cells if c.startswith('def digests(')), names)
    calls = {f'norm {p}': lambda t, dim, p=p: torch.linalg.vector_norm(t, p, dim) for p in (2, 1, 0)}
    torch.set_num_threads(1)
    try: return {name: names['digests'](f, order_views) for name, f in dict(calls, var=torch.var, std_mean=torch.std_mean).items()}
    finally: torch.set_num_threads(threads)

reduction_calls = '''x.sum((0, -2))|x.sum(2)|x.sum(())|x.all(())|x.sum((0, 5))|i.mean()|x.mean(dtype=torch.int8)|e.mean()|e.sum(0)|e.prod()|e.all()|e.any(0)
    e.amax()|e.amax(0)|e.amin(1)|x.sum(0, 1)|torch.sum(1)|torch.amax()|x.amax("a")|x.sum(axis=0, keepdims=True)|(x/4).sum(dtype=torch.int32)
    x.sum((0, 0, 5))|x.amax((0, 0, 5))|x.all((0, 0, 5))|x.permute(0, 0, 5)|x.squeeze((0, 0, 5))
    torch.sum(x, 0, out=o)|torch.mean(x, 0, out=o)|torch.amax(x, 0, out=o)|torch.all(x, 0, out=o)|torch.sum(x, 0, dtype=torch.float64, out=o)
    torch.dot(x, x)|torch.dot(x, u)|torch.dot(u, x)|torch.mean(x, out=o)|u.dot(v)|u.dot(k)|u.dot(w)|u.dot(1)|k.dot(k)'''


@freeze('native_functions')
def elementwise():
    "For each row of the op table: dtype codes of accepted inputs, and of their results."
    from tinytorch.dtypes import all_dtypes
    from tinytorch.native_functions import native_functions
    names = {getattr(torch, d.name): d.code for d in all_dtypes}
    def results(row):
        for d, code in names.items():
            try: yield code, names[getattr(torch, row.name)(*[torch.ones(2, dtype=d)]*len(row.inputs)).dtype]
            except (NotImplementedError, RuntimeError): pass
    return dict(results={n: dict(results(row)) for n, row in native_functions.items() if row.forms})


random_calls = dict(
    distributions='''zeros(5000).normal_()|zeros(33, dtype=bfloat16).normal_(1.5, .5)|zeros(40, dtype=float64).normal_(-1, 3)|zeros(40, dtype=float16).normal_()
        zeros(15).normal_()|zeros(7, 5).t().normal_()|zeros(9, dtype=complex64).normal_(1, 2)|zeros(20, dtype=float16).uniform_(-1, 1)|zeros(999).uniform_(.1, .8)
        zeros(9, dtype=float64).uniform_()|zeros(0).normal_()|zeros(()).uniform_()|zeros(7).exponential_(2)|zeros(7, dtype=bfloat16).log_normal_()
        zeros(2, 3).t().cauchy_(1, 2)|zeros(100, dtype=uint8).geometric_(.05)|zeros(300, dtype=bool).bernoulli_(.25)|zeros(5).log_normal_(.5, .25)
        rand(3, 4)|randn(2, 3, 4)|randn(15, dtype=complex128)|rand_like(zeros(3, 4).t())|randn_like(zeros(4, 8).t())|randn(1, dtype=float16)
        zeros(3).normal_(0, -1)|zeros(3, dtype=int32).normal_()|zeros(3).uniform_(1, 0)|zeros(3, dtype=float16).uniform_(0, 1e5)|zeros(3).uniform_(-3e38, 3e38)
        zeros(3, dtype=int32).exponential_()|zeros(3).exponential_(0)|zeros(3).geometric_(1.5)|zeros(3, dtype=bool).cauchy_()|zeros(3).log_normal_(1, 0)
        rand("a")|rand(-1)|rand(3, dtype=int8)|rand(2, generator=1)|zeros(1).expand(3).uniform_()|zeros(3, dtype=uint16).bernoulli_()''',
    integers='''randint(10, (1000,))|randint(-5, 2**40, (3, 4))|randint(2**28 - 1, (50,))|randint(2**28, (50,))|randint(2, (30,), dtype=bool)
        randint(2**24 + 3, (20,))|randint(2**24 + 3, (20,), dtype=float32)|zeros(9, dtype=float16).random_()|zeros(9, dtype=int64).random_(-2**63, None)
        zeros(9, dtype=uint8).random_()|zeros(4, 3).t().random_(5, 90)|zeros(5, dtype=uint64).random_(2**63 - 1)|randint_like(zeros(3, 2), 7)|randperm(0)
        randperm(1)|randperm(1000)|randperm(20, dtype=float16)|randint(5, 5, (2,))|randint(300, (2,), dtype=uint8)|randint(3, (2,), dtype=complex64)
        randint(1.5, (2,))|randint(5)|randperm(-1)|randperm(3000, dtype=float16)|randperm(200, dtype=int8)|randperm(3, dtype=bool)
        zeros(3).random_(3*10**9, None)|zeros(3, dtype=uint16).random_()|zeros(3, dtype=int32).random_(-2**63, None)''',
    sampling='''bernoulli(full((20,), .3))|bernoulli(full((20,), .3, dtype=float64))|full((4, 5), .3).t().bernoulli()|zeros(20).bernoulli_(full((20,), .5, dtype=float16))
        zeros(9, dtype=int8).bernoulli_(full((), .5))|bernoulli(zeros(8), .75)|poisson(full((50,), 3.))|poisson(full((50,), 300., dtype=float64))|poisson(zeros(4))
        multinomial(arange(10.), 3)|multinomial(arange(10.), 30, True)|multinomial(ones(3, 4), 1)|multinomial(full((2, 9), .5, dtype=bfloat16), 5, True)
        normal(arange(20.), 2.)|normal(1., full((20,), .5))|normal(arange(3.), ones(2, 1))|normal(2., 3., (4, 5))|normal(1., full((17,), .1, dtype=float16))
        dropout(ones(30), .4, True)|dropout(ones(3, 4).t(), .5, True)|dropout(ones(3), 1., True)|feature_dropout(ones(2, 3, 4), .5, True)|alpha_dropout(ones(9), .5, True)
        bernoulli(full((3,), 2.))|bernoulli(zeros(3, dtype=int32))|zeros(3).bernoulli_(1.5)|poisson(full((3,), -1.))|multinomial(zeros(3), 1)|multinomial(ones(3), 4)
        multinomial(ones(3), 0)|multinomial(full((3,), -1.), 2, True)|normal(zeros(3), -1.)|normal(0., full((3,), -1.))|normal(0, 1)|dropout(ones(3), 1.5, True)
        dropout(ones(3, dtype=int32), .5, True)''')

@freeze('random')
def random():
    "Numbers after some seeds; a state after some draws; what calls give that follow each other, as dtype, shape and a digest of the bits, or as a message."
    from hashlib import sha256
    def digest(t): return sha256(torch.empty(t.shape, dtype=t.dtype).copy_(t).reshape(-1).view(torch.uint8).numpy().tobytes()).hexdigest()[:12]
    def uniform(seed): return [x.hex() for x in torch.rand(4, generator=torch.Generator().manual_seed(seed)).tolist()]
    def normal(n): return torch.randn(n, generator=torch.Generator().manual_seed(0))[:5].tolist()
    def integers(high): return torch.randint(high, (4,), generator=torch.Generator().manual_seed(0)).tolist()
    def coins(d): return torch.bernoulli(torch.full((12,), .5, dtype=getattr(torch, d)), generator=torch.Generator().manual_seed(0)).int().tolist()
    def answer(call):
        try: t = eval(call, dict(vars(torch)))
        except Exception as e: return f'{type(e).__name__}: {e}'
        return f'{str(t.dtype)[6:]} {tuple(t.shape)} {digest(t)}'
    def answers(text):
        torch.manual_seed(11)
        return {c: answer(c) for line in text.splitlines() for c in line.strip().split('|')} | dict(state=digest(torch.get_rng_state()))
    def seeded(f): torch.manual_seed(0); return f().tolist()
    x, n = torch.zeros(4, 4), 32
    fills = {f'empty({n}).normal_(1.3, .7)': seeded(lambda: torch.empty(n).normal_(1.3, .7)),
             f'randn({n})*.7 + 1.3': seeded(lambda: torch.randn(n)*.7 + 1.3),
             'randn_like(x)': seeded(lambda: torch.randn_like(x)), 'randn_like(x.t())': seeded(lambda: torch.randn_like(x.t()))}
    g = torch.Generator().manual_seed(5)
    torch.rand(2000, generator=g)
    return dict(seeds={str(s): uniform(s) for s in (5, 5 + 2**32, -1)}, state=dict(draws=2000, digest=digest(g.get_state())),
                randn={n: normal(n) for n in (15, 16, 17)}, randint={n: integers(n) for n in (2**28 - 1, 2**28)},
                fills=fills, coins={d: coins(d) for d in ('float32', 'bfloat16', 'float64')}, **{k: answers(text) for k, text in random_calls.items()})


scalar_numbers = dict(   # without the smallest integers: `fmod` of one and -1 ends the process
    i=['1 - (1 << w - 1)', '-64', '-7', '-3', '-1', '1', '2', '3', '7', '63', '64', '65', '(1 << w - 1) - 1'], u='1 2 3 7 63 64 65 127 128 254 255'.split(),
    f='nan inf -inf 0. -0. 1. -1. 2.5 -2.5 .1 -.1 7. -3. 1e30 -1e30 .001 .5 1.5 20. -20. 88. -88. 104. -104. 700. -700.'.split(),
    c='1+2j -3+.5j 1j -1j 2+0j 3-4j'.split())
scalar_formulas = dict(
    iu="""floordiv(a, b)|floor_divide(a, b)
        truncdiv(a, b)|div(a, b, rounding_mode='trunc')
        remainder(a, b)|remainder(a, b)
        fmod(a, b)|fmod(a, b)
        lshift(a, b)|a << b
        rshift(a, b)|a >> b
        invert(a)|~a""",
    f="""floordiv(a, b)|floor_divide(a, b)
        truncdiv(a, b)|div(a, b, rounding_mode='trunc')
        remainder(a, b)|remainder(a, b)
        fmod(a, b)|fmod(a, b)
        div(one, one + vector_exp(-a))|sigmoid(a)""",
    iuf="""maximum(a, b)|maximum(a, b)
        minimum(a, b)|minimum(a, b)
        fmax(a, b)|fmax(a, b)
        fmin(a, b)|fmin(a, b)
        signbit(a)|signbit(a)
        floor(a)|floor(a)
        ceil(a)|ceil(a)
        trunc(a)|trunc(a)
        round(a)|round(a)
        sign(a)|sgn(a)""",
    iufc="""isinf(a)|isinf(a)
        isfinite(a)|isfinite(a)""", fc="""div(a, b)|a/b""", c="""mul(a, b)|a*b""")

@freeze('scalars')
def scalars():
    "What torch makes of all pairs of some numbers: {dtype: [the numbers, {our formula: [dtype of the results, their digest as text]}]}."
    from zlib import crc32
    def case(d, kind):
        numbers = f"[{', '.join(scalar_numbers[kind])}]"
        x = torch.tensor(eval(numbers, dict(w=8*d.itemsize, nan=float('nan'), inf=float('inf'))), dtype=d)
        names = vars(torch) | dict(a=x.repeat_interleave(len(x)), b=x.repeat(len(x)))
        lines = [line.strip().split('|') for kinds, text in scalar_formulas.items() if kind in kinds for line in text.splitlines()]
        results = {formula: eval(call, dict(names)) for formula, call in lines}
        return [numbers, {f: [str(r.dtype)[6:], crc32(repr(r.tolist()).encode())] for f, r in results.items()}]
    dtypes = dict(i='int8 int32 int64', u='uint8', f='float32 float64', c='complex64 complex128')
    return {d: case(getattr(torch, d), kind) for kind, names in dtypes.items() for d in names.split()}


def some_sizes(rng, ndims): return [rng.choice([1, 2, 2, 3, 4, 0] if rng.random() < .3 else [1, 2, 3]) for _ in range(rng.choice(ndims))]

def some_strides(rng, sizes):
    "Dense ones in some order, with gaps and zeros now and then."
    n, step = len(sizes), 1
    order = rng.choice([list(range(n)), list(reversed(range(n))), rng.sample(range(n), n), [1, *range(n - 1, 1, -1), 0][:n] if n > 1 else [0]*n])
    strides = [0]*n
    for d in order: strides[d], step = step if rng.random() < .85 else rng.choice([0, 0, 1, 7]), step*max(sizes[d], 1)*rng.choice([1]*8 + [2])
    return strides

def layout_cases(count):
    "A random layout, and a question about it: sizes, strides, what is asked, with which arguments."
    import random
    rng = random.Random(2)
    def some(n): return rng.choice([-n - 1, -1, 0, 0, 1, n - 1, n, -2])
    for _ in range(count):
        sizes = some_sizes(rng, [0, 1, 2, 2, 3, 3, 4, 4, 5])
        strides, n = some_strides(rng, sizes), len(sizes)
        flat = [k for k in sizes for k in ([k] if k < 4 or rng.random() < .5 else [2, 2])]
        runs = [k for k in flat for k in [k]*(rng.random() < .97)]
        merged = [runs[0]*runs[1], *runs[2:]] if len(runs) > 1 and rng.random() < .5 else [*runs[:-2], runs[-2]*runs[-1]] if len(runs) > 1 else runs
        to = rng.choice([merged, merged + [1], [1] + merged, [-1], [-1] + merged[1:], merged[:-1] + [-1], flat, [-2] + flat])
        wide = [rng.choice([2, 1]) for _ in range(rng.choice([0, 0, 1, 2]))] + [rng.choice([k, k, -1, 3]) for k in sizes]
        yield sizes, strides, *rng.choice([
            ('view', [to]), ('view', [to]), ('view', [to]), ('expand', [wide]), ('expand', [wide]), ('unsqueeze', [some(n + 1)]),
            ('squeeze', [[some(n) for _ in range(rng.choice([1, 1, 2]))]]), ('transpose', [some(n), some(n)]),
            ('permute', [[k - rng.choice([0, n]) for k in rng.sample(range(n), n)]]), ('permute', [[some(n) for _ in range(n)]]), ('select', [some(n), some(3)]),
            ('slice', [some(n), rng.choice([None, -9, -2, -1, 0, 1, 2]), rng.choice([None, -9, -1, 0, 1, 2, 9]), rng.choice([1, 1, 2, 3, 0])]),
            ('contiguous', []), ('dense', []), ('dense', []), ('overlaps', []), ('overlaps', []), ("format", []), ("format", []), ("format", [])])

@freeze('layout')
def layout():
    "What torch says of random layouts: sizes and strides of views, and the offset where it moves, or a message; whether they are contiguous, dense, overlap for certain; strides of a result."
    def same(x): return torch.nn.functional.interpolate(x, size=x.shape[2:]).stride()
    facts = dict(contiguous=torch.Tensor.is_contiguous, dense=torch.ops.aten.is_non_overlapping_and_dense.default,
                 overlaps=lambda x: torch._debug_has_internal_overlap(x) == 1, format=same)
    views = {n: getattr(torch.Tensor, n) for n in 'view expand unsqueeze transpose permute select squeeze'.split()} | dict(slice=torch.ops.aten.slice.Tensor)
    def answer(sizes, strides, what, args):
        x = torch.zeros(2000).as_strided(sizes, strides)
        if what == 'format' and (len(sizes) not in (4, 5) or 0 in sizes): what = 'dense'
        try: r = (facts | views)[what](x, *[tuple(a) if isinstance(a, list) else a for a in args])
        except (RuntimeError, IndexError) as e: r = None if 'not compatible' in str(e) else f'{type(e).__name__}: {e}'
        return [what, args, [r.shape, r.stride(), r.storage_offset()][:2 + (what in ('select', 'slice'))] if isinstance(r, torch.Tensor) else r]
    return dict(cases=[[sizes, strides, *answer(sizes, strides, what, args)] for sizes, strides, what, args in layout_cases(1200)])


@freeze('iterators')
def iterators():
    "Two operands of random layouts as dtype, sizes and strides; the strides of `empty_like` of the first; what their sum looks like, or why there is none."
    import random
    rng = random.Random(14)
    def of(d, sizes, strides): return torch.zeros(2000, dtype=getattr(torch, d)).as_strided(sizes, strides)
    def answer(x, y):
        try: r = of(*x) + of(*y)
        except RuntimeError as e: return str(e)
        return [str(r.dtype)[6:], r.shape, r.stride()]
    cases = []
    for _ in range(300):
        sizes = some_sizes(rng, [0, 1, 2, 3, 3, 4, 4])
        other = [rng.choice([n]*12 + [1]*3 + [2]) for n in sizes][rng.choice([0]*5 + [1]):]
        x, y = ([rng.choice(['float32', 'float32', 'float32', 'int32']), s, some_strides(rng, s)] for s in (sizes, other))
        if rng.random() < .3 and sizes == other: y[2] = x[2]
        if rng.random() < .3: x, y = y, x
        cases.append([x, y, torch.empty_like(of(*x)).stride(), answer(x, y)])
    return dict(cases=cases)


@freeze('schemas')
def schemas():
    "Schemas of torch, some of them with a sign left out, and how torch prints them, or why not."
    import random
    rng = random.Random(8)
    def spoilt(text):
        if '!' in text or 'Dict(' in text: return text   # whose brackets PyTorch reads by rules of their own
        k = rng.choice([k for k, c in enumerate(text) if c in '()[],=*>'])   # `Device=None` is read here: the argument parser has such signatures
        return text[:k] + text[k]*rng.choice([0, 0, 1]) + text[k + 1:]
    def printed(text):
        try: return str(torch._C.parse_schema(text))
        except RuntimeError as e: return str(e).rpartition('please report a bug to PyTorch. ')[2]
    texts = sorted(str(s).removeprefix('aten::') for s in torch._C._jit_get_all_schemas() if str(s).startswith('aten::') and '|' not in str(s))
    return dict(printed={text: printed(text) for text in map(spoilt, rng.sample(texts, 400))})


@freeze('calls')
def calls():
    "What torch answers to the calls of calls.py."
    import numpy as np
    from runpy import run_path
    scope = run_path(str(Path(__file__).with_name('calls.py')))
    return {group: scope['ask'](group, vars(torch) | dict(np=np)) for group in scope['groups']}


def indexing_key(rng, ndim, sizes):
    "The text of a random key for a tensor of these sizes; most are valid."
    def number(n): return rng.randint(-n, n - 1) if n and rng.random() < .96 else rng.choice([n, -n - 1, 0])
    def ints(n, shape): return [ints(n, shape[1:]) for _ in range(shape[0])] if shape else number(n)
    def bools(shape): return [bools(shape[1:]) for _ in range(shape[0])] if shape else rng.random() < .5
    parts, d, common = [], 0, [rng.randint(1, 3) for _ in range(rng.choice([1, 1, 2]))]
    while d < ndim and rng.random() < .9:
        n, kind = sizes[d], rng.choice('iiisssstttnbemlaz')
        if kind == 'i': parts.append(str(number(n)))
        elif kind == 's': parts.append(':'.join('' if rng.random() < .4 else str(rng.randint(-n - 1, n + 1)) for _ in '12') + rng.choice(['', ':', ':2', ':3', ':1', ':-1'] if rng.random() < .3 else ['']))
        elif kind == 't': parts.append(f"T({ints(n, rng.choice([common, common, [1], common[-1:], []]))}{rng.choice(['', '', ', dtype=int32'])})")
        elif kind == 'l': parts.append(str(ints(n, common[-1:])))
        elif kind == 'a': parts.append(f'np.array({ints(n, common[-1:])})')
        elif kind == 'm': k = rng.choice([1, 1, 2]); parts.append(f'T({bools([s + (rng.random() < .04) for s in sizes[d:d + k]])})'); d += k - 1
        elif kind == 'z': parts.append(f"T({rng.choice(['[], dtype=int32', '1.5', '1, dtype=uint8', 'True', '0'])})"); d -= 1
        else: parts.append(dict(n='None', b=rng.choice(['True', 'False']), e='...')[kind]); d -= 1
        d += 1
    return ', '.join(parts) + ','*(len(parts) > 1 or rng.random() < .5) if parts else '...'

def indexing_cases(count):
    "dtype, layout (sizes, strides, offset, elements of the storage), key, and the value that is written or None."
    import random
    rng = random.Random(13)
    for _ in range(count):
        sizes = [rng.choice([1, 2, 3, 3, 4, 5, 0] if rng.random() < .3 else [2, 3, 4]) for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4]))]
        order, strides, step = rng.sample(range(len(sizes)), len(sizes)), [0]*len(sizes), 1
        if rng.random() < .5: order = list(reversed(range(len(sizes))))
        for d in order: step *= rng.choice([1, 1, 1, 2]); strides[d], step = step, step*max(sizes[d], 1)
        offset, key = rng.choice([0, 8, 8]), indexing_key(rng, len(sizes), sizes)
        value = rng.choice([None, None, 7, 1.5, -1, True, [7], [[7]], [1, 2], [1, 2, 3], [[1, 2, 3]], [[1], [2]], [1.5], 300])
        yield [rng.choice(['int64', 'int64', 'float32', 'uint8', 'int16', 'bool', 'complex64']), [sizes, strides, offset, offset + step + 8], key, value]

@freeze('indexing')
def indexing():
    "What random keys read and write, and what storages hold afterwards."
    import zlib, numpy as np
    def answer(dtype, layout, key, value):
        size, stride, offset, n = layout
        whole = (torch.arange(n) % 100).to(getattr(torch, dtype))
        x = whole.as_strided(size, stride, offset)
        try:
            k = eval(f'np.s_[{key}]', dict(np=np, T=torch.tensor, uint8=torch.uint8, int32=torch.int32))
            if value is None: r = x[k]
            else: x[k] = torch.tensor(value) if isinstance(value, list) else value
        except Exception as e: return f'{type(e).__name__}: {e}'
        if value is not None: return zlib.crc32(whole.numpy().tobytes())
        return [list(r.shape), list(r.stride()), r.storage_offset(), r._is_view(), zlib.crc32(np.ascontiguousarray(r.numpy()).tobytes())]
    cases = list(indexing_cases(3000))
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return dict(cases=cases, answers=[answer(*c) for c in cases])


def autocast_policies(device):
    "Operator and policy of each autocast kernel for CUDA, as the macros of `autocast_mode.h` list them; for the CPU found by calling."
    import re
    if device == 'cuda':
        text = (Path(torch.__file__).parent/'include/ATen/autocast_mode.h').read_text()
        for macro, policy in (('LOWER_PRECISION_FP', 'lower_precision_fp'), ('FP32', 'fp32'),
                              ('FP32_SET_OPT_DTYPE', 'fp32_set_opt_dtype'), ('PROMOTE', 'promote')):
            body = re.search(rf'#define AT_FORALL_{macro}\(_\)((?:.*\\\n)*.*\n)', text)[1]
            for name, overload in re.findall(r'_\((\w+)(?:, (\w+))?\)', body): yield name + '.'*bool(overload) + overload, policy
        for name in re.findall(r'"(norm\.\w+)"', text): yield name, 'fp32_append_dtype'
        yield 'binary_cross_entropy', 'banned'
        return
    for name in torch._C._dispatch_get_all_op_names():
        if name.startswith('aten::') and torch._C._dispatch_has_kernel_for_dispatch_key(name, 'AutocastCPU'):
            yield name[6:], cpu_policy(name[6:])

def cpu_policy(name):
    "What the wrapper of an operator casts to: it does so before it looks at anything else, so any arguments will do."
    from torch.utils._python_dispatch import TorchDispatchMode
    base, _, overload = name.partition('.')
    op = getattr(getattr(torch.ops.aten, base), overload or 'default')
    samples = {'Tensor': lambda t: t, 'List[Tensor]': lambda t: [t, t], 'number': lambda t: 1, 'int': lambda t: 1, 'bool': lambda t: False,
               'float': lambda t: 1., 'str': lambda t: 'none', 'List[int]': lambda t: [1], 'List[bool]': lambda t: [False]}
    class Log(TorchDispatchMode):
        def __torch_dispatch__(self, f, types, args=(), kwargs=None):
            if f is torch.ops.aten._to_copy.default: casts.append(kwargs['dtype'])
            return f(*args, **(kwargs or {}))
    def casts_of(dtype):
        casts.clear()
        args = [samples.get(str(a.type).removeprefix('Optional[').removesuffix(']') if 'Optional' in str(a.type) else str(a.type),
                            lambda t: None)(torch.rand(2, 2).to(dtype)) for a in op._schema.arguments]
        positional = [a for a, p in zip(args, op._schema.arguments) if not p.kwarg_only]
        named = {p.name: a for a, p in zip(args, op._schema.arguments) if p.kwarg_only and a is not None}
        with torch.autocast('cpu'), Log():
            try: op(*positional, **named)
            except Exception: pass
        return set(casts)
    casts = []
    if torch.bfloat16 in casts_of(torch.float32): return 'lower_precision_fp'
    return 'fp32' if torch.float32 in casts_of(torch.bfloat16) else 'promote'

@freeze('autocast')
def autocast():
    "The policy of every operator with an autocast kernel, for the CPU and for CUDA."
    found = {f'{device} {name}': policy for device in ('cpu', 'cuda') for name, policy in autocast_policies(device)}
    missing = [k for k in found if not torch._C._dispatch_has_kernel_for_dispatch_key('aten::' + k.split()[1], 'Autocast' + k.split()[0].upper())]
    assert not missing, missing
    return dict(policies=found)


networks = dict(
    perceptron=('''
x, target = torch.rand(5, 8), torch.tensor([0, 2, 1, 1, 0])
w1, b1, w2, b2 = (torch.randn(*n).requires_grad_() for n in ((16, 8), (16,), (3, 16), (3,)))
''', '''
hidden = F.linear(x, w1, b1)
active = F.relu(hidden)
scores = F.linear(active, w2, b2)
loss = F.nll_loss(F.log_softmax(scores, 1), target)
'''),
    shared=('''
x, w = torch.rand(2, 4), torch.randn(4, 4).requires_grad_()
''', '''
first = F.linear(x, w)
second = F.linear(torch.tanh(first), w)
'''),
    convolution=('''
x = torch.rand(2, 3, 8, 8)
k1, w, b = torch.randn(4, 3, 3, 3).requires_grad_(), torch.randn(10, 64).requires_grad_(), torch.randn(10).requires_grad_()
mean, var, gain, bias = torch.zeros(4), torch.ones(4), torch.ones(4), torch.zeros(4)
''', '''
maps = F.conv2d(x, k1, padding=1)
normal = F.batch_norm(maps, mean, var, gain, bias)
pooled = F.max_pool2d(F.relu(normal), 2)
scores = F.linear(torch.flatten(pooled, 1), w, b)
loss = F.mse_loss(scores, torch.zeros(2, 10))
'''),
    attention=('''
x = torch.rand(2, 5, 8)
wq, wk, wv, wo = (torch.randn(8, 8).requires_grad_() for _ in range(4))
gain, bias = torch.ones(8), torch.zeros(8)
''', '''
normal = F.layer_norm(x, (8,), gain, bias)
q, k, v = F.linear(normal, wq), F.linear(normal, wk), F.linear(normal, wv)
weights = torch.softmax(torch.matmul(q, k.transpose(1, 2))/8**.5, -1)
mixed = torch.matmul(weights, v)
out = x + F.linear(mixed, wo)
fused = F.scaled_dot_product_attention(q, k, v)
'''))

@freeze('networks')
def network_steps():
    "The dtype and the mean magnitude of every intermediate result of small networks under autocast."
    def steps(setup, source, dtype):
        scope, found = dict(torch=torch, F=torch.nn.functional), {}
        torch.manual_seed(0)
        exec(setup, scope)
        with torch.autocast('cpu', dtype): exec(source, scope, found)
        return {k: [str(t.dtype).removeprefix('torch.'), t.detach().double().abs().mean().item()] for k, t in found.items()}
    return {name: dict(setup=setup.strip(), source=source.strip(), bfloat16=steps(setup, source, torch.bfloat16),
                       float16=steps(setup, source, torch.float16)) for name, (setup, source) in networks.items()}

def in_file(pickled):
    "The saved file of a number, with another pickle in it."
    import io, zipfile
    torch.save(0, f := io.BytesIO())
    with zipfile.ZipFile(f) as old, zipfile.ZipFile(made := io.BytesIO(), 'w') as new:
        for name in old.namelist(): new.writestr(name, pickled if name.endswith('data.pkl') else old.read(name))
    return io.BytesIO(made.getvalue())

stored = (   # objects, and pickles of others than a file may have
    '[x := torch.arange(6.).view(2, 3), x[1], x.t(), x.expand(2, 2, 3)]', 'torch.tensor([1 + 2j, 3]).conj()', '[torch.ones(2, requires_grad=True), torch.ones(2)]',
    '{d: torch.ones(2).to(getattr(torch, d)) for d in ("bool", "int8", "bfloat16", "float8_e5m2", "uint16")}',
    '[torch.empty(0), torch.tensor(3), torch.ones(2, device="meta"), torch.ones(1).untyped_storage()]',
    '[torch.Size([2]), torch.int16, torch.device("cuda", 1), {1: (2., "a", b"b", None, True, 10**20, {1}, 1j)}]')
refused = dict(system=b'cposix\nsystem\nX\2\0\0\0ls\x85R.', eval=b'cbuiltins\neval\nX\3\0\0\0dir\x85R.', frame=b'\x95' + bytes(8) + b'N.',
               call=b'K\1)R.', new=b'K\1)\x81.', state=b'ccollections\nCounter\n}b.', append=b'}K\1a.', item=b']K\1K\1s.', id=b'X\1\0\0\0aQ.')

@freeze('saved_files')
def saved_files():
    "What PyTorch saves, and what it says to files that do more than they may."
    import base64, io, zlib
    def packed(code):
        torch.save(eval(code), f := io.BytesIO())
        return base64.b64encode(zlib.compress(f.getvalue(), 9)).decode()
    def said(pickled):
        try: torch.load(in_file(pickled))
        except Exception as e: return [pickled.decode('latin1'), type(e).__name__, str(e)]
    return dict(files={code: packed(code) for code in stored}, refused={name: said(b'\x80\2' + p) for name, p in refused.items()})

def cell_of(notebook, start, names):
    "Run a cell of a notebook, from the line on that starts so."
    cells = json.loads((Path(__file__).parents[1]/notebook).read_text())['cells']
    exec(next(start + s.partition('\n' + start)[2] for s in ('\n' + ''.join(c['source']) for c in cells) if '\n' + start in s), names)
    return SimpleNamespace(**names)

def programs():
    "Losses and texts of the programs in the chapter on training."
    names = dict(torch=torch, nn=torch.nn, optim=torch.optim, F=torch.nn.functional, plot_graph=lambda *a, **kw: None)
    for start in 'class Net', 'def fit', 'text =', 'class Block', 'class GPT', 'def train', '@torch.no_grad', 'torch.manual_seed(1)':
        found = cell_of('optim/04_training.ipynb', start, names)
    halves = {d: found.fit('cpu', getattr(torch, d)) for d in ('bfloat16', 'float16')}
    return dict(halves, letters=found.losses, written=[found.before, found.after])

@freeze('training')
def training():
    "Optimizers after some steps, learning rates, and orders of examples, by functions of the chapters."
    def split(text): return [c.strip() for c in text.replace('\n', '|').split('|')]
    updates, schedules = cell_of('optim/01_update_rules.ipynb', 'cases =', {}), cell_of('optim/02_schedules.ipynb', 'curves =', {})
    samplers, loading = cell_of('utils/01_samplers.ipynb', 'def drawn(', {}), cell_of('utils/02_loading.ipynb', 'def passes(', dict(test_eq=lambda a, b: 0, torch=torch, oracle=dict(passes=0)))
    rates = {c: schedules.rates(torch, c) for c in split(schedules.curves)}
    curvature, averages = (cell_of(f'optim/{name}.ipynb', 'def report(', {}) for name in ('05_curvature', '06_averages'))
    parts = torch.utils.data.random_split(range(6), [.5, .3, .2], generator=torch.Generator().manual_seed(42))
    return dict(updates={c: updates.after(torch, c) for c in split(updates.cases)},
                rates={c: [r[::12], md5(repr(r).encode()).hexdigest()] for c, r in rates.items()},
                moves=[curvature.report(torch, **kind) for kind in curvature.kinds],
                averages=[[found[-1], last] for found, last in averages.reports(torch)], programs=programs(), orders=dict(split=[p.indices for p in parts], drawn=samplers.drawn(torch), passes=loading.passes(torch)))

spaces = '''torch Tensor amp autograd autograd.function autograd.functional autograd.graph autograd.profiler backends backends.cuda backends.cudnn backends.mps compiler cpu cuda cuda.amp distributed fft fx jit library
linalg masked mps nn nn.attention nn.functional nn.init nn.parallel nn.utils onnx ops optim optim.lr_scheduler overrides return_types serialization special storage testing utils utils.data version xpu'''

def names_by_module():
    "The names in PyTorch's modules, those of Python's own modules left out; and which are classes."
    def own(x): return not isinstance(x, ModuleType) or x.__name__.startswith('torch')
    found = {s: attrgetter(s)(torch) if s != 'torch' else torch for s in spaces.split()}
    names = {s: [n for n in dir(x) if n[0] != '_' and own(getattr(x, n, None))] for s, x in found.items()}
    classes = {s: [n for n in names[s] if isinstance(getattr(x, n), type)] for s, x in found.items() if isinstance(x, ModuleType)}
    return [{s: ' '.join(n) for s, n in d.items()} for d in (names, classes)]

def public_modules(folder, prefix='', depth=3):
    "The names of modules in PyTorch, and of public ones in its packages."
    for m in iter_modules([folder]):
        if prefix and m.name[0] == '_': continue
        yield prefix + m.name
        if m.ispkg and depth > 1 and m.name[0] != '_': yield from public_modules(f'{folder}/{m.name}', f'{prefix}{m.name}.', depth - 1)

@freeze('names')
def public_names():
    "Asked of a new process: what other files ask for imports more of PyTorch."
    with get_context('spawn').Pool(1) as pool: names, classes = pool.apply(names_by_module)
    return dict(names=names, classes=classes, modules=' '.join(public_modules(torch.__path__[0])))


if __name__ == '__main__':
    names = [a for a in sys.argv[1:] if a != '--check'] or list(files)
    if '--check' in sys.argv: raise SystemExit(any([check(name) for name in names if name not in measured]))
    for name in names: path_of(name).write_text(text_of(name))
