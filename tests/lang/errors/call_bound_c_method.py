class Stack(list):
    class Inner(dict):
        pass


def show(call):
    try:
        print(call())
    except TypeError as e:
        print(e)


bound, inner = Stack().append, Stack.Inner().keys
show(lambda: bound())
show(lambda: bound(1, 2))
show(lambda: bound(x=1))
show(lambda: inner(1))
show(lambda: [].append())
show(lambda: list.append())
show(lambda: list.append(1))
show(lambda: Stack.append([]))
show(lambda: dict.fromkeys())
show(lambda: str.maketrans())
show(lambda: "".join())
show(lambda: len())
show(lambda: len(1, 2))
show(lambda: (1).bit_length(2))
show(lambda: open(name="x"))
show(lambda: memoryview(x=1))
show(lambda: int("1", base=2, x=3))
