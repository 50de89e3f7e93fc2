print(int | str, int | None, (int | str) == (str | int), isinstance(1, int | str), int | int, list[int] | None, (int | str).__args__, str | int | None)
print(list[int], dict[str, int], tuple[int, ...], list[int].__origin__, list[int].__args__, list[int]([1, 2]), type(list[int]).__name__, type(int | str).__name__)
for text in ("int | 5", "isinstance(1, list[int])", "int[str]", "1 | int"):
    try:
        print(eval(text))
    except TypeError as e:
        print(e)
