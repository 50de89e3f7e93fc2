"""Grammars: arithmetic, configuration, recursion, actions, errors, packrat, diagrams of results."""
import pyparsing as pp
from pyparsing import common as ppc

number = ppc.number()
arith = pp.infix_notation(number | pp.Word(pp.alphas), [("-", 1, pp.OpAssoc.RIGHT), ("**", 2, pp.OpAssoc.RIGHT), (pp.one_of("* /"), 2, pp.OpAssoc.LEFT),
                                                        (pp.one_of("+ -"), 2, pp.OpAssoc.LEFT)])
for text in ("1 + 2 * 3", "(1 + 2) * -x ** 2 ** y", "7", "1 +"):
    try:
        print(arith.parse_string(text, parse_all=True).as_list())
    except pp.ParseException as error:
        print(error, error.explain(depth=0))
key = pp.Word(pp.alphas, pp.alphanums + "_")("key")
value = (pp.QuotedString('"', esc_char="\\") | ppc.real | ppc.integer | pp.Keyword("true").set_parse_action(pp.replace_with(True)))("value")
entry = pp.Group(key + pp.Suppress("=") + value)
section = pp.Group(pp.Suppress("[") + pp.Word(pp.alphas)("name") + pp.Suppress("]") + pp.ZeroOrMore(entry)("entries"))
config = pp.OneOrMore(section).ignore(pp.python_style_comment)
result = config.parse_string('[one]\na = 1 # c\nb_2 = "x\\"y"\n[two]\nc = 2.5\nd = true\n')
print(result.dump(), result[0].entries[1].as_dict(), result[0].name)
json = pp.Forward()
array = pp.Group(pp.Suppress("[") + pp.Optional(pp.delimited_list(json)) + pp.Suppress("]"), aslist=True)
pair = pp.Group(pp.dbl_quoted_string().set_parse_action(pp.remove_quotes) + pp.Suppress(":") + json)
obj = pp.Suppress("{") + pp.Dict(pp.Optional(pp.delimited_list(pair)), asdict=True) + pp.Suppress("}")
json <<= pp.dbl_quoted_string().set_parse_action(pp.remove_quotes) | number | array | obj
print(json.parse_string('{"a": [1, 2.5, [], {"b": "c"}], "d": -3e4}')[0])
print(pp.nested_expr().parse_string("(a (b c) ((d)))").as_list(), ppc.ipv4_address.parse_string("10.0.0.1"), ppc.iso8601_date.parse_string("2020-01-02"))
print(list(pp.Word(pp.nums).set_parse_action(lambda t: int(t[0]) * 2).scan_string("a1 b22 c333")), pp.Word(pp.nums).transform_string("x1") )
print((pp.Word("a") + ~pp.Literal("b") + pp.Regex(r"(?P<x>c+)d?")("r")).parse_string("aaa ccd").as_dict(), pp.one_of("<= < > >=").parse_string(">=5"))
for grammar, text in ((pp.And([pp.Literal("a"), pp.Literal("b")]), "ac"), (pp.OneOrMore(pp.Word(pp.nums)) + pp.StringEnd(), "1 2 x"), (pp.Each([pp.Literal("p"), pp.Literal("q")]), "q"),
                      (pp.Word(pp.nums, exact=3), "12")):
    try:
        grammar.parse_string(text)
    except pp.ParseBaseException as error:
        print(error, error.loc, error.lineno, error.column, error.line)
print(arith.run_tests("1\n2+3\n4 * ( 5", print_results=False)[0], str(section), repr(entry))
pp.ParserElement.enable_packrat()
deep = pp.infix_notation(ppc.integer, [(pp.Literal("+"), 2, pp.OpAssoc.LEFT)])
print(deep.parse_string("((((((((1+2)+3)+4)))))) + 5").as_list(), sum(len(config.parse_string("[s]\n" + "k = 12\n" * 200)) for _ in range(3)))
