def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import typing
from types import GenericAlias, UnionType

T = typing.TypeVar("T")
for make in (lambda: int | str, lambda: int | None, lambda: None | int, lambda: int | int, lambda: int | str | int, lambda: (int | str) == (str | int),
             lambda: list[int] | None, lambda: int | 5, lambda: 5 | int, lambda: int | "x", lambda: None | None, lambda: int | list[T],
             lambda: (int | list[T])[str], lambda: (int | list[T])[str, int], lambda: (int | str)[int], lambda: (int | str).__args__,
             lambda: (list[T] | dict[T, int]).__parameters__, lambda: isinstance(1, int | str), lambda: isinstance(None, int | None),
             lambda: isinstance(1, int | list[int]), lambda: issubclass(bool, int | str), lambda: issubclass(bool, int | list[int]),
             lambda: UnionType[int], lambda: UnionType(), lambda: (int | str)(), lambda: hash(int | str) == hash(str | int), lambda: int | typing.Any,
             lambda: (int | str).x, lambda: type(int | str), lambda: int | T, lambda: T | int, lambda: bool | type(None), lambda: (int | str).__origin__,
             lambda: (int | str) < 5, lambda: (int | str) | (str | float), lambda: type | object, lambda: int | ...):
    show(make)
