"""Random programs of the constructs whose lines are hard to get right.   program(seed) -> text

Every program ends, prints nothing of an address, and has its statements spread over lines as
people and formatters do it; fuzz_events.py runs them.
"""
import random

PRELUDE = '''\
import types
class Manager:
    def __init__(self, swallow=False): self.swallow = swallow
    def __enter__(self): return self
    def __exit__(self, kind, value, tb): return self.swallow
    async def __aenter__(self): return self
    async def __aexit__(self, kind, value, tb): return self.swallow
class Numbers:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.n <= 0: raise StopAsyncIteration
        self.n -= 1
        await pause()
        return self.n
@types.coroutine
def pause(): yield "pause"
def drive(coroutine):
    try:
        while True: coroutine.send(None)
    except StopIteration as end: return end.value
    except Exception as error: return error
def identity(*args, **kw): return args[0] if args else None
def decorate(*args): return lambda f: f
fuel = 150
def tick():
    global fuel
    fuel -= 1
    if fuel < 0: raise SystemExit
    return fuel
a, b, c, d = 1, [3, 1, 2], "text", {"k": 5, "z": 0}
'''


class Writer:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines = []
        self.count = 0

    def put(self, indent, text):
        for i, line in enumerate(text.split("\n")):
            self.lines.append("    " * indent + line if line else line)

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def pick(self, *choices):
        return self.r.choice(choices)

    def chance(self, share):
        return self.r.random() < share

    # Expressions: text that may hold newlines inside brackets.

    def atom(self):
        return self.pick("a", "b", "c", "d", "1", "0", "None", "'s'", "()", "True", "...", "-1", "a", "2.5")

    def expr(self, depth=2, where="plain"):
        e = lambda: self.expr(depth - 1, where)
        nl = "\n    " if self.chance(0.35) else ""
        if depth <= 0:
            return self.atom()
        forms = [
            lambda: self.atom(),
            lambda: f"identity({nl}{e()},{nl}{e()})",
            lambda: f"identity({nl}{e()}, k={nl}{e()}, *[{e()}],{nl}**{{'z': {e()}}})",
            lambda: f"[{nl}{e()},{nl}{e()}{nl}]",
            lambda: f"({nl}{e()},{nl}{e()},)",
            lambda: f"{{{nl}'k': {e()},{nl}'m':{nl}{e()},{nl}**d}}",
            lambda: f"{{{nl}1,{nl}2, *b}}",
            lambda: f"({nl}{e()}\n    if tick() % 2{nl}else {e()})",
            lambda: f"({e()} {self.pick('and', 'or')}{nl and ' '}{nl} {e()} {self.pick('and', 'or')} {e()})",
            lambda: f"(not {e()})",
            lambda: f"(a {self.pick('<', '==', '!=', 'is')}{nl} 3 {self.pick('<=', 'is not')} {nl}4)",
            lambda: f"[x{nl} for x in {nl}identity(b){nl} if {nl}x{nl}]",
            lambda: f"[(x,{nl}y) for x in b{nl} for y in (1,{nl} 2) if x{nl} if y]",
            lambda: f"{{x:{nl} {e()} for x in b}}",
            lambda: f"{{x for x in {nl}b if {e()}}}",
            lambda: f"list({nl}x{nl} for x in b)",
            lambda: f"(lambda x=1,{nl} *y:{nl} identity(x, {e()}))({nl})",
            lambda: f"f'{{identity({e() if nl == '' and False else 'a'})}} {{c!r:>{{a}}}}'",
            lambda: f"(f'x{{a}}'{nl} 'y'{nl} f'{{c}}')",
            lambda: f"b[{nl}0{nl}]",
            lambda: f"b[0:{nl}a]",
            lambda: f"c.upper(){nl and ''}.lower()",
            lambda: f"(c{nl}.upper(){nl}.strip({nl}))",
            lambda: f"(n := {nl}{e()})",
            lambda: f"(a {self.pick('+', '*', '-')}{nl} a{nl} + 2)",
            lambda: f"identity({nl}b)[{nl}0]",
            lambda: f"sorted({nl}b, key=lambda v:{nl} -v)",
        ]
        if where == "async":
            forms += [lambda: f"(await{nl and ' '} identity({nl}pause()))" if False else "(await pause())",
                      lambda: f"[x async for x in {nl}Numbers(2){nl} if x or {e()}]",
                      lambda: f"{{x: [await pause() for y in b] async for x in Numbers(1)}}"]
        if where == "generator":
            forms += [lambda: f"(yield {nl}{e()})", lambda: f"(yield from {nl}iter([1,{nl} 2]))"]
        if where == "class":
            forms = [f for i, f in enumerate(forms) if i not in (23,)]
        return self.r.choice(forms)()

    def risky(self):
        return self.pick("1 / 0", "d['none']", "b[99]", "nope", "raise_it()", "int('x')", "None.attr", "a()", "assert_no")

    # Statements.

    def body(self, indent, depth, where, loop):
        n = self.r.randint(1, 3)
        for _ in range(n):
            self.statement(indent, depth, where, loop)

    def simple(self, indent, where, loop):
        e = self.expr(self.r.randint(0, 2), where)
        t = self.expr(1, where)
        options = [
            "pass", "...", "'docstring-like'", "1", "None", "tick()", e, f"x = {e}", f"x = y = {e}", f"x: int = {e}",
            f"x, *y = {self.pick('b', '[1, 2, 3]', 'c')}", f"(x,\n y) = (1,\n      {e})", "x = 1; y = 2; tick()", f"b[0] = {e}",
            f"d['k'] = \\\n    {t}", "a += 1 if a < 50 else -50", "b[\n  0] += 1" if False else "x = [0]; x[\n  0] += 1", f"assert {t} or True, {e}",
            f"assert (\n    tick(),\n)", "del_me = 1; del del_me", "x = 1  # type: int", "import sys", "from os import (path,\n    sep)",
            "if tick(): pass", "if tick() % 2: x = 1\nelse: x = 2", "for x in b: tick()", "while tick() % 3: pass",
            "x = lambda: (yield)" if where != "class" else "pass", f"print(end='',\n      sep={'c'})",
        ]
        if loop:
            options += ["break", "continue", "if tick() % 2: break", "if tick() % 2: continue"] * 2
        if where in ("function", "generator", "async"):
            options += ["return", f"return {e}" if where != "asyncgen" else "return", "if tick() % 4 == 0: return", "raise ValueError(\n    'x')", "if tick() % 3 == 0: raise KeyError from \\\n    ValueError()"]
        if where == "generator":
            options += [f"yield {e}", "yield", f"x = yield {e}", "yield from [\n    1,\n    2]"]
        if where == "async":
            options += ["await pause()", "x = await (\n    pause())", "await identity(\n   pause())"]
        self.put(indent, self.r.choice(options))

    def statement(self, indent, depth, where, loop):
        if depth <= 0 or self.chance(0.35):
            return self.simple(indent, where, loop)
        forms = [self.if_, self.while_, self.for_, self.try_, self.try_, self.with_, self.with_, self.match, self.function, self.generator, self.class_, self.if_, self.groups, self.risk]
        if where == "async":
            forms += [self.async_for, self.async_with] * 3
        forms.append(self.coroutine)
        self.r.choice(forms)(indent, depth - 1, where, loop)

    def risk(self, indent, depth, where, loop):
        self.put(indent, "try:" + self.pick(" ", "\n    ") + self.risky() + "\nexcept" + self.pick("", " Exception", " Exception as x", " (KeyError,\n        Exception)") + ": " + self.pick("pass", "tick()", "x = 1"))

    def condition(self, where):
        return self.pick("tick()", "tick() % 2", "not tick() % 3", f"(tick() and\n    {self.expr(1, where)})", "True", "False", "0", "1", "a < tick() <\\\n    5000", "tick() % 2 or a or\\\n c", "not (tick() % 2 and\n a)", "(\n  tick() % 2\n)", f"(tick() if {self.expr(1, where)} else\n   0)", "not a", "__debug__", "None", "'const'")

    def if_(self, indent, depth, where, loop):
        self.put(indent, f"if {self.condition(where)}:")
        self.body(indent + 1, depth, where, loop)
        for _ in range(self.r.randint(0, 2)):
            self.put(indent, f"elif {self.condition(where)}:")
            self.body(indent + 1, depth, where, loop)
        if self.chance(0.5):
            self.put(indent, "else:")
            self.body(indent + 1, depth, where, loop)

    def while_(self, indent, depth, where, loop):
        self.put(indent, f"while {self.pick('tick() % 3', 'tick() % 4 and a', 'True', '1', 'not tick() % 2', '(tick() % 3' + chr(10) + '  or 0)', 'tick() % 5 !=' + chr(92) + chr(10) + ' 2')}:")
        self.put(indent + 1, self.pick("if tick() % 3 == 0: break", "tick()"))
        self.body(indent + 1, depth, where, True)
        if self.chance(0.4):
            self.put(indent, "else:")
            self.body(indent + 1, depth, where, loop)

    def for_(self, indent, depth, where, loop):
        e = self.pick("b", "(1, 2)", "[1,\n  2]", "range(3)", "identity(\n   b)", "()", "[x for x in b]", "zip(b, b)", "c", "{1: 2}", "(i for i in\n  b)")
        self.put(indent, f"for {self.pick('x', 'x', 'b[0]', '(x)', 'x')} in {e}:")
        self.body(indent + 1, depth, where, True)
        if self.chance(0.4):
            self.put(indent, "else:")
            self.body(indent + 1, depth, where, loop)

    def try_(self, indent, depth, where, loop):
        self.put(indent, "try:")
        if self.chance(0.6):
            self.put(indent + 1, self.risky() if self.chance(0.7) else f"if tick() % 2: {self.risky()}")
        self.body(indent + 1, depth, where, loop)
        caught = self.chance(0.8)
        if caught:
            for kind in self.r.sample(["ZeroDivisionError", "KeyError as x", "(IndexError,\n        NameError)", "identity(\n   ValueError)"], self.r.randint(0, 2)):
                self.put(indent, f"except {kind}:")
                self.body(indent + 1, depth, where, loop)
            self.put(indent, self.pick("except Exception:", "except Exception as x:", "except:" if False else "except Exception as error:"))
            self.body(indent + 1, depth, where, loop)
            if self.chance(0.4):
                self.put(indent, "else:")
                self.body(indent + 1, depth, where, loop)
        if not caught or self.chance(0.5):
            self.put(indent, "finally:")
            self.body(indent + 1, depth, where, loop)

    def groups(self, indent, depth, where, loop):
        self.put(indent, "try:\n    " + self.pick("raise ExceptionGroup('g', [KeyError(1),\n        ValueError(2)])", "raise ValueError", "tick()", "raise ExceptionGroup('g', [TypeError()])"))
        for kind in self.r.sample(["KeyError", "ValueError as x", "(TypeError,\n        OSError)", "Exception as y"], self.r.randint(1, 3)):
            self.put(indent, f"except* {kind}:")
            self.simple(indent + 1, "plain", False)
        if self.chance(0.4):
            self.put(indent, "else:\n    tick()")
        if self.chance(0.4):
            self.put(indent, "finally:\n    tick()")

    def with_(self, indent, depth, where, loop):
        head = self.pick("Manager()", "Manager(True)", "Manager() as x", "Manager() as x, Manager(\n   True) as y", "(Manager() as x,\n      Manager(True),\n)", "Manager(\n    swallow=True\n) as x", "Manager(tick() %\\\n  2)")
        self.put(indent, f"with {head}:")
        if self.chance(0.4):
            self.put(indent + 1, self.risky() if "rue" in head else "tick()")
        self.body(indent + 1, depth, where, loop)

    def match(self, indent, depth, where, loop):
        self.put(indent, f"match {self.pick('a', 'b', 'c', 'd', '(a, b)', 'identity(' + chr(10) + '   b)', 'tick() % 3', self.expr(1, where).replace(chr(10), ' '))}:")
        cases = ["0 | 1", "[x, *y]", "[3,\n         1, z]", "{'k': x}", "{'k': int(x),\n          **rest}", "str(x)", "'text' as x", "x if tick() % 2", "int() | float()", "[1 | 3 as x, _, _] if (tick() and\n        x)", "None", "(x,\n        [*y])", "Manager(swallow=True)"]
        for case in self.r.sample(cases, self.r.randint(1, 4)):
            self.put(indent + 1, f"case {case}:")
            self.body(indent + 2, depth, where, loop)
        if self.chance(0.6):
            self.put(indent + 1, "case _:")
            self.body(indent + 2, depth, where, loop)

    def decorators(self, indent):
        for _ in range(self.pick(0, 0, 0, 1, 2)):
            self.put(indent, self.pick("@identity", "@decorate(1)", "@decorate(\n    1,\n    2)", "@decorate()"))

    def parameters(self):
        return self.pick("", "x=1", "x=identity(\n        1)", "x=a,\n        *y, z=[\n   1]", "x: int = 1, /, y: 'str' = c,\n   **kw", "*, k=(lambda: 1)")

    def function(self, indent, depth, where, loop):
        f = self.name("f")
        self.decorators(indent)
        self.put(indent, f"def {f}({self.parameters()}){self.pick('', '', ' -> int', ' -> identity(' + chr(10) + 'a)')}:")
        if self.chance(0.3):
            self.put(indent + 1, self.pick('"""Doc."""', '"""Doc\nof lines.\n"""'.replace("\n", "\n")))
        if self.chance(0.3):
            self.put(indent + 1, "global a, b, x" if where == "module" and False else "global a")
        self.put(indent + 1, "n = x = y = z = kw = None") if self.chance(0.7) else None
        self.body(indent + 1, depth, "function", False)
        self.put(indent, f"try: {self.pick(f, f)}()\nexcept Exception as error: pass")

    def generator(self, indent, depth, where, loop):
        f = self.name("g")
        self.put(indent, f"def {f}():\n    x = y = n = None")
        self.put(indent + 1, "yield 1" if self.chance(0.6) else "if 0: yield")
        self.body(indent + 1, depth, "generator", False)
        self.put(indent, self.pick(
            f"try: list({f}())\nexcept Exception as error: pass",
            f"g = {f}()\ntry:\n    for x in g:\n        if tick() % 2: break\nexcept Exception as error: pass\ng.close()",
            f"g = {f}()\ntry:\n    next(g)\n    g.throw(\n        KeyError)\nexcept (Exception, StopIteration) as error: pass\ndel g",
            f"g = {f}()\ntry:\n    g.send(None)\n    g.send(3)\nexcept Exception as error: pass\ng = None"))

    def coroutine(self, indent, depth, where, loop):
        f = self.name("co")
        kind = self.chance(0.25)
        self.put(indent, f"async def {f}():\n    x = y = n = None")
        if kind:
            self.put(indent + 1, "yield 1\nawait pause()\nfor x in b:\n    yield (\n        x)\ntick()")
            h = self.name("run")
            self.put(indent, f"async def {h}():\n    async for x in {f}():\n        if tick() % 4 == 0: break\n    else: tick()\n    return [\n        x async for x in {f}()]\ndrive({h}())")
            return
        self.body(indent + 1, depth, "async", False)
        self.put(indent, f"x = drive(\n    {f}())" if self.chance(0.3) else f"drive({f}())")

    def async_for(self, indent, depth, where, loop):
        self.put(indent, f"async for x in {self.pick('Numbers(2)', 'Numbers(' + chr(10) + '   3)')}:")
        self.body(indent + 1, depth, where, True)
        if self.chance(0.4):
            self.put(indent, "else:")
            self.body(indent + 1, depth, where, loop)

    def async_with(self, indent, depth, where, loop):
        self.put(indent, f"async with {self.pick('Manager()', 'Manager(True) as x', '(Manager() as x,' + chr(10) + '   Manager(True))')}:")
        self.body(indent + 1, depth, where, loop)

    def class_(self, indent, depth, where, loop):
        self.decorators(indent)
        self.put(indent, f"class {self.name('C')}{self.pick('', '(Manager)', '(' + chr(10) + '    object,' + chr(10) + '    metaclass=type)')}:")
        if self.chance(0.4):
            self.put(indent + 1, '"""Doc\n"""' if self.chance(0.5) else "'doc'")
        if self.chance(0.4):
            self.put(indent + 1, self.pick("x: int", "x: identity(\n    a) = 1", "y: 'str' = (\n    c)", "__slots__ = ()"))
        for _ in range(self.r.randint(1, 2)):
            self.simple(indent + 1, "class", False)
        if self.chance(0.5):
            self.put(indent + 1, self.pick("def m(self): return super().__init__()", "@property\ndef p(self):\n    return __class__", "m = lambda self: [x for x in b\n   if self]", "def __init__(self,\n  x=1):\n    self.x = x"))


def program(seed):
    w = Writer(seed)
    for _ in range(w.r.randint(2, 5)):
        w.put(0, "try:")
        w.body(1, 3, "module", False)
        w.put(0, "except Exception as error:\n    error = None")
    return PRELUDE + "\n".join(w.lines) + "\n"


if __name__ == "__main__":
    import sys
    print(program(int(sys.argv[1])))
