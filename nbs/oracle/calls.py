"""Calls that are easy to get wrong, for the chapters that answer them: `changed('views', globals())` is {} where the answers are PyTorch's.

What PyTorch says is in calls.json, which `freeze.py` writes. A group has lines that name things (with `:=`), and calls between bars."""
import builtins, json, warnings
from pathlib import Path

groups = dict(dtypes='''
    iinfo()|iinfo(float32)|iinfo(bfloat16)|iinfo(complex64)|iinfo(int8)|iinfo(uint64)|iinfo(int64).min|iinfo(uint8).bits|iinfo(1)|iinfo(type=int16)
    finfo()|finfo(int8)|finfo(bfloat16)|finfo(float16)|finfo(float32)|finfo(complex64)|finfo(1)|finfo(type=float64).bits|finfo(float16).smallest_normal
    finfo(float32) == finfo(float32)|finfo(float32) == finfo(float64)|finfo(float32) != finfo(complex64)|iinfo(int8) == iinfo(uint8)|iinfo(int8) == finfo(float16)
    float32.itemsize|complex32.to_real()|float16.to_complex()|int8.to_complex()|uint8.is_signed|int8.is_signed|float64.is_complex|complex32
    finfo(float8_e5m2)|finfo(float8_e4m3fn)|finfo(float8_e5m2fnuz)|finfo(float8_e4m3fnuz)|finfo(float8_e8m0fnu)|iinfo(float8_e5m2)|float8_e5m2.to_complex()
    float8_e8m0fnu.is_signed|float8_e5m2.is_signed|set_default_dtype(float8_e5m2)|float8_e5m2''',
tensor='''
    x := from_numpy(np.arange(12, dtype=np.float32).reshape(3, 4))
    e := from_numpy(np.zeros((0, 3)))
    i := from_numpy(np.array(5))
    one := from_numpy(np.array([2], np.int16))
    r, z := from_numpy(np.array(3 + 0j)), from_numpy(np.array(3 + 1j))
    q := from_numpy(np.ones((2, 3, 1, 4), np.float32))
    v := from_numpy(np.arange(24, dtype=np.float32).reshape(2, 2, 2, 3).transpose(0, 3, 1, 2))
    int(x)|float(one)|int(one)|complex(i)|int(r)|float(r)|int(z)|float(z)|complex(z)|float(e)|int(from_numpy(np.array(1e30 + 0j)))
    bool(e)|bool(one)|bool(x)|bool(z)|[0, 1, 2, 3][one]|[0, 1, 2, 3][x]|[0, 1][r]|x.item()|e.item()|one.item()|z.item()|len(i)|len(x)|len(e)
    x.size(1)|x.size(-1)|x.size(-3)|x.size(2)|i.size(0)|x.stride(-2)|x.stride(2)|i.stride(-1)|x.element_size()|x.nelement()|x.ndimension()|q.dim()|one.is_signed()
    q.is_contiguous(memory_format=channels_last)|v.is_contiguous()|v.is_contiguous(memory_format=channels_last)|x.is_contiguous(memory_format=channels_last)
    v.is_contiguous(memory_format=preserve_format)|q.is_contiguous(memory_format=preserve_format)|q.is_contiguous(memory_format=1)
    (setattr(x, "requires_grad", True), x.requires_grad)|(setattr(x, "requires_grad", True), x.numpy())|setattr(i, "requires_grad", True)|setattr(x, "requires_grad", 1)|f"{i:03}"
    from_numpy(np.zeros(3)[::-1])|from_numpy(np.array(["a"]))|from_numpy(np.zeros(3, ">f4"))|from_numpy(np.zeros(2, np.dtype([("a", "f4"), ("b", "i1")]))["a"])
    from_numpy(np.arange(12).reshape(3, 4)[:, ::2])|from_numpy(1)|x.numpy(force=1)|x._version|x._is_view()|e.data_ptr()|np.asarray(i).dtype''',
views='''
    x := from_numpy(np.arange(12, dtype=np.float32).reshape(3, 4))
    v := from_numpy(np.arange(5))
    s := from_numpy(np.array(2))
    e := from_numpy(np.zeros((0, 3)))
    q := from_numpy(np.arange(6, dtype=np.int16).reshape(1, 2, 1, 3))
    z := from_numpy(np.arange(6, dtype=np.complex64).reshape(2, 3))
    x.narrow(0, 0, 0)|x.narrow(0, -1, 1)|x.narrow(0, 1, -1)|s.narrow(0, 0, 1)|x.narrow(0, 3, 0)|x.narrow(0, 4, 0)|x.narrow(0, -4, 1)|x.narrow(1, 1, 3)|x.narrow(1, 1, 4)|x.narrow(0, v, 1)
    x.narrow(0, s, 1)|x.narrow(2, 0, 1)|x.T|v.T|s.T|q.T|x.mT|v.mT|s.mT|q.mT|x.t()|v.t()|s.t()|q.t()|x.transpose(0, -1)|s.transpose(0, -1)|x.transpose(0, 2)|q.swapdims(1, 3)
    x.expand(2, 3, 4)|x.expand(4)|x.expand(-1, 4)|v.expand(2, -1)|v.expand(-1, 5)|z.expand(2)|q.expand(5)|s.expand(2, 2)|q.expand(3, -1, 2, 3)|x.permute(1)|x.permute(1, 0)|x.permute((1, 0))|x.permute([0, 0])
    x.unsqueeze(-1)|x.unsqueeze(3)|x.unsqueeze(0)|s.unsqueeze(0)|x.squeeze()|q.squeeze()|q.squeeze(2)|q.squeeze((0, 2))|q.squeeze(1)|q.squeeze(4)|x.select(0, -1)|x.select(1, 2)|x.select(0, 3)|x.select(2, 0)|s.select(0, 0)
    x.view(2, 6)|x.view(-1)|x.view(-1, -1)|x.view(5, -1)|x.view(int16)|x.view(float64)|x.t().view(12)|x.t().view(float64)|x.t().view(int16)|x.t().view(int32)|s.view(int8)|s.view(float64)|x.view(3, -2)|q.view(int32)
    q.view(int8)|q.view(6)|x.narrow(1, 1, 2).view(float64)|x.narrow(1, 2, 2).view(float64)|q.permute(0, 1, 3, 2).view(int8)|e.view(0)|e.view(-1)|e.view(-1, 0)|e.view(int32)|z.view(float32)|z.view(float64)
    x.as_strided((2, 2), (1, 1))|x.as_strided((2, 2), (1,))|x.as_strided((2, 2), (-1, 1))|x.as_strided((9, 9), (9, 1))|x.as_strided((2,), (1,), 3)|x.as_strided((2,), (1,), -1)|x.as_strided((3,), (4,), 3)|x.as_strided((3,), (4,), 4)
    x.narrow(0, 1, 1).as_strided((2,), (1,))|x.detach()|x.detach()._is_view()|x.t()._is_view()|x.view(int32)._is_view()|x.view(12)._base is x|x.t().t()._base is x|x.detach()._base''',
copies='''
    x := arange(12.).view(3, 4)
    i := arange(6).view(2, 3)
    s := tensor(3)
    z := tensor([1 + 2j, 3])
    e := zeros(0, 3)
    q := zeros(2, 3, 4, 5)
    o := x.to(float8_e4m3fn)
    u := x.to(float8_e8m0fnu)
    o|u|x.to(float8_e5m2fnuz)|o.to(float8_e5m2)|o.half()|u.int()|o.view(uint8)|u.view(uint8)|o.type()|o.to(bool)|u.to(bool)|o.copy_(x*1e9)|u.copy_(-x)|u.zero_()|o.fill_(3)|x.copy_(o)|o.numpy()|o.equal(o)|o.equal(o.clone())|o.equal(u)|o.t().contiguous()|o.tolist()
    o == o|o == 2|o != x|o + o|o*o|o*2|o < o|o.isnan()|o.isinf()|u.isinf()|u.isfinite()|o.abs()|u.abs()|-o|o.sum()|o.all()|u.any(1)|o.max()|fmax(o, o)|sigmoid(o)
    x.flatten()|x.flatten(1, 0)|x.flatten(-1, -2)|s.flatten()|s.flatten(0, 1)|x.t().flatten()|q.flatten(1, 2)|q.flatten(1, 1)|q.flatten(2, 4)|e.flatten()|x.reshape(4, 3)|x.t().reshape(2, 6)|x.reshape(-1)|x.reshape(5, -1)|x.t().reshape(4, 3)._is_view()|x.t().reshape(12)._is_view()
    x.contiguous()._is_view()|x.t().contiguous()|x.contiguous(memory_format=preserve_format)|x.t().contiguous(memory_format=preserve_format)|q.contiguous(memory_format=channels_last).stride()|x.contiguous(memory_format=channels_last)|x.t().clone().stride()|x.t().clone(memory_format=contiguous_format).stride()
    q.clone(memory_format=channels_last).stride()|x.to(int8)|x.to(float32) is x|x.to(float32, copy=True) is x|x.to(i).dtype|x.to("meta").shape|x.to(int8, memory_format=preserve_format)|x.half()|x.bool()|x.int()|i.double()|x.to("cpu", float64)|x.to(1)|x.type()|x.type(int8)|x.type("torch.IntTensor")|x.type_as(i)
    x.copy_(tensor([1., 2, 3, 4]))|x.copy_(i)|i.copy_(tensor(7.9))|x.copy_(arange(3.).view(3, 1))|zeros(2).expand(3, 2).copy_(x)|zeros(1).expand(3).copy_(arange(3.))|x.copy_(x.t())|x.resize_(2, 2)|x.resize_(2, -2)|x.resize_(3, 4) is x|x.t().resize_(12)|x.resize_as_(i)|e.resize_(0, 5)
    x.resize_(1, 2, 3, 2, memory_format=channels_last).stride()|x.equal(x.clone())|x.equal(i)|x.equal(x.t())|x.equal(x)|tensor([float("nan")]).equal(tensor([float("nan")]))|i.equal(i.to(int8))|e.equal(e)|zeros(0, 2).equal(e)|equal(x, x.view(3, 4))|z.equal(z.conj())
    (x.copy_(i.expand(2, 2, 3)))|tensor([True, False]).copy_(z)|z.copy_(tensor([5., 6]))|zeros(2, dtype=uint8).copy_(tensor([-1., 300]))|empty_permuted((2, 3), (1, 0)).stride()|empty_permuted((2, 3), (0, 0))|empty_permuted((2, 3), (0,))|empty_permuted((2, 0, 3), (2, 0, 1)).stride()|empty_permuted((2, 3), (0, 5))|empty_permuted((2, 3), (-1, 0))|zeros(2).copy_(z.conj().imag)
    x.equal(x + 1)|x.equal(x + (x == 11))|x.t().equal(x.t().contiguous())|x[:2, :2].equal(x[:2, :2].t())|z.chalf().equal(z.chalf() + 1)|(use_deterministic_algorithms(True), zeros(1).resize_(3), use_deterministic_algorithms(False))|frombuffer(bytearray(8), dtype=float32).resize_(2, 1)
    x.t().to(float32, memory_format=contiguous_format).stride()|q.to(float32, memory_format=channels_last).stride()|x.type(int)|x.type(3)|x.to("xpu")|arange(2e4).half().equal(arange(2e4).half())|arange(2e4).half().equal(arange(2e4).half()*(arange(20000) < 19999))|x.resize_as_(q.contiguous(memory_format=channels_last), memory_format=preserve_format).stride()''',
indexing='''
    x := arange(24).view(2, 3, 4)
    s := tensor(7)
    e := zeros(0, 3)
    f := arange(72).view(2, 3, 2, 3, 2)
    f[[0, 1], [2, -1], [1, 0], [-1, -3], [1, -2]]|f[[0, 1], [2, -1], [1, 2], [0, 0], [1, 1]]|f[[0, 1], [2, -1], [1, 0], [0, -4], [1, 1]]|f[[0, 1], [2, 3], [1, 0], [0, 3], [1, 1]]|f[[0, 1], [2, 0], [-1, 0], [2, -1]]|f[:, [0, 2], [1, -2], [1, 0], [-1, 0]]|f[[[0], [1]], [2, -3], 1, [2, -3]]
    e[[0, 1]]|e[[0], [0]]|e[[], []]|zeros(2, 0)[[0, 1]].shape|zeros(2, 0)[:, [0]]|zeros(2, 0)[[0], [0]]|zeros(2, 0)[:, []].shape|zeros(0, 2)[:, [0, 5]]|zeros(0, 2)[[True] * 0]|x[[5], []]|x[[], [5]]
    x[1]|x[-2]|x[2]|x[-3]|s[0]|s[...]|s[None]|s[True]|s[False]|s[()]|x[...]|x[None]|x[..., 1]|x[1, ..., 2]|x[..., ...]|x[0, 0, 0, 0]|x[:, 1]|x[:, :, 1:3]|x[::2]|x[::-1]|x[1:0]|x[-5:5]|x[:, -2:-1]|x[::0]|x[:, 5:]|x[True]|x[False]|x[True, False]
    x[[0, 1]]|x[[0, 1], [1, 2]]|x[[0, 1], :, [1, 2]]|x[:, [0, 2]]|x[:, [[0], [2]], [1, 3]]|x[[2]]|x[[-3]]|x[[0, 1], [0, 1, 2]]|x[[]]|x[[True, False]]|x[[True, False, True]]|x[tensor([True, False])]|x[x > 20]|x[:, tensor([True, False, True])]|x[:, tensor([True, False])]
    x[tensor([[0, 1]], dtype=int32)]|x[tensor(1, dtype=uint8)]|x[tensor([1, 0], dtype=uint8)]|x[tensor(1.)]|x[tensor([1.])]|x[1.]|x["a"]|x[tensor(0), tensor([1, 2])]|x[0, [1, 2]]|x[[0, 1], None, [1, 2]]|x[..., [0, 1]]|x[[0, 1], ..., 0]|x[s]|x[tensor(1)]|x[tensor([True])]
    e[0]|e[[0]]|e[:, [0, 2]]|e[[]]|e[:, [3]]|e[zeros(0, dtype=bool)]|x[tensor(True)]|x[tensor(False)]|x[[0] * 31].shape|x[[0] * 32].shape|x[[[0, 1], [1, 2]]]|x[([0, 1], [1, 2])]|x[[slice(0, 1)]]|x[[None]]|list(s)|[t.tolist() for t in x]|x[1, 2, -1]|x[:, :, -5]|x[tensor([], dtype=int64)]
    x.nonzero().shape|s.nonzero()|tensor(0).nonzero()|e.nonzero()|zeros(2, 2).nonzero()|tensor([[0, 2], [3, 0]]).nonzero(as_tuple=True)|s.nonzero(as_tuple=True)|tensor(0).nonzero(as_tuple=True)|tensor([[0., float("nan")], [-0., 1]]).nonzero()|tensor([0j, 1j]).nonzero()|arange(300).nonzero().sum()''',
writes='''
    x := arange(12.).view(3, 4)
    i := arange(6)
    m := tensor([True, False, True, False])
    s := tensor(1.)
    x.masked_fill(m, 9)|x.masked_fill(m, tensor(9.))|x.masked_fill(m, tensor([9.]))|x.masked_fill(i, 9)|x.masked_fill(m[:3], 9)|x.masked_fill_(m.to(uint8), 9)|i.masked_fill(i > 2, 1.5)|i.masked_fill(i > 2, 1j)|s.masked_fill(m, 2)|x.expand(2, 3, 4).masked_fill_(m, 1)|x.masked_fill(tensor(True), 1)
    x.masked_select(m)|x.masked_select(i)|x.masked_select(x > 5)|s.masked_select(tensor(True))|s.masked_select(m)|masked_select(x, m, out=zeros(0))|masked_select(x, m, out=zeros(2))|masked_select(x, m, out=zeros(0, dtype=int64))|masked_select(zeros(3, dtype=uint16), tensor([True] * 3))|masked_select(zeros(3, dtype=uint16), tensor([False] * 3))
    x.masked_scatter(m, arange(50., 60.))|x.masked_scatter(m, arange(5.))|x.masked_scatter(m, i)|x.masked_scatter(x > 20, zeros(0))|x.masked_scatter(i, x)|x.masked_scatter(m[:3], x)|s.masked_scatter(tensor(True), tensor([4.]))|x.t().masked_scatter_(m.view(4, 1), arange(90., 99.))|argwhere(x > 8)|argwhere(s)|argwhere(m)
    i.index_put((tensor([0, 0, 2]),), tensor([1, 2, 3]), True)|i.index_put((tensor([0, 2]),), tensor(9))|i.index_put((tensor([0, 2]),), tensor(9.))|i.index_put((tensor([6]),), tensor(9))|i.index_put((tensor([-7]),), tensor(9))|i.index_put((tensor([-6]),), tensor(9))|i.index_put((tensor([0, 2]),), tensor([1, 2, 3]))|i.index_put((), tensor(1))
    x.index_put((tensor([0, 1]), tensor([1, 2])), tensor([50., 60.]))|x.index_put((tensor([0, 1]),), arange(4.))|x.index_put((tensor([2, 2]),), ones(2, 4), True)|x.index_put((m[:3],), tensor(5.))|x.index_put((m,), tensor(5.))|x.index_put_((tensor([0]),) * 3, tensor(5.))|x.index_put((tensor([0., 1]),), tensor(5.))|x.index_put((tensor([3, 0]),), tensor(5.))
    x.t().index_put_((tensor([3]),), tensor([7., 8, 9]))|zeros(3).expand(2, 3).index_put_((tensor([0]),), tensor(1.))|i.index_put_((tensor([1, 2]),), i[:2])|i.index_put_((tensor([0, 1]),), i[1:3])|i.index_put((tensor([], dtype=int64),), tensor(1))|zeros(2, dtype=bool).index_put((tensor([0, 0]),), tensor([True, True]), True)|x.index_put((tensor([True, False, True]),), x[:2])
    (x.__setitem__(1, 5), x)|(x.__setitem__((0, 1), tensor([3.])), x)|x.__setitem__(0, arange(3.))|x.__setitem__(5, 1)|(x.__setitem__(m[:3], tensor([9.])), x)|(x.__setitem__(m[:3], 8), x)|(x.__setitem__([0, 2], x[1:]), x)|(x.__setitem__(slice(0, 2), x[1:]), x)|x.__setitem__("a", 1)|x.__delitem__(0)|(x.__setitem__((None, 0), ones(1, 1, 4)), x)''',
generator='''
    g := Generator().manual_seed(5)
    g.initial_seed()|g.get_state().shape|Generator("meta")|Generator(device="cpu").device|Generator("cuda:a")|Generator(1)|Generator(device=True)|Generator(device=[1])|g.manual_seed(-1).initial_seed()|g.manual_seed(2**64)|g.manual_seed(-2**63 - 1)|g.manual_seed(1.5)|g.manual_seed("a")|g.manual_seed(2**63).initial_seed()|g.manual_seed(True).initial_seed()
    g.set_state(zeros(3, dtype=uint8))|g.set_state(zeros(5056, dtype=int8))|g.set_state(zeros(5056, dtype=uint8))|g.set_state(1)|g.get_offset()|g.set_offset(4)|g.clone_state().initial_seed()|Generator().initial_seed()|rand(3, generator=g)|rand(3, dtype=float64, generator=g)|rand(3, dtype=float16, generator=g)|rand(700, generator=g)[-3:]
    (rand(701, generator=g)[-2:], g.set_state(g.clone_state().get_state()) is g, rand(2, generator=g))|(rand(3, generator=g), g.get_state().sum())|(rand(1, dtype=float64, generator=g), randn(1, generator=g), g.get_state()[-40:])|(randn(1, generator=g), g.get_state()[-40:])|manual_seed(7).initial_seed()|(manual_seed(7).initial_seed(), initial_seed())|manual_seed(2**64)|manual_seed(-3).initial_seed()''',
searching='''
    b := tensor([1., 3, 5, 7])
    m := tensor([[1, 3, 5], [2, 4, 6]])
    v := tensor([[0, 1, 2], [5, 6, 7]])
    o := tensor([3, 2, 1, 0])
    searchsorted(b, tensor([0., 1, 2, 7, 8]))|searchsorted(b, tensor([0., 1, 2, 7, 8]), right=True)|searchsorted(b, 3)|searchsorted(b, 3, side="right")|searchsorted(b, 3, side="left", right=True)|searchsorted(b, 3, side="up")|searchsorted(b, tensor(4.))|searchsorted(b, float("nan"))|searchsorted(m, v)|searchsorted(m, v, right=True)
    searchsorted(m, v, out_int32=True)|searchsorted(m, v[:1])|searchsorted(m, v.t())|searchsorted(m, tensor(1))|searchsorted(m, 1)|searchsorted(b, v)|searchsorted(b, v.float())|searchsorted(tensor(1), tensor(1))|searchsorted(m[:, :0], v)|searchsorted(b[:0], b)|searchsorted(b, b[:0])|searchsorted(m.t(), v.t())|searchsorted(m.unsqueeze(0), v)
    searchsorted(b.flip(0), b, sorter=o)|searchsorted(b, b, sorter=o)|searchsorted(b, b, sorter=o.int())|searchsorted(b, b, sorter=o[:3])|searchsorted(b, b, sorter=o + 1)|searchsorted(b, b, sorter=o - 1)|searchsorted(b, b, sorter=o*0 + 3)|searchsorted(b, b, sorter=o*0 + 4)|searchsorted(b, b, sorter=o*0 - 1)|searchsorted(m, v, sorter=tensor([[2, 1, 0], [0, 1, 2]]))
    searchsorted(m, v, sorter=tensor([[2, 1, 0], [0, 1, 3]]))|searchsorted(m, v, sorter=tensor([[2, -1, 0], [0, 1, 2]]))|searchsorted(m, v, sorter=o)|searchsorted(b, b, sorter=tensor([[3, 2, 1, 0]]))|searchsorted(b, b, out=zeros(0, dtype=int64))|searchsorted(b, b, out=zeros(0, dtype=int32))|searchsorted(b, b, out=zeros(0))|searchsorted(b, b, out_int32=True, out=zeros(0, dtype=int32))
    searchsorted(b, b, out=zeros(2, 2, dtype=int64))|searchsorted(b, b, out_int32=True, out=zeros(0, dtype=int64))|searchsorted(tensor([1, 2], dtype=int8), tensor([True, False]))|searchsorted(tensor([1j]), tensor([1j]))|searchsorted(tensor([1, 2], dtype=uint16), tensor([1], dtype=uint16))|searchsorted(b.bfloat16(), b.bfloat16())
    bucketize(tensor([0., 1, 2, 9]), b)|bucketize(tensor([0., 1, 2, 9]), b, right=True)|bucketize(3, b)|bucketize(3, b, out_int32=True, right=True)|bucketize(v, b)|bucketize(v, m)|bucketize(b, tensor(1.))|bucketize(b, b, out=zeros(0, dtype=int64))|bucketize(b, b, out_int32=True, out=zeros(0, dtype=int64))|bucketize(tensor(5.), b)|bucketize(b[:0], b)
    unravel_index(tensor(5), (2, 3))|unravel_index(tensor([0, 5, 6]), (2, 3))|unravel_index(tensor([-1]), (2, 3))|unravel_index(tensor([1.]), (2, 3))|unravel_index(tensor([1]), 4)|unravel_index(tensor([1]), ())|unravel_index(tensor([1]), (2, -3))|unravel_index(tensor([7]), (0, 3))|unravel_index(tensor([0, 1]), (1.5,))
    nonzero_static(tensor([0, 1, 2]), size=1)|nonzero_static(tensor([0, 1, 2]), size=4)|nonzero_static(tensor([[0, 1], [2, 0]]), size=3, fill_value=7)|nonzero_static(tensor(1), size=2)|nonzero_static(tensor([0, 1]), size=-1)|nonzero_static(tensor([0, 1]), size=0)|nonzero_static(zeros(0), size=2)|nonzero_static(b, size=2, out=zeros(0, dtype=int64))|nonzero_static(b, size=2, out=zeros(0))''')

def said(r):
    "A result as text."
    if isinstance(r, (tuple, list)): return f"{type(r).__name__}({', '.join(map(said, r))})"
    if not hasattr(r, 'untyped_storage'): return repr(r)
    values = '' if r.device.type == 'meta' else f' {r.tolist()}'
    return f"{str(r.dtype).removeprefix('torch.')} {tuple(r.shape)} {r.stride()} {r.storage_offset()}{values}"

def ask(group, names):
    "Each call of a group and its answer, or error; what is named is made anew for each."
    lines, found = [l.strip() for l in groups[group].strip().splitlines()], {}
    names = {k: v for k, v in names.items() if not hasattr(builtins, k)}   # `int` is Python's
    setup = '\n'.join(l.replace(' := ', ' = ', 1) for l in lines if ' := ' in l)
    for call in (c for l in lines if ' := ' not in l for c in l.split('|')):
        exec(setup, scope := dict(names))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                found[call] = said(eval(call, scope))
        except Exception as e: found[call] = f'{type(e).__name__}: {e}'
    return found

def changed(group, names):
    "What a chapter answers otherwise than PyTorch: {call: (its answer, PyTorch's)}."
    kept = json.loads(Path(__file__).with_suffix('.json').read_text())[group]
    return {c: (a, kept.get(c)) for c, a in ask(group, names).items() if a != kept.get(c)}
