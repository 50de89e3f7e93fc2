"""Code of modules is left in __pycache__ for the next process, and used only while it is the source's."""
import importlib.util
import os
import py_compile
import random
import shutil
import stat
import subprocess
import sys
import tempfile

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


def run(*arguments, **environment):
    program = "import sys; sys.path.insert(0, '.'); import thing; print(thing.value, thing.f.__code__.co_filename)"
    done = subprocess.run([sys.executable, *arguments, "-c", program], env={**ENVIRONMENT, **environment},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.strip().replace(os.getcwd(), "HERE").replace(sys.implementation.cache_tag, "TAG")


def write(text, age=100):
    with open("thing.py", "w") as file:
        file.write(text + "\ndef f(a, *b, c=2.5, **d):\n    return lambda: (a, c, b'x', 10**30, {1, 'y'} == {'y'})\n")
    os.utime("thing.py", (1_700_000_000 + age,) * 2)


def listing(top="."):
    return sorted(os.path.join(folder, name).replace(sys.implementation.cache_tag, "TAG")
                  for folder, _, names in os.walk(top) for name in names)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cached = importlib.util.cache_from_source("thing.py")
    write("value = 'first'")
    print("first", run(), listing())
    print("mode", oct(stat.S_IMODE(os.stat(cached).st_mode) & ~0o022))
    write("value = 'other'")
    print("same time and size:", run())
    write("value = 'other'", 200)
    print("newer:", run(), "and again:", run())
    write("value = 'longer text'", 200)
    print("longer:", run())
    write("value = 'raised' + 1", 300)
    print("fails:", run().splitlines()[-1])
    write("value = 'other'", 400)
    for name in listing("__pycache__"):
        os.remove(name.replace("TAG", sys.implementation.cache_tag))
    print("-B:", run("-B"), listing())
    print("environment:", run(PYTHONDONTWRITEBYTECODE="1"), listing())
    print("-O:", run("-O"), listing())
    print("-OO:", run("-OO"), listing())
    print("prefix:", run("-X", "pycache_prefix=" + os.path.join(folder, "elsewhere")), sum("thing" in name for name in listing("elsewhere")))
    py_compile.compile("thing.py", doraise=True)
    write("value = 'wrong'", 400)
    print("py_compile:", run())
    py_compile.compile("thing.py", doraise=True, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    write("value = 'wrong'", 500)
    print("hash, other time:", run())
    write("value = 'right'", 500)
    print("hash, other text:", run(), "and again:", run())
    py_compile.compile("thing.py", doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    write("value = 'never'", 600)
    print("hash, unchecked:", run())
    os.rename("thing.py", "kept.py")
    os.rename(cached, "thing.pyc")
    print("without source:", run().replace("thing.py ", "thing.pyc "))
    os.remove("thing.pyc")
    os.rename("kept.py", "thing.py")

    # Damaged, or not written to the end: it counts as absent.
    write("value = 'sound'", 700)
    run()
    with open(cached, "rb") as file:
        sound = file.read()
    chance, wrong = random.Random(5), []
    for turn in range(40 if sys.implementation.name == "minipy" else 0):
        data = bytearray(sound)
        if turn % 4 == 0:
            del data[chance.randrange(len(data)):]
        elif turn % 4 == 1:
            data[chance.randrange(16, 40)] ^= 1 << chance.randrange(8)
        else:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        with open(cached, "wb") as file:
            file.write(data)
        if (said := run()) != "sound HERE/thing.py":
            wrong.append((turn, said))
        with open(cached, "rb") as file:
            if file.read() != sound and data[:16] == sound[:16]:
                wrong.append((turn, "it was not written anew"))
    print("damaged:", wrong)

    # What cannot be written is no error.
    shutil.rmtree("__pycache__")
    with open("__pycache__", "w"):
        pass
    print("no folder:", run(XDG_CACHE_HOME=os.path.join(folder, "cache")))
    os.chdir("/")
