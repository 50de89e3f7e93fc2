import types, typing
from typing import Any, Callable, Generic, NamedTuple, Optional, Protocol, TypedDict, TypeVar, Union
T = TypeVar("T", bound=int)
K = TypeVar("K")


class Stack(Generic[T, K]):
    items: list[T]


class Named(NamedTuple):
    a: int
    b: str = "x"


class Movie(TypedDict, total=False):
    name: str
    year: typing.Required[int]


@typing.runtime_checkable
class Closes(Protocol):
    def close(self) -> None: ...


@typing.overload
def f(a: int) -> int: ...
@typing.overload
def f(a: str) -> str: ...
@typing.no_type_check
def f(a):
    return a


def g(a: "int", b: Optional["Stack"] = None, *c: Union[int, str]) -> Callable[[int], Any]: ...


print(Stack[int, str], Stack[int, K][str], Stack[int, str].__origin__, Stack.__parameters__, Named(1), Movie(name="q"), Movie.__required_keys__, isinstance(open, Closes), issubclass(type(open(__file__)), Closes))
print(typing.get_type_hints(g), typing.get_type_hints(Stack), typing.get_args(Union[int, str, None]), typing.get_origin(list[int]), Union[int, Union[str, int]], Optional[int], len(typing.get_overloads(f)))
print(typing.Annotated[int, 3].__metadata__, typing.Literal[1, "a"], typing.cast(int, "x"), typing.NewType("N", int)(3), typing.ForwardRef("int"), typing.Callable[..., int], typing.Concatenate, typing.TypeVarTuple("Ts"), list[T][int], int | None)
for bad in lambda: Stack[int], lambda: Union[1], lambda: Optional[int, str], lambda: typing.List[int, int], lambda: Any(), lambda: typing.ClassVar[int][str]:
    try:
        bad()
    except TypeError as error:
        print(error)
n = types.SimpleNamespace(a=1)
print(n, types.new_class("X", (), {}, lambda ns: ns.update(q=1)).q, types.MappingProxyType({1: 2}), types.resolve_bases((list[int],)), types.prepare_class("Y", (n.__class__,))[1:], types.DynamicClassAttribute(lambda s: 1).fget(None))


@types.coroutine
def c():
    yield 1


print(next(c().__await__() if hasattr(c(), "__await__") else c()))
