"""
Remember the results of a function of one value, up to a bound.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_KEPT = 8192
"""
Results that a memo holds unless it says otherwise: every body weight to a tenth of a kilogram, however it is written.
When it is full, the older half is forgotten, so that memory does not grow with a run.
"""


class Memo(dict[K, V]):
    """
    `memo[value]` is the result of the function, computed when the value is first met.

    The function is pure and judges values that are equal (`1.0` and `1.00`) equally. What it raises is not kept.
    """

    __slots__ = ("_function", "_most")

    def __init__(self, function: Callable[[K], V], most: int = MOST_KEPT) -> None:
        super().__init__()
        self._function = function
        self._most = most

    def __missing__(self, value: K) -> V:
        result = self._function(value)
        if len(self) >= self._most:
            for older in list(self)[: self._most // 2]:
                # Another thread may be forgetting the same ones.
                self.pop(older, None)
        self[value] = result
        return result


class once(Generic[V]):  # noqa: N801  # it is written as a decorator
    """
    A property that is computed when it is first asked for, and then a plain attribute.

    `functools.cached_property` takes a lock each time, which in Python 3.11 costs more than most of what it keeps.
    """

    def __init__(self, function: Callable[[Any], V]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, _owner: type) -> V:
        value = vars(instance)[self._name] = self._function(instance)
        return value
