# warn() and warn_explicit() of the module in C: filters of any make, registries, categories, levels, sources, and a module warnings
# whose parts are gone or changed.
import io, os, random, re, sys, warnings
import _warnings

os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
ADDRESS = re.compile("at 0x[0-9a-f]*")
kept = {n: getattr(warnings, n) for n in ("_showwarnmsg", "filters", "defaultaction", "_defaultaction", "onceregistry", "_onceregistry", "WarningMessage") if hasattr(warnings, n)}
plain = list(_warnings.filters)


class Own(UserWarning):
    pass


class Bad(Warning):
    def __str__(self):
        raise KeyError("bad")


class NoStr:
    def __repr__(self):
        return "NoStr"

    def __str__(self):
        raise KeyError("no str")


class Pattern:
    def __init__(self, answer):
        self.answer = answer

    def match(self, text):
        print("match", ascii(text))
        if self.answer is None:
            raise LookupError("match")
        return self.answer


class Meta(type):
    def __subclasscheck__(cls, other):
        print("asked", other)
        return True


class Asked(Warning, metaclass=Meta):
    pass


def pick_filter(r):
    if r.random() < 0.05:
        return r.choice([(), ("ignore",), ["error", None, Warning, None, 0], 3, ("error", None, Warning, None), ("error", None, Warning, None, 0, 1)])
    return (r.choice(["error", "ignore", "always", "default", "module", "once", "default", "once", "odd", 3]),
            r.choice([None] * 6 + ["message", "mess", re.compile("mess"), Pattern(1), Pattern(0), Pattern(None), 5]),
            r.choice([Warning] * 6 + [UserWarning, Own, DeprecationWarning, Asked, (Own, UserWarning), 3, int]),
            r.choice([None] * 6 + ["__main__", "mod", re.compile("m"), Pattern(True), "", 4]),
            r.choice([0] * 12 + [1, 2, 3, "1", -1]))


def category(r):
    return r.choice([None, UserWarning, Own, DeprecationWarning, Bad, Warning, int, ValueError, "x", BytesWarning])


def message(r):
    return r.choice(["message", "other", "", "é\n", Own("message"), UserWarning("other", 2), Bad("b"), 5, None, NoStr(), b"bytes", "\ud800"])


def registry(r):
    return r.choice([None, None, {}, {}, {"version": 0}, {("message", UserWarning, 1): True, "version": _version()}, 3, {"version": "x"}, []])


def _version():
    seen = {}
    try:
        _warnings.warn_explicit("to see the version", UserWarning, "f", 1, registry=seen)
    except Warning:
        pass
    return seen.get("version")


def call(r):
    kind = r.randrange(6)
    if kind < 3:
        keywords = {"stacklevel": r.choice([1, 1, 2, 3, 0, -1, 50, 2 ** 70, "1", True])} if r.random() < 0.6 else {}
        if r.random() < 0.2:
            keywords["source"] = r.choice([None, 3, "source", []])
        code = "def f():\n    return warn(*a, **k)\nf()"
        scope = {"warn": _warnings.warn, "a": [message(r), *([category(r)] if r.random() < 0.7 else [])], "k": keywords, "__name__": r.choice(["__main__", "mod", None, 3, ""]),
                 "__warningregistry__": registry(r)}
        if r.random() < 0.6:
            del scope["__warningregistry__"]
        if r.random() < 0.2:
            del scope["__name__"]
        exec(compile(code, r.choice(["file.py", "<string>", "importlib._bootstrap", "a/b.pyc", "support/warned.txt", ""]), "exec"), scope)
        return tidy(scope.get("__warningregistry__"))
    seen = registry(r)
    arguments = dict(message=message(r), category=category(r), filename=r.choice(["file.py", "a/b.py", "support/warned.txt", "", None, 3, "é.py", ".py"]),
                     lineno=r.choice([1, 2, 3, 0, -1, 100, 2 ** 40, "1", True]))
    if r.random() < 0.5:
        arguments["module"] = r.choice([None, "mod", "__main__", "", 3])
    if r.random() < 0.8:
        arguments["registry"] = seen
    if r.random() < 0.3:
        arguments["module_globals"] = r.choice([None, {}, {"__loader__": 3, "__name__": "mod"}, {"__name__": "mod"}, 3, {"__loader__": Loader(r.choice(["one\ntwo\n", None, 3, b"one"])), "__name__": "mod"}])
    if r.random() < 0.2:
        arguments["source"] = r.choice([None, 3, "source"])
    _warnings.warn_explicit(**arguments)
    return tidy(seen)


class Loader:
    def __init__(self, text):
        self.text = text

    def get_source(self, name):
        print("get_source", name)
        return self.text


def tidy(seen):
    if isinstance(seen, dict):
        return {k: (v if k != "version" or not isinstance(v, int) else "a version") for k, v in seen.items()}
    return seen


def change(r):
    """What the module warnings has changed, or nothing."""
    kind = r.randrange(14)
    if kind == 0:
        warnings.filters = r.choice([3, (), [*map(lambda _: pick_filter(r), range(2))], None])
    elif kind == 1:
        warnings.defaultaction = r.choice(["error", "ignore", 3, "odd"])
    elif kind == 2:
        warnings.onceregistry = r.choice([{}, 3, []])
    elif kind == 3:
        warnings._showwarnmsg = r.choice([3, lambda m: print("shown", m.category.__name__, ascii(str(m.filename)), m.lineno, ascii(m.line), m.source), lambda: 1])
    elif kind == 4:
        warnings.WarningMessage = r.choice([3, lambda *a: 1 / 0])
    elif kind == 5:
        del warnings._showwarnmsg
    elif kind == 6:
        del warnings.filters
    elif kind == 7:
        sys.modules["warnings"] = r.choice([None, 3])


def restore():
    sys.modules["warnings"] = warnings
    for n in "defaultaction", "onceregistry":
        if n in vars(warnings) and n not in kept:
            delattr(warnings, n)
    for n, v in kept.items():
        setattr(warnings, n, v)
    warnings.filters[:] = plain
    warnings._filters_mutated()


def show(seed):
    r = random.Random(seed)
    told, sys.stderr = sys.stderr, io.StringIO()
    result = None
    try:
        warnings.filters[:] = [pick_filter(r) for _ in range(r.choice([0, 1, 1, 2, 3]))]
        warnings._filters_mutated()
        change(r)
        for _ in range(r.choice([1, 1, 2])):
            again = random.Random(seed)
            result = call(again)
    except BaseException as e:
        result = f"! {type(e).__name__} {[a if isinstance(a, str) else type(a).__name__ for a in e.args]}"
    finally:
        restore()
        text, sys.stderr = sys.stderr.getvalue(), told
    print(seed, ADDRESS.sub("at 0x", ascii(text) + " " + ascii(result)))


first, count = map(int, sys.argv[1:] or (0, 220))
for seed in range(first, first + count):
    show(seed)
