"""What a program writes to both of its streams, where both are one pipe or one file: in which blocks, and in which order."""
import hashlib
import os
import subprocess
import sys
import tempfile

BLOCKS = """
import os, random, sys
rng = random.Random(%d)
for i in range(200):
    kind, n = rng.randrange(6), rng.choice((1, 5, 50, 200, 1000, 3000, 8191, 8192, 8193)) if rng.random() < 0.1 else rng.randrange(60)
    text = "x" * n
    if kind == 0: print(text)
    elif kind == 1: print(text, i, text)
    elif kind == 2: sys.stdout.write(text)
    elif kind == 3: print(text, end="")
    elif kind == 4: sys.stdout.write(text + "\\n" + text)
    else: print("\\xe9" * n if rng.random() < 0.3 else text, sep="", end="\\n\\n")
    os.write(2, b"[%%d]" %% i)
"""
ENDS = {
    "exception": "print('before')\n1 / 0\n",
    "syntax error": "print('before')\nx = (\n",
    "exit": "import sys\nprint('before')\nsys.exit('bye')\n",
    "warning": "import warnings\nprint('before')\nwarnings.warn('careful')\nprint('after')\n",
    "unraisable": "class A:\n    def __del__(self): 1 / 0\nprint('before')\nA()\nprint('after')\n",
    "thread": "import threading\nprint('before')\nt = threading.Thread(target=lambda: 1 / 0)\nt.start(); t.join()\nprint('after')\n",
    "at exit": "import atexit\natexit.register(lambda: 1 / 0)\nprint('before')\n",
    "hook": "import sys\nsys.excepthook = lambda *a: sys.stderr.write('hook\\n')\nprint('before')\nraise KeyError\n",
    "deep": "def f(): f()\nprint('before')\ntry: f()\nexcept RecursionError: print('caught')\nraise KeyboardInterrupt\n",
}
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


def written(arguments, **more):
    with tempfile.TemporaryFile() as file:
        subprocess.run([sys.executable, *arguments], stdout=file, stderr=file, env=ENVIRONMENT, **more)
        file.seek(0)
        in_file = file.read()
    in_pipe = subprocess.run([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT, **more).stdout
    return in_file, in_pipe


for seed in range(4):
    for where, data in zip(("file", "pipe"), written(["-c", BLOCKS % seed])):
        print(seed, where, len(data), hashlib.md5(data).hexdigest())
with tempfile.TemporaryDirectory() as folder:
    for name, text in ENDS.items():
        script = os.path.join(folder, "script.py")
        with open(script, "w") as file:
            file.write(text)
        for way, arguments, more in (("script", [script], {}), ("-c", ["-c", text], {}), ("stdin", ["-"], {"input": text.encode()})):
            for where, data in zip(("file", "pipe"), written(arguments, **more)):
                words = [line.split()[0].replace(folder, "") for line in data.decode().splitlines() if line[:1] not in " " and line]
                print(name, way, where, words)
