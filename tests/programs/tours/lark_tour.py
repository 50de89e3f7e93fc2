"""Grammars by Earley and LALR, trees, transformers, errors, indentation, a parser made stand-alone."""
import json

from lark import Lark, Token, Transformer, Tree, UnexpectedInput, Visitor, v_args
from lark.indenter import Indenter
from lark.reconstruct import Reconstructor

CALC = r"""
?start: sum | NAME "=" sum -> assign
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul | product "/" atom -> div
?atom: NUMBER -> number | "-" atom -> neg | NAME -> var | "(" sum ")"
%import common.CNAME -> NAME
%import common.NUMBER
%import common.WS_INLINE
%ignore WS_INLINE
"""


@v_args(inline=True)
class Calculate(Transformer):
    from operator import add, mul, neg, sub
    from operator import truediv as div
    number = float

    def __init__(self):
        self.vars = {}

    def assign(self, name, value):
        self.vars[name] = value
        return value

    def var(self, name):
        return self.vars[name]


calc = Lark(CALC, parser="lalr", transformer=Calculate())
for line in ("a = 1 + 2 * 3", "a / -(4 - 2)", "b = a"):
    print(line, "->", calc.parse(line))
for parser in ("earley", "lalr", "cyk"):
    try:
        tree = Lark(CALC, parser=parser).parse("x + 2 * (y - 1)")
        print(parser, tree, tree.pretty(), sep="\n")
    except Exception as error:
        print(parser, type(error).__name__, str(error).splitlines()[0])
for text in ("1 +", "1 $ 2", "(1", "a = = 2"):
    try:
        Lark(CALC, parser="lalr").parse(text)
    except UnexpectedInput as error:
        print(type(error).__name__, str(error), error.get_context(text), sep="\n")
JSON = r"""
?start: value
?value: object | array | string | SIGNED_NUMBER -> number | "true" -> true | "false" -> false | "null" -> null
array : "[" [value ("," value)*] "]"
object : "{" [pair ("," pair)*] "}"
pair : string ":" value
string : ESCAPED_STRING
%import common.ESCAPED_STRING
%import common.SIGNED_NUMBER
%import common.WS
%ignore WS
"""
text = json.dumps({"a": [1, 2.5, None, True], "b": {"c": "d \"e\""}, "n": list(range(200))})
parser = Lark(JSON, parser="lalr", maybe_placeholders=False)
tree = parser.parse(text)
print(len(list(tree.iter_subtrees())), sum(1 for t in tree.scan_values(lambda v: isinstance(v, Token))), Reconstructor(parser).reconstruct(tree)[:60])
AMBIGUOUS = 'start: phrase\nphrase: n v n | n v "like" n\nn: A? NOUN\nv: VERB\nA: "a"\nNOUN: "fruit"|"flies"|"banana"|"fruit flies"\nVERB: "like"|"flies"\n%import common.WS\n%ignore WS'
print(Lark(AMBIGUOUS, ambiguity="explicit").parse("fruit flies like a banana").pretty())


class Python(Indenter):
    NL_type, OPEN_PAREN_types, CLOSE_PAREN_types, INDENT_type, DEDENT_type, tab_len = "_NL", [], [], "_INDENT", "_DEDENT", 8


BLOCKS = 'start: _NL* tree*\ntree: NAME _NL [_INDENT tree+ _DEDENT]\n%import common.CNAME -> NAME\n%import common.WS_INLINE\n%declare _INDENT _DEDENT\n%ignore WS_INLINE\n_NL: /(\\r?\\n[\\t ]*)+/\n'
print(Lark(BLOCKS, parser="lalr", postlex=Python()).parse("\na\n    b\n    c\n        d\n    e\nf\n").pretty())


class Count(Visitor):
    def __init__(self):
        self.seen = []

    def pair(self, tree):
        self.seen.append(tree.children[0].children[0])


count = Count()
count.visit(tree)
print(count.seen, Tree("a", [Token("B", "c")]) == Tree("a", ["c"]), repr(Token("X", "y")))
saved = Lark(JSON, parser="lalr", propagate_positions=True)
where = saved.parse('{"k": [1,\n 2]}')
print([(t.data, t.meta.line, t.meta.column, t.meta.end_line) for t in where.iter_subtrees_topdown()])
print(len(str(saved.grammar.rule_defs)) > 0, [str(t) for t in saved.lex('{"a": 1}')])
try:
    Lark("start: a\na: b")
except Exception as error:
    print(type(error).__name__, error)
try:
    Lark('start: a | b\na: "x"\nb: "x"', parser="lalr")
except Exception as error:
    print(type(error).__name__, error)
