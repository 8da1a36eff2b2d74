"PyTorch's tensor core as a book that runs. Public names are loaded, from all chapters, when the first one is asked for."
__version__ = "0.1.0"

import gc as _gc, json as _json, logging as _logging, marshal as _marshal, os as _os, sys   # `logging` has a lock that a fork is to take after those below
from importlib import import_module as _import_module
from importlib.machinery import ModuleSpec as _ModuleSpec, SourceFileLoader as _SourceFileLoader
from importlib.util import source_hash as _source_hash, spec_from_file_location as _spec_from_file
from pkgutil import iter_modules as _iter_modules
from threading import RLock as _RLock
from types import FunctionType as _FunctionType, ModuleType as _ModuleType


def _load():
    "Put the public names of every chapter into the package: what `__all__` lists, and what is made from tables."
    for chapter in _import_all([*_chapters(__path__, __name__)]):   # all are imported before one is read
        _public.update({n: getattr(chapter, n) for n in chapter.__all__}, **getattr(chapter, 'functions', {}))
        for name, members in getattr(chapter, 'namespaces', {}).items():
            _Namespace.at(name).__dict__.update(members)
            _place(members, f'{__name__}.{name}')
    _Namespace.at('version').__dict__.update(torch=_pytorch()['version'], __version__=__version__)
    for name in _pytorch()['Tensor'].difference(dir(_public['Tensor'])): setattr(_public['Tensor'], name, _Absent(name))
    _public['Tensor'].__dir__ = lambda self: [n for n in object.__dir__(self) if type(vars(_public['Tensor']).get(n)) is not _Absent]
    _brief()
    _place(_public, __name__)
    globals().update(_public)
    sys.modules[f'{__name__}.allocation'].offers['loaded']()   # `cuda.cuda_devices`: a device may have been chosen before
    _import_module(f'{__name__}.engine.entry').start()   # how a call is made short


def _brief():
    "Have errors show the lines of programs, and not those of chapters (`tools.tracebacks`)."
    tensor, brief = _public['Tensor'], sys.modules[f'{__name__}.overrides'].all_briefly
    for names in (_public, *map(vars, _spaces.values())): brief(names, names.__setitem__)
    brief({n: f for n, f in vars(tensor).items() if n[:2] == '__'}, lambda name, f: setattr(tensor, name, f))   # the others have been


class _Absent:
    "A member of PyTorch's tensors that ours do not have: `hasattr` is False, and the error says so."
    def __init__(self, name): self.name = name
    def __get__(self, t, cls):
        try: raise AttributeError(f"{cls.__name__!r} object has no attribute '{self.name}'{_left_out}")
        except AttributeError as e: e.__traceback__ = None; raise


def _absent(module, name):
    "The error for a name that a module does not have. If PyTorch's has it, no other name is meant."
    part = module.partition('.')[2]
    known = name in _pytorch().get(part or 'torch', ()) or f'{part}.{name}'.strip('.') in _pytorch()['modules']
    e = AttributeError(f"module '{module}' has no attribute '{name}'{_left_out*known}")
    if not known: e.name, e.obj = name, sys.modules[module]   # Python looks for similar ones
    return e


_left_out, _names = ': this part of PyTorch is not in tinytorch', {}

def _pytorch():
    "PyTorch's public names, by module, its `version`, and all `modules` and `classes` (`nbs/oracle/freeze.py` writes them)."
    if not _names:
        with open(_os.path.join(__path__[0], 'names.json'), encoding='utf-8') as f: found = _json.load(f)
        _names.update({m: set(names.split()) for m, names in found['names'].items()}, version=found['torch'], modules=set(found['modules'].split()),
                      classes={f'{m}.{name}'.removeprefix('torch.') for m, names in found['classes'].items() for name in names.split()})
    return _names


def _chapters(path, package):
    "The names of all modules that are chapters, but those of the engine."
    for m in _iter_modules(path, f'{package}.'):
        folder = _os.path.join(path[0], m.name.rpartition('.')[2])
        if m.ispkg and m.name != f'{__name__}.engine': yield from _chapters([folder], m.name)
        elif not m.ispkg and not m.name.rpartition('.')[2].startswith('_'): yield m.name


def _import_all(names):
    "Import modules, without looking for garbage meanwhile or among them later: what chapters make lives as long as the process."
    collects = _gc.isenabled()
    _gc.disable()
    try: return [_import_module(name) for name in names]
    finally:
        _gc.freeze()
        if collects: _gc.enable()


def _place(members, module):
    "Say where public functions are found, so that they can be pickled; `made_in` is their chapter."
    for name, f in members.items():
        if not isinstance(f, _FunctionType): continue
        home = f.__module__
        own = home in _spaces or name[0] == '_' or not home.startswith(__name__)
        if own and vars(sys.modules[home]).get(f.__qualname__) is f: continue
        f.made_in = getattr(f, 'made_in', home)
        f.__module__, f.__qualname__ = module, f.__qualname__ if members.get(f.__qualname__) is f else name


_public, _spaces = {}, {}   # names of PyTorch's; modules that bear the names of its modules
_loaded, _loading = [], _RLock()
_over_fork, _taken = [], []   # pairs of functions that take and leave a lock; what is last is taken first


def _hold():
    "Before a fork: a child has no thread that could finish what another began, be it to load the package."
    _loading.acquire()
    for take, leave in reversed(_over_fork): take(), _taken.append(leave)


def _let_go():
    while _taken: _taken.pop()()
    _loading.release()


if hasattr(_os, 'register_at_fork'): _os.register_at_fork(before=_hold, after_in_parent=_let_go, after_in_child=_let_go)


def _all():
    "The public names; while one thread loads them, others wait."
    if not _loaded:
        with _loading:
            if not _loaded:
                _load()
                _loaded.append(True)
    return _public


class _Loader(_SourceFileLoader):
    "Loads chapters where Python may write no bytecode beside them (`PYTHONDONTWRITEBYTECODE`): it is kept with the kernels."
    _keeper = f'{__name__}.kernels.kept_files'

    @classmethod
    def find_spec(cls, full, path=None, target=None):
        "For chapters only; what is not a file of the package is left to others, and so is the chapter that keeps the rest."
        if not full.startswith(f'{__name__}.') or full == cls._keeper or not sys.dont_write_bytecode: return None
        file = _os.path.join(list(path)[0], full.rpartition('.')[2] + '.py')
        return _spec_from_file(full, file, loader=cls(full, file)) if _os.path.isfile(file) else None

    def get_code(self, fullname):
        "What was compiled from this file for this Python, or is now."
        files, s, path = _import_module(self._keeper), _os.stat(self.path), self.path
        stamp = repr((path, s.st_mtime_ns, s.st_size, sys.version, sys.flags.optimize)).encode()
        kept = files.kept_in('bytecode')/f'{fullname}.{sys.implementation.cache_tag}.{_source_hash(repr(path).encode()).hex()}'
        if (known := files.read(kept) or b'').startswith(stamp): return _marshal.loads(memoryview(known)[len(stamp):])
        code = self.source_to_code(self.get_data(path), path)
        files.keep(kept, stamp + _marshal.dumps(code))
        return code


if sys.dont_write_bytecode: sys.meta_path.insert(0, _Loader)


def _names_of(module):
    "`__getattr__` and `__dir__` of a package that bears the name of one of PyTorch's: its names are loaded with all others."
    members = vars(_spaces.setdefault(module, sys.modules[module]))
    def look(name):
        if not name.startswith('__'): _all()
        if name in members: return members[name]
        try: raise _absent(module, name)
        except AttributeError as e: e.__traceback__ = None; raise
    def names():
        _all()
        return sorted(members)
    return look, names


def _is_package(full):
    "Has a namespace a package of its own, as `tinytorch/linalg` is one?"
    return _os.path.isdir(_os.path.join(__path__[0], *full.split('.')[1:]))


class _Namespace(_ModuleType):
    "A module without a file: `tinytorch.version`, and what else chapters keep in `namespaces`."
    @classmethod
    def at(cls, name):
        "The module with this name in the package, made with its parents if it is not there."
        full, (parent, _, last) = f'{__name__}.{name}', name.rpartition('.')
        if full not in sys.modules:
            if _is_package(full): _import_module(full)
            else:
                sys.modules[full] = _spaces[full] = cls(full)
                sys.modules[full].__getattr__, _ = _names_of(full)
        (vars(cls.at(parent)) if parent else _public).setdefault(last, sys.modules[full])
        return sys.modules[full]

    @classmethod
    def find_spec(cls, full, path=None, target=None):
        "For `import tinytorch.special`."
        if full.startswith(__name__ + '.'): _all()
        if isinstance(sys.modules.get(full), cls): return _ModuleSpec(full, cls)
        if full.startswith(__name__ + '.') and full.partition('.')[2] in _pytorch()['modules']:
            raise ModuleNotFoundError(f'No module named {full!r}{_left_out}', name=full)

    create_module = staticmethod(lambda spec: sys.modules[spec.name])
    exec_module = staticmethod(lambda module: None)


class _Package(_ModuleType):
    "This package, where `tinytorch.tensor` is PyTorch's function although `tinytorch/tensor.py` is a chapter."
    def __setattr__(self, name, value):
        if not isinstance(value, _ModuleType): super().__setattr__(name, value)   # Python's import wants to put modules here


def __getattr__(name):   # of the module: in its class it would slow down every look at a name
    if name == '__all__': return sorted(n for n in _all() if not n.startswith('_'))   # `from tinytorch import *`
    if hasattr(sys.modules.get(f'{__name__}.{name}'), '__path__'): return sys.modules[f'{__name__}.{name}']   # a folder
    if not name.startswith('__'): _all()
    if name in _public: return _public[name]
    if f'{__name__}.{name}' in sys.modules: return sys.modules[f'{__name__}.{name}']
    try: raise _absent(__name__, name)
    except AttributeError as e: e.__traceback__ = None; raise


def __dir__():
    _all()
    return sorted(name for name in globals() if name not in ('sys', '__getattr__', '__dir__'))


sys.modules[__name__].__class__ = _Package
sys.meta_path.append(_Namespace)
