"Make tinytorch/__init__.pyi, names and types for editors, from the package itself; with `--check`, say whether it already is that."
import inspect, keyword, re, sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root))
import tinytorch

path = root/'tinytorch/__init__.pyi'
types = {'Scalar': 'Number', 'SymInt': '_int', 'int': '_int', 'float': '_float', 'bool': '_bool', 'str': 'str', 'Tensor': 'Tensor',
         'ScalarType': '_dtype', 'Layout': '_layout', 'Device': '_device | str | _int', 'MemoryFormat': '_memory_format',
         'PyObject': 'Any', 'Generator': 'Generator'}
head = '''# Made by .ci/stubs.py from the package.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int   # the package has dtypes of these names
from collections.abc import Sequence
from typing import Any, overload
Number = _int | _float | _complex | _bool
'''

def type_of(p, sig):
    "The annotation of a parameter."
    base = types.get(p.type.removesuffix('[]'), 'Any')
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
    found = re.findall(r'(Tensor|int|bool|float|Scalar)(?:\(.*?\))?(\[\])?(?:,| |\)|$)', text)
    made = [f'list[{types[t]}]' if many else types[t] for t, many in found]
    return made[0] if len(made) == 1 else f"tuple[{', '.join(made)}]" if made else 'Any'

def plain(name, f):
    "The declaration of a Python function without schema: names, defaults, and a tensor where an operator gives one."
    try: params = inspect.signature(f).parameters.values()
    except (TypeError, ValueError): return f'def {name}(*args: Any, **kwargs: Any) -> Any: ...'
    shown, tensor = [], name in ('__neg__', '__abs__', '__pos__', '__invert__', '__getitem__')
    for p in params:
        if p.kind == p.KEYWORD_ONLY and not any(t.startswith('*') for t in shown): shown.append('*')
        star = {p.VAR_POSITIONAL: '*', p.VAR_KEYWORD: '**'}.get(p.kind, '')
        shown.append(star + p.name + ': Any'*(p.name != 'self') + ' = ...'*(p.default is not p.empty))
        tensor |= p.name == 'other' and name.startswith('__')
    return f"def {name}({', '.join(shown)}) -> {'Tensor' if tensor else 'Any'}: ...{'  # type: ignore[override]'*(name in ('__eq__', '__ne__'))}"

def function(name, f, method=False):
    "The declarations of a public function or method."
    sigs = getattr(f, 'signatures', None)
    if not sigs: return [plain(name, f)]
    lines = [f"def {name}({', '.join(parameters(s, method, many))}) -> {result(s.returns)}: ..."
             for s in sigs if not s.hidden for many in [False] + [True]*s.spread]
    lines = list(dict.fromkeys(lines))
    return [line for d in lines for line in (['@overload']*(len(lines) > 1) + [d])]

def member(name, x, method=False):
    "The declaration of any public name."
    if isinstance(x, property): return ['@property', f'def {name}(self) -> Any: ...']
    if isinstance(x, (staticmethod, classmethod)): return [f'{name}: Any']
    if isinstance(x, type): return [f'class {name}:', '    def __init__(self, *args: Any, **kwargs: Any) -> None: ...', '    def __getattr__(self, name: str) -> Any: ...']
    if callable(x) and hasattr(x, '__name__'): return function(name, x, method)
    return [f'{name}: {type(x).__name__ if type(x).__name__ in ("dtype", "layout", "memory_format") else "Any"}']

def indented(lines): return ['    ' + line for line in lines] or ['    pass']

def space(name, module):
    "A module without a file, as a class of static methods."
    lines = []
    for n, x in sorted(vars(module).items()):
        if n.startswith('__'): continue
        if isinstance(x, type(module)): lines += space(n, x)
        else: lines += [l for d in member(n, x) for l in (['@staticmethod'] if d.startswith('def') else []) + [d]]
    return [f'class {name}:', *indented(lines)]

def stub():
    "The text of the file."
    names = [n for n in dir(tinytorch) if not n.startswith('_') and n != 'Tensor']
    tensor = [l for n, x in sorted(vars(tinytorch.Tensor).items()) if not n.startswith('_') or n.startswith('__') and callable(x)
              for l in member(n, x, True) if n not in ('__slots__', '__hash__', '__class__')]
    lines = [head, 'class Tensor:', *indented(tensor)]
    for n in names:
        x = getattr(tinytorch, n)
        lines += space(n, x) if isinstance(x, tinytorch._Namespace) else member(n, x)
    lines += [f'_{n} = {n}' for n in ('dtype', 'layout', 'device', 'memory_format')]   # where a parameter has that name
    return '\n'.join(lines) + '\n'

if __name__ == '__main__':
    new = stub()
    if '--check' not in sys.argv[1:]: path.write_text(new, encoding='utf-8', newline='\n')
    elif path.read_text(encoding='utf-8') != new: sys.exit('tinytorch/__init__.pyi is not what the package is: run `python .ci/stubs.py`')
