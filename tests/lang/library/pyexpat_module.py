"""pyexpat: every handler, the attributes of a parser, its errors, and what misuse gives."""
import copy
import gc
import random
import re
import weakref
from xml.parsers import expat

HANDLERS = [*filter(re.compile("Handler(Expand)?$").search, dir(expat.ParserCreate()))]
DOCUMENT = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE root PUBLIC "public id" "system.dtd" [
  <!NOTATION gif SYSTEM "viewer">
  <!ENTITY picture SYSTEM "p.gif" NDATA gif>
  <!ENTITY part SYSTEM "part.xml">
  <!ENTITY short "text of it">
  <!ENTITY % parameter "<!ATTLIST root z CDATA #IMPLIED>">
  %parameter;
  <!ELEMENT root (a, (b | c)*, d+)>
  <!ATTLIST root id ID #REQUIRED kind (x | y) "x">
]>
<!-- a comment -->
<root id="1" xmlns="urn:one" xmlns:two="urn:two">
  <two:a two:b="c">text &short; &part; &amp; é €</two:a>
  <?target data?>
  <![CDATA[<not markup>]]>
</root>
"""
PART = "<?xml version='1.0' encoding='iso-8859-15'?><part>\xa4</part>"


def logging(parser, log, names=HANDLERS):
    for name in names:
        def handler(*args, name=name):
            log.append((name, args))
            return 1
        setattr(parser, name, handler)
    return parser


print("handlers", len(HANDLERS))
for names in (HANDLERS, [n for n in HANDLERS if "Default" not in n], ["DefaultHandler"], ["DefaultHandlerExpand", "StartElementHandler"]):
    for separator in (None, "", " ", "!"):
        log = []
        parser = logging(expat.ParserCreate(namespace_separator=separator), log, names)
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
        parser.SetBase("base")
        if "ExternalEntityRefHandler" in names:
            def external(context, *rest):
                log.append(("external", context, rest))
                inner = parser.ExternalEntityParserCreate(context)
                return inner.Parse(PART.encode("latin-1") if context and "part" in context else b"<!ELEMENT d EMPTY>", True)
            parser.ExternalEntityRefHandler = external
        print(parser.Parse(DOCUMENT, True), len(log))
        for name, *rest in log:
            if name == "external" and rest[0]:
                rest[0] = sorted(rest[0].split("\f"))  # by a hash with a salt
            print("  ", name, *rest)

print("attributes")
parser = expat.ParserCreate()
print(parser.buffer_text, parser.buffer_size, parser.buffer_used, parser.intern, parser.namespace_prefixes,
      parser.ordered_attributes, parser.specified_attributes, parser.GetBase(), parser.GetInputContext(), parser.StartElementHandler)
for name, value in (("buffer_text", True), ("buffer_text", 0), ("buffer_size", 0), ("buffer_size", -1), ("buffer_size", "x"),
                    ("buffer_size", 2 ** 31), ("buffer_size", 2 ** 70), ("buffer_size", 1024),
                    ("ordered_attributes", "yes"), ("StartElementHandler", 5)):
    try:
        setattr(parser, name, value)
        print(name, value, getattr(parser, name))
    except Exception as problem:
        print(name, type(problem).__name__, problem)
for name, value in (("intern", {}), ("nothing", 1), ("CurrentLineNumber", 3)):
    try:
        setattr(parser, name, value)
    except AttributeError:
        print(name, "cannot be set")
for name in ("buffer_text", "buffer_size", "StartElementHandler", "ordered_attributes"):
    try:
        delattr(parser, name)
    except Exception as problem:
        print("del", name, type(problem).__name__, problem)

print("text in pieces")
for size in (None, 4, 8, 1000):
    log = []
    parser = logging(expat.ParserCreate(), log, ["CharacterDataHandler", "EndElementHandler"])
    if size:
        parser.buffer_size, parser.buffer_text = size, True
    for piece in ("<a>one\ntwo", "three", "&lt;four", "<b/>five\n\n", "s", "i", "x</a>"):
        parser.Parse(piece)
        log.append(parser.buffer_used)
    parser.Parse("", True)
    print(size, log)

print("attribute forms")
for ordered in (False, True):
    for specified in (False, True):
        parser, log = expat.ParserCreate(), []
        parser.ordered_attributes, parser.specified_attributes = ordered, specified
        parser.StartElementHandler = lambda name, all: log.append((name, all))
        parser.Parse('<!DOCTYPE a [<!ATTLIST a x CDATA "default">]><a c="1" b="2"/>', True)
        print(ordered, specified, log)

print("errors")  # in a text without a byte: at -1, or at 0 where Expat was mended
for text in ("", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "&x;", "<a>&x;</a>", "<a>\x01</a>", "<?xml version='9'?><a/>",
             "<?xml version='1.0' encoding='none'?><a/>", "<?xml version='1.0' encoding='utf-7'?><a/>", "<a><![CDATA[", "<p:a/>",
             "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", "<a b=c/>", "<a>&#0;</a>", "x" * 20, "<a>\ud800</a>"):
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(text if "encoding" not in text else text.encode(), True)
        print("fine")
    except expat.ExpatError as problem:
        print(problem, problem.code, problem.lineno, problem.offset, parser.ErrorCode, parser.ErrorLineNumber, parser.ErrorColumnNumber,
              max(parser.ErrorByteIndex, 0), expat.errors.messages[problem.code] == expat.ErrorString(problem.code))
    except Exception as problem:
        print(type(problem).__name__, problem)
print(sorted(expat.errors.codes.items(), key=lambda pair: pair[1]), expat.ErrorString(0), expat.ErrorString(1000))
print(sorted(vars(expat.model).items(), key=str)[:12] and [n for n in dir(expat.model) if n[:3] == "XML"])

print("a bomb")
bomb = "<!DOCTYPE a [<!ENTITY b0 'xxxxxxxxxxxxxxxxxxxx'>" + "".join(
    f"<!ENTITY b{i} '{f'&b{i - 1};' * 10}'>" for i in range(1, 10)) + "]><a>&b9;</a>"
try:
    expat.ParserCreate().Parse(bomb, True)
except expat.ExpatError as problem:
    print(problem.code == expat.errors.codes[expat.errors.XML_ERROR_AMPLIFICATION_LIMIT_BREACH], str(problem)[:60])

print("handlers that raise, answer nonsense, or take themselves away")
parser, log = expat.ParserCreate(), []


def raises(name, all):
    log.append(name)
    raise KeyError(name)


parser.StartElementHandler, parser.EndElementHandler = raises, log.append
try:
    parser.Parse("<a><b/></a>", True)
except KeyError as problem:
    print(repr(problem), log, parser.StartElementHandler, parser.EndElementHandler, parser.CurrentColumnNumber)
for answer in (0, 1, "x", None, 2 ** 40):
    parser = expat.ParserCreate()
    parser.NotStandaloneHandler = lambda: answer
    try:
        print(answer, parser.Parse("<?xml version='1.0'?><!DOCTYPE a SYSTEM 'x'><a/>", True))
    except Exception as problem:
        print(answer, type(problem).__name__, problem)
parser, log = expat.ParserCreate(), []


def once(text):
    log.append((text, parser.GetInputContext()))
    parser.CharacterDataHandler = None


parser.CharacterDataHandler = once
print(parser.Parse("<a>one<b/>two</a>", True), log)

print("bad arguments")
for call in (lambda: expat.ParserCreate(1), lambda: expat.ParserCreate(namespace_separator=2), lambda: expat.ParserCreate(None, "ab"),
             lambda: expat.ParserCreate(intern=3), lambda: expat.ParserCreate("a\0b"), lambda: parser.Parse(None),
             lambda: parser.SetBase(3), lambda: parser.ExternalEntityParserCreate(3), lambda: parser.ExternalEntityParserCreate("x", 4),
             lambda: parser.ParseFile(5), lambda: parser.SetParamEntityParsing("x"), lambda: expat.ErrorString("x"),
             lambda: parser.Parse("more"), lambda: parser.UseForeignDTD()):
    try:
        print(call())
    except Exception as problem:
        print(type(problem).__name__, problem)
for call in (lambda: expat.XMLParserType(), lambda: parser.Parse(), lambda: parser.Parse(b"", 1, 2), lambda: parser.UseForeignDTD(1, 2),
             lambda: expat.ParserCreate("utf-8", None, None, None), lambda: type("P", (expat.XMLParserType,), {}),
             lambda: copy.copy(parser)):
    try:
        print(call())
    except TypeError:
        print("refused")


class Source:
    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def read(self, size):
        return self.pieces.pop(0)


for pieces in ([b"<a>", b"</a>", b""], [bytearray(b"<a/>"), b""], ["<a/>"], [b"<a>" + b" " * 4000], [b"<a"], [b"<a></b>"]):
    try:
        print(expat.ParserCreate().ParseFile(Source(*pieces)))
    except Exception as problem:
        print(type(problem).__name__, problem)

print("memory")
parser = expat.ParserCreate(intern=None)
parser.StartElementHandler = lambda name, all, parser=parser: None
print(parser.intern)
inner = parser.ExternalEntityParserCreate(None)
alive = weakref.finalize(parser.StartElementHandler, print, "gone")
del parser
gc.collect()
print(inner.Parse("<!ELEMENT a EMPTY>", True))
del inner
gc.collect()

print("mutated documents")
random.seed(11)
source = DOCUMENT.encode()
count = {}
for turn in range(300):
    data = bytearray(source)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(data))
        data[at:at + random.randrange(3)] = random.choice((b"", b"<", b">", b"&", b"\xff", b"]]>", b"'", b"%", b"<!--", bytes([data[at]])))
    log = []
    parser = logging(expat.ParserCreate(namespace_separator=random.choice((None, " "))), log)
    parser.buffer_text = random.random() < 0.5
    try:
        step = random.randrange(1, 200)
        for at in range(0, len(data), step):
            parser.Parse(bytes(data[at:at + step]))
        log.append(parser.Parse(b"", True))
    except (expat.ExpatError, UnicodeError) as problem:
        log.append(str(problem))
    key = sum(sum(map(ord, str(row))) for row in log)
    print(turn, len(log), key, log[-1])
