"""Sets of constants with strs of one character among them, in the order of CPython's: compiled, and loaded from a .pyc file."""
import importlib
import os
import string
import sys
import tempfile

CHARACTERS = string.ascii_letters + string.digits + "_- +.éß"
for ch in CHARACTERS:
    print(ch, *(list(eval(f"{{{k}, {ch!r}, {(k + 1) % 8}, {(k + 3) % 8}}}")) for k in range(8)))

MIXED = ["{3, 1, 'a', 2}", "{'f', 5, 'e', 7, 'b'}", "{'w17', 'w15', 'a', 'e', 'w7'}", "{'c44', ' ', 1001, b'a1'}", "{0.25, 'b36', b'a34'}",
         "{81j, 1081, 'a13'}", "{'x', 0.125, 'c16', 'é113', 6, 1013}", "{'a b144', 'b32', 0.5, 7, 144j, 0}", "{'-', 4, 5, 7}", "{'G', '-', 0.75, 'z'}"]
with tempfile.TemporaryDirectory() as folder:
    sys.dont_write_bytecode = False
    sys.path.insert(0, folder)
    for number, source in enumerate(MIXED):
        name = f"mixed_set_{number}"
        with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as file:
            file.write(f"found = list({source})\nasked = 1 in {source}\n")
        importlib.invalidate_caches()
        compiled = importlib.import_module(name).found
        del sys.modules[name]
        print(source, compiled, importlib.import_module(name).found, os.listdir(os.path.join(folder, "__pycache__")) != [])
        del sys.modules[name]
    sys.path.remove(folder)
    sys.path_importer_cache.pop(folder, None)
