"How a call is made short. `off()` and `on()` take the engine away and attach it, from then on or in a `with` block."
__all__ = []
from importlib import import_module as _import_module


def _switch():
    _import_module('tinytorch')._all()
    return _import_module('tinytorch.engine.switch')


def on(): return _switch().on()
def off(): return _switch().off()
def status(): return _switch().status()
