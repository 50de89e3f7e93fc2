import atexit
import binascii
import os
import struct
import sys
import traceback

files = {"zip_module.py": b"def f():\n    raise ValueError('zip')\n",
         "zip_package/__init__.py": b"from . import sub\n",
         "zip_package/sub.py": b"x = 5\n", "zip_package/data.txt": b"hello"}
out = central = b""
for name, data in files.items():
    head = struct.pack("<HHHHHLLLHH", 20, 0, 0, 0, 33, binascii.crc32(data), len(data),
                       len(data), len(name), 0)
    central += (b"PK\1\2" + struct.pack("<H", 20) + head
                + struct.pack("<HHHLL", 0, 0, 0, 0, len(out)) + name.encode())
    out += b"PK\3\4" + head + name.encode() + data
end = struct.pack("<HHHHLLH", 0, 0, len(files), len(files), len(central), len(out), 0)
path = f"/tmp/golden-zip-{os.getpid()}.zip"
with open(path, "wb") as f:
    f.write(out + central + b"PK\5\6" + end)
atexit.register(os.remove, path)
sys.path.insert(0, path)
import zip_module
import zip_package.sub
print(zip_module.__file__.replace(path, "ZIP"), type(zip_module.__loader__).__name__)
print(zip_package.sub.x, zip_package.__path__[0].replace(path, "ZIP"))
print(zip_package.__loader__.get_data(os.path.join(path, "zip_package/data.txt")))
try:
    zip_module.f()
except ValueError:
    print(traceback.format_exc().replace(path, "ZIP"))
try:
    import zip_package.none
except ImportError as e:
    print(e)
