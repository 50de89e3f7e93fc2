"""A module in C that is imported again: functions, classes and exceptions of the first object go on fitting together,
and nothing that a program put into the first one is in the second."""
import importlib
import sys


def twice(name):
    first = importlib.import_module(name)
    first.marked = 1
    del sys.modules[name]
    second = importlib.import_module(name)
    print(name, hasattr(second, "marked"), second.__name__, second.__spec__.name, second.__loader__ is not None)
    return first, second


def raised(module, cls, function, *args):
    try:
        return function(*args)
    except getattr(module, cls):
        return "its own"
    except Exception as error:
        return type(error)


for module in twice("zlib"):
    print(raised(module, "error", module.decompress, b"x"), module.compress(b"a")[:1])
for module in twice("_sqlite3"):
    connection = module.connect(":memory:")
    print(type(connection) is module.Connection, raised(module, "OperationalError", connection.execute, "nonsense"))
    connection.close()
for module in twice("pyexpat"):
    parser = module.ParserCreate()
    print(type(parser) is module.XMLParserType, raised(module, "ExpatError", parser.Parse, "<", True))
for module in twice("_lzma"):
    print(raised(module, "LZMAError", module.LZMADecompressor().decompress, b"z" * 30))
for module in twice("_ssl"):
    context = module._SSLContext(module.PROTOCOL_TLS_CLIENT)
    print(type(context) is module._SSLContext, raised(module, "SSLError", context.set_ciphers, "none"))
for module in twice("_hashlib"):
    print(type(module.new("md5")) is module.HASH, module.openssl_md5(b"a").hexdigest()[:8])
