"""Templates with inheritance, macros, filters, tests, async, the sandbox, errors, and the Python they are compiled to."""
import asyncio

import jinja2
from jinja2 import ChoiceLoader, DictLoader, Environment, StrictUndefined, meta, nodes
from jinja2.ext import Extension
from jinja2.sandbox import SandboxedEnvironment, SecurityError

PAGES = {
    "base": "<title>{% block title %}base{% endblock %}</title>{% block body %}{% endblock %}{% include 'foot' %}",
    "foot": "-- {{ year|default('no year') }} --",
    "macros": "{% macro field(name, value='') -%}<input name={{ name|e }} value={{ value|e }}{{ kwargs|xmlattr }}>"
              "{{ caller() if caller }}{%- endmacro %}",
    "page": """{% extends 'base' %}{% import 'macros' as m %}{% block title %}{{ super() }} > page{% endblock %}
{% block body %}{% for group in items|groupby('kind') %}{{ loop.index }}/{{ loop.length }} {{ group.grouper }}:
  {%- for i in group.list if not i.hidden %} {{ i.name|title }}{{ ',' if not loop.last }}{% else %} nothing{% endfor %}
{% endfor %}{{ m.field('a<b', 3, id='x') }}{% call m.field('c') %} inner {% endcall %}
{% set ns = namespace(total=0) %}{% for i in items %}{% set ns.total = ns.total + i.n %}{% endfor %}total {{ ns.total }}
{% filter upper %}loud {{ 'and' }} clear{% endfilter %}{% raw %}{{ raw }}{% endraw %}
{{ items|map(attribute='name')|join(', ') }} {{ items|selectattr('n', 'gt', 2)|list|length }} {{ items|sum('n') }}
{{ '%05.1f'|format(3.14159) }} {{ 'a b c'.split()|reverse|list }} {{ [3, 1, 2]|sort(reverse=true) }} {{ {'b': 1, 'a': 2}|dictsort }}
{{ 'some long text that is to be wrapped here'|wordwrap(12) }} {{ 1234567|filesizeformat }} {{ '<p>x</p> y'|striptags }}
{{ 5 is odd }} {{ 'x' is defined }} {{ zz is defined }} {{ 10 is divisibleby 5 }} {{ 'a' ~ 1 ~ none }} {{ 7 // 2 }} {{ 1 < 2 < 3 }}
{% for row in range(7)|batch(3, '-') %}{{ row }}{% endfor %}{% for col in range(7)|slice(3) %}{{ col }}{% endfor %}
{%- for x in tree recursive %}[{{ x.v }}{{ loop(x.kids) if x.kids }}]{% endfor %}{% endblock %}""",
}
ITEMS = [dict(name=n, kind=k, n=i, hidden=i == 3) for i, (n, k) in enumerate([("ann", "x"), ("bob", "y"), ("cyd", "x"), ("dan", "z")])]
TREE = [{"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": None}]}]}]

env = Environment(loader=ChoiceLoader([DictLoader(PAGES)]), autoescape=True, extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols", "jinja2.ext.i18n"],
                  trim_blocks=False)
env.filters["twice"] = lambda v: v * 2
env.tests["small"] = lambda v: v < 3
print(env.get_template("page").render(items=ITEMS, tree=TREE, year=2020))
print(env.compile("{% for i in a if i is small %}{{ i|twice }}{% else %}-{% endfor %}{% do b.append(1) %}", raw=True))
print(meta.find_undeclared_variables(env.parse("{{ a }}{% set b = 1 %}{{ b }}{{ c.d }}")) == {"a", "c"})
print(list(env.lex("{{ a.b|c }} # x")))
for source in ("{% if %}", "{{ a b }}", "{% for x in y %}", "{{ 'abc }}", "{% unknown %}", "{{ f(a=1, 2) }}", "{% block a %}{% endblock %}{% block a %}{% endblock %}"):
    try:
        env.from_string(source)
    except jinja2.TemplateSyntaxError as error:
        print(repr(source), "->", error.message, error.lineno)
strict = Environment(undefined=StrictUndefined)
for source in ("{{ missing }}", "{{ a.b.c }}", "{{ 1 / 0 }}", "{{ a|nofilter }}"):
    try:
        print(strict.from_string(source).render(a={}))
    except Exception as error:
        print(type(error).__name__, error)
sandbox = SandboxedEnvironment()
for source in ("{{ ''.__class__ }}", "{{ f.__globals__ }}", "{{ range(10000000)|length }}", "{{ '{0.__class__}'.format(1) }}"):
    try:
        print(sandbox.from_string(source).render(f=lambda: 1))
    except (SecurityError, OverflowError) as error:
        print(type(error).__name__, error)


class Shout(Extension):
    tags = {"shout"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endshout"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_shout", [nodes.Const(2)]), [], [], body).set_lineno(line)

    def _shout(self, times, caller):
        return caller().upper() + "!" * times


print(Environment(extensions=[Shout]).from_string("{% shout %}hello {{ name }}{% endshout %}").render(name="you"))


async def delayed(n):
    await asyncio.sleep(0)
    return n * n


async def numbers():
    for n in range(3):
        yield n

async_env = Environment(enable_async=True)
print(asyncio.run(async_env.from_string("{% for n in numbers() %}{{ delayed(n) }},{% endfor %}").render_async(numbers=numbers, delayed=delayed)))
print("".join(env.from_string("{% for n in range(4) %}{% if n == 2 %}{% continue %}{% endif %}{{ n }}{% endfor %}").generate()))
big = env.from_string("{% for r in rows %}<tr>{% for c in r %}<td>{{ c }}</td>{% endfor %}</tr>{% endfor %}")
print(len(big.render(rows=[[n * m for n in range(20)] for m in range(400)])))
try:
    env.from_string("a\n{{ f() }}").render(f=lambda: [].pop())
except IndexError as error:
    import traceback
    print(traceback.format_exc().replace(jinja2.__file__.rpartition("/")[0], "J"))
