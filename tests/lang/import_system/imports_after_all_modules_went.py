"""sys.modules is emptied, as mock.patch.dict(sys.modules, clear=True) does: what is imported then imports its like anew, sys among it."""
import sys

modules = sys.modules
kept = dict(modules)
modules.clear()
try:
    import sys as anew
    print(anew is sys, anew.modules is modules, anew.meta_path is sys.meta_path, hasattr(anew, "stderr"))
    import keyword, shutil, textwrap, functools
    print(shutil.__name__, shutil.os.path.basename("/a/b"), textwrap.fill("a b", 1), functools.reduce(lambda a, b: a + b, [1, 2]))
    print("os.path" in modules, modules["os"] is kept.get("os"), modules["sys"] is anew)
finally:
    modules.clear()
    modules.update(kept)
del modules["sys"]
import sys as third
print(third is sys, third.modules is modules)
modules["sys"] = sys
names = []
sys.addaudithook(lambda event, arguments: names.append(arguments[0]) if event == "import" else None)
modules.clear()
try:
    modules["sys"] = sys
    import colorsys
    print("colorsys" in names, colorsys.rgb_to_hsv(0, 0, 0))
finally:
    modules.clear()
    modules.update(kept)
