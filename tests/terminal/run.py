#!/usr/bin/python3.11
"""The prompt, readline and curses as a person at a terminal has them: tests/terminal/run.py [--minipy BINARY] [NAME...]

Each function is one session under tmux. What shall be as in python3.11 is compared with it, the rest is told."""
import argparse
import os
import shutil
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from screen import Screen, Silence  # noqa: E402
from suite import begin, finish  # noqa: E402

ORACLE = "/usr/bin/python3.11"


def prompt(c, *options, **more):
    return Screen([c.minipy, "-q", *options], c.home, **more)


def same(want, got):
    return "" if want == got else f"expected\n{want}\nand got\n{got}"


def history(c):
    with open(os.path.join(c.home, ".python_history"), encoding="utf-8", newline="") as f:
        return f.read()


# ---- the prompt ----------------------------------------------------------------------------------

def block_is_indented_and_recalled(c):
    with prompt(c) as s:
        s.enter("def f(x):")
        s.last("...")
        s.type("return x * 2")
        s.wait("...     return x * 2")
        s.key("Enter")
        s.until(lambda t: t.endswith("\n..."), "a third line")
        s.key("Enter")
        s.enter("f(21)")
        s.wait("\n42")
        s.key("Up", "Up")
        s.wait(">>> def f(x):\n    return x * 2")
        s.key("C-c")
        s.wait("KeyboardInterrupt")
        s.last(">>>")
        s.key("C-d")
        s.wait("status=0")
    return same("def f(x):\r\n    return x * 2\nf(21)\n", history(c))


def history_of_the_last_session(c):
    with open(os.path.join(c.home, ".python_history"), "w", encoding="utf-8") as f:
        f.write("first = 'é日'\nprint(first)\n")
    with prompt(c) as s:
        s.last(">>>")
        s.key("C-r")
        s.type("rst =")
        s.wait("(reverse-i-search)`rst =': first = 'é日'")
        s.key("Enter")
        s.enter("print(first * 2)")
        s.wait("\né日é日")
        s.type("none")
        s.wait(">>> none")
        s.key("C-r")
        s.type("print(")
        s.wait("(reverse-i-search)`print(': print(first * 2)")
        s.key("C-r")
        s.wait("(reverse-i-search)`print(': print(first)")
        s.key("C-r")
        s.wait("(failed reverse-i-search)`print(': print(first)")
        s.key("C-g")
        s.last(">>> none")
    return ""


def completion(c):
    with prompt(c) as s:
        s.last(">>>")
        s.type("import colle")
        s.key("Tab")
        s.last(">>> import collections")
        s.key("Enter")
        s.last(">>>")
        s.type("import xml.do")
        s.key("Tab")
        s.last(">>> import xml.dom")
        s.key("C-u")
        s.type("import os.pa")
        s.key("Tab")
        s.last(">>> import os.path")
        s.key("C-u")
        s.type("from collections import Ord")
        s.key("Tab")
        s.last(">>> from collections import OrderedDict")
        s.key("C-u")
        s.type("collections.Cou")
        s.key("Tab")
        s.last(">>> collections.Counter(")
        s.key("C-u")
        s.type("collections.User")
        s.key("Tab", "Tab")
        s.wait("collections.UserDict(    collections.UserList(    collections.UserString(")
        s.last(">>> collections.User")
        s.key("C-u")
        s.last(">>>")
        s.key("Tab")
        s.type("1")
        s.last(">>>     1")
    return ""


def paste_of_many_statements(c):
    with prompt(c) as s:
        s.last(">>>")
        s.paste('class A:\n    def f(self):\n        return """\nx"""\n\n    def g(self): return "日本"\nprint(A().g())\n'
                "for i in 7, 8:\n\n    i\nelse: 9\n\n'end'\n")
        s.wait("'end'")
        s.key("Enter")
        s.wait("日本\n7\n8\n9\n'end'\n>>>")
        s.key("Up")
        s.wait("'end'", 3)
    return ""


def error_ends_a_paste(c):
    with prompt(c) as s:
        s.last(">>>")
        s.paste("print('before')\n1/0\nprint('never')")
        s.key("Enter")
        s.wait("ZeroDivisionError: division by zero\n>>>")
        return same(1, s.shown().count("never"))


def text_beyond_ascii(c):
    with prompt(c) as s:
        s.enter('x = "hé€日e\u0301"; len(x), x')
        s.wait("(6, 'hé€日e\u0301')")
        s.type('"日本"')
        s.key("Left", "Left", "BSpace")
        s.type("é")
        s.key("Enter")
        s.wait("\n'é本'")
    return ""


def lines_longer_than_the_screen(c):
    with prompt(c, columns=40, rows=12) as s:
        s.last(">>>")
        s.type("len('" + "日x" * 100 + "')")
        s.wait("')")
        s.key("Home", "End", "Enter")
        s.wait("\n200\n")
    return ""


def text_moves_on_over_rows(c):
    """What is inserted and deleted before text of several rows, and a line that is given up there."""
    with prompt(c, columns=40, rows=12) as s:
        s.last(">>>")
        s.type("from collections import OrderedDict")
        s.key("Home")
        for _ in range(4):
            s.type("abcdefghi ")
        s.wait(">>> abcdefghi abcdefghi abcdefghi abcdef\nghi from collections import OrderedDict")
        s.key("Home", "Delete", "Delete")
        s.wait(">>> cdefghi abcdefghi abcdefghi abcdefgh\ni from collections import OrderedDict")
        s.key("C-c")
        s.wait("\ni from collections import OrderedDict\nKeyboardInterrupt\n>>>")
    return ""


def keys_within_a_text_of_several_lines(c):
    """Lines that are begun with Alt-Enter, ways up and down in them and out of them into the history, indentation that goes by steps."""
    with prompt(c) as s:
        s.enter("first = 1")
        s.last(">>>")
        s.type("x = [")
        s.key("M-Enter")
        s.type("1111,")
        s.key("M-Enter")
        s.type("2]")
        s.wait(">>> x = [\n1111,\n2]")
        s.key("Up", "Up")
        s.type("0,")
        s.wait(">>> x 0,= [\n1111,\n2]")
        s.key("BSpace", "BSpace", "Down")
        s.type("9")
        s.wait(">>> x = [\n11911,\n2]")
        s.key("Down", "Left", "Left")
        s.type("        ")
        s.wait("\n        2]")
        s.key("BSpace")
        s.wait("\n    2]")
        s.key("BSpace", "BSpace")
        s.wait("\n11911,2]")
        s.key("Up", "Up")
        s.last(">>> first = 1")
        s.key("Up", "Down", "Down")
        s.wait(">>> x = [\n11911,2]")
        s.key("Enter")
        s.enter("x")
        s.wait("\n[11911, 2]")
        s.last(">>>")
        s.paste("")
        s.paste("y = 5\n")
        s.key("Enter")
        s.last(">>>")
        s.key("BSpace")
        s.type("y + 1")
        s.key("C-a", "C-b", "Left", "BSpace", "C-e", "Enter")
        s.wait("\n6\n")
    return ""


def completions_by_the_hundred(c):
    with prompt(c) as s:
        s.enter("names = {f'name{i:03}': i for i in range(150)}; globals().update(names)")
        s.last(">>>")
        s.type("na")
        s.key("Tab")
        s.last(">>> name")
        s.key("Tab", "Tab")
        s.wait("Display all 151 possibilities? (y or n)")
        s.type("xn")
        s.last(">>> name")
        s.key("Tab", "Tab")
        s.wait("Display all 151 possibilities? (y or n)", 2)
        s.type("y")
        s.wait("name147")
        s.last(">>> name")
        s.type("00")
        s.key("Tab", "Tab")
        s.wait("name001")
        s.key("C-u")
        s.last(">>>")
        s.type("len(name149) if 0 else name14")
        s.key("BSpace", "BSpace", "Tab")
        s.type("149")
        s.key("Enter")
        s.wait("\n149\n")
    with prompt(c, columns=18, rows=60) as s:
        s.enter("aq1 = aq2 = 1")
        s.last(">>>")
        s.type("aq")
        s.key("Tab", "Tab")
        s.wait("aq1  aq2")
    return ""


def history_has_no_empty_end(c):
    with prompt(c) as s:
        s.enter("for i in (0,):")
        s.last("...")
        s.type("if 1:")
        s.wait("...     if 1:")
        s.key("Enter")
        s.type("i")
        s.wait("...         i")
        s.key("Enter", "Enter")
        s.wait("\n0\n")
        s.last(">>>")
        s.key("C-d")
        s.wait("status=0")
    return same("for i in (0,):\r\n    if 1:\r\n        i\n", history(c))


def colours(c):
    with prompt(c) as s:
        s.enter("1/0")
        s.wait("ZeroDivisionError")
        seen = s.shown(True)
    with prompt(c, NO_COLOR="1") as s:
        s.enter("1/0")
        s.wait("ZeroDivisionError")
        plain = s.shown(True)
    with prompt(c, PYTHON_COLORS="0") as s:
        s.enter("x =")
        s.wait("SyntaxError: invalid syntax")
        plain += s.shown(True)
    return same((True, False), ("\x1b[35m" in seen, "\x1b[" in plain))


def interrupts(c):
    with prompt(c) as s:
        s.enter("if True:")
        s.last("...")
        s.key("C-c")
        s.wait("KeyboardInterrupt\n>>>")
        s.enter("import time, signal; print('begin'); time.sleep(100)")
        s.wait("\nbegin")
        s.key("C-c")
        s.wait("KeyboardInterrupt\n>>>")
        s.enter("signal.signal(signal.SIGALRM, lambda *_: print('rung')) and None; _ = signal.alarm(1)")
        s.wait("rung", 2)
        s.type("40 + 2")
        s.key("Enter")
        s.wait("\n42")
    return ""


def threads_run_while_it_waits(c):
    with prompt(c) as s:
        s.enter("import threading; t = threading.Timer(.2, print, ['from a thread']); t.start()")
        s.wait("from a thread", 2)
    return ""


def stopped_and_resumed(c):
    with Screen(["sh", "-i"], c.home, PS1="sh$ ", MINIPY=c.minipy) as s:
        s.enter("$MINIPY -q", "sh$")
        s.last(">>>")
        s.type("1 + ")
        s.last(">>> 1 +")
        s.key("C-z")
        s.last("sh$")
        s.type("stty -a | tr ' ' '\\n' | grep -x -e -icanon -e icanon; fg")
        s.key("Enter")
        s.wait("\nicanon")
        s.wait(">>> 1 +", 2)
        s.type("1")
        s.key("Enter")
        s.wait("\n2\n")
    return ""


def resized(c):
    with prompt(c) as s:
        s.last(">>>")
        s.type("abc = '" + "x" * 60)
        s.wait("x" * 60)
        s.tmux("resize-window", "-x", "40", "-y", "20")
        s.type("y'")
        s.wait("y'")
        s.key("Enter")
        s.enter("len(abc)")
        s.wait("\n61")
    return ""


def terminal_goes_away(c):
    path = os.path.join(c.home, "left")
    with prompt(c, columns=200) as s:
        s.enter(f"import atexit, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
                f"_ = atexit.register(open, {path!r}, 'w')")
        s.last(">>>")
    for _ in range(500):
        if os.path.exists(path):
            break
        time.sleep(0.02)
    return "" if os.path.exists(path) else "it did not end"


def without_the_library(c):
    """A module readline that cannot be had: a plain prompt, and one line that says why."""
    folder = os.path.join(c.home, "m")
    os.mkdir(folder)
    with open(os.path.join(folder, "readline.py"), "w", encoding="utf-8") as f:
        f.write("raise ImportError('libedit.so.2 is not there')")
    with Screen([c.minipy], c.home, PYTHONPATH=folder) as s:
        s.wait("Lines cannot be edited: libedit.so.2 is not there")
        s.enter("40 + 2")
        s.wait("\n42")
    return ""


def prompts_that_are_objects(c):
    with prompt(c) as s:
        s.enter("import sys")
        s.enter("class P:")
        s.last("...")
        s.type("n = 0")
        s.key("Enter")
        s.until(lambda t: t.endswith("\n..."), "a third line")
        s.type("def __str__(self): P.n += 1; return f'[{P.n}] '")
        s.key("Enter")
        s.wait("...", 3)
        s.key("Enter")
        s.enter("sys.ps1 = P()")
        s.enter("'a'", "[1]")
        s.enter("_ + 'b'", "[2]")
        s.wait("\n'ab'\n[3]")
        s.enter("exit(3)", "[3]")
        s.wait("status=3")
    return ""


def startup_and_inspect(c):
    start, script = os.path.join(c.home, "start.py"), os.path.join(c.home, "script.py")
    with open(start, "w", encoding="utf-8") as f:
        f.write("print('started')\n")
    with open(script, "w", encoding="utf-8") as f:
        f.write("def f(): return 5\nx = f()\n")
    with Screen([c.minipy, "-q"], c.home, PYTHONSTARTUP=start) as s:
        s.wait("started\n>>>")
    with Screen([c.minipy, "-i", script], c.home) as s:
        s.last(">>>")
        s.type("x + f")
        s.key("Tab")
        s.wait("x + f")
        s.type("()")
        s.key("Enter")
        s.wait("\n10")
    return ""


def help_with_a_pager(c):
    with prompt(c, PAGER="less") as s:
        s.enter("help(len)")
        s.wait("Help on built-in function len")
        s.key("q")
        s.enter("1 + 1")
        s.wait("\n2")
    return ""


# ---- input(), cmd, pdb, code ---------------------------------------------------------------------

def lines_of_input(c):
    program = ("import readline\nreadline.set_startup_hook(lambda: readline.insert_text('pre'))\n"
               "readline.parse_and_bind('tab: complete')\n"
               "readline.set_completer(lambda t, n: (t + 'X') if n == 0 else None)\n"
               "print(ascii(input('a\\nb: ')), readline.get_history_item(1))\n")
    with Screen([c.minipy, "-c", program], c.home) as s:
        s.wait("a\nb: pre")
        s.type("fix é")
        s.key("Tab")
        s.last("b: prefix éX")
        s.key("Enter")
        s.wait("'prefix \\xe9X' prefix éX")
    return ""


def end_of_input(c):
    program = "import readline\ntry: input('> ')\nexcept EOFError as e: print(repr(e))\ninput('> ')"
    shown = []
    for binary in (ORACLE, c.minipy):
        with Screen([binary, "-c", program], c.home) as s:
            s.last(">")
            s.key("C-d")
            s.wait("EOFError()")
            s.last(">")
            s.key("C-c")
            s.wait("\nKeyboardInterrupt")
            s.wait("status=")
            shown.append(s.shown().replace("^C", ""))
    return same(*("status=130" in text for text in shown))


def completion_of_cmd_and_pdb(c):
    program = ("import cmd\nclass C(cmd.Cmd):\n    def do_greet(self, a): print('hello', a)\n"
               "    def complete_greet(self, t, *_): return [x for x in ('world', 'you') if x.startswith(t)]\nC().cmdloop()")
    with Screen([c.minipy, "-c", program], c.home) as s:
        s.last("(Cmd)")
        s.type("gre")
        s.key("Tab")
        s.last("(Cmd) greet")
        s.type(" w")
        s.key("Tab", "Enter")
        s.wait("\nhello world")
    with Screen([c.minipy, "-c", "import pdb\nlocal_name = 5\npdb.set_trace()\nprint('over')"], c.home) as s:
        s.last("(Pdb)")
        s.type("p local_n")
        s.key("Tab")
        s.wait("p local_name")
        s.key("Enter")
        s.wait("\n5")
        s.type("c")
        s.key("Enter")
        s.wait("\nover")
    return ""


def consoles_of_the_library(c):
    with Screen([c.minipy, "-c", "import readline, code; code.interact(banner='', exitmsg='left')"], c.home) as s:
        s.enter("'é' * 2")
        s.wait("\n'éé'")
        s.key("Up")
        s.wait("'é' * 2", 2)
        s.key("C-u", "C-d")
        s.wait("left")
    with Screen([c.minipy, "-m", "asyncio"], c.home) as s:
        s.enter("await asyncio.sleep(0, 'slept')", ">>> import asyncio\n>>>".rpartition("\n")[2])
        s.wait("\n'slept'")
    return ""


# ---- curses --------------------------------------------------------------------------------------

def drawn_by_both(c):
    """The screens of real programs, character for character and colour for colour."""
    for name in sorted(os.listdir(os.path.join(HERE, "programs"))):
        screens = []
        for binary in (ORACLE, c.minipy):
            with Screen([binary, os.path.join(HERE, "programs", name)], c.home) as s:
                steps = []
                s.wait("step 1")
                for i, key in enumerate(("Down", "x", "é", "F5", "Enter"), 2):
                    steps.append(s.shown(True))
                    s.key(key)
                    s.wait(f"step {i}")
                steps.append(s.shown(True))
                s.type("q")
                s.wait("status=0")
                screens.append(steps + [s.shown()])
        if screens[0] != screens[1]:
            return name + ": " + same(*screens)
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    begin()
    if not shutil.which("tmux"):
        print("SKIP tmux is not installed")
        return finish(0, 0, 1)
    args.minipy = os.path.realpath(args.minipy)
    passed = failed = 0
    for name, check in [(n, f) for n, f in globals().items() if callable(f) and getattr(f, "__module__", "") == "__main__"]:
        if check.__code__.co_varnames[:check.__code__.co_argcount] != ("c",) or name in ("history", "prompt"):
            continue
        if args.names and name not in args.names:
            continue
        with tempfile.TemporaryDirectory(prefix="mph", ignore_cleanup_errors=True) as args.home:
            try:
                wrong = check(args)
            except Silence as e:
                wrong = str(e)
        passed += not wrong
        failed += bool(wrong)
        if wrong:
            print(f"FAIL {name}: {wrong}", flush=True)
    return finish(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
