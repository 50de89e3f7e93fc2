"""Lexers of many languages and every formatter that needs no image, on the sources of the standard library and on snippets."""
import json
import wsgiref.handlers

import pygments
from pygments import highlight, lex
from pygments.filters import NameHighlightFilter, VisibleWhitespaceFilter
from pygments.formatters import HtmlFormatter, LatexFormatter, NullFormatter, RawTokenFormatter, RtfFormatter, SvgFormatter, Terminal256Formatter, TerminalFormatter, TerminalTrueColorFormatter
from pygments.lexers import get_all_lexers, get_lexer_by_name, get_lexer_for_filename, guess_lexer
from pygments.styles import get_all_styles
from pygments.token import Token

source = open(wsgiref.handlers.__file__).read()
tokens = list(lex(source, get_lexer_by_name("python")))
counts = {}
for kind, text in tokens:
    counts[str(kind)] = counts.get(str(kind), 0) + len(text)
print(len(tokens), counts, "".join(t for _, t in tokens) == source)
snippets = {
    "c": "#include <x.h>\nint main(void) { /* c */ return 0x1F + 'a'; }", "javascript": "const f = async (x) => `a${x}b`; // c\n/re[g]/g.test('s')",
    "html": "<!doctype html><p class='a'>x &amp; <script>var a = 1;</script>", "sql": "SELECT a, count(*) FROM t WHERE x = 'y' -- c", "json": '{"a": [1, true, null]}',
    "rust": "fn main() -> Option<&'static str> { let mut x = 1u8; }", "haskell": "f :: Int -> Int\nf x | x > 0 = x\n", "yaml": "a: [1, b]\nc:\n  - d: |\n      text\n",
    "bash": "for f in *.c; do echo \"$f ${x:-1}\"; done", "java": "public class A<T> extends B { @Override int x() { return 1L; } }", "ruby": "def a(b) = puts \"#{b}\"\n%w[x y]",
    "perl": "my $x = qr/a/; print <<E;\ntext\nE\n", "lua": "local x = [[a]] -- c", "css": "a:hover > .b { color: #fff !important }", "go": "func (t *T) m() (x int) { go f() }",
    "diff": "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", "ini": "[a]\nb = c ; d", "make": "all: x\n\t$(CC) -o $@\n", "tex": "\\section{a} $x^2$ % c", "pycon": ">>> 1 + 1\n2\n", "scheme": "(define (f x) `(a ,x))",
    "django": "{% if a %}{{ b|c }}{% endif %}", "markdown": "# a\n*b* `c`\n\n```python\nx = 1\n```\n", "erlang": "f(X) when X > 0 -> {ok, X}.", "ocaml": "let rec f x = match x with | [] -> 0", "xml": "<a b='c'><!-- d --><![CDATA[e]]></a>",
}
for name, text in snippets.items():
    print(name, [(str(k)[6:], t) for k, t in lex(text, get_lexer_by_name(name))])
code = 'def f(x: int = 0x1F) -> str:\n    """Doc."""\n    return f"{x!r:>{5}} \\n" % (yield)  # c\n'
for formatter in (HtmlFormatter(full=True, linenos="table", anchorlinenos=True, style="monokai"), HtmlFormatter(hl_lines=[2], nowrap=True), LatexFormatter(full=True), TerminalFormatter(bg="dark"),
                  Terminal256Formatter(style="vim"), TerminalTrueColorFormatter(), RtfFormatter(), SvgFormatter(), NullFormatter(), RawTokenFormatter()):
    text = highlight(code, get_lexer_by_name("python"), formatter)
    print(type(formatter).__name__, text if isinstance(text, str) else text.decode())
print(len(list(get_all_lexers())), sorted(get_all_styles()), guess_lexer("#!/usr/bin/perl\nuse strict;").name, get_lexer_for_filename("a.rs").aliases, Token.Name.Function in Token.Name)
lexer = get_lexer_by_name("python")
lexer.add_filter(NameHighlightFilter(names=["f"], tokentype=Token.Generic))
lexer.add_filter(VisibleWhitespaceFilter(spaces=True))
print(highlight(code, lexer, RawTokenFormatter()).decode())
for _, aliases, _, _ in get_all_lexers():
    if aliases and aliases[0] < "m":
        made = list(lex("a = 'b' // c\nclass D { (1.5e3) }\n# e\n", get_lexer_by_name(aliases[0])))
        print(aliases[0], len(made), hash(str(made)) % 1000)
try:
    get_lexer_by_name("no such")
except pygments.util.ClassNotFound as error:
    print(error)
