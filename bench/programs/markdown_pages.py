"""A Markdown converter: blocks, lists within lists, tables, code, emphasis, links, escapes."""
import html
import re

N = 35
TEXT = """# A *title* with `code`

A paragraph of **strong and _nested_ text** with a [link](http://example.org "Title") and
an ![image](a.png), a hard break\\
and 5 < 6 & 7 > 2, ***both***, snake_case_name and 2*3*4.

- one
- two
  continued
    - inner *a*
    - inner `b < c`
- three

1. first
2. second

> quoted text
> over two lines

| name | value |
|------|------:|
| a    | 1     |
| b    | *2*   |

```python
def f(x):
    return x < 1 & 2
```

---
Last paragraph, see [id] and <http://auto.example>.

[id]: http://ref.example
""" * 3

INLINE = [(re.compile(p, re.S), r) for p, r in (
    (r"!\[([^\]]*)\]\(([^) ]+)(?: \"([^\"]*)\")?\)", lambda m: f'<img src="{m[2]}" alt="{m[1]}"/>'),
    (r"\[([^\]]+)\]\(([^) ]+)(?: &quot;(.*?)&quot;)?\)", lambda m: f'<a href="{m[2]}"{f" title={m[3]}" if m[3] else ""}>{m[1]}</a>'),
    (r"&lt;(https?://[^&]+)&gt;", r'<a href="\1">\1</a>'),
    (r"\*\*\*(?=\S)(.+?)(?<=\S)\*\*\*", r"<strong><em>\1</em></strong>"),
    (r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>"),
    (r"(?<!\w)_(?=\S)(.+?)(?<=\S)_(?!\w)", r"<em>\1</em>"),
    (r"(?<![\w*])\*(?=\S)(.+?)(?<=\S)\*(?![\w*])", r"<em>\1</em>"),
    (r"\\\n", "<br/>\n"))]
ITEM = re.compile(r"( *)([-*]|\d+\.) +(.*)")


class Converter:
    def __init__(self, text):
        self.links = dict(re.findall(r"^\[([^\]]+)\]: (\S+)$", text, re.M))
        self.lines = re.sub(r"^\[[^\]]+\]: \S+$", "", text, flags=re.M).splitlines()
        self.at, self.out = 0, []

    def inline(self, text):
        codes = []

        def keep(match):
            codes.append(f"<code>{html.escape(match[1], False)}</code>")
            return f"\0{len(codes) - 1}\0"
        text = html.escape(re.sub(r"`([^`]+)`", keep, text))
        for pattern, replacement in INLINE:
            text = pattern.sub(replacement, text)
        text = re.sub(r"\[(\w+)\]", lambda m: f'<a href="{self.links[m[1]]}">{m[1]}</a>' if m[1] in self.links else m[0], text)
        return re.sub("\0(\\d+)\0", lambda m: codes[int(m[1])], text)

    def while_lines(self, test):
        start = self.at
        while self.at < len(self.lines) and test(self.lines[self.at]):
            self.at += 1
        return self.lines[start:self.at]

    def block(self):
        line = self.lines[self.at]
        if not line.strip():
            self.at += 1
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            self.out.append(f"<h{level}>{self.inline(line[level:].strip())}</h{level}>")
            self.at += 1
        elif line.startswith("```"):
            self.at += 1
            code = self.while_lines(lambda text: not text.startswith("```"))
            self.at += 1
            self.out.append(f'<pre><code class="{line[3:]}">{html.escape(chr(10).join(code))}</code></pre>')
        elif set(line) == {"-"}:
            self.out.append("<hr/>")
            self.at += 1
        elif line.startswith(">"):
            quoted = self.while_lines(lambda text: text.startswith(">"))
            self.out.append("<blockquote>" + Converter("\n".join(q.lstrip("> ") for q in quoted)).convert() + "</blockquote>")
        elif line.startswith("|"):
            self.table(self.while_lines(lambda text: text.startswith("|")))
        elif ITEM.match(line):
            self.items(self.while_lines(lambda text: text.strip() and (ITEM.match(text) or text.startswith(" "))))
        else:
            text = self.while_lines(lambda text: text.strip() and not text.startswith(("#", "```", ">", "|")))
            self.out.append(f"<p>{self.inline(chr(10).join(text))}</p>")

    def table(self, rows):
        cells = [[self.inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
        head, rule, *body = cells
        right = [cell.endswith(":") for cell in rule]
        self.out.append("<table>" + "".join(f"<th>{cell}</th>" for cell in head))
        for row in body:
            self.out.append("<tr>" + "".join('<td align="right">' * r or "<td>" + cell + "</td>" for r, cell in zip(right, row)) + "</tr>")
        self.out.append("</table>")

    def items(self, lines):
        stack = []
        for line in lines:
            match = ITEM.match(line)
            if match is None:
                self.out.append(self.inline(line.strip()))
                continue
            depth, tag = len(match[1]), "ul" if match[2] in "-*" else "ol"
            while stack and stack[-1][0] > depth:
                self.out.append(f"</li></{stack.pop()[1]}>")
            if not stack or stack[-1][0] < depth:
                stack.append((depth, tag))
                self.out.append(f"<{tag}>")
            else:
                self.out.append("</li>")
            self.out.append("<li>" + self.inline(match[3]))
        while stack:
            self.out.append(f"</li></{stack.pop()[1]}>")

    def convert(self):
        while self.at < len(self.lines):
            self.block()
        return "\n".join(self.out)


def run(n):
    return sum(len(Converter(TEXT + f"\nNo. {i}\n").convert()) for i in range(n))
