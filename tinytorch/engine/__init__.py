"How a call is made short. `off()` and `on()` take the engine away and attach it, from then on or in a `with` block."
__all__ = []
from importlib import import_module as _import_module


def _entry():
    _import_module('tinytorch')._all()
    return _import_module('tinytorch.engine.entry')


def on(): return _entry().on()
def off(): return _entry().off()
def status(): return _entry().status()
