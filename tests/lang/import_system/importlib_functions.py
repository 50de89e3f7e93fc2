import importlib
m = importlib.import_module("math")
print(m.sqrt(4))
m = importlib.import_module(".sub", "support.pkg")
print(m.__name__)
import support.plain
n = support.plain.count
importlib.reload(support.plain)
print(support.plain.count == n)
