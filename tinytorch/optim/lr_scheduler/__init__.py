"`torch.optim.lr_scheduler`."
from tinytorch import _names_of
__getattr__, __dir__ = _names_of(__name__)
