"""int() falls back on __trunc__, deprecated; an int of a subclass is taken without a second warning."""
import warnings


class I(int):
    def __repr__(self): return f"I({int(self)})"


class HasIndex:
    def __index__(self): return 7


for value in 1, True, I(5), HasIndex(), 1.5, "x", None:
    class T:
        def __trunc__(self): return value
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            r = int(T())
            print(r, type(r).__name__)
        except TypeError as e:
            print(e)
    print([f"{w.category.__name__}: {w.message}" for w in caught])
