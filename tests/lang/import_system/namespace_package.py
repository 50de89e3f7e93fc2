import support.space.inner as inner
import support.space
print(inner.value, support.space.__file__ if hasattr(support.space, "__file__") else "no file", type(support.space.__path__).__name__)
