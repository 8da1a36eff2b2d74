# Made by .ci/stubs.py from the package.
# mypy: disable-error-code="misc, override, overload-cannot-match"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int   # the package has dtypes of these names
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload
from tinytorch.nn import functional as functional
