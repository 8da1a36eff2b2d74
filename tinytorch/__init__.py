"PyTorch's tensor core as a book that runs. Public names are loaded, from all chapters, when the first one is asked for."
__version__ = "0.1.0"

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def load():
    "Put the public names of every chapter into the package: what `__all__` lists, and the functions made from tables."
    for m in iter_modules(__path__):
        if m.name.startswith('_'): continue
        chapter = import_module(f'{__name__}.{m.name}')
        public.update({n: getattr(chapter, n) for n in chapter.__all__}, **getattr(chapter, 'functions', {}))
    globals().update(public)


public = {}


class Package(ModuleType):
    "This package, where `tinytorch.tensor` is PyTorch's function although `tinytorch/tensor.py` is a chapter."
    def __setattr__(self, name, value):
        if not isinstance(value, ModuleType): super().__setattr__(name, value)   # Python's import wants to put modules here

    def __getattr__(self, name):
        if not public and not name.startswith('__'): load()
        if name in public: return public[name]
        if f'{__name__}.{name}' in sys.modules: return sys.modules[f'{__name__}.{name}']
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

    def __dir__(self):
        if not public: load()
        return sorted(self.__dict__)


sys.modules[__name__].__class__ = Package
