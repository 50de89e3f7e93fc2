"""Small parsers: SQL, C, TOML, CSS, XPath, JMESPath, INI-like formats."""
import jmespath
import pycparser
import sqlparse
import tinycss2
import toml
import tomlkit
from elementpath import select
from pycparser import c_ast, c_generator
from xml.etree import ElementTree

for text in ("select a, b as c, count(*) from t1 left join t2 on t1.x = t2.y where a > 5 and (b = 'x''y' or c in (1,2)) group by 1 having count(*) > 1 order by a desc limit 3; -- end\nupdate t set a = case when b then 1 else 2 end",
             "create table t (id int primary key, n varchar(10) not null default 'q'); insert into t values (1, 'a'), (2, 'b');", "with x as (select 1) select * from x union all select 2", "/* c */ SELECT"):
    for options in ({"reindent": True, "keyword_case": "upper"}, {"reindent_aligned": True}, {"strip_comments": True, "identifier_case": "upper"}, {"output_format": "python"}, {"comma_first": True, "reindent": True}):
        print(sqlparse.format(text, **options))
    for statement in sqlparse.parse(text):
        print(statement.get_type(), [(str(t.ttype), t.value) for t in statement.flatten() if not t.is_whitespace][:40])
        statement._pprint_tree()
parser = pycparser.CParser()
tree = parser.parse("""
typedef struct node { int value; struct node *next; } node;
static const int table[] = {1, 2, [5] = 0x1F};
enum e { A, B = 2 };
int f(node *n, int (*g)(int), ...) {
    for (int i = 0; i < 10; ++i) { if (n->value & 1 && !g(i)) continue; else break; }
    switch (n->value) { case A: return sizeof(node); default: goto end; }
    do { n = n ? n->next : (node *)0; } while (n);
end:
    return -1;
}
""", "x.c")
tree.show(attrnames=True, nodenames=True)
print(c_generator.CGenerator().visit(tree))


class Calls(c_ast.NodeVisitor):
    def visit_FuncCall(self, node):
        print("call", node.name.name, node.name.coord)


Calls().visit(tree)
for bad in ("int x", "int f( {", "a = ;"):
    try:
        parser.parse(bad)
    except pycparser.plyparser.ParseError as error:
        print(error)
TOML = '''# top
title = "T" # c
[owner]
dob = 1979-05-27T07:32:00-08:00
days = [ [1, 2], ["a", 'b'] ]
nums = [0x1F, 1_000, 1e3, inf, -nan, true]
text = """
multi \\
   line"""
lit = \'\'\'raw \\n\'\'\'
[a.b.c]
x = {y = 1, z.w = 2}
[[list]]
n = 1
[[list]]
n = 2
[[list.sub]]
'''
document = tomlkit.parse(TOML)
document["owner"]["new"] = [1, {"k": "v"}]
document.add(tomlkit.comment("end"))
del document["a"]["b"]["c"]["x"]
print(tomlkit.dumps(document), document["list"], tomlkit.parse("a.b = 1\n") == {"a": {"b": 1}})
print(toml.loads(TOML.replace("z.w = 2", "z = 2").replace("[1, 2], [\"a\", 'b']", "[1, 2], [3]").replace("0x1F, 1_000, 1e3, inf, -nan, true", "1, 2")), toml.dumps({"a": {"b": [1, 2.5, "x"], "c": {"d": True}}, "l": [{"n": 1}]}))
for bad in ("a = ", "[a\n", "a = 1\na = 2", "a = [1,", 'a = "x', "= 1", "a = 1979-99-99", "[a]\n[a]", "a = 01", "a.b = 1\na = 2"):
    for load in (tomlkit.parse, toml.loads):
        try:
            print(load(bad))
        except Exception as error:
            print(type(error).__name__, error)
for rule in tinycss2.parse_stylesheet("@media print { a:hover > .b::after, #c[d='e'] { color: red !important; margin: 1px -2.5em calc(1% + 2px); } } /* x */ bad { @import 'y'; }", skip_comments=True, skip_whitespace=True):
    print(rule.type, rule.serialize(), [t.type for t in getattr(rule, 'prelude', None) or []])
print(tinycss2.parse_one_declaration("color: #fff"), [t.serialize() for t in tinycss2.parse_component_value_list("url(a b) U+26 \\41 1e3 <!-- 'x")])
data = {"a": [{"n": 1, "t": "x"}, {"n": 5, "t": "y"}, {"n": 3}], "m": {"k": {"v": [1, [2, 3]]}}}
for path in ("a[*].n", "a[?n > `2`].t | [0]", "m.*.v[]", "sort_by(a, &n)[-1].n", "length(a)", "a[::2].{num: n, text: t}", "max(a[].n)", "join(',', a[?t].t)", "m.k.v[1:]", "not_null(x, m.k.v[0])", "a[", "nofunc(a)", "abs('x')"):
    try:
        print(path, jmespath.search(path, data))
    except Exception as error:
        print(type(error).__name__, error)
root = ElementTree.XML("<r><b n='1'>x</b><b n='2'><c>5</c><c>7</c></b></r>")
for path in ("//b/@n", "sum(//c)", "//b[@n = '2']/c[last()]/text()", "for $c in //c return $c + 1", "string-join(//c, '-')", "count(//*)", "//b[1]/following-sibling::*", "//nothing", "1 to 5", "upper-case('x')", "//b["):
    try:
        print(path, select(root, path))
    except Exception as error:
        print(type(error).__name__, error)
