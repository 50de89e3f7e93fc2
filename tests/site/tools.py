"""The library's tools, as `python -m`: what they print."""
from row import Row

FILES = {
    "work/prog.py": '"""A program."""\nimport os\n\n\nclass Shape:\n    """A shape."""\n\n    def area(self, scale: int = 2) -> int:\n'
                    '        """Its area."""\n        return [n * scale for n in range(3)]\n\n\nif __name__ == "__main__":\n    print(Shape().area())\n',
    "work/tabs.py": "if 1:\n        x = 1\n\ty = 2\n",
    "work/bad.py": "x = = 1\n",
    "work/data.json": '{"b": [1, 2.50, null], "a": "\\u00e4\\n", "c": {}}\n',
    "work/bad.json": '{"a": }\n',
    "work/lines.json": '{"a": 1}\n[2]\n',
    "work/text.txt": "some text\n" * 30,
    "work/app/__main__.py": "import helper, sys\nprint('app', helper.x, sys.argv[1:])\n",
    "work/app/helper.py": "x = 7\n",
    "work/tree/one.py": "x = 1\n",
    "work/tree/sub/two.py": "y = 2\n",
    "work/tree/sub/wrong.py": "y = = 2\n",
    "work/mail.txt": b"caf\xe9 = ok\nlong " + b"x" * 100 + b"\n",
    "work/test_it.py": "import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        '''It adds.'''\n        self.assertEqual(1 + 1, 2)\n",
    "work/doc.py": "'''\n>>> 1 + 1\n2\n>>> 2 * 2\n5\n'''\n",
    "work/serve.py": "import http.client, subprocess, sys\n"
                     "server = subprocess.Popen([sys.executable, '-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '-d', 'tree'],\n"
                     "                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)\n"
                     "said = server.stdout.readline()\nport = int(said.split()[5])\nprint(said.replace(str(port), 'PORT'))\n"
                     "try:\n    for name in '/', '/one.py', '/sub/', '/none', '/sub', '/../mail.txt':\n"
                     "        c = http.client.HTTPConnection('127.0.0.1', port)\n        c.request('GET', name)\n        r = c.getresponse()\n"
                     "        print(name, r.status, r.reason, r.getheader('Content-type'), r.getheader('Location'), r.read().decode())\n"
                     "finally:\n    server.terminate()\n    server.wait()\n    server.stdout.close()\n",
}

# Each is a line of commands, which see what those before them have made.
COMMANDS = """\
this
calendar 2024
calendar -t html 2024 | calendar 2024 2 | calendar -L C.UTF-8 2023
json.tool data.json | json.tool --sort-keys --indent 2 data.json | json.tool --compact data.json | json.tool --json-lines lines.json | json.tool --no-ensure-ascii data.json | json.tool bad.json
ast prog.py | ast -a -m exec prog.py | ast bad.py
dis prog.py
tokenize prog.py | tokenize -e prog.py | tokenize tabs.py
tabnanny -v prog.py tabs.py tree
inspect prog:Shape | inspect --details prog:Shape | inspect json.tool:main
pydoc prog | pydoc prog.Shape.area | pydoc no_such_thing | pydoc json.tool
compileall tree | compileall -q tree | compileall -f -l tree
py_compile tree/one.py | py_compile tree/sub/wrong.py | py_compile -q tree/sub/wrong.py
zipapp app -o app.pyz -p /usr/bin/env -c | zipapp app.pyz --info | zipapp app -m helper:x
zipfile -c made.zip prog.py tree | zipfile -l made.zip | zipfile -t made.zip | zipfile -e made.zip out | zipfile -l prog.py
tarfile -c made.tar.gz prog.py text.txt | tarfile -l made.tar.gz | tarfile -t made.tar.gz | tarfile -e made.tar.gz out | tarfile -v -l text.txt
base64 -e text.txt | base64 -t | base64 -d text.txt
gzip text.txt | gzip -d text.txt.gz | gzip --best prog.py
quopri mail.txt | quopri -t mail.txt | quopri -d mail.txt
uuid -h
webbrowser
timeit -h
platform -h
sysconfig -h
site --help
pickletools -h
trace --count --missing --summary -C out prog.py
cProfile -h
unittest -v test_it
unittest discover -v
doctest doc.py
mimetypes --extension text/html | mimetypes a.tar.gz b.json
encodings.no_such_module
symtable prog.py
py_compile
fileinput prog.py
filecmp tree app
ensurepip --version
venv --help
zipapp --help
http.server --help
nntplib -h
sndhdr | imghdr
getopt
shlex
textwrap
difflib prog.py tabs.py
pprint
pyclbr prog.py
cgi
colorsys
code -q
asyncio -h
"""
OWN = {"code -q": "print(5)\n"}


def rows():
    found = {}
    for line in COMMANDS.splitlines():
        commands = [(["PYTHON", "-m", *part.split()], {"stdin": OWN.get(line, "")}) for part in line.split(" | ")]
        found[f"tool: {line}"] = Row(commands, FILES, succeeds=False)
    found["tool: an application in an archive"] = Row(
        [(["PYTHON", "-m", "zipapp", "app", "-o", "a.pyz"], {}), (["PYTHON", "a.pyz", "x"], {}), (["PYTHON", "-m", "zipapp", "a.pyz", "--info"], {})], FILES)
    found["tool: what compileall writes"] = Row(
        [(["PYTHON", "-m", "compileall", "-q", "tree/one.py", "-b"], {}), (["PYTHON", "tree/one.pyc"], {}), (["find", "tree"], {})], FILES)
    found["tool: http.server"] = Row([(["PYTHON", "serve.py"], {})], FILES)
    code = "import sysconfig as s; print(s.get_paths(), s.get_paths('venv'), s.get_default_scheme(), s.get_platform(), s.get_scheme_names(), s.is_python_build())"
    found["tool: paths of sysconfig"] = Row([(["PYTHON", "-c", code], {})])
    code = "import platform as p; print(p.python_implementation(), p.python_version(), p.platform(), p.machine(), p.system(), p.libc_ver())"
    found["tool: what platform says"] = Row([(["PYTHON", "-c", code], {})])
    return found
