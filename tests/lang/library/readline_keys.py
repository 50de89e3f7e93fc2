"""What keys make of lines that input() reads by readline: on a terminal of the program's own, to which they are typed before."""
import os
import pty
import readline
import signal
import sys
import tty

RUBBED, LEFT, RIGHT, UP, DOWN, HOME, END, DELETE = b"\x7f", b"\x1b[D", b"\x1b[C", b"\x1b[A", b"\x1b[B", b"\x1b[H", b"\x1b[F", b"\x1b[3~"
os.environ.update(TERM="xterm", HOME="/nowhere", LC_ALL="C.UTF-8")
os.environ.pop("INPUTRC", None)
signal.alarm(20)
master, slave = pty.openpty()
# What is drawn is read and forgotten.
nothing = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
drain = os.posix_spawnp("cat", ["cat"], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, master, 0), *nothing])
streams = sys.stdin, sys.stdout
kept = [os.dup(fd) for fd in (0, 1)]


class Bare:
    """A stream that says nothing of itself."""

    def __init__(self, file):
        self.file = file
        self.fileno, self.write, self.flush, self.readline = file.fileno, file.write, file.flush, file.readline


def read(keys, prompt="> ", errors=None, made=lambda file: file):
    sys.stdout.flush()
    tty.setraw(slave)
    for fd in 0, 1:
        os.dup2(slave, fd)
    sys.stdin, sys.stdout = [made(open(fd, mode, encoding="utf-8", errors=errors, closefd=False)) for fd, mode in ((0, "r"), (1, "w"))]
    try:
        os.write(master, keys)
        said = input(prompt)
    except BaseException as e:
        said = f"{type(e).__name__}: {e}"
    finally:
        # Nothing that asks for memory: where requests fail, what follows would write to a terminal that nobody reads.
        os.dup2(kept[0], 0)
        os.dup2(kept[1], 1)
        sys.stdin, sys.stdout = streams
    return ascii(said)


def rows(title, *some):
    print(title, *(f"{keys}: {read(keys)}" for keys in some), sep="\n    ")


readline.clear_history()
rows("lines", b"plain\r", b"newline\n", b"\r", "é日\U0001f600\r".encode(), b"\x04", b"later\r")
rows("moves", b"bc\x01a\r", b"ab\x02\x02x\x05y\r", b"ab" + LEFT + LEFT + RIGHT + b"-\r", b"bc" + HOME + b"a" + END + b"d\r", b"one two three\x1bb\x1bbX\r", b"one two\x01\x1bfX\r", b"ab\x02\x02\x02\x06\x06\x06\x06c\r",
     "日本".encode() + LEFT + "é".encode() + b"\r")
rows("what goes", b"abc" + RUBBED + b"\r", b"abc\x08\x08\r", b"abc" + HOME + DELETE + b"\r", b"abc\x01\x04\r", b"abc" + RUBBED * 5 + b"d\r", b"one two\x01\x0b\r", b"one two three\x1b\x7f\r", b"one two\x01\x1bd\r",
     b"one two\x02\x02\x02\x0b\x01\x19 \r", "aé日".encode() + RUBBED * 2 + b"\r", b"    indented" + HOME + b"    " + RUBBED + b"\r")
rows("what changes", b"ab\x14\r", b"one\x01\x1bu\r", b"ONE\x01\x1bl\r", b"one\x01\x1bc\r")
print("remembered", readline.get_current_history_length(), readline.get_history_item(1), readline.get_history_item(4))
readline.clear_history()
for line in "first", "second é", "third", "second thing", "":
    readline.add_history(line)
rows("recalled", UP + UP + b"\r", UP * 3 + DOWN + b"!\r", UP * 20 + b"\r", b"kept" + UP + DOWN + b"\r", b"\x10\x10\x0e\r", DOWN + b"x\r", b"\x1bOA\x1bOA\x1bOB\r")
print(readline.get_current_history_length())
readline.set_auto_history(False)
rows("searched", b"\x12first\r", b"\x12sec\x12\r", "\x12é\r".encode(), b"\x12thi" + RUBBED + RUBBED + b"\r", b"\x12third\x05!\r", b"\x12no such thing\x07-\r", b"before\x12third\x07-\r", b"\x12first" + END + b"+\r", b"\x12fir\x12\x12\r", b"\x12zz\x7f\x7f\r", b"\x12\x7fp\r", b"\x12\x07\r", b"a\x12\x07b\r", b"\x12\x12\r", b"second\x12second\x12\r", b"abab\x12ab\x12\x05x\r", b"abab\x12ab\x02y\r", b"abab\x12ab\x12\x02\x06y\r", b"ab\x02\x12\x07c\r", b"\x12d\x12\x12\x12\r")
rows("not remembered", b"this\r")
print(readline.get_current_history_length())
rows("prompts"), print(*(read(b"x\r", prompt) for prompt in ("", "two\nlines: ", "\1\x1b[1m\2bold\1\x1b[0m\2 ", "\1\x1b[1m\2", "é日", "\1\2\1\2", "a\1\x1b[m\2", "x" * 200)), sep="\n    ")

for prompt in "\ud800", "a\0b":
    print(read(b"x\r" if prompt != "\ud800" else b"", prompt))

print(read(b"x\r", "\ud800", "namereplace"), read(b"x\n", "bare", None, Bare), read(b"", "\ud800", None, Bare), read(b"y\n", 5))

# ---- Tab
asked = []
answers = ["spare", "spam", "other", "other"]


def completer(text, state):
    asked.append((text, state, readline.get_begidx(), readline.get_endidx(), readline.get_line_buffer()))
    matches = [a for a in answers if isinstance(a, str) and a.startswith(text)]
    return matches[state] if state < len(matches) else None


def show(*args):
    asked.append(args)


readline.parse_and_bind("tab: complete")
rows("no completer", b"a\tb\r")
readline.set_completer(completer)
print(readline.get_completer() is completer, readline.get_completer_delims())
readline.set_completer_delims(" (")
for keys in b"o\t\r", b"x sp\t\r", b"f(sp\tc\r", b"none\tx\r", b"sp\t\x02\x02\r", b"sp\t)\x02\t\r":
    asked.clear()
    print(keys, read(keys).rstrip(" '"), asked[:3])
readline.set_completion_display_matches_hook(show)
for keys in b"spa\t\t\r", b"\t\t\r":
    asked.clear()
    print(keys, read(keys), [a for a in asked if len(a) == 3 and type(a[1]) is list])
answers[:] = ["é日", "é本"]
asked.clear()
print(read("é\t\t\r".encode()), [a for a in asked if len(a) == 3])
readline.set_completion_display_matches_hook(None)
answers[:] = ["match%03d" % i for i in range(150)]
rows("many", b"ma\t\tn\r", b"ma\t\ty q\x01\x0bx\r")
for wrong in lambda *a: 5, lambda *a: 1 / 0, lambda *a: None, lambda *a: "" if a[1] == 0 else None, lambda: 1:
    readline.set_completer(wrong)
    print(read(b"a\tb\r"))
readline.set_completer(lambda text, n: readline.insert_text("inserted") if n == 0 else None)
rows("inserted", b"a\tb\r")

# ---- hooks
seen = []
readline.set_startup_hook(lambda: (seen.append(readline.get_line_buffer()), readline.insert_text("pre"), readline.redisplay()))
rows("startup", b"fix\r", RUBBED * 3 + b"\r")
readline.set_startup_hook(lambda: 1 / 0)
rows("startup fails", b"x\r")
readline.set_startup_hook(None)
readline.set_pre_input_hook(lambda: (seen.append("before"), readline.redisplay()))
rows("before input", b"y\r")
readline.set_pre_input_hook(lambda: [].pop())
rows("before input fails", b"z\r")
readline.set_pre_input_hook()
print(seen)
for hook in readline.set_startup_hook, readline.set_pre_input_hook, readline.set_completer, readline.set_completion_display_matches_hook:
    try:
        hook(5)
    except TypeError as e:
        print(e)
readline.parse_and_bind("set editing-mode vi")
rows("vi", b"abc\x1bhx\r", b"abc\x1b0iX\r", b"one two\x1bbD\r", b"abc\x1bxP\r", b"one two\x1b0wcwnew\r", b"abc\x1b~\r", b"ab\x1bA c\r")
readline.parse_and_bind("set editing-mode emacs")
rows("emacs", b"bc\x01a\r")
for fd in slave, master, *kept:
    os.close(fd)
os.waitpid(drain, 0)
