"""A template engine that compiles pages to Python: loops, conditions, filters, blocks, escaping."""
import html
import re

N = 44
PAGE = """<html><head><title>{{ title|upper }}</title></head><body>
{# a comment #}{% block content %}
<ul>{% for user in users %}
  {% if user.active and loop > 1 %}<li class="{{ user.name|lower }}">{{ user.name }}: {{ user.tags|join }}
  {% for tag in user.tags %}<b>{{ tag|upper }}</b>{% endfor %}</li>{% else %}<li>({{ user.name|default }})</li>{% endif %}
{% endfor %}</ul>
{% endblock %}
<p>{{ users|length }} users, {{ note }}</p></body></html>"""
TOKEN = re.compile(r"({{.*?}}|{%.*?%}|{#.*?#})", re.S)
FILTERS = {"upper": str.upper, "lower": str.lower, "join": ", ".join, "length": len, "default": lambda v: v or "nobody"}


class Lookup:
    def __init__(self, values):
        self.values = values

    def __call__(self, path):
        value = self.values
        for name in path:
            try:
                value = value[name]
            except (TypeError, KeyError, IndexError):
                value = getattr(value, name, "")
        return value


def expression(text):
    path, *filters = text.strip().split("|")
    code = path.strip() if path.strip().isdigit() else f"look({tuple(path.strip().split('.'))!r})"
    for name in filters:
        code = f"filters[{name.strip()!r}]({code})"
    return code


class Template:
    def __init__(self, text):
        self.lines, self.depth, self.blocks = ["def render(values, look, filters, escape):", "    out = []"], 1, []
        for token in TOKEN.split(text):
            if token.startswith("{{"):
                self.line(f"out.append(escape({expression(token[2:-2])}))")
            elif token.startswith("{%"):
                self.tag(*token[2:-2].split())
            elif token and not token.startswith("{#"):
                self.line(f"out.append({token!r})")
        self.line("return ''.join(out)")
        scope = {}
        exec(compile("\n".join(self.lines), "<template>", "exec"), scope)
        self.render_code = scope["render"]

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def tag(self, word, *rest):
        if word == "for":
            name = rest[0]
            self.line(f"for values['loop'], values[{name!r}] in enumerate({expression(rest[2])}, 1):")
            self.depth += 1
        elif word == "if":
            words = [w if w in ("and", "or", "not", ">", "<", "==") else expression(w) for w in rest]
            self.line(f"if {' '.join(words)}:")
            self.depth += 1
        elif word == "else":
            self.depth -= 1
            self.line("else:")
            self.depth += 1
        elif word == "block":
            self.blocks.append(rest[0])
        elif word == "endblock":
            self.blocks.pop()
        else:
            self.depth -= 1

    def render(self, **values):
        return self.render_code(values, Lookup(values), FILTERS, lambda v: html.escape(str(v)))


class User:
    def __init__(self, number):
        self.name, self.active, self.tags = f"Ü<{number}>" if number % 4 else "", number % 3 > 0, ["x", "y%d" % number]


def run(n):
    total, users = 0, [User(i) for i in range(25)]
    for i in range(n):
        template = Template(PAGE)
        for k in range(3):
            total += len(template.render(title=f"page {i}", users=users[k:], note={"a": "&"}))
    return total
