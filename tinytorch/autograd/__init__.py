"`torch.autograd`."
import sys
from tinytorch import _names_of, _Package
__getattr__, __dir__ = _names_of(__name__)
sys.modules[__name__].__class__ = _Package   # `gradcheck` is PyTorch's function, although a module has the name, too
