def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import typing
from types import GenericAlias

T, U = typing.TypeVar("T"), typing.TypeVar("U")
P = typing.ParamSpec("P")
for make in (lambda: list[int], lambda: dict[str, T], lambda: dict[T, U].__parameters__, lambda: dict[T, U][int, str], lambda: dict[T, U][int],
             lambda: list[T][int][str], lambda: list[int][str], lambda: dict[T, T][int], lambda: list[T | None][int], lambda: tuple[()], lambda: tuple[int, ...],
             lambda: list[list[T]][int], lambda: list[T][T], lambda: list[()], lambda: list[int, str], lambda: list["x"], lambda: list[...], lambda: list[[int, T]],
             lambda: tuple[T, ...][int], lambda: list[int].__origin__, lambda: list[int].__args__, lambda: list[int](), lambda: list[int]((1, 2)), lambda: list[int].append,
             lambda: isinstance([], list[int]), lambda: issubclass(list, list[int]), lambda: list[int] == list[int], lambda: list[int] == list, lambda: list[int] is list[int],
             lambda: hash(list[int]) == hash(list[int]), lambda: list[int].__mro_entries__(()), lambda: type(list[int]), lambda: list[int].__class__, lambda: GenericAlias(5, 6),
             lambda: GenericAlias(list), lambda: GenericAlias(list, (int,), 3), lambda: GenericAlias(list, int=1), lambda: list[int].x, lambda: setattr(list[int], "x", 1),
             lambda: [*tuple[int]], lambda: next(iter(list[int])) == GenericAlias, lambda: tuple[*tuple[int, str]], lambda: list[*tuple[T]][int], lambda: dict[T, P],
             lambda: list[int].__unpacked__, lambda: dir(list[int])[-2:], lambda: list[typing.Any], lambda: list[T][5], lambda: type[int](5)):
    show(make)


class Sub(list[int]):
    pass


print(Sub.__bases__, Sub.__orig_bases__, Sub[str])
