"""What can be proved of the GPU's kernels without a GPU. Exits with 77, after a line that begins with SKIPPED, for what cannot be done here.

gpu.py kernels            kernels of the table compile for sm_90: no spills, few registers, loads as wide as they can be
gpu.py kernels --keep     all of them, also every loop over strides, for the book to show
gpu.py loops              only the loops of the table, so that what comes after finds them on disk
gpu.py driver             calls go to the driver through cuda-bindings, and what goes wrong there has a message with a remedy
"""
import ctypes, ctypes.util, gc, json, os, re, shutil, subprocess, sys, tempfile, time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))   # the package of this checkout, for processes that it starts, too
os.environ['PYTHONPATH'] = os.pathsep.join(filter(None, (str(here.parent), os.environ.get('PYTHONPATH'))))

def skip(what, why): print(f'SKIPPED: {what}: {why}'); raise SystemExit(77)

def few(loops):
    """The contiguous loops, and of those over strides one for each set of dtypes in memory and of numbers. All that a row adds to
    these is its formula, which its contiguous loop has, too, for many elements at once and for those left over. (Of the pairs in
    `kernels.json` none over strides takes more than 8 registers more, and none more at all where the other takes 60.)"""
    kinds = {(x.kernel.params, x.mem): x for x in loops if not x.n}
    return [x for x in loops if x.n or x is kinds[x.kernel.params, x.mem]]

def work(k, step, every):
    "Examine every `step`-th loop."
    import tinytorch as tt
    tt.add
    from tinytorch.cuda.gpu_proof import cast_loops, examine, row_loops
    from tinytorch.native_functions import native_functions
    gc.freeze()   # what is loaded is not walked for each kernel
    loops = [*(x for row in native_functions.values() for x in row_loops(row)), *cast_loops()]
    return examine((loops if every else few(loops))[k::step])

def barriers():
    "Calls whose kernels have barriers or atomics: they run on the host, and what was made for them is compiled."
    import tinytorch as tt
    from tinytorch.cuda.gpu_proof import kernels_made
    from tinytorch.cuda.machine_code import DeviceCode
    found = {}
    with tt.cuda.emulate('H200'):
        for d in tt.float32, tt.float64, tt.bfloat16, tt.int64:
            x, i = tt.arange(24).reshape(4, 6).to(d).cuda(), tt.tensor([0, 2, 1]).cuda()
            for name in 'sum prod amax argmin any cumsum'.split():
                for args in ((), (1,)) if name != 'cumsum' else ((1,),): attempt(lambda: getattr(tt, name)(x, *args))
            for f in (lambda: x[i], lambda: x.index_put_((i,), x[:3].clone(), accumulate=True), lambda: x.gather(1, i.reshape(3, 1)),
                      lambda: x.scatter_add(0, i.reshape(1, 3), x[:1, :3].clone()), lambda: x@x.t(), lambda: x.sort(), lambda: x.unique(),
                      lambda: x.reshape(-1).repeat(200).sum(), lambda: x.reshape(-1).repeat(200).sort(), lambda: x.reshape(-1).repeat(200).kthvalue(9),
                      lambda: x.repeat(200, 1).topk(3, 0), lambda: x.uniform_(), lambda: x.normal_()): attempt(f)
    for k in {k.name: k for k in kernels_made() if k.phases or k.name not in found}.values():
        try:
            c = DeviceCode(k)
            narrow = k.phases and re.search(r'_v\d+$', k.name) and not c.accesses['ld', 'global', 128]   # a reduction that reads side by side
            found[k.name] = c.registers, c.stack, [f'{c.spills} bytes spilled']*bool(c.spills) + ['no ld of 128 bits']*bool(narrow)
        except Exception as e: found[k.name] = 0, 0, [f'{type(e).__name__}: {str(e).splitlines()[-1]}']
    return found

def attempt(f):
    try: f()
    except (RuntimeError, NotImplementedError): pass   # an operator that has no kernel for CUDA, or none for this dtype

def kernels(keep=False, calls=True):
    from tinytorch.cuda.device_code import NoToolkit, toolkit
    what = 'the kernels of the table compile for sm_90'
    try: kit = toolkit()
    except NoToolkit as e: skip(what, e)
    if not kit.tool('ptxas'): skip(what, f'no ptxas in {kit.home}')
    start, n = time.time(), os.cpu_count() or 1
    with ProcessPoolExecutor(n) as pool:
        made = calls and pool.submit(barriers)   # first, in a process that has made nothing else
        found = {k: v for part in pool.map(partial(work, step=16*n, every=keep), range(16*n)) for k, v in part.items()}
        made = made.result() if calls else {}
    wrong = {name: w for f in (found, made) for name, (*_, w) in f.items() if w}
    print(*(f'{name}: {"; ".join(w)}' for name, w in wrong.items()), sep='\n')
    print(f'{len(found)} loops of the table and {len(made)} kernels of calls with barriers compiled for sm_90 by {kit.home} in '
          f'{time.time() - start:.0f} s; {len(wrong)} of them wrong; at most {max(r for r, *_ in found.values())} registers in a loop')
    if keep: (here.parent/'nbs'/'oracle'/'kernels.json').write_text(json.dumps(dict(found=dict(sorted(found.items())), barriers=dict(sorted(made.items()))), indent=None).replace('], "', '],\n"') + '\n')
    return bool(wrong)

situations = (   # of the stub: environment, words of the message
    (dict(LD_LIBRARY_PATH=''), 'Found no NVIDIA driver on your system. Please'), (dict(), ''), (dict(STUB_VERSION='11080'), 'newer than the NVIDIA driver'), (dict(STUB_MAJOR='6'), 'this GPU has 6.0. Set CUDA_HOME'),
    (dict(STUB_COUNT='0'), 'CUDA_VISIBLE_DEVICES'), (dict(STUB_INIT='803'), 'Restart the machine'), (dict(STUB_LOAD='222'), 'Update the driver'))

ask = '''
import tinytorch as tt
try:
    tt.cuda.use_gpu()
    tt.ones(5, device='cuda')
except Exception as e: print(type(e).__name__, e)
'''

def driver():
    what = 'calls through cuda-bindings to a stub of the driver'
    try: from cuda.bindings import driver as _
    except ImportError: skip(what, "cuda-bindings is not installed (pip install 'tinytorch[cuda]')")
    if not shutil.which('cc'): skip(what, 'no C compiler')
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['cc', '-w', '-shared', '-fPIC', '-o', f'{folder}/libcuda.so.1', here/'stub_driver.c', '-ldl'], check=True)
        wrong = 0
        for more, words in situations[bool(ctypes.util.find_library('cuda')):]:   # the first is a machine without a driver
            env = {**os.environ, 'LD_LIBRARY_PATH': folder, 'STUB_ANY': '1', **more}
            said = subprocess.run([sys.executable, '-c', ask], env=env, capture_output=True, text=True)
            ok = words in said.stdout and bool(words) == bool(said.stdout) and not said.returncode
            wrong += not ok
            print('ok ' if ok else 'NO ', more, said.stdout.strip() or said.stderr[-500:])
        env = {**os.environ, 'LD_LIBRARY_PATH': folder}
        wrong += subprocess.run([sys.executable, __file__, 'calls'], env=env).returncode
    return bool(wrong)

def calls():
    "With the stub in place of the driver: operators run on the host behind it, and their answers are the CPU's."
    import tinytorch as tt
    tt.cuda.use_gpu()
    from tinytorch.cuda.cuda_devices import chosen
    from tinytorch.cuda.gpu_operators import launched
    from tinytorch.cuda_kernels import on_host
    stub, d = ctypes.CDLL('libcuda.so.1'), chosen.driver
    def image(k, index):
        stub.stub_register(k.name.encode(), ctypes.c_void_p(on_host(k).keep.address))
        return b'nothing'
    d.image = image
    x, y = tt.arange(1000).to(tt.float32), tt.linspace(0, 1, 1000)
    for name, f in dict(add=lambda x, y: x + y, mixed=lambda x, y: (x.to(tt.float16)*y).exp(), strided=lambda x, y: x[::2] - y[1::2],
                        scalar=lambda x, y: 2*x + 1, where=lambda x, y: tt.where(x > 500, x, y)).items():
        if not tt.allclose(f(x.cuda(), y.cuda()).cpu(), f(x, y), rtol=1e-3): raise SystemExit(f'{name}: another answer than the CPU\'s')
    last = launched(lambda: x.cuda() + 1)[-1]
    go = lambda: d.launch(last, 0)
    for _ in range(1000): go()
    start = time.perf_counter()
    for _ in range(20000): go()
    print(f'{stub.stub_launches()} launches; {(time.perf_counter() - start)/20000*1e6:.1f} microseconds each, from Python to the stub')

if __name__ == '__main__':
    what, *more = sys.argv[1:]
    raise SystemExit({'kernels': lambda: kernels('--keep' in more), 'loops': lambda: kernels(calls=False), 'driver': driver, 'calls': calls}[what]())
