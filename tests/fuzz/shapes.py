"""What programs.py writes of the language's rarer shapes: patterns, classes and their makers, descriptors, super(), groups of
exceptions, ways through finally, asynchronous generators, decorators, formats, stars, scopes, and text that is no program.

Each method of Shapes puts whole lines, and what it defines is used at once, in the order in which it happens (`log`). What
they call lies in PRELUDE.
"""
import re

PRELUDE = '''
import binascii, linecache, sys, types, traceback
def log(*what):
    show(what)
    return what[-1]
class L:
    """An object that tells of each operator."""
    def __init__(self, n): self.n = n
    def __repr__(self): return f'L({self.n})'
    def __bool__(self): log('bool', self.n); return self.n % 2 == 1
    def __eq__(self, o): return log('eq', self.n, getattr(o, 'n', o)) == self.n
    def __hash__(self): return hash(self.n)
    def __lt__(self, o): log('lt', self.n); return NotImplemented if self.n == 3 else self.n < getattr(o, 'n', 0)
    def __add__(self, o): log('add', self.n); return NotImplemented if self.n % 2 else L(self.n + 1)
    def __radd__(self, o): log('radd', self.n); return L(self.n + 10)
    def __iadd__(self, o): log('iadd', self.n); return NotImplemented if self.n == 2 else self
    def __getitem__(self, i): return log('get', self.n, i) if i != 9 else {}[i]
    def __setitem__(self, i, v): log('set', self.n, i, v)
    def __delitem__(self, i): log('del', self.n, i)
    def __getattr__(self, a):
        if a.startswith('__') or a == 'gone': raise AttributeError(a)
        return log('attr', self.n, a)
    def __iter__(self): log('iter', self.n); return iter(range(self.n))
    def __contains__(self, x): return log('in', self.n, x)
    def __call__(self, *a, **k): log('call', self.n, a, k); return L(len(a))
    def __matmul__(self, o): return log('matmul', self.n, type(o).__name__)
    def __enter__(self): log('enter', self.n); return self
    def __exit__(self, t, v, tb): log('exit', self.n, t and t.__name__); return self.n == 2
    def __format__(self, spec): return log('format', self.n, spec)[::-1]
    def __index__(self): return log('index', self.n)
class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x=1, y=2): self.x, self.y = x, y
class Q(P):
    __match_args__ = ['x']
class R(P):
    __match_args__ = ('x', 3)
class S(P):
    __match_args__ = ()
    @property
    def z(self): log('z'); raise AttributeError('z')
class Seq(list): pass
class Meta(type):
    def __instancecheck__(cls, o): log('instancecheck', cls.__name__); return hasattr(o, 'x')
class Like(metaclass=Meta):
    __match_args__ = ('x', 'x')
NS = types.SimpleNamespace(one=1, a='a', p=P, none=None)
SUBJECTS = [P(), P(0, [1, 2]), Q(), R(), S(), Seq([1, 2]), (), (1,), [1, 2, 3], (1, (2, 3)), {'a': 1}, {'a': 1, 'b': {'x': 2}}, 'ab', b'ab', bytearray(b'a'),
            1, True, 0.0, -1, 1j, None, range(3), {1, 2}, types.MappingProxyType({'a': 2}), int, [P(P(1), 2)], {1: P()}, ''] 
def told(f, *a):
    """Its result, or its exception with all that hangs on it."""
    try:
        show(('->', f(*a)))
    except (Exception, GeneratorExit, BaseExceptionGroup) as e:
        say(e)
def say(e, depth=0):
    show(('!' * (depth + 1), type(e).__name__, str(e), getattr(e, '__notes__', None), e.__suppress_context__))
    frames, tb = [], e.__traceback__
    while tb:
        frames.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, list(tb.tb_frame.f_code.co_positions())[tb.tb_lasti // 2]))
        tb = tb.tb_next
    show(frames[-4:])
    if depth < 3:
        for inner in getattr(e, 'exceptions', ()): say(inner, depth + 1)
        for inner in (e.__cause__, e.__context__):
            if inner is not None: say(inner, depth + 1)
def printed(f):
    try: f()
    except (Exception, GeneratorExit) as e: show(''.join(traceback.format_exception(e))[-600:])
def steps(co, throw=-1, most=12):
    """Drives a coroutine by hand."""
    for i in range(most):
        try: show(('step', co.throw(KeyError('in')) if i == throw else co.send(None)))
        except StopIteration as e: return ('end', e.value)
        except StopAsyncIteration: return 'exhausted'
    co.close()
    return 'long'
def piece(text):
    linecache.cache['program'] = len(text), None, text.splitlines(True), 'program'
    exec(compile(text, 'program', 'exec'), globals())
def source(text, mode='exec'):
    try: show(type(compile(text, 's', mode)).__name__)
    except SyntaxError as e: show((type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text))
    except Exception as e: show((type(e).__name__, str(e)))
def words(f, seen=None):
    """All that the compiler made of a function."""
    c = getattr(f, '__code__', f)
    show((c.co_name, c.co_qualname, c.co_flags, c.co_names, c.co_varnames, c.co_freevars, c.co_cellvars))
    show([len(c.co_code)] + [binascii.crc32(part) for part in (c.co_code, c.co_linetable, c.co_exceptiontable)])
    for k in c.co_consts:
        if isinstance(k, types.CodeType): words(k)
'''


class Shapes:
    """A part of programs.py's Writer, which has pick, fresh, put, expr, literal and rng."""

    SHAPES = ("patterns", "maker", "heirs", "descriptor", "supers", "grouped", "ways", "flowing", "async_generator", "decorated", "formats", "stars",
              "scopes", "operators", "broken", "delegation", "order", "weird_generator", "slotted", "comprehended")

    def shape(self, depth=0):
        """A piece is compiled when its turn comes: what the grammar refuses costs no more than that."""
        lines, indent, self.indent, self.lines = self.lines, self.indent, 0, []
        self.written = [line.removeprefix("    ") for line in lines if "piece(" not in line]
        self.shelf() if self.chance(.4) else getattr(self, self.rng.choice(self.SHAPES))()
        text, self.lines, self.indent = "\n".join(self.lines) + "\n", lines, indent
        self.put(f"piece({text!r})")

    def lay(self, text, indent=0):
        for line in text.strip("\n").split("\n"):
            self.put("    " * indent + line)

    def chance(self, p=.5):
        return self.rng.random() < p

    def small(self):
        return str(self.rng.randrange(-1, 5))

    def logged(self):
        """An expression that tells of itself."""
        return self.pick(f"log({self.small()})", f"L({self.rng.randrange(5)})", f"log({self.literal('str')})", f"log(L({self.rng.randrange(4)}))", self.small())

    # ---- match ----------------------------------------------------------------------------------

    def pattern(self, depth, free):
        """Binds names out of `free`, which it takes away."""
        def name():
            return free.pop() if free and self.chance(.9) else "_"

        def some(n):
            return [self.pattern(depth + 1, free) for _ in range(n)]
        atoms = [lambda: name(), lambda: "_", lambda: self.pick("1", "-1", "0", "'a'", "b'ab'", "None", "True", "1.0", "0.0", "1j", "1+1j", "-1-0j", "'a' 'b'"),
                 lambda: self.pick("NS.one", "NS.a", "NS.none", "NS.missing"), lambda: self.pick("int()", "str()", "P()", "bool()", "NS.p()", "L()", "Like()")]
        if depth > 2:
            return self.pick(*atoms)()

        def sequence():
            parts = some(self.rng.randrange(4))
            if self.chance(.4):
                parts.insert(self.rng.randrange(len(parts) + 1), "*" + name())
            return self.pick(f"[{', '.join(parts)}]", f"({''.join(p + ', ' for p in parts)})")

        def mapping():
            keys = self.rng.sample(["'a'", "'b'", "1", "-1", "None", "NS.one", "True", "2.0"], self.rng.randrange(3))
            parts = [f"{k}: {self.pattern(depth + 1, free)}" for k in keys]
            if self.chance(.4) and free:
                parts.append("**" + free.pop())
            return "{" + ", ".join(parts) + "}"

        def klass():
            kind = self.pick("P", "P", "Q", "R", "S", "int", "str", "list", "dict", "Like", "tuple", "object", "NS.p", "bool", "float", "bytes", "set", "len", "NS.one")
            parts = some(self.rng.choice((0, 1, 1, 1, 2, 3)))
            keys = self.rng.sample(["x", "y", "z", "real", "imag", "__class__"], self.rng.choice((0, 0, 1, 2)))
            return f"{kind}({', '.join(parts + [f'{k}={self.pattern(depth + 1, free)}' for k in keys])})"

        def either():
            shared, before = [free.pop()] if free and self.chance() else [], list(free)
            parts = []
            for _ in range(self.rng.randrange(2, 4)):
                there = list(shared)
                part = self.pattern(depth + 1, there)
                for n in there:
                    part = f"[{part}, {n}]" if self.chance() else f"({part}) as {n}"
                parts.append(f"({part})" if " as " in part else part)
            free[:] = before
            return "(" + " | ".join(parts) + ")"

        def bound():
            return f"({self.pattern(depth + 1, free)} as {free.pop()})" if free else "_"
        return self.pick(*atoms, sequence, sequence, mapping, klass, klass, klass, either, bound)()

    def patterns(self):
        f = self.fresh("m")
        cases = []
        for n in range(self.rng.randrange(1, 5)):
            free = ["a", "b", "c", "d"]
            pattern = self.pattern(0, free)
            guard = self.pick("", "", "", " if log(1)", " if (w := 1) and not log(0)", " if L(1)", " if missing")
            cases.append(f"        case {pattern}{guard}: return {n}, {{k: v for k, v in locals().items() if k != 'o'}}")
        text = "\n".join([f"def {f}(o):", f"    match {self.pick('o', 'o', 'o,', '*o, 1', 'o, o', '(q := o)', '[o]', '{1: o}')}:", *cases])
        self.put(f"exec(t := {text!r})" if self.chance(.05) else "")
        self.put(f"source({text!r})")
        self.put(f"exec(compile({text!r}, 'program', 'exec'))")
        if self.chance(.3):
            self.put(f"words(locals()[{f!r}])")
        self.put(f"for o in SUBJECTS: told(locals()[{f!r}], o)")

    # ---- classes --------------------------------------------------------------------------------

    def maker(self):
        """A metaclass, its classes, and what they answer."""
        m, c = self.fresh("M"), self.fresh("C")
        bodies = ["def __new__(m, n, b, d, **k): log('new', n, [x.__name__ for x in b], [x for x in d if x[:2] != '__'], k); return super().__new__(m, n, b, d)", "def __init__(c, n, b, d, **k): log('init', n, k)",
                  "def __call__(c, *a, **k): log('call', a, k); return super().__call__(*a, **k)", "@classmethod\ndef __prepare__(m, n, b, **k): log('prepare', n, k); return {'given': 1}",
                  "@classmethod\ndef __prepare__(m, n, b, **k):\n    class D(dict):\n        def __setitem__(s, k, v): log('store', k) ; super().__setitem__(k, v)\n        def __getitem__(s, k): log('load', k); return super().__getitem__(k)\n    return D()",
                  "@classmethod\ndef __prepare__(m, n, b, **k): return [1]", "def __getattr__(c, a): return log('meta attr', a)", "def __setattr__(c, a, v): log('meta set', a); super().__setattr__(a, v)",
                  "def __len__(c): return 3", "def __iter__(c): return iter('ab')", "def __getitem__(c, i): return log('meta item', i)", "def __contains__(c, x): return x == 1", "def mro(c): log('mro', c.__name__); return super().mro()",
                  "def mro(c): return [c, object]", "def mro(c): return (c,)", "def mro(c): return [1]", "def __instancecheck__(c, o): return log('is', o) == 1", "def __subclasscheck__(c, o): return log('sub', 0)", "def __repr__(c): return 'REPR'",
                  "def __bool__(c): return False", "def __or__(c, o): return log('or', 1)", "def __eq__(c, o): return log('eq', True)", "def __hash__(c): return 5", "def __dir__(c): return ['z', 'b']", "x = property(lambda c: log('meta x', 1))",
                  "def __delattr__(c, a): log('meta del', a); super().__delattr__(a)", "def __getattribute__(c, a): return super().__getattribute__(a) if a[:2] == '__' else log('any', a)"]
        self.put(f"class {m}(type):")
        self.put("    pass")
        chosen = self.rng.sample(bodies, self.rng.randrange(1, 5))
        for body in chosen:
            self.lay(body, 1)
        head = self.pick(f"metaclass={m}", f"P, metaclass={m}", f"metaclass={m}, k=1", f"list, metaclass={m}", f"metaclass=lambda *a, **k: log('made', {m}(*a))")
        self.put(f"class {c}({head}):")
        inner = ["x = y = 1", "def f(s): return __class__", "log(__qualname__)", "def __init_subclass__(c, **k): log('heir', c.__name__, k)", "def __class_getitem__(c, i): return log('class item', i)", "z: int = 1", "given = given + 1",
                 "for i in range(2): pass", "del x", "class Inner: q = 1", "__slots__ = ()", "a = [x for x in range(3)]", "locals()['n'] = 3", "def __eq__(s, o): return 1", "global out", "__module__ = 'mod'", "__qualname__ = 'A.B'", "__qualname__ = 1"]
        for body in self.rng.sample(inner, self.rng.randrange(1, 5)):
            self.put("    " + body)
        heir = self.fresh("C")
        for use in self.rng.sample([f"{c}()", f"len({c})", f"list({c})", f"{c}[1]", f"1 in {c}", f"{c}.x", f"{c}.missing", f"{c}().f()", f"isinstance(1, {c})", f"issubclass(int, {c})", f"bool({c})", f"{c} | int", f"{c} == 1", f"hash({c}) == 5",
                                    f"type({c}).__name__", f"{c}.__qualname__", f"{c}.__module__", f"setattr({c}, 'q', 1)", f"delattr({c}, 'y')", f"type('N', ({c},), {{}}, k=2).__name__", f"dir({c})[:2]", f"[b.__name__ for b in {c}.__mro__]",
                                    f"repr({c})", f"{c}.__bases__", f"{c}.__dict__.keys() & {{'x', 'y', 'a', 'z', 'given', '__annotations__'}} and 1", f"callable({c})", f"{c}.Inner.q", f"type({c})({heir!r}, (int, {c}), {{}})", f"{c}.n"], 8):
            self.put(f"told(lambda: {use})")

    def heirs(self):
        """Bases that fit or not, orders of them, and classes that change theirs."""
        names = []
        for _ in range(self.rng.randrange(2, 6)):
            name = self.fresh("H")
            pool = names + names + ["int", "list", "object", "Exception", "P", "str", "tuple", "bool", "type", "OSError", "Meta", "1", "len", "NS", "property", "Like", "float", "range", "dict"]
            bases = self.rng.sample(pool, self.rng.choice((0, 1, 1, 2, 2, 3)))
            self.put("try:")
            self.put(f"    class {name}({', '.join(bases)}):")
            for body in self.rng.sample(["pass", "__slots__ = ()", "__slots__ = 'a'", "__slots__ = ('a', '__dict__')", "def who(s): return [1] + getattr(super(), 'who', list)()", "x = 1", "def __init_subclass__(c, a=0): log(c.__name__, a)", "def __new__(c, *a): return log(super().__new__(c))",
                                         "__slots__ = ('__weakref__',)", "__slots__ = ('x', '__slots__')", "def __mro_entries__(s, b): return (int,)", "__hash__ = None", "__call__ = 1", "__len__ = lambda s: -1"], self.rng.randrange(1, 3)):
                self.put("        " + body)
            self.put("except Exception as e:")
            self.put("    say(e)")
            self.put(f"    class {name}: pass")
            names.append(name)
        for _ in range(5):
            a, b = self.pick(*names), self.pick(*names, "int", "object", "P", "()")
            self.put("told(lambda: " + self.pick(f"[k.__name__ for k in {a}.__mro__]", f"{a}().who()", f"setattr({a}, '__bases__', ({b},))", f"setattr({a}(), '__class__', {b})", f"{a}.__base__.__name__", f"{a}().__dict__", f"setattr({a}(), 'x', 3)",
                                                 f"issubclass({a}, {b})", f"{a}.__subclasses__()", f"super({a}, {b}())", f"super({b}, {a})", f"{a}.__new__({b})", f"{b}.__init__({a}(), 1)", f"{a} in {{ {b}: 1 }}", f"{a}(1, 2)", f"{a}(k=1)", f"len({a}())",
                                                 f"{a}()()", f"vars({a}).get('__slots__')", f"{a}.__flags__ & 0x40000000", f"type.mro({a})", f"{a}.__text_signature__", f"({a}() == {a}(), {a}() is {a})", f"hash({a}()) and 1") + ")")

    def slotted(self):
        c, d = self.fresh("T"), self.fresh("T")
        slots = self.pick("('a', 'b')", "'a'", "['a', '__b']", "{'a': 'doc', 'b': None}", "('a', 'a')", "('1a',)", "(1,)", "('__dict__', 'a')", "('__weakref__', '__weakref__')", "('',)", "(n for n in 'ab')", "('a', '__class__')", "('__dict__', '__dict__')")
        base = self.pick("", "", "(int)", "(tuple)", "(P)", "(Exception)", "(list)", "(type)")
        self.lay(f"try:\n    class {c}{base}:\n        __slots__ = {slots}\n        {self.pick('pass', 'b = 1', 'def __init__(s, *k): s.a = 1', 'def __getattr__(s, n): return log(n)', 'def g(s): return s.__b', 'a: int')}\n"
                 f"except Exception as e: say(e)\nelse:\n    class {d}({c}): {self.pick('pass', '__slots__ = ()', '__slots__ = (chr(97),)', 'a = 5', '__slots__ = (chr(99), chr(97))')}")
        for use in self.rng.sample(["o.a", "setattr(o, 'a', 1)", "delattr(o, 'a')", "o.b", "setattr(o, 'q', 1)", "o.__dict__", "type(o).a", "type(o).__slots__", "type(o).a.__get__(o)", "type(o).a.__get__(3)", "type(o).a.__set__(o, 4)", "type(o).a.__delete__(o)",
                                    "__import__('copy').copy(o).a", "o.__reduce_ex__(2)[0].__name__", "o.g()", "__import__('weakref').ref(o) and 1", "hasattr(o, 'a')", "setattr(o, '__class__', P)", "o.__getstate__()", "type(o).a.__name__", "type(o).a.__objclass__.__name__", "repr(type(o).a)"], 7):
            self.put(f"for k in ({c}, {d}): told(lambda: (lambda o: {use})(k()))")

    def descriptor(self):
        d, c = self.fresh("D"), self.fresh("C")
        parts = self.rng.sample(["def __get__(s, o, t=None): return log('get', type(o).__name__, getattr(t, '__name__', t))", "def __set__(s, o, v): log('set', type(o).__name__, v)", "def __delete__(s, o): log('delete')",
                                 "def __set_name__(s, o, n): log('name', o.__name__, n)", "def __set_name__(s, o, n): o.other = n; {}[n]", "def __get__(s, o, t): raise AttributeError('lost')", "def __call__(s, *a): return log('call', len(a))", "def __set__(s, o, v): vars(o)['x'] = v",
                                 "__get__ = None", "__set__ = 3", "def __getattr__(s, n): return log('attr', n)", "def __isabstractmethod__(s): return 1", "__get__ = L(3)"], self.rng.randrange(1, 5))
        self.put(f"class {d}:")
        for part in parts:
            self.put("    " + part)
        self.lay(f"try:\n    class {c}:\n        x = {self.pick(d + '()', f'property({d}())', f'classmethod({d}())', f'staticmethod({d}())', f'property(lambda s: 1, {d}())')}\n        {self.pick('pass', 'y = x', f'__len__ = {d}()', f'__call__ = {d}()', f'__iter__ = {d}()', '__slots__ = ()', f'__getattr__ = {d}()', f'__eq__ = {d}()', f'__enter__ = {d}()', f'__init__ = {d}()', f'__add__ = {d}()', f'__next__ = {d}()')}\n"
                 f"except Exception as e:\n    say(e)\n    class {c}: x = 0")
        for use in self.rng.sample(["o.x", "setattr(o, 'x', 1)", "delattr(o, 'x')", "type(o).x", "setattr(type(o), 'x', 1)", "len(o)", "o()", "list(o)", "o.y", "o.missing", "vars(o)", "o == 1", "o + 1", "use_with(o)", "next(o)", "o.x()", "type(o).other", "hasattr(o, 'x')", "[o.x for i in range(20)][-1]",
                                    "setattr(o, 'x', 2) or o.x", "getattr(o, 'x', 'default')", "object.__getattribute__(o, 'x')", "type.__getattribute__(type(o), 'x')", "super(type(o), o).x", "super(type(o), type(o)).__init__", "delattr(type(o), 'x') or o.x"], 9):
            self.put(f"told(lambda: (lambda o: {use})({c}()))")

    def supers(self):
        a, b = self.fresh("A"), self.fresh("B")
        bodies = ["def m(s, x=1): return 'B', super().m(x)", "def m(s, x=1): return [super().m(i) for i in range(2)]", "def m(s, x=1): return (lambda: super().m(x))()", "def m(s, x=1):\n    def f(): return super().m(x)\n    return f()", "def m(s, x=1):\n    s = 1\n    return super().m(x)",
                  "def m(s, x=1):\n    del s\n    return super().m(x)", "def m(*s): return super().m()", "@staticmethod\ndef m(): return super().m()", "@staticmethod\ndef m(x): return super().m()", "@classmethod\ndef m(c, x=1): return super().m", "def m(s, x=1): return list(super().g(x))", "m = lambda s, x=1: super().m(x)",
                  "def m(s, x=1): return __class__.__name__, super(__class__, s).m(x)", "def m(s, x=1): super().v = 1", "def m(s, x=1): return super().__init__()", "def m(s, x=1): return super().missing", "def m(s, x=1): return super(x).m", "def m(s, x=1): return super(__class__).__get__(s).m(x)",
                  "def m(s, x=1):\n    super = lambda: log('own')\n    return super()", "def m(s, x=1):\n    yield super().m(x)", "def m(s, x=1): return super().p", "def m(s, x=1): return super().__class__.__name__, super().__repr__()[:1]", "def m(s, x=1): return super().m(*[x], **{})", "def m(s, x=1):\n    nonlocal __class__\n    __class__ = int\n    return super().m(x)",
                  "def m(s, x=1): return (yield (yield super().m(x)))", "def m(s, x=1): return f'{super().m(x)!r:>9}'", "def m(s, x=super): return x().m()", "def m(s, x=1): return {super().m(i): i for i in range(2)}",
                  "def m(s, x=1): return eval('super().m(x)')", "def m(s, x=1): return super.m(x)", "class m:\n    def __init__(s): s.v = super().__init__()\n    def __repr__(s): return 'inner'", "def m(s, x=1): return super().__setattr__('v', x)", "def m(s, x=1): return hasattr(super(), 'm'), super().__thisclass__.__name__, super().__self__ is s"]
        self.lay(f"class {a}:\n    p = property(lambda s: log('p', 1))\n    def m(s, x=0): return 'A', x\n    def g(s, n): yield from range(n)\nclass {b}({self.pick(a, a, a, '')}):")
        self.put("    pass")
        for body in self.rng.sample(bodies, self.rng.randrange(1, 3)):
            self.lay(body, 1)
        for use in self.rng.sample([f"{b}().m()", f"{b}().m(2)", f"{b}.m", f"{b}.m({a}())", f"{b}.m(3)", f"list({b}().m())", f"type('X', ({b},), {{}})().m()", f"[{b}().m(i) for i in range(12)][-1]", f"{b}.m()", f"{b}.m.__closure__", f"{b}().m(x=3)"], 5):
            self.put(f"told(lambda: {use})")
        self.put(f"words({b}.m) if hasattr({b}.m, '__code__') else 0")

    # ---- exceptions and ways through blocks --------------------------------------------------------

    def group(self, depth=0):
        kinds = ("ValueError(1)", "KeyError('k')", "TypeError('t')", "OSError(2, 'o')", "StopIteration(3)", "ZeroDivisionError()", "UnicodeError('u')")
        if depth > 2 or self.chance(.4):
            return self.pick(*kinds)
        return f"ExceptionGroup({self.literal('str')}, [{', '.join(self.group(depth + 1) for _ in range(self.rng.randrange(1, 4)))}])"

    def grouped(self):
        f = self.fresh("x")
        self.put(f"def {f}():")
        self.put("    try:")
        if self.chance(.2):
            self.put("        raise KeyError('before')")
            self.put("    except KeyError:")
        else:
            self.put("        if 1:")
        raised = self.group()
        if self.chance(.4):
            self.lay(f"        e = {raised}\n        e.add_note('n')\n        {self.pick('raise e', 'raise e from OSError()', 'raise e from None', 'raise e.with_traceback(None)', 'raise type(e)(*e.args) from e')}")
        else:
            self.put(f"        raise {raised}")
        for _ in range(self.rng.randrange(1, 4)):
            kind = self.pick("ValueError", "KeyError", "(TypeError, OSError)", "LookupError", "Exception", "StopIteration", "ArithmeticError", "ExceptionGroup", "1", "(int,)", "log(ValueError)")
            self.put(f"    except* {kind}{self.pick(' as e', ' as e', '')}:")
            self.put("        log(type(sys.exc_info()[1]).__name__, [type(i).__name__ for i in sys.exc_info()[1].exceptions])")
            self.put("        " + self.pick("pass", "raise", "raise IndexError(7)", "raise e", "raise KeyError from e", "raise sys.exc_info()[1].exceptions[0]", "log(e.message)", "del e", "e = 3", "raise sys.exc_info()[1].derive([IndexError(1)])",
                                            "[None for i in range(3)]", "raise ExceptionGroup('new', [e, KeyError(1)])", "raise sys.exc_info()[1].subgroup(lambda i: isinstance(i, LookupError)) or TypeError()"))
        if self.chance(.3):
            self.put("    else: log('else')")
        if self.chance(.3):
            self.put(f"    finally: {self.pick('log(1)', 'raise AttributeError(1)', 'return 5', 'log(sys.exc_info()[1] is None)')}")
        self.put("    return 'end'")
        self.put(f"told({f})")
        self.put(f"printed({f})")
        if self.chance(.3):
            self.put(f"words({f})")
        g = self.group()
        if g.startswith("ExceptionGroup"):
            self.put(f"told(lambda: [(type(p).__name__, str(p), p and len(p.exceptions)) for p in {g}.split({self.pick('ValueError', '(KeyError, TypeError)', 'lambda e: len(e.args) == 1', 'ExceptionGroup', '1', 'lambda e: e.gone')})])")

    def ways(self):
        """How blocks are left, by each of some numbers."""
        f = self.fresh("w")
        self.put(f"def {f}(n):")
        self.indent += 1
        self.loops_here = 0
        self.way(0)
        self.put("return 'last'")
        self.indent -= 1
        self.put(f"for n in range(7): told({f}, n)")
        self.put(f"words({f})")

    def leave(self):
        k = self.rng.randrange(6)
        acts = [f"return log({k})", "raise ValueError(n)", "1 / 0", "raise", "log(n)", f"return (lambda: {k})()", "n += 1", "assert n > 3, log(n)", "raise KeyError from None", f"yield_ = {k}"]
        if self.loops_here:
            acts += ["break", "continue", "break", "continue"]
        return self.pick(f"if n == {k}: ", f"if n > {k}: ", f"if n % 3 == {k % 3} and log({k}): ", f"if n < {k} or n == 5: ", "") + self.pick(*acts)

    def way(self, depth):
        kinds = ["leave"] if depth > 3 else ["leave", "for", "while", "try", "with", "if", "finally", "try", "with"]
        for _ in range(self.rng.randrange(1, 4 if depth < 2 else 3)):
            kind = self.pick(*kinds)
            if kind == "leave":
                self.put(self.leave())
                continue
            kept = self.loops_here
            self.put({"for": f"for i in {self.pick('range(3)', 'L(2)', 'iter([1])', '()')}:", "while": self.pick("while n < 3:", "while (n := n + 1) < 4:", "while True:"), "try": "try:", "finally": "try:", "if": f"if {self.pick('n', 'log(n)', 'n == 2 or n == 4', 'not n')}:",
                      "with": self.pick("with L(1):", "with L(2) as q:", "with L(1), L(2):", "with (L(1) as a, L(0)):", "with L(3) as q.attr, L(2):")}[kind])
            self.indent += 1
            if kind in ("for", "while"):
                self.loops_here = 1
                if kind == "while":
                    self.lay("n += 1\nif n > 9: break")
            self.way(depth + 1)
            self.indent -= 1
            if kind == "try":
                self.block_of(depth, self.pick("except ValueError as e:", "except (KeyError, ZeroDivisionError):", "except Exception as e:", "except:", "except log(ValueError):"))
                if self.chance(.3):
                    self.block_of(depth, "else:")
            if kind == "finally" or kind == "try" and self.chance(.3):
                self.block_of(depth, "finally:")
            self.loops_here = kept
            if kind in ("for", "while", "if") and self.chance(.3):
                self.block_of(depth, "else:")

    def block_of(self, depth, head):
        self.put(head)
        self.indent += 1
        self.way(depth + 1)
        self.indent -= 1

    def flowing(self):
        """The same in a generator, a coroutine or an asynchronous one, with throw() and close() in between."""
        f, kind = self.fresh("w"), self.rng.randrange(2)
        at = len(self.lines)
        self.put(f"{'async ' if kind else ''}def {f}(n):")
        self.indent += 1
        self.loops_here = 0
        self.way(0)
        self.put("await Wait(n)" if kind else "yield n")
        self.indent -= 1
        point = ("await Wait(log(0))", "show(await Wait(1))") if kind else ("yield log(0)", "show((yield 1))", "log((yield))")
        self.lines[at + 1:] = [re.sub(r"log\(n\)$", lambda m: self.pick(*point), line) for line in self.lines[at + 1:]]
        if kind:
            self.lines[at + 1:] = [re.sub(r"^( *)with L\((\d)\)( as q)?:$", r"\1async with Manager(\2)\3:", re.sub("for i in range", "async for i in Ticker", line)) for line in self.lines[at + 1:]]
        self.put(f"for n in range(5): drive({f}(n), n % 3)")
        self.put(f"words({f})")

    # ---- asynchronous generators and their like --------------------------------------------------

    def async_generator(self):
        g = self.fresh("ag")
        self.put(f"async def {g}(n):")
        self.put("    try:")
        for _ in range(self.rng.randrange(1, 4)):
            self.put("        " + self.pick("yield n", "x = yield await Wait(1)", "show((yield 2))", "async for y in Ticker(2): yield y", "async with Manager(3) as m: yield m", "await Wait(4)", "if n == 1: return", "if n == 2: raise ValueError(n)", "yield [z async for z in Ticker(n)]",
                                            "[(yield i) for i in ()]" if self.chance(.03) else "yield", "raise StopAsyncIteration" if self.chance(.3) else "yield (yield n)", "raise StopIteration" if self.chance(.3) else "yield 7", "yield {a: b async for a in Ticker(2) if await Wait(a) for b in range(a)}", "yield sum([i async for i in Ticker(3)])"))
        for head in self.pick([], ["except KeyError as e"], ["except GeneratorExit"], ["finally"], ["except Exception", "finally"], ["except BaseException"]) or ["finally"]:
            self.put(f"    {head}: {self.pick('log(9)', 'yield 9', 'await Wait(9)', 'raise', 'raise OSError', 'return')}")
        self.put(f"for n in range(4):\n    o = {g}(n)".replace("\n", "\n" + "    " * self.indent))
        for _ in range(self.rng.randrange(2, 6)):
            call = self.pick("o.__anext__()", "o.asend(None)", "o.asend(5)", "o.athrow(KeyError)", "o.athrow(KeyError(1))", "o.aclose()", "anext(o)", "anext(o, 'd')", "o.__aiter__().__anext__()", "o.athrow(GeneratorExit)", "o.athrow(KeyError, 1)", "o.asend()", "o.athrow()")
            self.put("    told(lambda: " + self.pick(f"steps({call}, {self.pick('-1', '-1', '0', '1')})", f"steps({call}, {self.pick('-1', '1')}, 1)", f"{call}.close()", f"{call}.throw(OSError(1))", "(o.ag_running, o.ag_frame is None, o.ag_await is None, o.ag_code.co_name)", f"steps({call})") + ")")
        self.put("    del o")

    def delegation(self):
        d, g = self.fresh("D"), self.fresh("g")
        self.put(f"class {d}:")
        self.put("    n = 0")
        for body in self.rng.sample(["def __iter__(s): return s", "def __next__(s): s.n += 1; return log('next', s.n) if s.n < 4 else [][1]", "def __next__(s):\n    s.n += 1\n    if s.n > 2: raise StopIteration(log('stop'))\n    return s.n", "def send(s, v): return log('send', v)", "def throw(s, *a): return log('throw', len(a))",
                                     "def throw(s, *a): raise StopIteration(4)", "def close(s): log('close')", "def close(s): raise OSError('close')", "def __getattr__(s, n): return log('attr', n)", "def __await__(s): return s", "send = None", "throw = None", "close = 1"], self.rng.randrange(3, 8)):
            self.lay(body, 1)
        self.put("    def __iter__(s): return s") if self.chance(.6) else None
        self.lay(f"{self.pick('', '@types.coroutine' + chr(10))}def {g}():\n    try: r = {self.pick('yield from', 'yield from')} {d}()\n    except Exception as e: r = say(e)\n    show((yield r))\n    return 1")
        for _ in range(3):
            self.put(f"o = {g}()")
            for _ in range(self.rng.randrange(2, 5)):
                self.put("told(lambda: " + self.pick("next(o)", "o.send(None)", "o.send(3)", "o.throw(KeyError)", "o.throw(KeyError, 1, None)", "o.close()", "o.throw(GeneratorExit)", "o.gi_yieldfrom is None", "o.throw(ValueError(1))", "o.throw(1)", "o.throw(KeyError(1), 2)", "o.gi_suspended", "o.throw(StopIteration(5))", "list(o)") + ")")

    def weird_generator(self):
        g = self.fresh("g")
        self.put(f"def {g}(n, *a):")
        for _ in range(self.rng.randrange(1, 5)):
            self.put("    " + self.pick("x = [i for i in (yield 1)]", "f = lambda: (yield 3)\n    show(list(f()))", "def f(a=(yield 4)): return a\n    show(f())", "show(f'{(yield 5)!r:>{(yield 6) or 4}}')", "show([(yield), (yield 7)])", "class Z((yield 8) or P): pass", "show({(yield 1): (yield 2)})", "assert (yield 9) is None, (yield 10)",
                                        "n = n if (yield n) else (yield -n)", "yield from (i for i in range(n))", "x = yield from iter([1, 2])", "(yield)[(yield)] = (yield)", "yield *a, n", "return (yield n)", "with L(2): yield 11; raise KeyError", "for i in (yield 12) or (): yield i", "show((yield 1) < (yield 2) < (yield 3))", "print(*(yield) or (), **(yield) or {}, end='')", "del a[(yield)]", "try: yield 13\n    finally: yield 14",
                                        "@(yield 3)\n    def h(): pass", "while (yield 15): pass", "log(1, (yield 16), 2)", "x: (yield 1) = 2" if self.chance(.05) else "x: int = (yield 1)", "raise StopIteration(5)" if self.chance(.2) else "yield", "global gg; gg = yield 17", "match (yield 18):\n        case 1: yield 19\n        case None: yield 20"))
        self.put(f"words({g})")
        for _ in range(3):
            self.put(f"o = {g}({self.small()})")
            for _ in range(self.rng.randrange(3, 8)):
                self.put("told(lambda: " + self.pick("next(o)", "next(o)", "o.send(1)", "o.send([1, 2])", "o.throw(KeyError('t'))", "o.close()", "o.gi_frame and o.gi_frame.f_lineno", "(o.gi_running, o.gi_suspended)", "o.send(lambda f: 1)", "list(zip(o, range(3)))") + ")")

    # ---- decorators, formats, stars, scopes ------------------------------------------------------

    def decorated(self):
        f = self.fresh("f")
        for _ in range(self.rng.randrange(1, 4)):
            self.put("@" + self.pick("log", "lambda f: log(1, f)", "(d := lambda f: log(2, f))", "[log][0]", "L(1)", "(lambda f: lambda *a, **k: log('w', f(*a, **k)))", "log if 1 else 0", "{1: log}[1]", "NS.p", "property", "staticmethod", "classmethod", "missing", "None", "log(log)", "type(log)", "L(2)[1]", "(yield_ := log)", "L(3).attr", "str"))
        if self.chance(.7):
            parameters = self.pick("a=log(1), *, b=log(2)", "a: log(3) = log(4), /, *b: log(5)", "*a: *(1, 2)", "a, b=log(1), /, c=log(2), *, d: 1, e=log(3), **k: log(4)", "")
            self.lay(f"{self.pick('', '', 'async ')}def {f}({parameters}){self.pick('', ' -> log(6)')}:\n    {self.pick('return 1', 'yield 2', 'return locals()')}")
        else:
            self.lay(f"class {f}({self.pick('', 'log(P)', '*[P]', 'metaclass=log(type)', '*(), **{}')}):\n    log(0)\n    x: log(1) = log(2)")
        for use in self.rng.sample([f"{f}", f"{f}()", f"{f}(1)", f"{f}(1, d=2)", f"{f}.__annotations__", f"{f}.__defaults__", f"{f}.__kwdefaults__", f"{f}.__name__", f"{f}(1, 2, 3, 4)", f"{f}(a=1)", f"{f}(*[1], **{{'d': 1, 'z': 2}})", f"{f}(1, **{{'a': 2}})", f"{f}(b=1, c=2)", f"{f}(1, 2, c=3, d=4, **{{'c': 5}})"], 5):
            self.put(f"told(lambda: {use})")

    def spec(self):
        return (self.pick("", "", "*", "0", "\u20ac", "}", "{{") + self.pick("<", ">", "^", "=") if self.chance(.4) else "") + self.pick("", "", "+", "-", " ", "z", "+z") + self.pick("", "", "", "#") + self.pick("", "", "0") + \
            self.pick("", "", "5", "12", "1", "30", "0") + self.pick("", "", "", ",", "_") + self.pick("", "", ".0", ".3", ".10", ".", ".1") + self.pick("", "", *"dbxXocneEfFgG%sra")

    def formats(self):
        value = lambda: self.pick("0", "1", "-7", "12345678", "10**30", "True", "0.0", "-0.0", "1.5", "-1234567.891", "1e300", "1e-7", "float('nan')", "float('-inf')", "1+2j", "-0j", "1e30j", "'abc'", "'\u20ac\U0001f600'", "None", "L(1)", "b'a'", "[1]", "0.1+0.2", "123456789.5", "2.5", "5e-324", "__import__('decimal').Decimal('12.50')", "__import__('fractions').Fraction(1, 3)", "__import__('datetime').date(2020, 1, 2)")
        for _ in range(self.rng.randrange(3, 8)):
            spec = self.spec()
            kind = self.rng.randrange(6)
            if kind < 2:
                self.put(f"told(lambda: format({value()}, {spec!r}))")
            elif kind == 2:
                flags = "".join(self.rng.sample("-+ 0#", self.rng.randrange(4)))
                part = f"%{flags}{self.pick('', '5', '*', '12', '0')}{self.pick('', '.3', '.*', '.0', '.')}{self.pick(*'diouxXeEfFgGcrsa%ylh')}{self.pick('', '', 'd')}"
                given = ", ".join(self.pick("3", value(), value()) for _ in range(part.count("*") + self.rng.choice((1, 1, 1, 1, 0, 2))))
                self.put(f"told(lambda: {self.pick('', '', 'b')}'a{part}b' % ({given}{',' if given else ''}))")
            elif kind == 3:
                field = self.pick("", "0", "1", "k", "0.real", "k[a]", "0[0]", "a.b", "k[0].x", "0.__class__", "-1", "0[", "k]", "0.", "[0]", "9") + self.pick("", "", "!r", "!s", "!a", "!x", "!", "!rr") + self.pick("", ":", ":" + spec, ":{}", ":{0}", ":{k}{}", ":{{}}")
                self.put(f"told(lambda: {'{' + field + self.pick('}', '}', '}', '}', '', '}}') + self.pick('', '{}', '{1}', '}', '{')!r}.format({value()}, {value()}, k={self.pick(value(), chr(123) + '1: 2' + chr(125))}))")
            elif kind == 4:
                field = value().replace("'", '"') + self.pick("", "", "=", " = ") + self.pick("", "", "!r", "!s", "!a") + self.pick("", ":" + spec.replace("{{", "<").replace("}", ">"), ":{5}", ":>{1+2}.{2}", ":{'>'}{9}", ":{L(1)}")
                text = "told(lambda: f'''a{" + field + "}b''')"
                self.put(f"source({text!r})")
                self.put(f"told(lambda: exec({text!r}))")
            else:
                self.put(f"told(lambda: {'{' + self.pick('a', '0', 'a[1]', 'a.n') + ':' + spec + '}'!r}.format_map({{'a': {value()}}}))")

    def stars(self):
        a = self.fresh("t")
        targets = [f"{a}, *{a}b", f"*{a}, = ", f"({a}, *{a}b), {a}c", f"[*{a}]", f"{a}[log(0)]", f"L(1).{a}", f"{a}, ({a}b, [*{a}c, {a}d])", f"*L(2)[log(1)], {a}", f"{a}, {a}", f"{a}.x, {a}[0], *{a}", f"{a}"]
        values = ["1, 2, 3", "'abc'", "*'ab', 3", "[1, [2, [3, 4]]]", "L(3)", "(1, (2, (3, 4)))", "log([1, 2])", "{1: 2, 3: 4}", "()", "1", "iter([1, 2])", "range(4)", "*(), *[1], *{2}", "(1, 2), 3", "types.SimpleNamespace()"]
        for _ in range(4):
            line = self.pick(lambda: f"{self.pick(*targets).rstrip('= ')} = {self.pick(*values)}", lambda: f"{self.pick(*targets).rstrip('= ')} = {a}x = {self.pick(*values)}", lambda: f"for {self.pick(*targets).rstrip('= ')} in [{self.pick(*values)}], [{self.pick(*values)}]: log(1)",
                             lambda: f"show([({a}, *x) for {a}, *x in ({self.pick(*values)},)])", lambda: f"show((lambda *a, **k: (a, k))(*[{self.pick(*values)}], log(1), *log('b'), k=log(2), **{self.pick('{}', '{chr(97): log(3)}', '{chr(107): 1}', '{1: 2}', '[1]', 'L(2)', '1')}))",
                             lambda: f"log(*{self.pick('1', 'None', 'L(2)', '[]', 'int')})", lambda: f"show(L(1)[*{self.pick('(1, 2)', 'L(2)', '()')}, 3])", lambda: f"show({{**{self.pick('{1: 2}', '[]', '1', 'L(1)', '{}')}, 1: log(4)}})", lambda: f"show([*{self.pick(*values).replace('*', '')}])", lambda: f"L(log(1))[log(2):log(3)] = log(4)",
                             lambda: f"del {self.pick(f'{a}, {a}', '(L(1)[log(1)], L(2)[log(2)])', f'[{a}, L(3).x]', 'L(1)[:]')}", lambda: f"L({self.small()})[log(5)] += log(6)", lambda: f"L(2).{a} -= log(7)", lambda: f"show([y := 1, y**2, (z := y) + z])", lambda: f"show([last := i for i in range(3)] and last)", lambda: f"show({{(k := i): (v := k * 2) for i in range(3)}}, )",
                             lambda: f"while ({a} := {a}x if 0 else 0): pass", lambda: f"(lambda: ({a} := log(3)))() ; show({a})", lambda: f"{a}: int = log(1)", lambda: f"L(1).{a}: log(2) = log(1)", lambda: f"({a}): log(5)")()
            self.put("try:")
            self.put("    " + line)
            self.put("except Exception as e: say(e)")
            self.put("else: show(locals().get(" + repr(a) + "))")

    def scopes(self):
        f = self.fresh("s")
        body = ["x = 1", "del x", "show(x)", "def g(): nonlocal x; x = 2; return x", "show(g())", "class K:\n        x = x if 1 else 0\n        def m(s): return x", "show(K().m())", "show([x for _ in range(2)])", "for x in range(2): pass", "import sys as x", "try: raise KeyError\n    except KeyError as x: pass", "with L(1) as x: pass", "show(locals().get('x'))", "exec('x = 5'); show(x)",
                "def g(): del x", "def g(): return x", "show(eval('x'))", "(lambda: [x := 3 for _ in 'a'])()", "x += 1", "show((lambda x=x: x)())", "show(sorted(k for k in dir() if k != 'g'))", "class x: x = 1", "show(g.__closure__ and g.__closure__[0].cell_contents)", "def g(x): return (lambda: x)", "g = lambda: x", "show({x: (x, y) for x in range(2) for y in [x]})", "global gl; gl = 1", "show(gl)", "y = [lambda: x for x in range(2)]; show([z() for z in y])",
                "class K:\n        nonlocal x\n        x = 8", "class K:\n        global x\n        x = 8", "x: int", "x: int = 3", "match 5:\n        case x: pass", "def x(): return x", "show(__debug__, )", "if (x := 0): pass", "del g", "return x", "class K:\n        y = [x for _ in 'a']\n        def __init__(s): s.__p = __class__\n        z = locals().keys() & {'y', 'q'}", "show(vars(K()))"]
        text = f"def {f}(x=0):\n    def g(): return 'g'\n    K = P\n" + "\n".join("    " + self.rng.choice(body) for _ in range(self.rng.randrange(3, 9)))
        self.put(f"source({text!r})")
        self.put(f"exec(compile({text!r}, 'program', 'exec'))")
        self.put(f"words({f})")
        self.put(f"told({f})")
        self.put(f"told({f}, 4)")

    def operators(self):
        a, b = self.fresh("O"), self.fresh("O")
        op = self.pick(("add", "+"), ("sub", "-"), ("mul", "*"), ("matmul", "@"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"), ("lshift", "<<"), ("and", "&"), ("or", "|"), ("xor", "^"))
        result = lambda: self.pick("NotImplemented", "log(1)", "s", "[][0]", "super().__%s__(o)" % op[0], "None")
        for name, base in (a, self.pick("", "", "(int)", "(str)", "(list)", "(float)", "(set)", "(tuple)", "(dict)")), (b, self.pick("", f"({a})", f"({a})", "(int)")):
            self.put(f"class {name}{base}:")
            self.put("    pass")
            for way in self.rng.sample(("", "r", "i"), self.rng.randrange(1, 4)):
                self.put(f"    def __{way}{op[0]}__(s, o): log({name!r}, {way!r}); return {result()}")
            for other in self.rng.sample(["def __eq__(s, o): return log('eq')", "def __lt__(s, o): return NotImplemented", "def __ge__(s, o): return log('ge')", "def __bool__(s): return 1", "def __len__(s): return True", "def __len__(s): return 'a'", "def __index__(s): return 1.5", "def __index__(s): return True", "def __hash__(s): return -1", "def __hash__(s): return 'a'", "def __contains__(s, x): return L(0)",
                                          "def __neg__(s): return log('neg')", "def __int__(s): return True", "def __float__(s): return 1", "def __str__(s): return 1", "def __repr__(s): return b''", "def __divmod__(s, o): return log('divmod')", "def __rdivmod__(s, o): return NotImplemented", "def __round__(s, n=None): return log('round', n)", "def __length_hint__(s): return -1", "def __missing__(s, k): return log('missing', k)",
                                          "def __reversed__(s): return log('reversed')", "def __call__(s): return log(2)", "__add__ = None", "__iter__ = None", "__hash__ = None", "__contains__ = None", "def __rpow__(s, o, m=None): return log('rpow', m)", "def __complex__(s): return 1j", "def __trunc__(s): return 1", "def __iter__(s): return 3", "def __next__(s): return 3"], 3):
                self.put("    " + other)
        x, y = (self.pick(f"{a}()", f"{b}()", "1", "'a'", "[1]", "None", "1.5", "{1}", "(1,)", "{}") for _ in range(2))
        if "(" not in x + y:
            x = f"{a}()"
        uses = [f"{x} {op[1]} {y}", f"{y} {op[1]} {x}", f"{x} == {y}", f"{x} < {y}", f"{y} >= {x}", f"{x} != {y}", f"bool({x})", f"len({x})", f"[1, 2][{x}]", f"hash({x}) and 1", f"1 in {x}", f"-{x}", f"int({x})", f"float({x})", f"str({x})", f"repr({x})", f"divmod({x}, {y})", f"round({x}, 1)", f"list({x})", f"reversed({x})", f"{x}()", f"pow({x}, {y}, 3)", f"pow(2, {x}, {y})", f"complex({x})", f"{x}['k']", f"f'{{{x}}}'", f"not {x}", f"{x} is not {y}", f"range({x})",
                f"sorted([{x}, {y}])", f"max({x}, {y})", f"sum([{x}], {y})", f"[{x}] == [{y}]", f"{x} in [{y}]", f"{{{x}: 1}}", f"'%d' % {x}", f"chr({x})", f"iter({x})", f"next({x})", f"[*{x}]", f"bytes({x})", f"'a' * {x}", f"(lambda q: [q := q {op[1]} {y} for _ in range(3)])({x})", f"__import__('operator').i{op[0].replace('and', 'and').rstrip('_')}({x}, {y})", f"abs({x})", f"~{x}", f"__import__('math').floor({x})", f"slice({x}).indices(4)", f"'abc'[{x}:]", f"isinstance({x}, {y})"]
        for use in self.rng.sample(uses, 10):
            self.put(f"told(lambda: {use})")
        self.lay(f"try:\n    q = {x}\n    q {op[1]}= {y}\n    show(q)\nexcept Exception as e: say(e)")

    def order(self):
        """What is evaluated when, and what a chain of it leaves."""
        e = self.logged
        for _ in range(4):
            text = self.pick(lambda: f"{e()} < {e()} == {e()} in {e()}", lambda: f"{e()} if {e()} else {e()}", lambda: f"{e()} and {e()} or not {e()} and {e()}", lambda: f"{{{e()}: {e()}, {e()}: {e()}}}", lambda: f"{e()} + {e()} @ {e()}", lambda: f"L(1)({e()}, *{e()}, k={e()})", lambda: f"L(1)[{e()}:{e()}, {e()}]", lambda: f"(lambda a={e()}, *, b={e()}: (a, b))()", lambda: f"[{e()} for x in L(2) if {e()}]",
                             lambda: f"f'{{{e().replace(chr(39), chr(34))}}}{{{e().replace(chr(39), chr(34))}!r:>4}}'", lambda: f"{{{e()}, {e()}, *[{e()}]}}", lambda: f"L({self.small()}).a.b", lambda: f"print({e()}, sep='', end='') or {e()}", lambda: f"({e()}, {e()})[{self.small()}]", lambda: f"{e()} is {e()} is not {e()}", lambda: f"not {e()} < {e()}", lambda: f"[*{e()}, {e()}]", lambda: f"-{e()} ** -{e()}", lambda: f"any(x for x in ({e()}, {e()}))", lambda: f"({e()} if {e()} and {e()} or {e()} else {e()})")()
            self.put(f"told(lambda: {text})")
            if self.chance(.3):
                self.put(f"if {text}: log('yes')")
                self.put("else: log('no')")
            if self.chance(.2):
                self.lay(f"def deep():\n    x = 1\n    return (x,\n            {text},\n            {e()}.gone)\nprinted(deep)\nwords(deep)")

    def comprehended(self):
        """Comprehensions in comprehensions, lambdas and classes."""
        def make(depth, names):
            if depth > 2 or self.chance(.2):
                return self.pick(*names, self.small(), "log(1)", "y")
            v = "abcd"[depth]
            inner = lambda: make(depth + 1, names + [v])
            source = self.pick("range(2)", "'ab'", "L(2)", "[1]", make(depth + 1, names) if self.chance(.1) else "range(3)", f"[{make(depth + 1, names)}]")
            more = self.pick("", "", f" if {inner()}", f" for {v}{v} in [{inner()}]", f" if ({v}w := {inner()}) or {v}w")
            return self.pick(lambda: f"[{inner()} for {v} in {source}{more}]", lambda: f"{{{v}: {inner()} for {v} in {source}{more}}}", lambda: f"list({inner()} for {v} in {source}{more})", lambda: f"(lambda {v}={self.pick(*names, '1')}: {inner()})()", lambda: f"(lambda: [{v} := {make(depth + 1, names)}, {v}])()", lambda: f"next(({inner()} for {v} in {source}{more}), None)", lambda: f"[{inner()} for [{v}] in [[1], [2]]{more}]", lambda: f"[{inner()} for {v}, *_ in ['ab']{more}]",
                             lambda: f"str({{{v} for {v} in {source}}})")()
        text = make(0, ["x"])
        f = self.fresh("f")
        self.lay(f"def {f}(x, y=2):\n    return {text}")
        self.put(f"words({f})")
        self.put(f"told({f}, 3)")
        self.lay(f"try:\n    class Z:\n        x = 5\n        y = 6\n        z = {text}\nexcept Exception as e: say(e)\nelse: show(Z.z)")

    # ---- text that is no program -------------------------------------------------------------------

    TOKEN = re.compile(r"\s+|\w+|'[^'\n]*'|\*\*|:=|->|[<>=!]=|.")
    EXTRA = ("(", ")", "[", "]", "{", "}", ",", ":", ";", "=", ":=", "*", "**", ".", "...", "@", "->", "==", "!=", "if", "else", "for", "in", "def", "class", "lambda", "yield", "await", "async", "return", "import", "from", "as", "not", "is", "del", "with", "try", "except",
             "finally", "raise", "match", "case", "_", "x", "1", "'a'", "f'{x}'", "f'{'", "None", "True", "__debug__", "global", "nonlocal", "pass", "break", "while", "\n", "\n    ", " ", "\t", "\\", "!", "?", "$", "0x", "1_", "1e", "08", "'", '"', "'''", "#", "\u20ac", "\u00e9", "print", "exec", "elif", "or", "and", "+=", "<>", "1a", "0b2", "1.e5j", "b'\u00e9'", "u'a'", "rb''", "~", "-", "|", "<<", "assert", "continue")

    def broken(self):
        """A piece of a program, or of one written here, with a token more, less, twice or exchanged."""
        lines = [line for line in self.written if len(line) < 300]
        base = self.pick(*WELL)
        if lines and self.chance(.3):
            at = self.rng.randrange(len(lines))
            base = "\n".join(lines[at:at + self.rng.randrange(1, 4)]).lstrip()
        for _ in range(self.rng.randrange(3, 9)):
            tokens = self.TOKEN.findall(base)
            for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                at = self.rng.randrange(len(tokens) or 1)
                other = self.rng.choice(tokens or ["x"]) if self.chance(.3) else self.pick(*self.EXTRA)
                how = self.rng.randrange(4)
                tokens[at:at + (how != 0)] = [[other], [], [other], tokens[at:at + 1] * 2][how]
            text = "".join(tokens)
            self.put(f"source({text!r}{self.pick('', '', '', ', ' + repr('eval'), ', ' + repr('single'))})")


WELL = [
    "def f(a, b=1, /, c=2, *d, e, f=3, **g) -> int:\n    return a if b else c\n", "class A(B, metaclass=C, *d, **e):\n    x: int = 1\n    def f(self): pass\n", "f(a, *b, c=1, **d)\n", "x = [a for a in b if c if d for e in f]\n", "x = {a: b for a, b in c}\n", "with a as b, c() as (d, e):\n    pass\n", "with (a as b, c as d,):\n    pass\n",
    "try:\n    pass\nexcept (A, B) as c:\n    pass\nelse:\n    pass\nfinally:\n    pass\n", "try:\n    pass\nexcept* A as b:\n    pass\n", "for a, *b in c, d:\n    break\nelse:\n    pass\n", "while a:\n    continue\n", "match a:\n    case [b, *c] if d: pass\n    case {'k': 1, **r}: pass\n    case A(1, x=2) | None as z: pass\n    case -1+2j: pass\n    case _: pass\n",
    "import a.b as c, d\nfrom .e import (f as g, h,)\nfrom ... import *\n", "lambda a, *b, c=1, **d: (yield)\n", "async def f():\n    async with a as b: await c\n    async for d in e: yield d\n    return\n", "a[b:c:d, ..., *e] = f = g, *h\n", "x: list[int] = (yield)\n", "print(f'{a!r:>{b}} {c=} {{}} {d[1]:%Y}')\n", "a = b'\\x00' 'c'\n", "del a, (b, [c.d, e[0]])\n", "global a, b\nnonlocal c\n",
    "raise A from b\nassert c, d\n", "(a := 1, b if c else d, not e, -f ** 2, g @ h, i < j is not k not in l)\n", "@a.b(c)\n@d\nasync def e(): ...\n", "if a:\n    b\nelif c: d; e\nelse:\n    f\n", "a += b; c **= d; e @= f; g >>= 1\n", "x = 0x1f + 0b1 + 0o7 + 1_000 + 1.5e-3j\n", "{**a, 'b': c, **d}\n[*a, b]\n{a, *b}\n", "f(x for x in y)\nf(a)(b)[c].d\n",
    "def f():\n    global x\n    x = 1\n    def g():\n        nonlocal y\n", "def f(a, (b, c)): pass\n", "print a\nexec b\n", "f(a=1, b)\nf(**a, *b)\nf(a.b=1)\n", "a = 1 = b\nf() = 1\n(a, 1) = 2\n[a, f()] = 1\n{a} = 1\n", "x = (1,\n     2\ny = 3\n", "def f(a, a): pass\nclass A: return\n", "return\nyield x\nawait y\nbreak\n", "from __future__ import annotations, nothing\n", "for x() in y: pass\nwith a as 1: pass\nimport a as b.c\n", "'abc\n'''def\n",
    "a b\na = b c\nf(a b)\n[a b]\n{a: b c}\n", "if x = 1: pass\nwhile y = 2: pass\n", "def f(x=1, y): pass\ndef g(*): pass\ndef h(**k, a): pass\nlambda *: 1\n", "except:\nelse:\nfinally:\n", "try:\n    pass\nx = 1\n", "class A\n    pass\n", "None = 1\ndef None(): pass\nf(True=1)\nx.False = 2\n", "\\ a\n", "f'{a b}' f'{}' f'{!r}' f'{a!z}' f'{a:{b:{c}}}' f'{lambda x: 1}'\n", "[x async for x in y]\nawait z\n", "x = yield = 1\n*a = 1\n*a, *b = 1\nprint(*)\n"]
