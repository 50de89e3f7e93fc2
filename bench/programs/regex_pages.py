"""Pages cleaned, taken apart and lexed by regular expressions: lazy loops, lookaround, a scanner."""
import html
import re

N = 75
PAGE = "<html><head><style>p { x: y }</style><script>if (a < b) f()</script></head><body>\n" + "".join(
    f'<h{i % 3 + 1} class="k{i}">Title &amp; {i}</h{i % 3 + 1}>\n<p id=p{i}>Some <b>bold</b> text,\n  and <a href=\'x{i}.html\'>a link</a>.</p>'
    f"<!-- note {i} --><img src=\"i{i}.png\" alt='x'/>" for i in range(20)) + "</body></html>"
CODE = "def f(x, y=1.5e3):\n    # note\n    return x ** 2 + y if x != 'a\\'b' else \"none\"\n" * 6
HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.S | re.I)
TAG = re.compile(r"<(/?)(\w+)((?:\s+[\w-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)\s*(/?)>")
ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
TOKENS = re.compile(r"""(?P<space>[ \t]+)|(?P<line>\n)|(?P<note>\#.*)|(?P<name>[^\W\d]\w*)|(?P<number>\d+\.?\d*(?:e\d+)?)"""
                    r"""|(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<sign>\*\*|[!=<>]=|[-+*/=<>()[\]{}:,.])""")


def run(n):
    total = 0
    for _ in range(n):
        page = HIDDEN.sub("", PAGE)
        for closing, name, attributes, empty in TAG.findall(page):
            total += len(closing) + len(name) + len(empty)
            total += sum(len(a or b or c) for _, a, b, c in ATTRIBUTE.findall(attributes))
        text = html.unescape(TAG.sub("", page))
        total += len(re.sub(r"\s+", " ", text).strip()) + len(re.findall(r"\b(?=\w*t)\w+(?<!e)\b", text))
        total += sum(len(m.lastgroup) for m in TOKENS.finditer(CODE))
    return total
