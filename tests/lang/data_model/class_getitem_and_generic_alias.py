"""Subscription of classes: __class_getitem__, metaclass __getitem__, aliases and their attributes."""
class C:
    def __class_getitem__(cls, item): return cls.__name__, item


class Sub(C): pass


class Meta(type):
    def __getitem__(cls, item): return "meta", item


class M(C, metaclass=Meta): pass


print(C[1], Sub[1, 2], M[3], C[1:2], C[...], C[()])
for bad in "C()[1]", "int[1]", "object[1]", "type[int]", "len[1]", "M.__class_getitem__(1)", "C.__class_getitem__()", "Exception[1]", "None[1]", "type(None)[1]", "list[int][str]", "tuple[()]", "dict[str, int]()", "list[int]('ab')", "isinstance([], list[int])", "issubclass(list, list[int])", "list[int].append", "list[int].__origin__", "list[int].nope", "type[int] is type[int]", "type[int] == type[int]", "list[int] == list[str]", "hash(list[int]) == hash(list[int])", "list[*tuple[int, ...]]", "list[int] | None", "int | str | int", "int | 'x'", "isinstance(1, int | str)", "isinstance(1, (int, str | None))", "issubclass(int, int | None)", "isinstance(1, int | list[int])", "(int | str)[0]", "(int | None).__args__", "list[int].__mro_entries__(())", "type(list[int])", "list[int]()", "dict[int, str].__parameters__", "[*list[int]]", "tuple[int, ...].__args__", "int | None == None | int", "None | None", "int | list", "list[list[int]]", "list['Fwd']", "list[1]", "list[lambda: 1]" if 0 else "1":
    try:
        print(bad, "->", eval(bad))
    except Exception as e:
        print(bad, type(e).__name__, e)


class L(list[int]): pass


print(L.__bases__, L.__orig_bases__, L([1]), L.__mro__)
