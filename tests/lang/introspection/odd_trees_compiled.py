"""Syntax trees whose fields a program has changed: compile() and ast.unparse()."""
import ast


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class EmptyWhenWalked(list):
    def __iter__(self):
        self.clear()
        return list.__iter__(self)

    def __getitem__(self, i):
        return 1 / 0


class TurnsIntoAConstant(ast.Name):
    @property
    def id(self):
        self.__class__ = ast.Constant
        return "x"


t = ast.parse("a + b")
t.body[0].value.left = TurnsIntoAConstant(ctx=ast.Load(), lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
print(type(said(compile, t, "f", "exec")).__name__)
t = ast.parse("f(1)\ng(2)")
t.body = EmptyWhenWalked(t.body)
print(type(said(compile, t, "f", "exec")).__name__)

CHANGES = [
    ("x = 1", lambda t: t.body[0].targets.clear()),
    ("x = 1", lambda t: setattr(t.body[0], "value", None)),
    ("x: int", lambda t: setattr(t.body[0], "simple", "y")),
    ("def f(a): pass", lambda t: setattr(t.body[0], "body", [])),
    ("def f(a): pass", lambda t: setattr(t.body[0].args, "defaults", [1])),
    ("def f(a): pass", lambda t: setattr(t.body[0].args, "defaults", [ast.Constant(1)] * 3)),
    ("f'{x}'", lambda t: setattr(t.body[0].value, "values", [5])),
    ("1", lambda t: setattr(t.body[0].value, "value", [1])),
    ("1", lambda t: setattr(t.body[0].value, "value", (1, [2]))),
    ("a < b", lambda t: t.body[0].value.ops.append(ast.Lt())),
    ("a < b", lambda t: t.body[0].value.ops.clear()),
    ("try: pass\nfinally: pass", lambda t: t.body[0].finalbody.clear()),
    ("{1: 2}", lambda t: t.body[0].value.keys.clear()),
    ("match x:\n case 1: pass", lambda t: t.body[0].cases.clear()),
    ("match x:\n case {1: a}: pass", lambda t: t.body[0].cases[0].pattern.keys.append(ast.Name("q", ast.Load()))),
    ("from . import a", lambda t: setattr(t.body[0], "level", -3)),
    ("import a", lambda t: t.body[0].names.clear()),
    ("global a", lambda t: t.body[0].names.clear()),
    ("global a", lambda t: setattr(t.body[0], "names", [1])),
    ("x", lambda t: setattr(t.body[0], "lineno", -5)),
    ("x", lambda t: setattr(t.body[0], "lineno", 2**40)),
    ("x", lambda t: setattr(t.body[0].value, "end_lineno", 0)),
    ("x", lambda t: setattr(t.body[0].value, "ctx", ast.Store())),
    ("x = 1", lambda t: setattr(t.body[0].targets[0], "ctx", ast.Load())),
    ("del x", lambda t: setattr(t.body[0], "targets", [ast.Constant(1)])),
    ("x", lambda t: setattr(t.body[0].value, "id", "None")),
    ("x", lambda t: setattr(t.body[0].value, "id", b"x")),
    ("[x for x in y]", lambda t: t.body[0].value.generators.clear()),
    ("await x", lambda t: 0),
    ("with a as b: pass", lambda t: t.body[0].items.clear()),
    ("x = 1", lambda t: setattr(t.body[0], "type_comment", 5)),
    ("lambda: 1", lambda t: setattr(t.body[0].value, "args", None)),
    ("class A: pass", lambda t: setattr(t.body[0], "decorator_list", None)),
    ("x and y", lambda t: t.body[0].value.values.pop()),
    ("x and y", lambda t: t.body[0].value.values.clear()),
    ("a.b", lambda t: setattr(t.body[0].value, "attr", "None")),
    ("*a, b = c", lambda t: setattr(t.body[0].targets[0].elts[1], "__class__", ast.Starred)),
]
for source, change in CHANGES:
    try:
        t = ast.parse(source)
    except SyntaxError as error:
        print(error)
        continue
    change(t)
    outcome = said(compile, t, "f", "exec")
    print(source.split("\n")[0], "->", outcome if isinstance(outcome, str) else type(outcome).__name__, "|", said(ast.unparse, t))
