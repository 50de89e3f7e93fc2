# Elements changed by their methods and slots, targets of parsers, and what is refused.
import copy
import pickle
import xml.etree.ElementTree as ET


def attempt(f, *args):
    try:
        r = f(*args)
        return ET.tostring(r).decode() if ET.iselement(r) else r
    except Exception as e:
        return f"{type(e).__name__}: {e}"


top = ET.fromstring("<a x='1'>t<b>u</b>v<c y='2'><d/>w</c><b z='3'/></a>")
print("-- attributes")
top.set("n", "5")
print(top.get("n"), top.get("none"), top.get("none", 7), top.items(), sorted(top.keys()))
for value in {"k": "v"}, 5, None:
    print(attempt(setattr, top, "attrib", value), attempt(lambda: top.attrib))
top.attrib = {}
for name in "tag", "text", "tail", "attrib":
    print(name, attempt(delattr, top, name))
print(top.__sizeof__() > 0, ET.Element("q", {"a": "1"}, b="2").attrib, attempt(ET.Element), attempt(ET.Element, "a", 5))

print("-- children")
e = ET.Element("e")
top.insert(0, e), top.insert(-1, ET.Element("f")), top.insert(99, ET.Element("g"))
print(attempt(lambda: top), len(top), [c.tag for c in top])
for i in 0, -1, 99, 2**70, "x", slice(0, 2), slice(None, None, -2), slice(2**70, None):
    print(i, attempt(lambda: [c.tag for c in top[i]] if isinstance(i, slice) else top[i].tag))
for i, value in ((0, ET.Element("h")), (99, e), (2**70, e), (0, 5), (slice(0, 1), [ET.Element("i"), ET.Element("j")]), (slice(0, 4, 2), [e]),
                 (slice(0, 4, 2), [ET.Element("k")] * 2), (slice(0, 0), 5), (slice(0, 1), [5]), (slice(3, 3), [e])):
    print(i, attempt(top.__setitem__, i, value), [c.tag for c in top])
for i in 0, 99, slice(0, 2), slice(None, None, 2), slice(None, None, -1), "x":
    other = copy.copy(top)
    print(i, attempt(other.__delitem__, i), [c.tag for c in other])
for method, args in ("append", (5,)), ("extend", ([e, 5],)), ("extend", (5,)), ("remove", (ET.Element("none"),)), ("insert", (0, 5)), ("insert", ("x", e)):
    print(method, attempt(getattr(top, method), *args))

print("-- looking")
top = ET.fromstring("<a xmlns:n='urn:n'>t<b>u</b>v<c><b k='1'>w</b><n:b/></c><d/></a>")
for path in "b", "c/b", ".//b", "*", "none", "b[1]", ".//b[@k]", ".//b[@k='1']", "n:b", "c/n:b", "{urn:n}b", "c/{urn:n}b", "", "/b", "b[", ".//{*}b", 5:
    for names in None, {"n": "urn:n"}:
        print(path, attempt(lambda: [x.tag for x in top.findall(path, names)]), attempt(lambda: getattr(top.find(path, names), "tag", None)),
              attempt(lambda: top.findtext(path, "default", names)))
print([x.tag for x in top.iter()], [x.tag for x in top.iter("b")], [x.tag for x in top.iter("*")], [x for x in top.iter(b"b")], list(top.iter(5)))
print(list(top.itertext()), [x.tag for x in top.iterfind("c/*")], bool(ET.Element("x")))
strange = ET.Element("s")
strange.text = 5
print(attempt(lambda: list(strange.itertext())))
for tag in ET.Comment, ET.PI, None, 5:
    x = ET.Element("y")
    x.tag, x.text = tag, "t"
    print(attempt(lambda: list(x.itertext())), repr(x).split(" at ")[0])

print("-- copies")
deep = copy.deepcopy(top)
deep[0].text = ["other"]
print(top[0].text, deep[0].text, copy.deepcopy(deep)[0].text is deep[0].text, ET.tostring(copy.copy(top)) == ET.tostring(top))
for n in 0, 2, 4:
    print(attempt(lambda: ET.tostring(pickle.loads(pickle.dumps(top, n))) == ET.tostring(top)))
for state in {"tag": "z", "_children": [e], "attrib": {"a": "b"}, "text": "t", "tail": None}, {"tag": "z"}, {}, {"tag": 1, "_children": 5}, \
        {"tag": 1, "_children": [5]}, 5:
    x = ET.Element("w")
    print(attempt(x.__setstate__, state), attempt(lambda: x))
print(sorted(top.__getstate__()))

print("-- builders and targets")
b = ET.TreeBuilder(insert_comments=True, insert_pis=True)
b.start("a", {"k": "v"}), b.data("1"), b.data("2"), b.comment("c"), b.pi("p", "q"), b.pi("r"), b.data("3"), b.start("b", {}), b.end("b"), b.data("4"), b.data("5"), b.end("a")
print(attempt(b.close))
print(attempt(ET.TreeBuilder().close), attempt(lambda: ET.TreeBuilder().end("x")), attempt(ET.TreeBuilder().start, "a", 5))
made = ET.TreeBuilder(element_factory=lambda tag, attrib: ET.Element(tag.upper(), attrib), comment_factory=lambda t: ET.Element("C" + t),
                      pi_factory=lambda t, d: ET.Element("P" + t), insert_comments=True, insert_pis=True)
made.start("a", {"x": "y"}), made.comment("1"), made.pi("2", None), made.end("a")
print(attempt(made.close))
two = ET.TreeBuilder()
two.start("a", {}), two.end("a")
print(attempt(two.start, "b", {}), attempt(lambda: ET.TreeBuilder(element_factory=5).start("a", {})), attempt(ET.TreeBuilder(element_factory=lambda *a: 5).start, "a", {}))


class Target:
    def __init__(self, *without):
        self.said = []
        for name in {"start", "end", "data", "comment", "pi", "start_ns", "end_ns", "close"} - set(without):
            setattr(self, name, lambda *args, name=name: self.said.append((name, *args)) or self.said)


TEXT = "<?p q?><!-- c --><n:a xmlns:n='urn:n' xmlns='urn:d' k='1' n:l='2'>t\u20ac<b/>&amp;<![CDATA[<x>]]></n:a><?e?>"
for without in (), ("start_ns",), ("end_ns", "comment"), ("close", "pi"), ("data", "start"), ("end",):
    target = Target(*without)
    parser = ET.XMLParser(target=target)
    parser.feed(TEXT[:40]), parser.feed(TEXT[40:])
    print(without, attempt(parser.close) and target.said)
for text in "<a>", "<a></b>", "", "<a/><b/>", "<a>&none;</a>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "<!DOCTYPE a SYSTEM 's'><a>&f;</a>", b"<?xml version='1.0' encoding='none'?><a/>", \
        "<a>\ud800</a>", b"<?xml version='1.0' encoding='iso-8859-15'?><a>\xa4</a>":
    parser = ET.XMLParser()
    parser.entity["f"] = "of the parser's"
    print(ascii(text), attempt(lambda: parser.feed(text) or parser.close()))
print(ascii(attempt(ET.XMLParser, "encoding")), attempt(lambda: ET.XMLParser(encoding="none").feed("<a/>")), ET.XMLParser(encoding="ascii").version[:5])
pull = ET.XMLPullParser(("start", "end", "comment", "pi", "start-ns", "end-ns"))
pull.feed(TEXT)
print([(kind, getattr(v, "tag", v) if not callable(getattr(v, "tag", v)) else v.text) for kind, v in pull.read_events()])
print(attempt(ET.XMLPullParser, ("none",)), attempt(ET.XMLPullParser, 5))


class Reader:
    def __init__(self, *answers):
        self.answers = list(answers)

    def read(self, n=-1):
        return self.answers.pop(0) if self.answers else b""


for answers in ("<a>", "t", "</a>"), (b"<a>", b"t", b"</a>"), (bytearray(b"<a/>"),), (5,), ("<a>\ud800", "</a>"), ("<a>", b"</a>"), ():
    print(ascii(answers), ascii(attempt(lambda: ET.parse(Reader(*answers)).getroot())))

# A tree that grows and shrinks while it is walked: an element's children are those it has when they are asked for.
top = ET.fromstring("<a>0<b>1<c/>2<d>3</d>4</b>5<e/>6</a>")
seen = []
for at, e in enumerate(top.iter()):
    seen.append(e.tag)
    if at < 6:
        ET.SubElement(e, f"n{at}").tail = "t"
print(seen, list(top.itertext()), list(top[0].itertext()))
seen = []
for e in top.iter():
    seen.append(e.tag)
    e[:] = e[1:]
print(seen, list(top.itertext()))
