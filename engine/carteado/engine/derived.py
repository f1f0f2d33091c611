"""Derived attributes of frozen objects, computed on first use and stored in the object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["derived"]

T = TypeVar("T")


class derived(Generic[T]):
    """An attribute as `functools.cached_property`, without the lock that it has in Python 3.11.

    Args:
        work: computes the value; if two threads do so at the same time, either value is right.
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> derived[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object, owner: type) -> T | derived[T]:
        if instance is None:
            return self
        # There is no __set__, so Python finds this entry before the descriptor from now on.
        found = instance.__dict__[self._name] = self._work(instance)
        return found
