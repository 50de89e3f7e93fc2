"""pyexpat and ElementTree: handlers that fail or change, namespaces, entities, long texts, builders with comments and instructions, elements that are changed while they are walked."""
import io
import pyexpat
import warnings
import xml.etree.ElementTree as ET


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except Exception as error:
        return type(error).__name__, str(error)


class Strange:
    def __eq__(self, other):
        raise LookupError("eq")

    def __index__(self):
        raise LookupError("index")

    __len__ = __bool__ = __str__ = __index__
    __hash__ = None


DOCUMENT = b"""<?xml version="1.0" standalone="no"?>
<!DOCTYPE r [<!ELEMENT r (a|b)*><!ATTLIST r n CDATA "x" m (p|q) #IMPLIED><!ENTITY e "text"><!ENTITY ext SYSTEM "file.xml"><!ENTITY % pe "<!ENTITY f 'g'>"> %pe;
<!NOTATION gif SYSTEM "viewer"><!ENTITY pic SYSTEM "a.gif" NDATA gif><!-- in dtd --><?pi in dtd?>]>
<r xmlns="urn:d" xmlns:p="urn:p" n="1"><!-- c --><a p:x="y">t&e;&f;&ext;</a><?target data?><![CDATA[ <c> ]]><p:b/>\xc3\xa9</r>
"""
HANDLERS = [name for name in dir(pyexpat.ParserCreate()) if name.endswith("Handler")]
print(HANDLERS)


def parser_with(log, *args, fails=None, **kw):
    parser = pyexpat.ParserCreate(*args, **kw)
    for name in HANDLERS:
        def handler(*given, name=name):
            if name == "ExternalEntityRefHandler":
                given = sorted(given[0].split("\f")), *given[1:]  # expat's own order is by chance
            log.append((name, *[g if isinstance(g, (str, int, type(None))) else type(g).__name__ if not isinstance(g, (dict, list)) else g for g in given]))
            if name == fails:
                raise KeyError(name)
            return 1
        setattr(parser, name, handler)
    return parser


for args, kw in ((), {}), ((None, "|"), {}), ((None, ""), {}), (("iso-8859-1",), {}), ((), {"namespace_separator": " ", "intern": {}}):
    for prefixes, ordered, specified, buffer in (0, 0, 0, 0), (1, 1, 1, 1):
        log = []
        parser = parser_with(log, *args, **kw)
        parser.namespace_prefixes, parser.ordered_attributes, parser.specified_attributes, parser.buffer_text = prefixes, ordered, specified, buffer
        print(attempt(parser.SetParamEntityParsing, pyexpat.XML_PARAM_ENTITY_PARSING_ALWAYS), attempt(parser.UseForeignDTD, False), attempt(parser.Parse, DOCUMENT, True))
        for line in log:
            print("   ", ascii(line))
for name in HANDLERS:
    for buffer in False, True:
        log = []
        parser = parser_with(log, None, "|", fails=name)
        parser.buffer_text = buffer
        print(name, attempt(parser.Parse, DOCUMENT, True), len(log), attempt(parser.Parse, b"", True))
log = []
parser = parser_with(log)
parser.DefaultHandlerExpand = parser.ExternalEntityRefHandler = parser.EntityDeclHandler = None
parser.UseForeignDTD(True)
print(attempt(parser.Parse, b"<r>&unknown;&more;</r>", True), log)
parser = pyexpat.ParserCreate()
skipped = []
parser.SkippedEntityHandler = lambda *args: skipped.append(args)
print(attempt(parser.Parse, b'<!DOCTYPE r SYSTEM "none"><r>&gone;text</r>', True), skipped)
for name, values in (("buffer_size", (0, -1, 5, "a", 2**40, 1.5, Strange(), 64)), ("buffer_text", (1, 0, Strange(), "x")), ("ordered_attributes", (1, Strange())), ("specified_attributes", (1, Strange())), ("namespace_prefixes", (1, Strange())), ("StartElementHandler", (None, 5, print)), ("no_such", (1,)), ("ErrorCode", (1,)), ("buffer_used", (1,))):
    parser = pyexpat.ParserCreate()
    for value in values:
        print(name, type(value).__name__, attempt(setattr, parser, name, value), end=" ")
    print(attempt(getattr, parser, name) if name not in ("StartElementHandler",) else None, attempt(delattr, parser, name))
texts = []
parser = pyexpat.ParserCreate()
parser.buffer_text, parser.buffer_size, parser.CharacterDataHandler = True, 8, lambda text: texts.append(text)
parser.Parse(b"<r>" + b"0123456789" * 5 + b"<a/>", False)
parser.buffer_size = 20
print(texts, parser.buffer_used, attempt(parser.Parse, b"0123456789" * 3 + b"</r>", True), texts[-3:], parser.buffer_size, parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex, parser.ErrorCode, parser.ErrorByteIndex)
parser = pyexpat.ParserCreate()
parser.CharacterDataHandler = len
print(attempt(parser.Parse, b"<r>" + b"x" * 3000000, False), attempt(parser.Parse, "y" * 2000000 + "</r>", True))
for bad in b"<", b"<r", b"<r></s>", b"<r>&x;</r>", b"\xff\xfe", b"<r/><s/>", b"", b"<?xml version='1.0' encoding='no'?><r/>", b"<?xml version='1.0' encoding='utf-16'?><r/>", "é", 5, None, "\ud800", bytearray(b"<r/>"), memoryview(b"<r/>"):
    parser = pyexpat.ParserCreate()
    got = attempt(parser.Parse, bad, True)
    print(repr(bad)[:30].split(" at ")[0], got, parser.ErrorCode, parser.ErrorLineNumber, attempt(parser.ParseFile, io.BytesIO(b"<r/>")))
for source in io.BytesIO(DOCUMENT), io.StringIO("<r/>"), 5, type("R", (), {"read": lambda self, n: 1 / 0})(), type("R", (), {"read": 5})(), type("R", (), {"read": lambda self, n: b"<r/>" * 99999})(), type("R", (), {"read": lambda self, n: None})():
    print(attempt(pyexpat.ParserCreate().ParseFile, source))
for args, kw in ((5,), {}), ((None, 5), {}), ((None, "ab"), {}), (("no",), {}), ((None, None, 5), {}), (("a\0b",), {}), ((), {"no": 1}), ((None, None, None, 4), {}), ((None, "é"), {}):
    got = attempt(pyexpat.ParserCreate, *args, **kw)
    print(got if isinstance(got, tuple) else "made")
parser = pyexpat.ParserCreate()
print(attempt(parser.SetBase, 5), attempt(parser.SetBase, "a\0"), attempt(parser.GetInputContext), attempt(parser.SetParamEntityParsing, 99), attempt(parser.SetParamEntityParsing, "a"), attempt(parser.UseForeignDTD, Strange()), attempt(pyexpat.ErrorString, 99999), attempt(pyexpat.ErrorString, "a"), pyexpat.ErrorString(1))
print(attempt(parser.ExternalEntityParserCreate, 5), attempt(parser.ExternalEntityParserCreate, "a", 5))

# ---- builders and parsers
TB = ET.TreeBuilder
for kw in ({}, {"insert_comments": True, "insert_pis": True}, {"comment_factory": lambda text: ET.Comment("c" + text), "pi_factory": lambda *a: ET.PI("p", "q"), "insert_comments": True, "insert_pis": True}, {"element_factory": lambda tag, attrib: 1 / 0}, {"element_factory": ET.Element}, {"comment_factory": lambda text: 1 / 0, "insert_comments": True},
           {"pi_factory": lambda *a: 1 / 0, "insert_pis": True}, {"insert_comments": Strange()}, {"element_factory": 5}, {"comment_factory": None}, {"no": 1}):
    builder = attempt(TB, **kw)
    if isinstance(builder, tuple):
        print(kw.keys(), builder)
        continue
    out = [attempt(builder.data, "before"), attempt(builder.end, "no"), attempt(builder.comment, "early"), attempt(builder.start, "r", {"a": "b"}), attempt(builder.data, "x"), attempt(builder.data, "y"), attempt(builder.comment, "note"), attempt(builder.data, "z"), attempt(builder.pi, "t", "d"), attempt(builder.pi, "t"), attempt(builder.start, "c", {}), attempt(builder.end, "c"), attempt(builder.end, "r"), attempt(builder.end, "r"), attempt(builder.comment, "late"), attempt(builder.start, "again", {}), attempt(builder.start, "r", 5), attempt(builder.start, "r"), attempt(builder.pi)]
    print([o if isinstance(o, tuple) else type(o).__name__ for o in out])
    root = attempt(builder.close)
    print(attempt(ET.tostring, root) if isinstance(root, ET.Element) else root)
for events in ("start", "end", "comment", "pi", "start-ns", "end-ns"), ("start-ns",), ("end",), ("no",), (5,), 5, (b"end",), ():
    pull = attempt(ET.XMLPullParser, events)
    if isinstance(pull, tuple):
        print(events, pull)
        continue
    out = [attempt(pull.feed, DOCUMENT.replace(b"&ext;", b"")), attempt(pull.feed, b"more"), attempt(pull.close)]
    print(events, out, [event[0] for event in pull._events_queue if isinstance(event, tuple)])
class Target:
    def __init__(self, fails=None, result="done"):
        self.log, self.fails, self.result = [], fails, result
    def __getattr__(self, name):
        if name.startswith("_") or name == self.fails == "missing":
            raise AttributeError(name)
        def method(*args):
            self.log.append((name, *args))
            if name == self.fails:
                1 / 0
            return self.result
        return method
for fails in None, "start", "end", "data", "comment", "pi", "close", "start_ns", "end_ns", "doctype", "missing":
    target = Target(fails)
    parser = ET.XMLParser(target=target)
    print(fails, attempt(parser.feed, DOCUMENT.replace(b"&ext;", b"")), attempt(parser.close), len(target.log), target.log[:3])
for kw in {"encoding": 5}, {"encoding": "no"}, {"encoding": "iso-8859-1"}, {"encoding": "a\0b"}, {"target": 5}, {"target": None}, {"no": 1}, {"target": TB(element_factory=lambda *a: 1 / 0)}:
    parser = attempt(ET.XMLParser, **kw)
    print(list(kw), parser if isinstance(parser, tuple) else (attempt(parser.feed, "<r>é</r>"), attempt(parser.feed, b"<r/>"), attempt(parser.feed, 5), attempt(parser.feed, "\ud800"), attempt(lambda: type(parser.close()).__name__), attempt(parser.close)))
parser = ET.XMLParser()
print(attempt(parser._parse_whole, 5), attempt(parser._parse_whole, io.StringIO("<r>é</r>")).__class__.__name__, attempt(ET.XMLParser()._parse_whole, io.BytesIO(b"<r>")), attempt(ET.XMLParser()._parse_whole, type("R", (), {"read": lambda self, n=0: 1 / 0})()), attempt(ET.XMLParser()._setevents, 5, 5), attempt(ET.XMLParser()._setevents, [], 5), attempt(ET.XMLParser()._setevents, [], ["no"]), attempt(ET.XMLParser(target=Target())._setevents, [], []), parser.entity, parser.version[:5], attempt(setattr, parser, "entity", 5), attempt(setattr, parser, "version", 5))
bare = ET.XMLParser.__new__(ET.XMLParser)
print(attempt(bare.feed, "x"), attempt(bare.close), attempt(bare._setevents, [], []), attempt(TB.__new__(TB).close))

# ---- elements
E = ET.Element
def fresh():
    return ET.fromstring("<r a='1'><b>x</b>y<c><b>z</b></c><d/></r>")


root = fresh()
for function, args in (("find", ("b",)), ("find", ("no",)), ("find", (5,)), ("find", ("./c/b",)), ("findtext", ("b",)), ("findtext", ("d",)), ("findtext", ("no", "default")), ("findtext", ("c/b",)), ("findall", ("b",)), ("findall", (".//b",)), ("findall", (5,)), ("find", (Strange(),)), ("findall", ("[",)), ("iterfind", ("c",)), ("find", ("{*}b",)), ("find", ("p:b", {"p": "u"})), ("find", ("p:b", 5)), ("find", ("p:b",)),
                       ("get", ("a",)), ("get", ("z", 5)), ("get", ([],)), ("set", ([], 1)), ("set", ("k", Strange())), ("keys", ()), ("insert", (1, 5)), ("insert", ("a", E("x"))), ("insert", (-99, E("first"))), ("insert", (99, E("last"))), ("insert", (-1, E("mid"))), ("remove", (E("none"),)), ("remove", (5,)), ("append", (5,)), ("extend", (5,)), ("extend", ([5],)), ("extend", ((x for x in [E("g")]),)), ("makeelement", ("m", {"k": "v"})), ("makeelement", ("m", 5)), ("makeelement", ("m",)), ("__setstate__", (5,)), ("__setstate__", ({"tag": "t"},)), ("__setstate__", ({"tag": "t", "_children": 5},)), ("__getstate__", ()), ("iter", (5,)), ("iter", ("*",)), ("itertext", ())):
    element = fresh()
    got = attempt(getattr(element, function), *args)
    shown = got if isinstance(got, (tuple, str, int, type(None))) else [type(x).__name__ for x in got] if isinstance(got, list) else type(got).__name__
    print(function, shown, [child.tag for child in element] if not isinstance(attempt(list, element), tuple) else attempt(list, element))
def children(value):
    return [child.tag for child in value]
for key in 0, -1, 3, -4, "a", slice(0, 2), slice(None, None, -1), slice(0, 3, 2), slice(0, 3, 0), slice("a"), Strange(), 2**70, None:
    element = fresh()
    got = attempt(lambda: element[key])
    print(type(key).__name__, got.tag if isinstance(got, E) else children(got) if isinstance(got, list) else got, end=" ")
    for value in (E("n"),) if isinstance(key, int) else ([E("n")], [E("n"), E("m")], []):
        element = fresh()
        def store():
            element[key] = value
        print(attempt(store), children(element), end=" ")
    element = fresh()
    def remove():
        del element[key]
    print(attempt(remove), children(element))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(bool(E("a")), bool(root), [str(w.message)[:40] for w in caught])
for name, values in ("tag", (5, None)), ("text", (5, None, ["a", "b"])), ("tail", (5, None)), ("attrib", ({}, 5, None)), ("other", (1,)):
    element = E("a")
    for value in values:
        print(name, attempt(setattr, element, name, value), attempt(getattr, element, name), end=" ")
    print(attempt(delattr, element, name), attempt(repr, element).split(" at ")[0] if isinstance(attempt(repr, element), str) else None)
for args, kw in ((), {}), ((5,), {}), (("a", 5), {}), (("a", {"b": "c"}), {"d": "e"}), (("a",), {"attrib": {"b": "c"}}), (("a",), {"attrib": 5}), (("a", {}, 1), {}), (("a",), {"x": 1}):
    got = attempt(E, *args, **kw)
    print(got if isinstance(got, tuple) else (got.tag, got.attrib), end=" ")
    got = attempt(ET.SubElement, root, *args, **kw)
    print(got if isinstance(got, tuple) else (got.tag, got.attrib))
print(attempt(ET.SubElement, 5, "a"), attempt(ET.SubElement))
element = E("a")
for i in range(10):
    ET.SubElement(element, "b").text = str(i)
walk = element.iter()
next(walk), next(walk)
element.clear()
print(attempt(list, walk), children(element), element.attrib, attempt(next, walk), attempt(next, element.itertext()))
deep = E("d")
for i in range(3000):
    outer = E("d")
    outer.append(deep)
    deep = outer
print(len(list(deep.iter())), attempt(lambda: "".join(deep.itertext())))
loop = E("loop")
loop.append(loop)
print(repr(loop)[:15], attempt(lambda: len(loop)))
loop.clear()
