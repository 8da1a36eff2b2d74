"Make tinytorch/__init__.pyi and those of PyTorch's packages, names and types for editors, from the package; with `--check`, say whether they are that."
import inspect, keyword, re, sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root))
import tinytorch

types = {'Scalar': 'Number', 'SymInt': '_int', 'int': '_int', 'float': '_float', 'bool': '_bool', 'str': 'str', 'Tensor': 'Tensor',
         'ScalarType': '_dtype', 'Layout': '_layout', 'Device': '_device | str | _int', 'MemoryFormat': '_memory_format',
         'PyObject': 'Any', 'Generator': 'Generator'}
head = '''# Made by .ci/stubs.py from the package.
# mypy: disable-error-code="misc, override, overload-cannot-match"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int   # the package has dtypes of these names
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload
'''
numbers = 'Number = _int | _float | _complex | _bool\n'
given = {   # results of what has no schema
    '_int': '__len__ __int__ __index__ __hash__ dim ndim ndimension numel nelement nbytes itemsize element_size data_ptr storage_offset output_nr _version',
    '_bool': '__bool__ __contains__ requires_grad retains_grad', '_float': '__float__', '_complex': '__complex__', 'str': '__repr__ __format__',
    'Size': 'shape', '_dtype': 'dtype get_default_dtype promote_types result_type', '_device': 'device', '_layout': 'layout', 'Iterator[Tensor]': '__iter__',
    'Tensor': 'H T mH mT real imag data __pow__ __ipow__ __reversed__ as_strided cuda detach detach_ expand narrow permute pin_memory select '
              'squeeze swapaxes swapdims t transpose unflatten unsqueeze view norm einsum cdist tensordot from_numpy block_diag cartesian_prod',
    'tuple[Tensor, ...]': 'split meshgrid broadcast_tensors'}
given = {name: result for result, names in given.items() for name in names.split()}
special = 'enter exit call len iter getitem'.split()   # methods that `__getattr__` does not stand for
named = {}   # classes of results that have names

def type_of(p, sig):
    "The annotation of a parameter."
    base = types.get(p.type.removesuffix('[]').removesuffix('?'), 'Any')   # Python takes no gaps
    text = f'Sequence[{base}]' if p.type.endswith('[]') else base
    if p.bare: text = f'{base} | {text}'
    if p.name in sig.numbers and p.type == 'Tensor': text += ' | Number'
    return text + ' | None'*(p.optional or p.has_default and p.default is None)

def default_of(p):
    return repr(p.default) if isinstance(p.default, (bool, int, float, str, tuple, type(None))) and p.default == p.default else '...'

def parameters(sig, method, spread=False):
    "The text between the brackets."
    out, star = ['self']*method, spread
    for i, p in enumerate(sig.params):
        if keyword.iskeyword(p.name): return [*out, '*args: Any', '**kwargs: Any']   # `from`
        if i == 0 and spread: out.append(f'*{p.name}: _int'); continue
        if p.kwarg_only and not star: out.append('*'); star = True
        out.append(f"{p.name}: {type_of(p, sig)}{' = ' + default_of(p) if p.has_default else ''}")
    return out

def result(text):
    "The annotation of what an operator returns."
    found = re.findall(r'(Tensor|int|bool|float|Scalar)(?:\(.*?\))?(\[\])?(?: (\w+))?(?:,| |\)|$)', text)
    made = [f'tuple[{types[t]}, ...]' if many else types[t] for t, many, _ in found]
    fields = [name for *_, name in found]
    if len(made) < 2: return made[0] if made else 'Any'
    if not all(fields): return f"tuple[{', '.join(made)}]"
    name = '_'.join(['', *fields])
    named[name] = [f'class {name}(NamedTuple):', *(f'    {n}: {t}' for n, t in zip(fields, made))]
    return name

def plain(name, f, method):
    "The declaration of a Python function without schema: names, defaults, and a tensor where an operator gives one."
    try: params = [*inspect.signature(f).parameters.values()]
    except (TypeError, ValueError): return f"def {name}(*args: Any, **kwargs: Any) -> {given.get(name, 'Any')}: ..."
    names = [p.name for p in params]
    shown, tensor = [], name in ('__neg__', '__abs__', '__pos__', '__invert__', '__getitem__')
    for p in params:
        if p.kind == p.KEYWORD_ONLY and not any(t.startswith('*') for t in shown): shown.append('*')
        star = {p.VAR_POSITIONAL: '*', p.VAR_KEYWORD: '**'}.get(p.kind, '')
        of = 'Tensor' if p.name == 'input' and 'mask' not in names else 'Any'
        shown.append(star + p.name + f': {of}'*(p.name != 'self' or not method) + ' = ...'*(p.default is not p.empty))
        tensor |= p.name == 'other' and name.startswith('__')
    tensor |= 'input' in names[:1] and not any(n.startswith('return_') for n in names)   # unless it is asked for more
    made = 'Tensor' if tensor else given.get(name, 'Any')
    return f"def {name}({', '.join(shown)}) -> {made}: ..."

def function(name, f, method=False):
    "The declarations of a public function or method."
    sigs = getattr(f, 'signatures', None)
    if not sigs: return [plain(name, f, method)]
    lines = [f"def {name}({', '.join(parameters(s, method, many))}) -> {result(s.returns)}: ..."
             for s in sigs if not s.hidden for many in [False] + [True]*s.spread]
    lines = list(dict.fromkeys(lines))
    return [line for d in lines for line in (['@overload']*(len(lines) > 1) + [d])]

def kind(name, x):
    "The declaration of a class: what it is besides, and whatever attributes one asks for."
    base = next((b.__name__ for b in x.__mro__[1:-1] if b.__module__ == 'builtins' and b is not int), '').replace('tuple', 'tuple[Any, ...]')
    if name == 'Size': return ['class Size(tuple[_int, ...]):', *indented(l for n in ('numel',) for l in member(n, vars(x)[n], True))]
    found = [f'def __{n}__(self, *args: Any, **kwargs: Any) -> Any: ...' for n in special if hasattr(x, f'__{n}__') and not base]
    return [f'class {name}' + f'({base})'*bool(base) + ':', *indented(['def __init__(self, *args: Any, **kwargs: Any) -> None: ...']*(not base) + found
            + ['def __getattr__(self, name: str) -> Any: ...'])]

def member(name, x, method=False):
    "The declaration of any public name."
    if isinstance(x, property):
        made = given.get(name, '_bool' if name.startswith('is_') else 'Any')
        return [f'{name}: {made}'] if x.fset else ['@property', f'def {name}(self) -> {made}: ...']
    if isinstance(x, (staticmethod, classmethod)): return [f'{name}: Any']
    if isinstance(x, type): return kind(name, x)
    if callable(x) and hasattr(x, '__name__'): return function(name, x, method)
    return [f"{name}: {'_' + type(x).__name__ if type(x).__name__ in ('dtype', 'layout', 'memory_format') else 'Any'}"]

def indented(lines): return ['    ' + line for line in lines] or ['    pass']

def names_of(module):
    "What is PyTorch's in a module: not the chapters that Python keeps there."
    found = {n: getattr(module, n) for n in dir(module) if not n.startswith('_') and n != 'Tensor'}
    return {n: x for n, x in found.items() if not inspect.ismodule(x) or x.__name__ in tinytorch._spaces}

def members(module, inside=''):
    "Declarations: a package is imported, a module without a file is a class of static methods, which `inside` makes of all others, too."
    lines = []
    for n, x in names_of(module).items():
        if hasattr(x, '__path__'): lines += [f'from {module.__name__} import {n} as {n}']
        elif inspect.ismodule(x): lines += [f'class {n}:', *indented(members(x, '@staticmethod'))]
        else: lines += [l for d in member(n, x) for l in ([inside] if inside and d.startswith('def ') else []) + [d]]
    return lines

def stubs():
    "The text of each file."
    t, folder = tinytorch, root/'tinytorch'
    tensor = [l for n, x in sorted(vars(t.Tensor).items()) if hasattr(t.Tensor, n) and (not n.startswith('_') or n.startswith('__') and callable(x))
              for l in member(n, x, True) if n not in ('__slots__', '__hash__', '__class__')]
    aliases = [f'_{n} = {n}' for n in ('dtype', 'layout', 'device', 'memory_format')]   # where a parameter has that name
    lines = ['class Tensor:', *indented(tensor), *members(t), '__version__: str', 'from tinytorch import engine as engine', *aliases]
    packages = {m.__name__: members(m) for m in (*t._spaces.values(), t.engine) if hasattr(m, '__path__')}
    lines = [numbers, *(l for c in sorted(named.values()) for l in c), *lines]
    ours = ['Number', 'Tensor', 'Generator', 'Size', *(a.split()[0] for a in aliases), *named]
    texts = {folder/'__init__.pyi': lines}
    for n, found in packages.items():
        used = set(re.findall(r'\w+', '\n'.join(found)))
        texts[folder.joinpath(*n.split('.')[1:], '__init__.pyi')] = [f"from tinytorch import {', '.join(o for o in ours if o in used)}"]*any(o in used for o in ours) + found
    return {path: head + '\n'.join(lines) + '\n' for path, lines in texts.items()}

if __name__ == '__main__':
    made = stubs()
    differ = [p for p, text in made.items() if not p.exists() or p.read_text(encoding='utf-8') != text]
    differ += set((root/'tinytorch').rglob('*.pyi')) - made.keys()
    if '--check' in sys.argv[1:]:
        if differ: sys.exit(f"{', '.join(str(p.relative_to(root)) for p in differ)}: not what the package is: run `python .ci/stubs.py`")
    else:
        for p in differ: p.write_text(made[p], encoding='utf-8', newline='\n') if p in made else p.unlink()
