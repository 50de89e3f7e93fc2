"""Under -X dev the names of an encoding and of an error handler are looked up at once."""
import subprocess
import sys

PROGRAM = """
import io
def ask(what, f):
    try:
        f()
        print(what, 'no error')
    except LookupError as e:
        print(what, e)
for data in b'', b'abc', bytearray(), memoryview(b''):
    kind = type(data).__name__
    ask(kind, lambda: str(data, encoding='Boom'))
    ask(kind, lambda: str(data, errors='Boom'))
    ask(kind, lambda: str(data, 'utf8', 'Boom'))
for data in b'', bytearray():
    ask('decode', lambda: data.decode('Boom'))
    ask('decode', lambda: data.decode(errors='Boom'))
for text in '', 'abc':
    ask('encode', lambda: text.encode('Boom'))
    ask('encode', lambda: text.encode(errors='Boom'))
    ask('bytes', lambda: bytes(text, 'utf8', 'Boom'))
ask('wrapper', lambda: io.TextIOWrapper(io.BytesIO(), errors='Boom'))
ask('wrapper', lambda: io.TextIOWrapper(io.BytesIO(), encoding='Boom'))
"""
for options in [], ["-X", "dev"]:
    r = subprocess.run([sys.executable, *options, "-c", PROGRAM], capture_output=True, text=True)
    print(options, r.stdout, r.stderr)
