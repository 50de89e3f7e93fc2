"""A walk through fifty more libraries for texts: parsers, names, addresses, markup, patterns, messages."""
import io
import warnings

warnings.simplefilter("ignore")

import arff
import astunparse
import babelfish
import braceexpand
import chardet
import codicefiscale
import colored
import confusable_homoglyphs.confusables
import distance
import dominate.tags
import editorconfig
import em
import feedparser
import fuzzywuzzy.fuzz
import graphql
import htmlmin
import humanfriendly
import humanfriendly.tables
import identify.identify
import isbnlib
import javaproperties
import jaraco.text
import junitparser
import linkify_it
import listparser
import mdit_py_plugins.deflist
import mdit_py_plugins.footnote
import mistune0
import normality
import pastel
import pathspec
import pathvalidate
import podcastparser
import pprintpp
import precis_i18n
import prefixdate
import pydotplus
import pyfiglet
import pylev
import pymdownx
import pysrt
import pytimeparse
import railroad
import rstr
import semantic_version
import sexpdata
import shellescape
import simpletal.simpleTAL
import simpletal.simpleTALES
import slimmer
import srt
import tempita
import text_unidecode
import tokenize_rt
import transliterate
import typepy
import unicodecsv
import untangle
import untokenize
import uritools
import urlobject
import vdf
import webvtt
import wcmatch.fnmatch
import webencodings
import xmltodict
import zxcvbn
from markdown import markdown
from markdown_it import MarkdownIt
from shown import attempt, show

TEXT = "The quick brown fox \u00fcber the l\u00e4zy dog; \u041c\u043e\u0441\u043a\u0432\u0430, \u6771\u4eac."


def names_and_numbers():
    attempt("babelfish", lambda: [babelfish.Language("por", "BR"), babelfish.Language.fromietf("zh-Hant"), babelfish.Country("FR").name])
    attempt("babelfish", babelfish.Language, "zzzz")
    attempt("isbnlib", lambda: (isbnlib.to_isbn13("0-306-40615-2"), isbnlib.is_isbn13("9780306406158"), isbnlib.mask("9780306406157"),
                                isbnlib.info("9783161484100"), isbnlib.get_isbnlike("x 0306406152 y 978-0306406157")))
    attempt("codicefiscale", codicefiscale.isvalid, "RSSMRA80A01H501U")
    attempt("semantic_version", lambda: sorted(map(semantic_version.Version, ["1.0.0", "1.0.0-rc.1", "0.9.9+x", "1.0.0-alpha"])))
    attempt("semantic_version", lambda: semantic_version.SimpleSpec(">=1.2,<2").select(map(semantic_version.Version, ["1.3.0", "2.0.0"])))
    attempt("semantic_version", semantic_version.Version, "1.x")
    attempt("typepy", lambda: [(typepy.Integer(v, 1).is_type(), typepy.RealNumber(v, 0).try_convert()) for v in ("1", "1.5", "x", None, True)])
    attempt("humanfriendly", lambda: (humanfriendly.format_size(123456789), humanfriendly.parse_size("5 KiB"), humanfriendly.format_timespan(93784.5),
                                      humanfriendly.parse_timespan("5 minutes"), humanfriendly.concatenate("abc")))
    attempt("humanfriendly", humanfriendly.parse_size, "5 zork")
    attempt("humanfriendly", lambda: humanfriendly.tables.format_pretty_table([["a", 1], ["bbb", 22]], ["k", "v"]))
    attempt("pytimeparse", lambda: [pytimeparse.parse(t) for t in ("1h32m", "2 days, 4:13:02", "x", "-3.5s")])
    attempt("prefixdate", lambda: [prefixdate.parse(t).text for t in ("2026", "2026-13", "2026-2-3T4:5", "no")])
    attempt("zxcvbn", lambda: [(r["score"], int(r["guesses"]), r["feedback"]) for r in map(zxcvbn.zxcvbn, ("password1", "correct horse battery", "qwER43@!"))])


def spelling():
    attempt("chardet", lambda: [chardet.detect(TEXT.encode(c)) for c in ("utf-8", "utf-16", "iso2022_jp_2")])
    attempt("chardet", lambda: chardet.detect("\u041f\u0440\u0438\u0432\u0435\u0442, \u043a\u0430\u043a \u0434\u0435\u043b\u0430?".encode("koi8-r")))
    attempt("confusable_homoglyphs", lambda: confusable_homoglyphs.confusables.is_dangerous("\u0440aypal"))
    attempt("text_unidecode", text_unidecode.unidecode, TEXT)
    attempt("transliterate", transliterate.translit, "Lorem ipsum dolor", "ru")
    attempt("normality", lambda: (normality.normalize(TEXT), normality.slugify(TEXT), normality.collapse_spaces(" a \n b ")))
    attempt("precis_i18n", lambda: precis_i18n.get_profile("UsernameCaseMapped").enforce("Ju\u0301liA"))
    attempt("precis_i18n", lambda: precis_i18n.get_profile("OpaqueString").enforce("a\u0007b"))
    attempt("distance", lambda: (distance.levenshtein("lenvestein", "levenshtein"), distance.jaccard("decide", "resize"),
                                 list(distance.ilevenshtein("foo", ["fo", "bar"], max_dist=1))))
    attempt("pylev", lambda: (pylev.levenshtein("kitten", "sitting"), pylev.damerau_levenshtein("ab", "ba")))
    attempt("fuzzywuzzy", lambda: (fuzzywuzzy.fuzz.ratio("this is a test", "this is a test!"), fuzzywuzzy.fuzz.token_sort_ratio("b a", "a b")))
    attempt("webencodings", lambda: (webencodings.lookup("latin1").name, webencodings.decode(b"\xef\xbb\xbfx", "ascii"), webencodings.encode("\u20ac", "windows-1252")))
    attempt("pyfiglet", lambda: "\n" + pyfiglet.figlet_format("minipy", font="small"))
    attempt("colored", lambda: ascii(colored.fg("red") + colored.attr("bold") + "x"))
    attempt("pastel", lambda: ascii(pastel.colorize("<error>x</error> <options=bold>y</>")))
    attempt("jaraco.text", lambda: (jaraco.text.FoldedCase("AB") == "ab", jaraco.text.WordSet.parse("camelCaseWord").dash_separated(),
                                    list(jaraco.text.yield_lines("a\n\n b")) , jaraco.text.simple_html_strip("a<b>")))


def addresses():
    attempt("uritools", lambda: (uritools.urisplit("foo://u@h:8042/over/there?name=ferret#nose"), uritools.urijoin("http://a/b/c", "../d"),
                                 uritools.uricompose("http", "h", "/p", {"a": ["1", "2"]}, "f"), uritools.urisplit("http://[::1]:80/").gethost()))
    attempt("uritools", lambda: uritools.urisplit("http://[::1").gethost())
    attempt("urlobject", lambda: urlobject.URLObject("http://u:p@h/a/b?x=1").add_query_param("y", "2 3").with_port(99).relative("../c"))
    attempt("linkify_it", lambda: [(m.url, m.text, m.index) for m in linkify_it.LinkifyIt().match("see example.com and mailto:a@b.org, or http://x.y/z?(q).")])
    attempt("pathvalidate", lambda: (pathvalidate.sanitize_filename("a/b:c*?.txt"), pathvalidate.is_valid_filename("CON"), pathvalidate.sanitize_filepath("a//b|c")))
    attempt("pathvalidate", pathvalidate.validate_filename, "a:b")
    attempt("pathspec", lambda: sorted(pathspec.PathSpec.from_lines("gitwildmatch", ["*.py", "!t.py", "/build/"]).match_files(["a.py", "t.py", "build/x", "d/build/y"])))
    attempt("wcmatch", lambda: (wcmatch.fnmatch.fnmatch("test/a.py", ["*.py", "!b.py"], flags=wcmatch.fnmatch.NEGATE),
                                wcmatch.fnmatch.translate("@(a|b)*[!c]", flags=wcmatch.fnmatch.EXTMATCH)))
    attempt("braceexpand", lambda: list(braceexpand.braceexpand("a{b,c{1..3}}{x..z..2}")))
    attempt("shellescape", shellescape.quote, "it's $HOME")
    attempt("identify", lambda: [sorted(identify.identify.tags_from_filename(n)) for n in ("a.py", "Dockerfile", "x.tar.gz")])


def markup():
    attempt("dominate", lambda: dominate.tags.div(dominate.tags.a("x & y", href="/?a&b"), dominate.tags.ul(dominate.tags.li(i) for i in range(2)), cls="c").render())
    attempt("mistune0", mistune0.markdown, "# T\n\n* a\n* **b** `c`\n\n| x | y |\n|---|--:|\n| 1 | 2 |\n\n[l](u 't')\n")
    md = MarkdownIt().use(mdit_py_plugins.footnote.footnote_plugin).use(mdit_py_plugins.deflist.deflist_plugin)
    attempt("mdit_py_plugins", md.render, "Term\n: Definition[^1]\n\n[^1]: the *note*\n")
    attempt("pymdownx", lambda: markdown("~~a~~ ==b== H~2~O ^^c^^\n\n- [x] d\n", extensions=["pymdownx.tilde", "pymdownx.mark", "pymdownx.caret", "pymdownx.tasklist"]))
    attempt("htmlmin", htmlmin.minify, "<p>  a   <b> c </b>\n</p><!-- x --><pre>  y </pre>", remove_comments=True)
    attempt("slimmer", lambda: (slimmer.css_slimmer("a { color : red ; }\n/* x */ b{}"), slimmer.js_slimmer("function f(a) {\n  // c\n  return a + 1;\n}")))
    attempt("feedparser", lambda: [(e.title, e.link, e.updated_parsed[:6]) for e in feedparser.parse(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><title>e &amp; f</title><link href='http://x/'/>"
        "<updated>2026-01-02T03:04:05Z</updated></entry></feed>").entries])
    attempt("podcastparser", lambda: sorted(podcastparser.parse("http://x/f", io.BytesIO(
        b"<rss><channel><title>T</title><link>/l</link><item><title>E</title><guid>g</guid><enclosure url='a.mp3' type='audio/mpeg' length='5'/>"
        b"</item></channel></rss>")).items()))
    attempt("listparser", lambda: [(f.title, f.url) for f in listparser.parse("<opml version='1.0'><body><outline type='rss' text='a' xmlUrl='http://u'/></body></opml>").feeds])
    attempt("untangle", lambda: untangle.parse("<a><b k='v'>t</b><b/></a>").a.b[0]["k"])
    attempt("untangle", lambda: untangle.parse("<a><b k='v'>t</b></a>").a.zork)
    attempt("simpletal", simple_tal)
    attempt("tempita", lambda: tempita.Template("{{for i, x in enumerate(xs)}}{{i}}:{{x.upper()}}\n{{endfor}}{{if not xs}}none{{endif}}").substitute(xs=["a", "b"]))
    attempt("tempita", lambda: tempita.Template("{{x.zork}}", name="n").substitute(x=1))
    attempt("em", lambda: em.expand("@[for i in range(3)]@i @(i * i);@[end for]\n@x.upper()", {"x": "y"}))
    attempt("railroad", lambda: railroad.Diagram(railroad.Choice(0, "a", railroad.OneOrMore(railroad.NonTerminal("b"), ",")), type="simple"))
    attempt("junitparser", lambda: junitparser.JUnitXml.fromstring("<testsuite name='s' tests='1'><testcase name='c' time='0.5'><failure message='m'>t</failure></testcase></testsuite>"))


def simple_tal():
    context = simpletal.simpleTALES.Context()
    context.addGlobal("rows", [{"n": 1}, {"n": "<2>"}])
    out = io.StringIO()
    simpletal.simpleTAL.compileHTMLTemplate("<ul><li tal:repeat='r rows' tal:content='r/n' tal:attributes='id repeat/r/number'>x</li></ul>").expand(context, out)
    return out.getvalue()


def languages():
    attempt("graphql", graphql_query)
    attempt("sexpdata", lambda: (sexpdata.loads("(a (b . c) \"d\\n\" 'e 1.5 nil #t)"), sexpdata.dumps({"a": [1, (2, "x")], "b": None})))
    attempt("vdf", lambda: (vdf.loads('"a" { "b" "1" "c" { "d" "e\\"f" } }'), vdf.dumps({"k": {"v": "w"}}, pretty=True)))
    attempt("vdf", vdf.loads, '"a" {')
    attempt("javaproperties", lambda: (javaproperties.loads("a=1\nb : caf\\u00e9 \\\n   c\n# x\n!y"), javaproperties.dumps({"k e": "v=\u20ac"}, timestamp=False)))
    attempt("arff", lambda: arff.loads("@RELATION r\n@ATTRIBUTE a REAL\n@ATTRIBUTE b {x,'y z'}\n@DATA\n1.5,x\n?,'y z'\n"))
    attempt("arff", arff.loads, "@RELATION r\n@ATTRIBUTE a ZORK\n@DATA\n")
    attempt("pydotplus", lambda: pydotplus.graph_from_dot_data("digraph g { a -> b [label=\"x y\"]; subgraph s { c } }").to_string())
    attempt("astunparse", lambda: (astunparse.unparse(__import__("ast").parse("def f(a, *b, c=1): return [x for x in a if x] or -c")),
                                   astunparse.dump(__import__("ast").parse("x += 1"))))
    attempt("tokenize_rt", lambda: [(t.name, t.src) for t in tokenize_rt.src_to_tokens("x = 'a' \\\n  # c\n")])
    attempt("untokenize", lambda: untokenize.untokenize(__import__("tokenize").generate_tokens(io.StringIO("if a :\n    b = ( 1 ,2)\n").readline)))
    attempt("srt", lambda: srt.compose(srt.sort_and_reindex(srt.parse("2\n00:00:03,000 --> 00:00:04,500\nb\n\n1\n00:00:01,000 --> 00:00:02,000\na\n\n"))))
    attempt("pysrt", lambda: [(s.index, s.text) for s in pysrt.from_string("1\n00:00:01,000 --> 00:00:02,250\n<i>a</i>\n")])
    attempt("webvtt", lambda: [(c.start, c.end, c.lines) for c in webvtt.read_buffer(io.StringIO("WEBVTT\n\n00:01.000 --> 00:02.000\n<b>a</b>\nc\n"))])
    attempt("unicodecsv", lambda: list(unicodecsv.DictReader(io.BytesIO("a,b\n\u00e9,\"x\ny\"\n".encode()))))
    attempt("pprintpp", lambda: pprintpp.pformat({"k": [{"a" * 30: i} for i in range(3)], "s": {3, 1, 2}, "e": frozenset()}))
    with open(".editorconfig", "w") as file:
        file.write("root = true\n[*]\nindent_style = space\n[*.{c,h}]\nindent_size = 4\n")
    attempt("editorconfig", lambda: dict(editorconfig.get_properties(__import__("os").path.abspath("x.c"))))
    attempt("rstr", lambda: len(rstr.xeger(r"[a-c]{3}\d+-(x|yy)?$")) > 4)


def graphql_query():
    person = graphql.GraphQLObjectType("Person", lambda: {
        "name": graphql.GraphQLField(graphql.GraphQLString, args={"upper": graphql.GraphQLArgument(graphql.GraphQLBoolean)},
                                     resolver=lambda p, info, upper=False: p.upper() if upper else p)})
    schema = graphql.GraphQLSchema(graphql.GraphQLObjectType("Query", {"people": graphql.GraphQLField(graphql.GraphQLList(person), resolver=lambda *_: ["ann", "bob"])}))
    good, bad = (graphql.graphql(schema, q) for q in ("{ people { name(upper: true) } }", "{ people { zork } }"))
    return good.data, bad.errors, graphql.print_schema(schema)


for part in names_and_numbers, spelling, addresses, markup, languages:
    part()
