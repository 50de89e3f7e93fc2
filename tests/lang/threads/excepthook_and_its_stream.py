"""threading.excepthook writes to sys.stderr, or to what that was when the thread was made; what a stream that fails does."""
import sys
import threading
import _thread


class Out:
    def __init__(self, fails=""):
        self.fails, self.text = fails, ""

    def write(self, text):
        if self.fails == "write":
            raise ValueError("not written")
        self.text += text

    def flush(self):
        self.text += "<flushed>"
        if self.fails == "flush":
            raise ValueError("not flushed")


def fail():
    raise LookupError("in a thread")


def boom():
    try:
        fail()
    except LookupError:
        return sys.exc_info()


def ask(thread, exc=None):
    args = threading.ExceptHookArgs([*(exc or boom()), thread])
    try:
        return threading.excepthook(args)
    except BaseException as e:
        return type(e).__name__, str(e)


def shown(out):
    return [line for line in out.text.replace(str(_thread.get_ident()), "IDENT").splitlines() if not line.startswith(("  File", "    "))]


class Named:
    name = "named"


class Nameless:
    _stderr = None


class Odd:
    @property
    def name(self):
        raise ZeroDivisionError("no name")


usual = sys.stderr
for fails in "", "write", "flush":
    for thread in None, Named(), Nameless(), Odd():
        sys.stderr = out = Out(fails)
        r = ask(thread)
        sys.stderr = usual
        print(fails, type(thread).__name__, r, shown(out))
for given in None, "deleted":
    sys.stderr = given
    if given:
        del sys.stderr
    kept = Named()
    kept._stderr = Out()
    results = [ask(None), ask(Nameless()), ask(Named()), ask(kept)]
    sys.stderr = usual
    print(given, results, shown(kept._stderr))
exit_info = (SystemExit, SystemExit(1), None)
sys.stderr = out = Out()
print(ask(None, exit_info), out.text, ask(None, (LookupError, None, None)), shown(out), ask(None, (None, 5, None)), shown(out))
sys.stderr = usual
for wrong in (), (1, 2, 3, 4), None:
    try:
        threading.excepthook(wrong)
    except TypeError as e:
        print(e)
