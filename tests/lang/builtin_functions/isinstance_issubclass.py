class A: pass
class B(A): pass
print(isinstance(B(), A), isinstance(A(), B), issubclass(B, (int, A)), isinstance(1, object), isinstance(int, type), issubclass(type, object), isinstance(True, (str, (int,))), isinstance(None, type(None)), isinstance(1, int | None), isinstance([], list))
for text in ("isinstance(1, 5)", "issubclass(5, int)", "issubclass(int, 5)", "isinstance(1)", "isinstance(1, (5,))", "isinstance(1, list[int])", "isinstance(1, (int, 5))"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
