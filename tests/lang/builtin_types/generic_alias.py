# list[int] and int | str.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    pass
attempt(lambda: list[int])
attempt(lambda: dict[str, int].__args__)
attempt(lambda: list[int].__origin__)
attempt(lambda: list[int]())
attempt(lambda: list[int] == list[int])
attempt(lambda: hash(list[int]) == hash(list[int]))
attempt(lambda: list[A])
attempt(lambda: list[...])
attempt(lambda: tuple[()])
attempt(lambda: list[int].append)
attempt(lambda: isinstance([], list[int]))
attempt(lambda: issubclass(list, list[int]))
attempt(lambda: int | str)
attempt(lambda: int | None)
attempt(lambda: None | int)
attempt(lambda: int | 3)
attempt(lambda: int | 'x')
attempt(lambda: list[int] | str)
attempt(lambda: (int | str)[int])
attempt(lambda: list(tuple[int]))
attempt(lambda: isinstance(3, int | str))
attempt(lambda: isinstance(None, int | None))
attempt(lambda: isinstance(3, int | list[int]))
attempt(lambda: isinstance('', int | list[int]))
attempt(lambda: issubclass(bool, int | str))
attempt(lambda: issubclass(3, int | str))
attempt(lambda: (int | str) == (str | int))
attempt(lambda: (int | str | int).__args__)
attempt(lambda: int | int)
attempt(lambda: list[int][str])
attempt(lambda: dir(list[int])[-4:])
attempt(lambda: list[int].__mro_entries__(()))
attempt(lambda: list[int].__reduce__())
attempt(lambda: list[int].__parameters__)
attempt(lambda: (int | str).__parameters__)
attempt(lambda: type(list[int]))
attempt(lambda: type(int | str))
attempt(lambda: type(list[int])(list))
attempt(lambda: {1: int | str}[1])
attempt(lambda: set([int | str, str | int]) == {int | str})
attempt(lambda: list[int] | None | list[int])
attempt(lambda: list[[int]])
attempt(lambda: type[int])
attempt(lambda: A[int])


class G(list[int]):
    pass


attempt(lambda: G.__mro__)
attempt(lambda: G.__bases__)
attempt(lambda: G.__orig_bases__)


class TV:
    def __typing_subst__(self, a): return ('s', a)
    def __repr__(self): return 'TV'


T, U = TV(), TV()
attempt(lambda: list[T])
attempt(lambda: list[T].__parameters__)
attempt(lambda: list[T][int])
attempt(lambda: dict[T, U][int])
attempt(lambda: dict[T, U][int, str])
attempt(lambda: dict[T, U][int, str, int])
attempt(lambda: dict[T, list[U]][int, str])
attempt(lambda: dict[T, T][int])
attempt(lambda: list[T] | int)
