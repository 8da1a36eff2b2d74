"What type checkers accept of a program, and, where a line ends with `# wrong`, refuse: `.ci/typed.py` asks them."
from collections.abc import Sequence
import tinytorch as torch
import tinytorch.nn.functional as F
from tinytorch import Tensor

def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    y = x @ weight.t()
    return y if bias is None else y + bias

def accuracy(scores: Tensor, labels: Tensor) -> float:
    best = torch.max(scores, 1).indices
    return float((best == labels).float().mean().item())

def batches(x: Tensor, size: int) -> list[Tensor]:
    return [x[k:k + size] for k in range(0, x.shape[0], size)]

def names(shape: Sequence[int]) -> list[str]: return [f'{n} wide' for n in shape]

class Network:
    "Two layers, by hand."
    def __init__(self, sizes: tuple[int, int, int], device: torch.device | str = 'cpu') -> None:
        a, b, c = sizes
        self.first: Tensor = torch.randn(b, a, device=device)
        self.second: Tensor = torch.zeros((c, b), dtype=torch.float32)
    def __call__(self, x: Tensor) -> Tensor:
        return F.log_softmax(linear(F.relu(linear(x, self.first)), self.second), dim=-1)

generator = torch.Generator()
generator.manual_seed(0)
x = torch.rand(8, 3, generator=generator)
labels = torch.randint(0, 2, (8,))
network = Network((3, 4, 2), device=torch.device('cpu'))

with torch.autocast('cpu', dtype=torch.bfloat16): scores = network(x)
with torch.no_grad():
    loss = F.nll_loss(scores.float(), labels)
    print(loss.item(), accuracy(scores, labels))

first, places = torch.sort(x, descending=True)
values, indices = torch.max(x, 1)
mean: Tensor = torch.max(x, 1).values.mean()
wide: Tensor = 1 + 2*x - x/3
wide += 1
mask: Tensor = (x > .5) & ~(x == 1)
picked: Tensor = x[mask]
x[0, 1:] = 5
x[mask] = torch.tensor(1.)
rows: int = x.shape[0]
sizes: tuple[int, ...] = x.shape
listed: list[str] = names(x.shape)
kind: torch.dtype = x.dtype
parts: tuple[Tensor, ...] = torch.split(x, 2) + torch.unbind(x)
numbers = x.tolist()
total: Tensor = torch.cat([x, x], dim=0).sum(dim=1, keepdim=True)
where = torch.where(mask, x, 0.)
half: Tensor = x.to(torch.float16).double().view(-1)
viewed = x.view(4, 6), x.reshape(24), x.permute(1, 0), x.expand(8, 3)
made = torch.zeros(2, 3), torch.ones((2, 3)), torch.arange(5), torch.full((2,), 1.5), torch.empty(3, dtype=torch.int8)
inverse: Tensor = torch.linalg.inv(torch.eye(3))
special: Tensor = torch.special.expit(x)
if x.is_contiguous() and not x.is_floating_point(): print(x.stride(), len(x), float(mean), int(rows))
for row in x: print(row.clone().add_(1).clamp(min=0, max=1).numpy())
answer: float = torch.finfo(torch.float32).eps
print(torch.version.torch, torch.__version__, torch.get_default_dtype(), torch.cuda.is_available(), repr(torch.engine.status()))

torch.zeros('2')                            # wrong
torch.sort(x, descending='yes')             # wrong
torch.add(x)                                # wrong
torch.add(x, x, beta=2)                     # wrong
torch.max(x, 1).value                       # wrong
torch.zeross(3)                             # wrong
torch.cat(5)                                # wrong
x.no_such_method()                          # wrong
x.softmax()                                 # wrong
x.view(2, 3).sum(dim='rows')                # wrong
x.shape.append(3)                           # wrong
x + 'text'                                  # wrong
torch.ones(3, dtype='float32')              # wrong
F.relu(x, slope=2)                          # wrong
F.cross_entropy(x)                          # wrong
F.relu(3)                                   # wrong
accuracy(x, 3)                              # wrong
text: str = x.sum()                         # wrong
size: str = x.shape[0]                      # wrong
torch.nn.CTCLoss()                          # wrong
torch.linalg.eig(x)                         # wrong
