"""pyexpat, one call at a time: much data, seldom used arguments, wrong ones. Each call is tried by itself, so that where requests
for memory fail (make fail-alloc) each meets its own."""
import io
import pyexpat
import zlib


def brief(v):
    if isinstance(v, (bytes, str)) and len(v) > 60:
        return type(v).__name__, len(v), zlib.crc32(v if isinstance(v, bytes) else v.encode())
    if isinstance(v, (tuple, list)):
        return [brief(item) for item in v]
    return v if isinstance(v, (int, float, str, bytes, dict, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        kw = args.pop() if args and type(args[-1]) is dict and args[-1].get("by name") else {}
        print("   ", n, tried(f, *args, **{k: v for k, v in kw.items() if k != "by name"}))


def named(**kw):
    return {"by name": True, **kw}


DOCUMENT = b"""<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE root PUBLIC "public" "system" [<!NOTATION n SYSTEM "v"><!ENTITY p SYSTEM "p.gif" NDATA n><!ENTITY e SYSTEM "e.xml"><!ENTITY s "text">
<!ELEMENT root (a, (b | c)*, d+)><!ATTLIST root id ID #REQUIRED kind (x | y) "x">]>
<!-- said --><root id="1" xmlns="urn:one" xmlns:two="urn:two"><two:a two:b="c" d="e">t &s; &e; &amp;</two:a><?do it?><![CDATA[raw]]>&unknown;</root>"""
ALL = [n for n in dir(pyexpat.ParserCreate()) if "Handler" in n]


def parsed(names=ALL, data=DOCUMENT, file=None, made=(), wrong=None, **flags):
    seen = []
    parser = pyexpat.ParserCreate(*made)
    for name, value in flags.items():
        setattr(parser, name, value)
    for name in names:
        def handler(*args, name=name):
            seen.append((name, args, parser.GetInputContext() and 1))
            if wrong:
                return wrong(parser, name)
            if name == "ExternalEntityRefHandler":
                return parser.ExternalEntityParserCreate(args[0]).Parse(b"<x>y</x>", True)
            return 1
        setattr(parser, name, handler)
    try:
        r = parser.ParseFile(file) if file else parser.Parse(data, True)
    except MemoryError:
        raise
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    return r, len(seen), zlib.crc32(ascii(seen).replace("\\x0c", "").encode()) if "ExternalEntityRefHandler" not in names else 0


def failing(parser, name):
    raise KeyError(name)


def failing_text(parser, name):
    """What waits in the buffer is told before the next event, which is none then."""
    if name == "CharacterDataHandler":
        raise KeyError(name)
    return 1


MIXED = b"<a>text<?do it?>text<!--said-->text<b xmlns='u'>text</b>text<![CDATA[text]]>text</a>"


class Reads:
    def __init__(self, *parts):
        self.parts = list(parts)

    def read(self, size):
        return self.parts.pop(0) if self.parts else b""


show("expat", (parsed,), *((parsed, [name, "CharacterDataHandler"], MIXED, None, (None, " "), named(buffer_text=True, wrong=failing_text)) for name in ALL), *((parsed, [name]) for name in ALL), *((parsed, [name], named(wrong=failing)) for name in ALL), (parsed, [n for n in ALL if "Default" not in n], named(buffer_text=True)), (parsed, ALL, named(ordered_attributes=True, specified_attributes=True)),
     (parsed, [n for n in ALL if "Default" not in n], DOCUMENT, None, (None, " ")), (parsed, ["StartElementHandler"], DOCUMENT, None, (None, "!"), named(namespace_prefixes=1)), (parsed, ALL[:3], DOCUMENT, None, (None, None, {})), (parsed, ALL[:3], DOCUMENT, None, (None, None, None)),
     (parsed, ["CharacterDataHandler"], b"<a>" + b"text " * 5000 + b"</a>", named(buffer_text=True)), (parsed, ["CharacterDataHandler"], b"<a>" + b"text\n" * 50 + b"</a>", named(buffer_text=True, buffer_size=9)), (parsed, ["CharacterDataHandler"], b"<a>" + b"x" * 50 + b"</a>", named(buffer_size=9, buffer_text=True)),
     (parsed, ["CharacterDataHandler"], "<a>é€</a>"), (parsed, [], "<?xml version='1.0' encoding='latin-1'?><a>é</a>"), (parsed, ["CharacterDataHandler"], "<?xml version='1.0' encoding='koi8-r'?><a>\xe9</a>".encode("latin-1")), (parsed, [], b"<?xml version='1.0' encoding='no-such'?><a/>"), (parsed, [], b"<?xml version='1.0' encoding='utf-7'?><a/>"),
     (parsed, ["StartElementHandler"], b"", Reads(b"<a", b"><b/>", b"</a>")), (parsed, [], b"", Reads(b"<a", "text")), (parsed, [], b"", Reads(b"<a>", bytearray(b"</a>"))), (parsed, [], b"", Reads(b"x" * 3000)), (parsed, [], b"", Reads()), (parsed, [], b"", Reads(5)), (parsed, [], b"", io.BytesIO(DOCUMENT)), (parsed, [], b"", 5),
     (parsed, ["StartElementHandler"], b"<a/>", Reads(b"<a/>"), named(wrong=failing)), (parsed, ["NotStandaloneHandler"], named(wrong=lambda *a: "text")), (parsed, ["NotStandaloneHandler"], named(wrong=lambda *a: 0)), (parsed, ["NotStandaloneHandler"], named(wrong=lambda *a: 2**70)), (parsed, ["ExternalEntityRefHandler"], named(wrong=lambda *a: None)),
     (parsed, ["StartElementHandler", "CharacterDataHandler"], named(wrong=lambda p, n: setattr(p, "CharacterDataHandler", None))), (parsed, ["StartElementHandler", "CharacterDataHandler"], named(buffer_text=True, wrong=lambda p, n: setattr(p, "buffer_text", False))),
     (parsed, ["StartElementHandler", "CharacterDataHandler"], named(buffer_text=True, wrong=lambda p, n: setattr(p, "buffer_size", 100))), (parsed, [], b"<a>" + b"<b>" * 9), (parsed, [], 5), (parsed, [], "\ud800"),
     (pyexpat.ParserCreate, "utf-8", "ab"), (pyexpat.ParserCreate, 5), (pyexpat.ParserCreate, "a\0b"), (pyexpat.ParserCreate, None, 5), (pyexpat.ParserCreate, None, None, 5), (pyexpat.ErrorString, 3), (pyexpat.ErrorString, 999), (pyexpat.ErrorString, "a"))
p = pyexpat.ParserCreate()
show("parser", (p.SetBase, "base"), (p.GetBase,), (p.SetBase, 5), (p.SetBase, "a\0b"), (p.SetBase, None), (p.GetInputContext,), (p.SetParamEntityParsing, 1), (p.SetParamEntityParsing, "a"), (p.UseForeignDTD,), (p.UseForeignDTD, False), (p.ExternalEntityParserCreate, None), (p.ExternalEntityParserCreate, 5), (p.ExternalEntityParserCreate, "a", 5),
     (p.ExternalEntityParserCreate, "a", "utf-8"), (setattr, p, "buffer_text", True), (setattr, p, "buffer_text", True), (p.ExternalEntityParserCreate, None, "ascii"), (setattr, p, "buffer_size", 100), (setattr, p, "buffer_size", 100), (setattr, p, "buffer_size", 0), (setattr, p, "buffer_size", "a"), (setattr, p, "buffer_size", 2**40), (setattr, p, "buffer_size", 2**70),
     (delattr, p, "buffer_size"), (delattr, p, "buffer_text"), (delattr, p, "StartElementHandler"), (delattr, p, "ordered_attributes"), (setattr, p, "intern", {}), (setattr, p, "no_such", 1), (lambda: (p.buffer_text, p.buffer_size, p.buffer_used, p.intern, p.ordered_attributes, p.StartElementHandler),), (setattr, p, "buffer_text", False),
     (lambda: (p.ErrorCode, p.ErrorLineNumber, p.ErrorColumnNumber, p.ErrorByteIndex, p.CurrentLineNumber, p.CurrentColumnNumber, p.CurrentByteIndex),), (p.Parse, b"<a><b>"), (p.UseForeignDTD, True), (p.Parse, b"</b></a>", True), (p.Parse, b"<a/>", True), (p.Parse, b"", "x"))
