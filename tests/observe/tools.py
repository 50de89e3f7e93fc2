"""The library's own tools - pdb, trace, cProfile, profile, timeit, doctest, unittest - as people use them: what they print,
and the files that they write, is what they print and write under python3.11. Times and addresses are masked."""
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from common import HERE, ORACLE, SECONDS, expect

FOLDER = os.path.join(HERE, "programs", "tools")
SESSIONS = {  # of pdb: the program, and what is typed
    "looks": ("accounts.py", "l\nb total\nb 15 if amount > 15\ninfo\nc\nw\nu\nd\np n\npp locals()\na\nwhatis n\nc\np amount\nc\nbt\nll\nr\n"
                             "p __return__\nn\nn\ns\ns\nw\nq\n"),
    "breakpoints": ("accounts.py", "b Account.deposit\ntbreak main\nb 9999\nb nosuch\nb accounts.py:34\nb os.path.join\nb\ncondition 1 amount==20\n"
                                   "c\nc\np self\ndisable 1\nenable 1\nignore 1 1\nb\ncl 1\nb\ncl 77\nclear accounts.py:34\nb\ntbreak 37\nb\nc\nu\n"
                                   "p acc\nu\nu\nd\nd\nuntil\nuntil 38\nunt 2\nc\nc\nq\n"),
    "commands": ("accounts.py", "b deposit\nb accounts.py:14\ncommands 2\nsilent\np 'at', amount\nend\ncommands\np self.balance\nc\nend\nc\nc\nb\nc\n"
                                "c\nc\nq\n"),
    "steps": ("accounts.py", "b outer\nc\nn\nn\nn\ns\ns\ns\nn\nr\nn\ns\ns\nr\nw\na\np rest, args, key\nu\nlist\nlist 1,5\nlist .\nlist 10\nl\nl\nll\n"
                             "source Account\nsource nosuch\nsource outer\nq\n"),
    "generators": ("accounts.py", "b numbers\nc\ns\ns\ns\ns\ns\nw\nu\np result\nr\nunt\nn\nn\nq\n"),
    "jumps": ("accounts.py", "b 33\nc\nj 31\nn\nn\np result\nj 34\nn\nj 31\nn\nj 999\nj abc\nj 5\nn\nq\n"),
    "displays": ("accounts.py", "b 33\nc\ndisplay result\ndisplay value\ndisplay value + \ndisplay\nc\nc\nundisplay result\nc\nundisplay\nn\nn\nq\n"),
    "statements": ("accounts.py", "b 44\nc\n!a = 5\np a\na = 7\na\n!x = [1,\nlocal\nlocal.append(3)\np local\nfor i in range(2): print(i)\n1/0\n"
                                  "raise ValueError('x')\np 1/0\npp {'a'*30: list(range(30)), 'b': 2}\nwhatis local\nwhatis Account\nwhatis outer\n"
                                  "whatis Account.deposit\nwhatis len\nnosuch\np nosuch\n??\nundefined thing\nq\n"),
    "interact": ("accounts.py", "b 44\nc\ninteract\na\nlocal\nx = 5\nprint(x)\n"),
    "aliases": ("accounts.py", "alias pi for k, v in %1.__dict__.items(): print(f'%1.{k} = {v}')\nalias ps pi self\nalias\nalias pi\nb 15\nc\npi self\n"
                               "ps\nunalias pi\nps\npi self\nunalias nope\nq\n"),
    "restarts": ("accounts.py", "b main\nc\nrun x y\np __import__('sys').argv\nc\nrestart\nc\nc\nq\n"),
    "post mortem": ("fails.py", "c\nw\np a, b\nu\np n, value\nl\nu\nu\nd\nd\nd\nc\nc\nq\n"),
    "debug": ("accounts.py", "b fails\nb 63\nc\n!fails(2)\ndebug fails(1)\ns\ns\ns\ns\nq\nc\nq\n"),
    "coroutines": ("waits.py", "b child\nb main\nb agen\nc\nw\nn\ns\np n\nc\nq\n"),
    "help": ("accounts.py", "h\nh b\nhelp p\nh nosuch\nh pdb\nh exec\nhelp commands\nq\n"),
}
MORE = {  # the arguments of the interpreter, and standard input
    "pdb -c": (["-m", "pdb", "-c", "b total", "-c", "c", "-c", "p n", "accounts.py"], "n\nq\n"),
    "pdb -m": (["-m", "pdb", "-m", "tests.test_kinds"], "n\nll\nq\n"),
    "pdb of nothing": (["-m", "pdb", "nosuch.py"], ""),
    "breakpoint()": (["stops.py"], "w\np y\nn\nn\nc\nn\nn\nc\nw\np sys.exc_info()\nq\nn\nn\nc\nc\nu\nd\nc\nc\nq\n"),
    "trace --count": (["-m", "trace", "--count", "--missing", "--summary", "-C", "cover", "--ignore-dir=/usr/lib", "accounts.py"], ""),
    "trace --trace": (["-m", "trace", "--trace", "--ignore-dir=/usr/lib", "fails.py", "x"], ""),
    "trace --listfuncs": (["-m", "trace", "--listfuncs", "--ignore-dir=/usr/lib", "accounts.py"], ""),
    "trace --trackcalls": (["-m", "trace", "--trackcalls", "--ignore-dir=/usr/lib", "accounts.py"], ""),
    "cProfile": (["-m", "cProfile", "-s", "stdname", "accounts.py"], ""),
    "profile": (["-m", "profile", "-s", "stdname", "accounts.py"], ""),
    "cProfile of what fails": (["-m", "cProfile", "-s", "bogus", "fails.py"], ""),
    "timeit": (["-m", "timeit", "-n", "300", "-r", "1", "-vv", "-s", "a = 1", "a + 1"], ""),
    "timeit of what fails": (["-m", "timeit", "-n1", "1/0"], ""),
    "doctest": (["examples.py", "-v"], ""),
    "doctest -f": (["-m", "doctest", "-f", "-o", "REPORT_UDIFF", "examples.py"], ""),
    "unittest -v": (["-m", "unittest", "-v", "-b", "tests.test_kinds"], ""),
    "unittest -f": (["-m", "unittest", "-f", "--locals", "tests.test_kinds.One.test_error", "tests.test_kinds.One.test_ok"], ""),
    "unittest discover": (["-m", "unittest", "discover", "-k", "sub", "-k", "*ok", "-v"], ""),
}
MORE.update({"pdb " + name: (["-m", "pdb", script], typed) for name, (script, typed) in SESSIONS.items()})


def masked(text, folder):
    """Times, addresses, and the columns that hang on how long a time is."""
    text = text.replace(folder, "FOLDER")
    text = re.sub(r"0x[0-9a-f]{6,}", "0xADDRESS", text)
    text = re.sub(r"\d+(\.\d+)?(e-\d+)? (nsec|usec|msec|sec|secs)\b|in \d+\.\d+s|\d+\.\d{3}\b", "TIME", text)
    return re.sub(r" +", " ", text)


def printed(interpreter, folder, arguments, typed):
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run([interpreter, *arguments], input=typed, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=folder,
                          env={"PATH": os.environ["PATH"], "HOME": folder, "COLUMNS": "80", "PYTHONDONTWRITEBYTECODE": "1"})
    parts = [done.stdout, done.stderr, f"status {done.returncode}"]
    covers = os.path.join(folder, "cover")
    for name in sorted(os.listdir(covers)) if os.path.isdir(covers) else ():
        with open(os.path.join(covers, name), encoding="utf-8") as file:
            parts += [name, file.read()]
    return masked("\n".join(parts), folder).splitlines()


def tools_print_what_they_print_in_python3_11(target):
    """All at once: most of it is two interpreters' starts."""
    def run(number):
        name, (arguments, typed) = number
        place = target.path(name.replace(" ", "_").replace("-", ""))
        wanted, seen = (printed(i, place + suffix, arguments, typed) for i, suffix in ((ORACLE, ".wanted"), (target.binary, ".seen")))
        at = next((i for i, pair in enumerate(zip(wanted + [None], seen + [None])) if pair[0] != pair[1]), None)
        return None if wanted == seen else f"{name}: line {at}: wanted {wanted[at:at + 3]}, seen {seen[at:at + 3]}"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        different = [text for text in pool.map(run, MORE.items()) if text]
    expect(not different, "\n    ".join(different))
    return f"{len(MORE)} sessions"


CHECKS = [tools_print_what_they_print_in_python3_11]
