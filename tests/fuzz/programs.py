"""Random programs that know the types of their values, run one after the other; what each prints, with what a trace
function hears, is compared between interpreters (compare_calls.py).

    programs.py FIRST COUNT        one program for each seed
    programs.py SEED               shows that program
    programs.py SEED 1 events      tells its events, too
"""
import binascii
import random
import re
import sys

import library
import shapes

DEPTH = 4


class Writer(shapes.Shapes, library.Library):
    """Expressions of a type are strings; statements go into lines."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines, self.indent, self.counter = [], 0, 0
        self.names = {kind: [] for kind in ("int", "float", "str", "bytes", "list", "dict", "set", "tuple", "bool")}
        self.functions, self.classes, self.generators, self.loops = [], [], [], 0

    def pick(self, *choices):
        return self.rng.choice(choices)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def put(self, line):
        self.lines.append("    " * self.indent + line)

    # ---- expressions ----------------------------------------------------------------------------

    def expr(self, kind, depth=0):
        if self.names[kind] and self.rng.random() < .45:
            return self.rng.choice(self.names[kind])
        if depth >= DEPTH or self.rng.random() < .2:
            return self.literal(kind)
        inner = getattr(self, "make_" + kind)(lambda k=kind: self.expr(k, depth + 1))
        return f"({inner})"

    def any(self, depth=1):
        return self.expr(self.rng.choice(list(self.names)), depth)

    def literal(self, kind):
        r = self.rng
        return {
            "int": lambda: "(%d)" % r.choice((0, 1, 2, 3, 7, -1, -13, 255, 2**31, 2**63, -2**64, 10**25, r.randrange(-99, 99))),
            "float": lambda: r.choice(("0.0", "(-0.0)", "1.5", "(-2.25)", "1e300", "1e-300", "float('inf')", "float('nan')", "3.999")),
            "str": lambda: repr(r.choice(("", "a", "abc", "A b\tc", "\u20ac\u00e9", "0x1f", "12", "x" * 9, "{}", "%s", "\U0001f600z", "a,b,c"))),
            "bytes": lambda: repr(r.choice((b"", b"a", b"\x00\xff", b"ab cd", b"12"))),
            "list": lambda: "[" + ", ".join(self.literal("int") for _ in range(r.randrange(5))) + "]",
            "dict": lambda: "{" + ", ".join(f"{self.literal('str')}: {self.literal('int')}" for _ in range(r.randrange(4))) + "}",
            "set": lambda: "{" + ", ".join(str(r.randrange(9)) for _ in range(r.randrange(1, 5))) + "}",
            "tuple": lambda: "(" + "".join(self.literal(r.choice(("int", "str", "float"))) + ", " for _ in range(r.randrange(4))) + ")",
            "bool": lambda: r.choice(("True", "False")),
        }[kind]()

    def slice(self, e):
        part = lambda: self.pick("", "", e("int"), str(self.rng.randrange(-4, 5)))
        return self.pick(f"{part()}:{part()}", f"{part()}:{part()}:{part()}")

    def make_int(self, e):
        return self.pick(
            lambda: f"{e()} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {e()}", lambda: f"{self.pick('-', '~', '+')}{e()}",
            lambda: f"{e()} {self.pick('<<', '>>')} ({e()} % 70)", lambda: f"{e()} ** ({e()} % 5)",
            lambda: f"len({e(self.pick('str', 'list', 'dict', 'tuple', 'set', 'bytes'))})", lambda: f"int({e(self.pick('str', 'float', 'bool'))})",
            lambda: f"sum({e('list')})", lambda: f"{e('list')}[{e()} % 5]", lambda: f"{e('dict')}.get({e('str')}, {e()})",
            lambda: f"{e('str')}.{self.pick('find', 'count', 'index')}({e('str')})", lambda: f"{e()} if {e('bool')} else {e()}",
            lambda: f"{self.pick('max', 'min')}({e()}, {e()})", lambda: f"divmod({e()}, {e()})[0]", lambda: f"hash({e()})",
            lambda: f"({self.fresh('w')} := {e()})", lambda: f"round({e('float')})", lambda: f"ord({e('str')}[:1])",
            lambda: f"{e()}.bit_length()", lambda: f"int.from_bytes({e('bytes')}, 'big', signed={e('bool')})", lambda: f"pow({e()}, {e()} % 9, {e()})",
            lambda: f"(lambda x, y={e()}: x - y)({e()})", lambda: self.call(e) or self.literal("int"))()

    def make_float(self, e):
        return self.pick(lambda: f"{e()} {self.pick('+', '-', '*', '/', '//', '%')} {e()}", lambda: f"{e('int')} / {e('int')}",
                         lambda: f"float({e(self.pick('int', 'str', 'bool'))})", lambda: f"abs({e()})", lambda: f"round({e()}, {e('int')} % 4)",
                         lambda: f"{e()} ** 2", lambda: f"float.fromhex({e()}.hex())")()

    def make_str(self, e):
        return self.pick(
            lambda: f"{e()} + {e()}", lambda: f"{e()} * ({e('int')} % 4)", lambda: f"{e()}[{self.slice(e)}]", lambda: f"{e()}[{e('int')} % 4]",
            lambda: f"{e()}.{self.pick('upper', 'lower', 'title', 'strip', 'swapcase', 'casefold', 'capitalize')}()",
            lambda: f"{self.pick('str', 'repr', 'ascii')}({self.any(3)})" if self.rng.random() < .3 else f"str({e('int')})",
            lambda: f"{e()}.join(map(str, {e('list')}))", lambda: f"(lambda i, s: f'{{i:{self.pick('d', '>9', '+,', 'x', '#b', '^+12_', '08')}}}|{{s!r:{self.pick('>9', '.2', '*^8')}}}')({e('int')}, {e()})",
            lambda: f"'%{self.pick('5d', '-4x', '+d', 's', 'r', '03o')}' % ({e('int')},)", lambda: f"format({e('float')}, {self.pick('.3f', 'g', '+.2e', '10.1f', '%', ',.2f')!r})",
            lambda: f"{e()}.replace({e()}, {e()}, {e('int')} % 3)", lambda: f"'{{0!s:>5}}{{k}}'.format({e()}, k={e('int')})",
            lambda: f"{e()}.{self.pick('center', 'ljust', 'rjust', 'zfill')}({e('int')} % 12)", lambda: f"{e()}.encode('utf-8').hex()",
            lambda: f"chr({e('int')} % 500)", lambda: f"{e()}.split({e()})[-1]", lambda: f"{e('bytes')}.decode('latin-1')", lambda: f"{e()} or {e()}",
            lambda: f"{e()}.partition({e()})[{self.rng.randrange(3)}]", lambda: f"{e()}.translate({{97: {e()}, 98: None}})", lambda: f"{e()}.expandtabs({e('int')} % 9)")()

    def make_bytes(self, e):
        return self.pick(lambda: f"{e()} + {e()}", lambda: f"{e()}[{self.slice(e)}]", lambda: f"{e('str')}.encode({self.pick('utf-8', 'utf-16-le', 'latin-1', 'ascii')!r}, {self.pick('replace', 'ignore', 'backslashreplace', 'strict')!r})",
                         lambda: f"bytes([{e('int')} % 256, {e('int')} % 300])", lambda: f"bytes(bytearray({e()}) * 2)", lambda: f"{e()}.upper()", lambda: f"({e('int')} % 9999).to_bytes({e('int')} % 4, 'little')",
                         lambda: f"b'%d-%r' % ({e('int')}, {e()})", lambda: f"bytes(memoryview({e()})[{self.slice(e)}])")()

    def make_list(self, e):
        return self.pick(
            lambda: f"{e()} + {e()}", lambda: f"{e()}[{self.slice(e)}]", lambda: f"[{e('int')}, *{e()}]",
            lambda: f"sorted({e(self.pick('list', 'set'))}, reverse={e('bool')})", lambda: f"[x {self.pick('+', '*', '-', '^')} {e('int')} for x in {e()} if x % 2 or {e('bool')}]",
            lambda: f"[x + y for x in {e()} for y in {e()}[:2]]", lambda: f"list(range({e('int')} % 7, {e('int')} % 9, {self.pick('1', '2', '-1', '3')}))",
            lambda: f"list(map(lambda v: v * 2, {e()}))", lambda: f"[ord(c) for c in {e('str')}]", lambda: f"list({e('bytes')})", lambda: f"{e()} * ({e('int')} % 3)",
            lambda: f"[n for n, c in enumerate({e('str')}) if c.isalpha()]", lambda: f"[a * b for a, b in zip({e()}, {e()})]", lambda: f"list(reversed({e()}))",
            lambda: self.generated(e) or e())()

    def make_dict(self, e):
        return self.pick(lambda: f"{{**{e()}, {e('str')}: {e('int')}}}", lambda: f"{e()} | {e()}", lambda: f"{{str(k): k * 2 for k in {e('list')}}}",
                         lambda: f"dict(a={e('int')}, b={e('int')})", lambda: f"dict.fromkeys({e('str')}, {e('int')})", lambda: f"dict(zip({e('str')}, {e('list')}))")()

    def make_set(self, e):
        return self.pick(lambda: f"{e()} {self.pick('|', '&', '-', '^')} {e()}", lambda: f"set({e('list')})", lambda: f"{{x % 5 for x in {e('list')}}}")()

    def make_tuple(self, e):
        return self.pick(lambda: f"{e()} + {e()}", lambda: f"tuple({e(self.pick('list', 'str', 'bytes'))})", lambda: f"{e()}[{self.slice(e)}]", lambda: f"({e('int')}, *{e()})",
                         lambda: f"divmod({e('int')}, {e('int')})", lambda: f"({e('str')}, {e('float')}, {e('bool')})", lambda: f"tuple({e('dict')}.items())", lambda: f"{e('str')}.partition({e('str')})")()

    def make_bool(self, e):
        kind = self.pick("int", "float", "str", "list", "tuple", "bytes")
        return self.pick(lambda: f"{e(kind)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {e(kind)}", lambda: f"not {e()}", lambda: f"{e()} {self.pick('and', 'or')} {e()}",
                         lambda: f"{e('int')} {self.pick('in', 'not in')} {e(self.pick('list', 'set', 'tuple'))}", lambda: f"{e('str')} in {e(self.pick('str', 'dict'))}",
                         lambda: f"{e('int')} < {e('int')} <= {e('int')}", lambda: f"isinstance({self.any(3)}, ({self.pick('int', 'str')}, {self.pick('float', 'tuple')}))", lambda: f"bool({self.any(3)})",
                         lambda: f"{e('str')}.{self.pick('isdigit', 'isalpha', 'isspace', 'islower', 'isidentifier')}()", lambda: f"{self.pick('any', 'all')}({e('list')})", lambda: f"{e('set')} <= {e('set')}",
                         lambda: f"{e('str')}.startswith(({e('str')}, {e('str')}))")()

    def call(self, e):
        if not self.functions:
            return None
        name, most = self.rng.choice(self.functions)
        given = [e("int") for _ in range(self.rng.randrange(most + 1))]
        given += [f"*{e('list')}[:2]"] if self.rng.random() < .2 else []
        given += [f"k={e('int')}"] if self.rng.random() < .4 else []
        given += [f"**{{'k': {e('int')}}}"] if self.rng.random() < .1 else []
        return f"{name}({', '.join(given)})"

    def generated(self, e):
        return f"list({self.rng.choice(self.generators)}({e('int')} % 5))" if self.generators else None

    # ---- statements -----------------------------------------------------------------------------

    def block(self, depth, n=2):
        self.indent += 1
        saved = {k: list(v) for k, v in self.names.items()}
        for _ in range(self.rng.randrange(1, n + 1)):
            self.statement(depth + 1)
        if self.rng.random() < .1 and self.loops:
            self.put(f"if {self.expr('bool', 2)}: {self.pick('break', 'continue')}")
        self.names = saved
        self.indent -= 1

    def statement(self, depth=0):
        simple = [self.assign, self.assign, self.show, self.show, self.change, self.unpack]
        nested = [self.branch, self.loop, self.attempt, self.matching] if depth < 3 else []
        if depth == 0 and self.chance(.6):
            return self.shape()
        at_top = [self.function, self.generator, self.klass, self.coroutine] if depth == 0 else []
        self.rng.choice(simple + nested + at_top)(depth)

    def assign(self, depth):
        kind = self.rng.choice(list(self.names))
        name = self.fresh(kind[0])
        self.put(f"{name} = cap({self.expr(kind)})")
        self.names[kind].append(name)

    def show(self, depth):
        self.put(f"show({self.any(0)})")

    def change(self, depth):
        kind = self.rng.choice([k for k in ("list", "dict", "int", "str", "set") if self.names[k]] or [""])
        if not kind:
            return self.show(depth)
        name, e = self.rng.choice(self.names[kind]), lambda k: self.expr(k, 2)
        self.put({
            "list": lambda: self.pick(f"{name}[{self.slice(e)}] = {e('list')}", f"{name}.append({e('int')})", f"del {name}[{self.slice(e)}]", f"{name}[{e('int')} % 3] += {e('int')}",
                                      f"{name}.sort(key=lambda v: -v)", f"{name}.insert({e('int')} % 5, {e('int')})", f"show({name}.pop({e('int')} % 4))", f"{name} *= {e('int')} % 3", f"{name}.extend({e('tuple')}[:0])"),
            "dict": lambda: self.pick(f"{name}[{e('str')}] = {e('int')}", f"show({name}.pop({e('str')}, None))", f"{name} |= {e('dict')}", f"del {name}[{e('str')}]", f"show({name}.setdefault({e('str')}, {e('int')}))"),
            "int": lambda: f"{name} {self.pick('+=', '-=', '*=', '//=', '%=', '^=', '&=', '|=')} {e('int')}", "str": lambda: f"{name} += {e('str')}",
            "set": lambda: self.pick(f"{name} |= {e('set')}", f"{name}.add({e('int')})", f"{name}.discard({e('int')})", f"{name} -= {e('set')}"),
        }[kind]())
        self.put(f"{name} = cap({name})")

    def unpack(self, depth):
        a, b = self.fresh("u"), self.fresh("u")
        self.put(self.pick(f"{a}, *{b} = {self.expr('list')}", f"*{a}, {b} = {self.expr('str')}", f"{a}, ({b}, *_) = {self.expr('int')}, {self.expr('tuple')}", f"[{a}, {b}] = {self.expr('tuple')}"))
        self.put(f"show(({a}, {b}))")

    def branch(self, depth):
        self.put(f"if {self.expr('bool')}:")
        self.block(depth)
        if self.rng.random() < .5:
            self.put(f"elif {self.expr('bool')}:")
            self.block(depth)
        if self.rng.random() < .5:
            self.put("else:")
            self.block(depth)

    def loop(self, depth):
        name = self.fresh("i")
        if self.rng.random() < .3:
            self.put(f"{name} = 0")
            self.put(f"while {name} < {self.rng.randrange(5)}:")
            self.put(f"    {name} += 1")
        else:
            self.put(f"for {name} in {self.pick('range(4)', self.expr('list') + '[:5]')}:")
        self.put("    tick()")
        self.loops += 1
        self.names["int"].append(name)
        self.block(depth)
        self.loops -= 1
        self.names["int"].remove(name)
        if self.rng.random() < .3:
            self.put("else:")
            kept, self.loops = self.loops, 0
            self.block(depth)
            self.loops = kept

    def attempt(self, depth):
        self.put("try:")
        self.block(depth)
        if self.rng.random() < .3:
            self.indent += 1
            self.put(f"raise {self.pick('ValueError', 'KeyError', 'IndexError', 'ExceptionGroup')}({self.literal('str')})" if self.rng.random() < .8 else f"assert {self.expr('bool')}, {self.expr('str')}")
            self.indent -= 1
        how = self.rng.randrange(4)
        if how < 3:
            self.put(f"except {self.pick('Exception', '(ValueError, TypeError)', 'LookupError', 'ArithmeticError')} as e:")
            self.put("    show((type(e).__name__, str(e), type(e.__context__).__name__))")
            self.block(depth, 1)
            if self.rng.random() < .3:
                self.put("else:")
                self.block(depth, 1)
        if how >= 2:
            self.put("finally:")
            kept, self.loops = self.loops, 0
            self.block(depth, 1)
            self.loops = kept

    def matching(self, depth):
        self.put(f"match {self.any(1)}:")
        self.indent += 1
        for case in self.rng.sample(("[]", "[x, *_]", "{'a': x}", "{**x}", "int(x)", "str() as x", "(x, y)", "True | None", "float(real=x)", "0 | 1 | -1", "'a' | ''"), 3):
            guard = f" if {self.expr('bool', 3)}" if self.rng.random() < .3 else ""
            self.put(f"case {case}{guard}:")
            self.put(f"    show(({case!r}{', x' if 'x' in case else ''}))")
        self.put("case _:")
        self.put("    show('other')")
        self.indent -= 1

    def inside(self, depth, ints):
        """A function's body: names of its own."""
        saved, self.names = self.names, {k: [] for k in self.names}
        kept, self.loops = self.loops, 0
        self.names["int"] = list(ints)
        self.put("    tick()")
        self.block(depth, 3)
        self.loops = kept
        self.indent += 1
        return saved

    def function(self, depth):
        name, most = self.fresh("f"), self.rng.randrange(1, 4)
        parameters = [f"p{i}" + (f"={self.literal('int')}" if i else "") for i in range(most)]
        if self.rng.random() < .3:
            parameters.insert(1, "/")
        parameters += self.pick(["*", "k=1"], ["*rest", "k=2"], ["k=3"])
        self.put(f"def {name}({', '.join(parameters)}):")
        saved = self.inside(1, [f"p{i}" for i in range(most)] + ["k"])
        if self.rng.random() < .4:
            self.put("def inner(q):")
            self.put(f"    nonlocal k; k {self.pick('+', '-', '*')}= q; return k + p0")
            self.put(f"p0 = inner({self.expr('int')})")
        self.put(f"return {self.expr('int')}")
        self.indent -= 1
        self.names = saved
        self.functions.append((name, most))

    def generator(self, depth):
        name = self.fresh("g")
        self.put(f"def {name}(n):")
        saved = self.inside(1, ["n"])
        self.put("for i in range(n % 5):")
        self.put(f"    got = yield i {self.pick('+', '*', '-')} n")
        self.put("    if got: show(('got', got))")
        if self.generators and self.rng.random() < .4:
            self.put(f"r = yield from {self.rng.choice(self.generators)}(n - 1)")
        self.put(f"return {self.expr('int')}")
        self.indent -= 1
        self.names = saved
        self.generators.append(name)
        self.put(f"drive({name}({self.rng.randrange(5)}), {self.rng.randrange(4)})")

    def coroutine(self, depth):
        name = self.fresh("c")
        self.put(f"async def {name}(n):")
        saved = self.inside(1, ["n"])
        self.put("async with Manager(n) as m:")
        self.put("    async for x in Ticker(n % 4):")
        self.put(f"        show((x, await Wait(m {self.pick('+', '*')} {self.expr('int')})))")
        self.put(f"return [y async for y in Ticker(2) if y or {self.expr('bool')}]")
        self.indent -= 1
        self.names = saved
        self.put(f"drive({name}({self.rng.randrange(5)}), {self.rng.randrange(4)})")

    def klass(self, depth):
        name, base = self.fresh("C"), self.pick("", "", "(list)", "(int)", "(dict)", *(f"({c})" for c in self.classes[-2:]))
        self.put(f"class {name}{base}:")
        self.indent += 1
        self.put(f"field = {self.expr('int')}")
        if self.rng.random() < .3 and not base:
            self.put("__slots__ = ('v', 'w')")
        bodies = [f"def __init__(self, *a): self.v = {self.expr('int')}", f"def __{self.pick('add', 'sub', 'and', 'lt', 'eq', 'mul')}__(self, o): return ({name!r}, o)",
                  f"def __len__(self): return {self.rng.randrange(-1, 4)}", f"def __getitem__(self, i): return i {self.pick('*', '-')} 2 if i < 3 else [][0]",
                  "def __repr__(self): return '<{name} %s>' % self.field", "def __bool__(self): return False", "def __contains__(self, x): return x == 1", f"def __getattr__(self, n): return n + {self.literal('str')}",
                  "@property\n    def half(self): return self.field // 2", f"@classmethod\n    def made(cls, x={self.rng.randrange(9)}): return cls.__name__, x", "@staticmethod\n    def plain(x=1): return -x",
                  "def __enter__(self): show('in'); return self\n    def __exit__(self, t, v, tb): show((t and t.__name__)); return True", "def __iter__(self): return iter((1, 2))", "def __call__(self, *a, **k): return len(a) + len(k)",
                  "def __hash__(self): return 7", "def __index__(self): return 2", "def __format__(self, spec): return spec[::-1]", "def method(self, x): return super().__repr__()[:4] + str(x)"]
        for body in self.rng.sample(bodies, self.rng.randrange(2, 7)):
            for line in body.replace("\n    ", "\n").split("\n"):
                self.put(line)
        self.indent -= 1
        self.classes.append(name)
        for use in self.rng.sample(("len(o)", "o + 1", "o == 1", "o[1]", "list(o)", "repr(o)", "bool(o)", "1 in o", "o.missing", "o.half", "o.made()", "o.plain(3)", "o(1, k=2)", "f'{o:abc}'",
                                    "[5, 6, 7][o]", "o.method(3)", "o < 2", "{o: 1}[o]", "o.field", "vars(o)", "o * 2", "type(o).__mro__[1].__name__", "use_with(o)", "setattr(o, 'w', 3)", "sorted(dir(o))[-3:]"), 6):
            self.put(f"probe(lambda: (lambda o: {use})({name}()))")

    def program(self):
        for _ in range(self.rng.randrange(4, 12)):
            self.put("try:")
            self.indent += 1
            start = len(self.lines)
            self.statement()
            if len(self.lines) == start:
                self.put("pass")
            self.indent -= 1
            self.put("except Exception as error:")
            self.put("    show((type(error).__name__, str(error), error.__traceback__.tb_lineno))")
        return "\n".join(self.lines) + "\n"


PRELUDE = '''
class Wait:
    def __init__(self, v): self.v = v
    def __await__(self):
        try: return (yield self.v)
        finally: pass  # else CPython 3.11 forgets this frame, where a throw() comes here from within a handler
class Manager:
    def __init__(self, v): self.v = v
    async def __aenter__(self): return await Wait(self.v)
    async def __aexit__(self, t, v, tb): show(t and t.__name__)
class Ticker:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        self.n -= 1
        if self.n < 0: raise StopAsyncIteration
        return self.n
def drive(g, how):
    try:
        show(('first', g.send(None)))
        for i in range(9):
            show(g.throw(ValueError(i)) if how == 1 and i == 1 else g.close() if how == 2 and i == 2 else g.send(i))
    except StopIteration as e:
        show(('returned', e.value))
    except Exception as e:
        show((type(e).__name__, str(e)))
def probe(f):
    try: show(f())
    except Exception as e: show((type(e).__name__, str(e)))
def use_with(o):
    with o as p: raise KeyError(p is o)
    return 'passed over'
'''


class Enough(BaseException):
    """The program has run long enough."""


def cap(value):
    """Numbers and sequences that grow from round to round stay small."""
    if isinstance(value, int):
        return value if value.bit_length() < 500 else value % 10**9
    return value[:50] if isinstance(value, (str, bytes, list, tuple)) else value


def plain(value):
    """Text in which no address and no order of hashes shows."""
    if isinstance(value, (set, frozenset)):
        return "set" + str(sorted(map(plain, value)))
    if type(value) in (list, tuple):
        return type(value).__name__ + "[" + ", ".join(map(plain, value)) + "]"
    if type(value) is dict:
        return "{" + ", ".join(f"{plain(k)}: {plain(v)}" for k, v in value.items()) + "}"
    if type(value) in (int, float, str, bytes, bool, type(None)):
        return repr(value) if not isinstance(value, int) or value.bit_length() < 9000 else "big"
    return type(value).__name__


def run(seed):
    events = []

    def trace(frame, event, arg):
        if frame.f_code.co_filename != "program" or len(events) > 20000:
            return None
        events.append((frame.f_code.co_name, frame.f_lineno, event))
        return trace

    def profile(frame, event, arg):
        if frame.f_code.co_filename == "program" and len(events) <= 20000:
            what = arg.__qualname__ if event.startswith("c_") else without_addresses(arg)
            events.append((frame.f_code.co_name, frame.f_lineno, event, what))

    def without_addresses(value):
        return re.sub(" at 0x[0-9a-fx]*", " at", plain(value))

    def show(value):
        if len(out) > 4000:
            raise Enough
        out.append("  " + without_addresses(value).encode("ascii", "backslashreplace").decode()[:300])

    def tick():
        nonlocal ticks
        ticks += 1
        if ticks > 300:
            raise Enough
    ticks, out = 0, [f"sequence {seed}"]
    names = {"__name__": "program", "show": show, "tick": tick, "cap": cap, "plain": plain}
    exec(PRELUDE, names)
    exec(shapes.PRELUDE, names)
    exec(library.PRELUDE, names)
    try:
        code = compile(Writer(seed).program(), "program", "exec")
        if seed % 3 == 0:
            sys.settrace(trace)
        elif seed % 3 == 1:
            sys.setprofile(profile)
        exec(code, names)
    except (Exception, GeneratorExit, Enough) as e:
        out.append(f"  {type(e).__name__} {e}")
    sys.settrace(None), sys.setprofile(None)
    out += map(str, events) if len(sys.argv) > 3 else ()
    out.append(f"  {len(events)} events, {binascii.crc32(repr(events).encode())}")
    print("\n" + "\n".join(out))  # what the program printed may not have ended its line


def main():
    import gc
    import warnings
    warnings.simplefilter("ignore")
    gc.disable()  # what a program leaves ends between it and the next
    if len(sys.argv) == 2:
        print(Writer(int(sys.argv[1])).program())
        return
    first, count = map(int, sys.argv[1:3])
    for seed in range(first, first + count):
        run(seed)
        gc.collect()


main()
