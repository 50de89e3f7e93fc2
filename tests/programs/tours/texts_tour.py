"""A walk through libraries that read texts: parsers, markup, style sheets, words, numbers in words, differences."""
import ast
import sys

import asttokens
import astor
import beniget
import bibtexparser
import bleach
import configobj
import cssmin
import diff_match_patch
import executing
import funcparserlib.lexer
import funcparserlib.parser
import gast
import html2text
import inflect
import inflection
import json5
import jsbeautifier
import lesscpy
import markdown_it
import mistletoe
import num2words
import parso
import parsedatetime
import polib
import pypeg2
import rjsmin
import roman
import rply
import simpleeval
import six
import slugify
import strictyaml
import textdistance
import textfsm
import textile
import tomli
import tomli_w
import unidecode
import unidiff
import whatthepatch
import xmltodict
import yaql
from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexWalker

from shown import attempt, show

SOURCE = '''
def area(shape, *, scale=1):
    """What it covers."""
    match shape:
        case {"w": w, "h": h}:
            return scale * w * h
        case [r]:
            return 3.14 * r ** 2
    return [x for x in shape if x] or None

class Box(dict):
    size: int = 3
    async def open(self, *args):
        async with self as lid:
            yield f"{lid!r:>{self.size}}"
'''

# Parsers.
number = funcparserlib.parser.some(lambda token: token.type == "number") >> (lambda token: int(token.value))
plus = funcparserlib.parser.skip(funcparserlib.parser.a(funcparserlib.lexer.Token("op", "+")))
total = number + funcparserlib.parser.many(plus + number) + funcparserlib.parser.skip(funcparserlib.parser.finished)
tokens = funcparserlib.lexer.make_tokenizer([("number", (r"\d+",)), ("op", (r"[+]",)), ("space", (r"\s+",))])
clean = lambda text: [token for token in tokens(text) if token.type != "space"]
attempt("funcparserlib", total.parse, clean("1 + 2+33"))
attempt("funcparserlib", total.parse, clean("1 + + 2"))
attempt("funcparserlib", clean, "1 ? 2")

lexer = rply.LexerGenerator()
lexer.add("NUMBER", r"\d+")
lexer.add("PLUS", r"\+")
lexer.add("TIMES", r"\*")
lexer.ignore(r"\s+")
grammar = rply.ParserGenerator(["NUMBER", "PLUS", "TIMES"], precedence=[("left", ["PLUS"]), ("left", ["TIMES"])])
grammar.production("expr : NUMBER")(lambda p: int(p[0].getstr()))
grammar.production("expr : expr PLUS expr")(lambda p: p[0] + p[2])
grammar.production("expr : expr TIMES expr")(lambda p: p[0] * p[2])
attempt("rply", grammar.build().parse, lexer.build().lex("2 + 3 * 4"))
attempt("rply", grammar.build().parse, lexer.build().lex("2 + * 4"))


class Key(str):
    grammar = pypeg2.name(), "=", pypeg2.attr("value", pypeg2.word)


attempt("pypeg2", lambda: (lambda key: (key.name, key.value, pypeg2.compose(key)))(pypeg2.parse("colour = red", Key)))
attempt("pypeg2", pypeg2.parse, "colour red", Key)

module = parso.parse(SOURCE, version="3.11")
show("parso", [(child.type, child.start_pos, child.end_pos) for child in module.children], module.get_code() == SOURCE)
show("parso", [(error.start_pos, error.message) for error in parso.load_grammar(version="3.11").iter_errors(parso.parse("x = (1\ny = = 2\n  z"))])

tree = asttokens.ASTTokens(SOURCE, parse=True)
show("asttokens", [tree.get_text(node) for node in ast.walk(tree.tree) if isinstance(node, (ast.BinOp, ast.ListComp, ast.arg))])
show("astor", astor.to_source(ast.parse("x = [a*b for a in (1, 2) if not a] if y else {**z, 'k': lambda q=1: -q}")))
show("astor", astor.dump_tree(ast.parse("a.b[1:2](*c)"))[:200].splitlines())
gast_tree = gast.parse(SOURCE.replace("match", "if 1:\n        pass\n    #"). split("class")[0].split("    #")[0])
show("gast", gast.dump(gast_tree)[:300])
chains = beniget.DefUseChains()
chains.visit(gast_tree)
show("beniget", chains.dump_chains(gast_tree))


def who():
    node = executing.Source.executing(sys._getframe(1))
    return ast.unparse(node.node) if node.node else None, node.code_qualname()


def asked():
    return [who(), (lambda: who())()], {1: who()}


show("executing", asked())
attempt("simpleeval", simpleeval.simple_eval, "a ** 2 + max(3, b)", {}, {"max": max})
attempt("simpleeval", lambda: simpleeval.simple_eval("a ** 2 + 3 * b", names={"a": 3, "b": 2}))
attempt("simpleeval", simpleeval.simple_eval, "().__class__")
attempt("yaql", lambda: list(yaql.create_context() and yaql.YaqlFactory().create()("$.where($ > 2).select($ * 10)").evaluate(data=[1, 2, 3, 4])))

# Markup.
TEXT = "# Title\n\nSome *emphasis*, `code` and a [link](http://x.y/?a=b&c \"t\").\n\n* one\n* two\n\n    block\n\n> quote\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n"
show("markdown_it", markdown_it.MarkdownIt("commonmark").enable("table").render(TEXT))
show("markdown_it", [(token.type, token.map) for token in markdown_it.MarkdownIt().parse(TEXT)][:12])
show("mistletoe", mistletoe.markdown(TEXT))
show("html2text", html2text.html2text(mistletoe.markdown(TEXT)))
show("textile", textile.textile("h1. Title\n\nA *strong* _word_ and \"link\":http://x.y\n\n|a|b|\n|1|2|\n\n# one\n## two"))
show("bleach", bleach.clean("<b onclick=x>a</b><script>b()</script><a href='javascript:x'>c</a> &lt; <i>d"), bleach.linkify("see http://a.b/c and d@e.fr"))
show("bibtexparser", bibtexparser.loads("@book{k1, title={A {B} c}, year=2020, author=\"X and Y\"}\n@article{k2, title=\"q\" # \"r\"}").entries)
show("pylatexenc", LatexNodes2Text().latex_to_text(r"\textbf{Bold} \'etude $\alpha^2 \le \frac{1}{2}$ \begin{itemize}\item a\end{itemize}"))
show("pylatexenc", [type(node).__name__ for node in LatexWalker(r"a \b[c]{d} % e" + "\n$f$").get_latex_nodes()[0]])
show("jsbeautifier", jsbeautifier.beautify("function f(a,b){if(a){return[1,2,{x:1}]}else{for(;;){}}}"))
show("rjsmin", rjsmin.jsmin("var a = 1; // c\nfunction f ( x ) { return x + 'a  b' }"), cssmin.cssmin("a { color : #ffffff ; margin : 0px 0px }  /* x */"))
show("lesscpy", lesscpy.compile(__import__("io").StringIO("@c: #112233; .m(@w) { width: @w * 2 } .a { color: @c; .b & { .m(3px) } &:hover { color: lighten(@c, 10%) } }")))

# Data in texts.
attempt("json5", json5.loads, "{a: 1, 'b': [0x10, .5, +3,], /* c */ d: 'e\\\nf', g: Infinity}")
attempt("json5", json5.loads, "{a: }")
attempt("tomli", tomli.loads, "a = 1\n[b.c]\nd = [1.5, 'x', 2020-01-02T03:04:05Z]\n[[e]]\nf = {g = true}\n")
attempt("tomli", tomli.loads, "a = 1\na = 2\n")
show("tomli_w", tomli_w.dumps({"a": 1, "b": {"c": ["x", 1.5]}, "e": [{"f": True}]}))
attempt("strictyaml", lambda: strictyaml.load("a: 1\nb:\n- x\n- y\n", strictyaml.Map({"a": strictyaml.Int(), "b": strictyaml.Seq(strictyaml.Str())})).data)
attempt("strictyaml", lambda: strictyaml.load("a: q\n", strictyaml.Map({"a": strictyaml.Int()})).data)
show("xmltodict", xmltodict.parse("<a x='1'><b>2</b><b/><c>t<d>3</d></c></a>"), xmltodict.unparse({"a": {"@x": "1", "b": ["2", None]}}, pretty=True))
settings = configobj.ConfigObj(["a = 1, 2", "[s]", "b = '''x''' # c", "[[t]]", "d = %(a)s"], interpolation=False)
show("configobj", settings.dict(), settings.write())
show("textfsm", textfsm.TextFSM(__import__("io").StringIO("Value Name (\\w+)\nValue List Size (\\d+)\n\nStart\n  ^${Name}: ${Size} -> Record\n")).ParseText("a: 1\nb: 2\n?\n"))
catalogue = polib.pofile('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n#: f.py:3\n#, fuzzy\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "viele"\n')
show("polib", catalogue.metadata, catalogue[0].msgstr_plural, catalogue.percent_translated(), str(catalogue[0]))

# Differences.
CHANGE = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@ def g\n a\n-b\n+B\n c\n"
patch = unidiff.PatchSet(CHANGE)
show("unidiff", patch, patch[0].path, patch.added, [(line.line_type, line.value) for line in patch[0][0]])
show("whatthepatch", [(diff.header.new_path, [tuple(change) for change in diff.changes]) for diff in whatthepatch.parse_patch(CHANGE)])
differ = diff_match_patch.diff_match_patch()
parts = differ.diff_main("The quick fox jumps.", "That quick brown fox jumped.")
differ.diff_cleanupSemantic(parts)
show("diff_match_patch", parts, differ.diff_levenshtein(parts), differ.patch_toText(differ.patch_make(parts)), differ.match_main("abcdefghijk", "efxhi", 0))
show("textdistance", textdistance.levenshtein("kitten", "sitting"), textdistance.jaccard("nelson", "neilsen"), textdistance.jaro_winkler("martha", "marhta"), textdistance.lcsseq("abcdef", "acf"), textdistance.ratcliff_obershelp("abc", "abd"))

# Words.
engine = inflect.engine()
show("inflect", [engine.plural(word) for word in ("ox", "city", "child", "analysis", "fish", "I")], engine.number_to_words(123456), engine.ordinal(22), engine.a("hour"), engine.join(["a", "b", "c"]), engine.present_participle("runs"), engine.singular_noun("mice"))
show("inflection", inflection.camelize("device_type"), inflection.underscore("HTMLTidyParser"), inflection.pluralize("octopus"), inflection.parameterize("Donald E. Knuth"), inflection.titleize("man from the boondocks"))
for language in "en", "de", "fr", "es", "ru", "ja", "pl", "tr", "fi":
    show("num2words", language, num2words.num2words(1234.5, lang=language), num2words.num2words(21, to="ordinal", lang=language) if language not in ("pl",) else "")
show("roman", roman.toRoman(1994), roman.fromRoman("MCMXCIV"))
attempt("roman", roman.fromRoman, "IIII")
show("unidecode", unidecode.unidecode("Привет, мир! 北京 ½ Ærøskøbing"), slugify.slugify("C'est déjà l'été — n°5!", max_length=20, word_boundary=True))
calendar = parsedatetime.Calendar()
start = __import__("datetime").datetime(2020, 2, 28, 12)
show("parsedatetime", [calendar.parseDT(text, start)[0].isoformat() for text in ("tomorrow", "in 2 days", "next friday at 5pm", "3 weeks ago", "noon")])
show("six", six.ensure_binary("é"), six.moves.urllib.parse.quote("a b"), [six.PY3, six.integer_types])
