"""Templates with inheritance, definitions, blocks, filters, and errors that show the template's lines."""
from mako import exceptions
from mako.lookup import TemplateLookup
from mako.template import Template

print(Template("""<%! import math %><%
    squares = [n * n for n in range(5)]
%>
% for s in squares:
    % if loop.first:
first
    % elif s % 2:
odd ${s}
    % else:
even ${s | n, str} ${loop.index} ${loop.cycle('a', 'b')}
    % endif
% endfor
${math.pi | trim,str} ${"<&>" | h} ${u"ü x" | u} ${x}
<%def name="box(title, n=2)">[${title * n}${caller.body(v=7) if caller else ''}]</%def>
${box("ab")} <%self:box title="cd" args="v">inner ${v}</%self:box>
<%text>${not this}</%text> ## comment
<%doc> unseen </%doc> a \
b
""", strict_undefined=False).render(x=3))
lookup = TemplateLookup()
lookup.put_string("base", "<h1><%block name='head'>base</%block></h1>${next.body()}<%block name='foot'>foot ${self.attr.color}</%block><%! color='red' %>")
lookup.put_string("page", "<%inherit file='base'/><%block name='head'>${parent.head()} page</%block>text <%include file='part' args='a=5'/><%! color='blue' %>")
lookup.put_string("part", "<%page args='a'/>part ${a}<%namespace name='lib' file='lib'/> ${lib.double(4)}")
lookup.put_string("lib", "<%def name='double(n)' filter='trim'> ${n * 2} </%def>")
print(lookup.get_template("page").render())
print(Template("% for a in b:\n${a}\n% endfor", module_directory=None).code.replace(repr(0), "0")[-700:])
for source in ("${a", "% if x:\n", "<%def name='x'>", "% endfor", "${x.y.z}", "<%bad:/>", "${1/0}"):
    try:
        print(Template(source).render(x=1))
    except Exception as error:
        print(type(error).__name__, error)
try:
    Template("one\ntwo ${1/0}\nthree").render()
except ZeroDivisionError:
    trace = exceptions.RichTraceback()
    print(trace.error, trace.lineno, [(line, text) for _, line, _, text in trace.traceback][-1])
    print("two" in exceptions.text_error_template().render())
