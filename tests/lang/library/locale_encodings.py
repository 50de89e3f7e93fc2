"""What names, arguments and streams are encoded in, by locale, coercion and UTF-8 mode."""
import os
import subprocess
import sys
import tempfile

PROGRAM = r"""
import io, os, sys
import locale
facts = [[(f.encoding, f.errors) for f in (sys.stdin, sys.stdout, sys.stderr)], sys.flags.utf8_mode,
         sys.getfilesystemencoding(), open(os.devnull).encoding, io.text_encoding(None),
         io.TextIOWrapper(io.BytesIO(), encoding='locale').encoding, locale.getpreferredencoding(),
         locale.getencoding(), locale.setlocale(locale.LC_CTYPE), os.environ.get('LC_CTYPE'),
         os.fsdecode(b'\xc3\xa9'), os.fsencode('a\udcff'), sys.argv[1:]]
for text in '\xe9', '\u20ac', '\udcff':
    for ask in os.fsencode, os.path.exists, os.stat, open, os.listdir:
        try:
            facts.append(ask(text))
        except Exception as e:
            facts.append(e)
print(ascii(facts))
"""
with tempfile.TemporaryDirectory() as folder:
    for locale in ({}, {"LC_ALL": "C"}, {"LANG": "C"}, {"LC_CTYPE": "POSIX"}, {"LC_ALL": "C.UTF-8"},
                   {"LC_ALL": "xx_XX.UTF-8"}, {"LANG": "xx_XX.UTF-8"}):
        for more in ({}, {"PYTHONCOERCECLOCALE": "0"}, {"PYTHONCOERCECLOCALE": "warn", "PYTHONUTF8": "0"},
                     {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ":ignore"}):
            r = subprocess.run([sys.executable, "-c", PROGRAM, b"\xc3\xa9\xff"], cwd=folder, env=locale | more,
                               stdin=subprocess.DEVNULL, capture_output=True)
            print(locale, more, r.stdout.decode(), r.stderr.decode(), r.returncode)
    for name in "latin-1:", "utf8", ":", "iso8859-1:replace", "us-ascii", "Latin1":
        r = subprocess.run([sys.executable, "-c", "import sys; print(sys.stdout.encoding, sys.stdout.errors)"],
                           env={"PYTHONIOENCODING": name}, stdin=subprocess.DEVNULL, capture_output=True)
        print(name, r.stdout, r.stderr)

r = subprocess.run([sys.executable, "-I", "-X", "utf8", "-c", "import sys; print(sys.argv, sys.orig_argv[1:])", "a"],
                   capture_output=True, text=True)
print(r.stdout, r.stderr)
r = subprocess.run([sys.executable, "-c", "import sys; print(len(sys.argv), sys.argv[-1])", *map(str, range(9000))],
                   capture_output=True, text=True)
print(r.stdout, r.stderr)
