"""What __del__ raises at the end of the program is shown without source lines."""
class Raises:
    __qualname__ = "Raises"
    def __call__(self, *args): raise ValueError(D.__name__)
    def __repr__(self): return "Raises()"


class D:
    __del__ = Raises()


a = D()
