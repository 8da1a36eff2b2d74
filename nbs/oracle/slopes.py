"""Are the gradients of operators slopes? A program moves each argument a little in some direction and back, and looks how far a
number changes that is made of all results. `run_path('../oracle/slopes.py')['agree'](rows)` gives the rows for which it is not
what the gradient says."""
from itertools import product
import tinytorch as tt
from tinytorch.dispatcher import operators
from tinytorch.formulas import rule_of

values = {'int': 2, 'to': 5, 'SymInt': 2, 'bool': False, 'dim': 1, 'approximate': 'none', 'size': (3, 2)}   # by type or name

def example(p, low, dtype):
    "A value for a parameter of a schema; elements of tensors are between `low` and `low + .6`, other numbers `low + .2`."
    if p.name in ('condition', 'mask'): return tt.rand(3, 2) > .5
    if p.type in ('Scalar', 'Scalar?', 'float'): return low + .2
    if not p.type.startswith('Tensor'): return values.get(p.name, values.get(p.type))
    t = tt.rand(3, 2, dtype=tt.float64)*.6 + low
    return (t[0, 0] if p.name == 'value' else t)*(1 + .1j if dtype.is_complex else 1)

def is_float(x): return isinstance(x, tt.Tensor) and x.dtype.kind in 'fc'

def number_of(results):
    "A number that all elements of float results have a part in, with different weights."
    results = filter(is_float, results if isinstance(results, (tuple, list)) else [results])
    parts = [tt.view_as_real(r) if r.dtype.is_complex else r for r in results]
    return sum((t*tt.arange(1., t.numel() + 1).cos().reshape(t.shape)).sum() for t in parts)

def errors(f, args, which=(0,), step=1e-6):
    "How far the gradients of `f` are from slopes along some direction, for those of its arguments that are counted in `which`."
    def number(args): return number_of(f(*args))
    leaves = [a.clone().requires_grad_() if k in which else a for k, a in enumerate(args)]
    grads = tt.autograd.grad(number(leaves), [leaves[k] for k in which], allow_unused=True, materialize_grads=True)
    for k, g in zip(which, grads):
        way = tt.linspace(1., 2., g.numel(), dtype=tt.float64).view(g.shape)*(1 + .7j if g.dtype.is_complex else 1)
        ahead, back = (number([*args[:k], args[k] + h*way, *args[k + 1:]]).item() for h in (step, -step))
        yield abs((ahead - back)/(2*step) - (g.conj()*way).sum().item().real)

def worst(name):
    "The largest error of an operator's gradients; what draws numbers draws the same ones each time."
    op, found = operators[f'aten::{name}'], []
    formulas, which = rule_of(op).formulas, [k for k, *_ in rule_of(op).inputs]
    def f(*args):
        tt.manual_seed(0)
        r = op(*[a.clone() if k in op.writes else a for k, a in enumerate(args)])
        return r[:1] if isinstance(r, tuple) and 'grads' not in str(formulas) else r
    for dtype, low in product((tt.float64, tt.complex128), (.2, 1.2)):
        args = [example(p, low, dtype) for p in op.schema.params]
        try: finite = number_of(f(*args)).isfinite()
        except (RuntimeError, NotImplementedError, TypeError): continue
        if finite and (low < 1 or not found): found += errors(f, args, which)
    return max(found, default=float('nan'))

def agree(rows):
    "The errors of those rows whose gradients are no slopes."
    texts = {n: ' '.join(text for _, text in rule_of(operators[f'aten::{n}']).formulas) for n in rows}
    found = {n: worst(n) for n, text in texts.items() if text and 'not_implemented' not in text}
    return {n: e for n, e in found.items() if not e < 1e-6}
