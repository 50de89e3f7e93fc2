"""_elementtree, one call at a time: elements and their children, searches, copies, states, builders, parsers. Each call is tried by itself, so that
where requests for memory fail (make fail-alloc) each meets its own."""
import copy
import pyexpat
import xml.etree.ElementPath  # which _elementtree imports, as the others
import _elementtree as E

Element = E.Element


def brief(v, depth=0):
    if isinstance(v, Element):
        return f"<{v.tag}>" if depth > 2 else [v.tag, v.attrib, v.text, v.tail, *(brief(c, depth + 1) for c in v)]
    if isinstance(v, (tuple, list)):
        return [brief(x, depth) for x in v]
    return v if isinstance(v, (int, str, bytes, dict, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        print("   ", n, tried(f, *args))


def tree():
    root = Element("root", {"id": "1"}, more="2")
    for name in "a", "b", "{urn}c", "a":
        child = E.SubElement(root, name, n=name)
        child.text, child.tail = f"text of {name}", "\n"
        E.SubElement(child, "in").text = "within"
    root.append(Element("é"))
    return root


def after(name, *args):
    root = tree()
    r = tried(getattr(root, name), *args)
    return r, [c.tag for c in root]


class Own(Element):
    """Whose children ask."""

    def __deepcopy__(self, memo):
        return 5


class Odd(str):
    def __eq__(self, other):
        return 1 / 0

    __hash__ = str.__hash__


show("elements", (Element, "a"), (Element, 5), (Element,), (Element, "a", {"b": "c"}), (Element, "a", 5), (Element, "a", [("b", "c")]), (lambda: Element("a", {"b": 1}, c=2),), (lambda: Element("a", attrib={"b": 1}),), (lambda: Element("a", attrib=5),), (Element, "a", {}, {}), (E.SubElement, 5, "a"), (E.SubElement, tree(), "a", 5), (E.SubElement,), (E.SubElement, tree()), (lambda: Own("own"),), (repr, Own("x")[0:0]),
     (lambda: repr(Element("é" * 300))[:20],), (lambda: repr(Element(5))[:12],), (lambda: Element.__new__(Element).tag,), (lambda: Element.__new__(Element).attrib,), (lambda: repr(Element.__new__(Element))[:16],), *((lambda n=n, v=v: [(e := tree()), setattr(e, n, v), e],) for n in ("tag", "text", "tail", "attrib") for v in ("new", 5, None, {"x": "y"})), *((delattr, tree(), n) for n in ("tag", "text", "tail", "attrib")), (bool, tree()), (bool, Element("a")), (len, tree()))
show("children", *((after, name, *args) for name, rows in {
    "append": [(Element("x"),), (5,), ()], "extend": [([Element("x"), Element("y")],), ((Element("x"),),), (iter([Element("x")]),), ([5],), (5,), (tree(),), (map(len, [5]),)], "insert": [(0, Element("x")), (-1, Element("x")), (99, Element("x")), (-99, Element("x")), (0, 5), ("a", Element("x"))], "remove": [(Element("x"),), (5,)], "clear": [(), (1,)],
    "__getitem__": [(0,), (-1,), (99,), (slice(1, 3),), (slice(None, None, 2),), (slice(None, None, -1),), ("a",), (slice(0, 0),), (2**70,)], "__setitem__": [(0, Element("x")), (99, Element("x")), (0, 5), (slice(0, 2), [Element("x")]), (slice(0, 0), [Element("x"), Element("y")]), (slice(None, None, 2), [Element("x")] * 3), (slice(None, None, 2), [Element("x")]), (slice(None, None, -1), [Element(str(n)) for n in range(5)]), (slice(0, 1), [5]), (slice(0, 1), 5), ("a", Element("x")), (slice(0, 5), ())],
    "__delitem__": [(0,), (-1,), (99,), (slice(1, 3),), (slice(None, None, 2),), (slice(None, None, -2),), (slice(2, 2),), ("a",), (slice(None),)], "get": [("id",), ("no",), ("no", 5), (5,), ([],), ()], "set": [("x", "y"), (5, 6), ("x",), ([], 1)], "items": [(), (1,)], "keys": [(), (1,)], "makeelement": [("x", {"a": "b"}), ("x", 5), ("x",), ("x", {}, 1)],
    "itertext": [(), (1,)], "__sizeof__": [(1,)], "__copy__": [(), (1,)], "__deepcopy__": [({},), (5,), ()], "__getstate__": [(1,)]}.items() for args in rows), (lambda: [(e := tree()), e.remove(e[1]), e],), (lambda: list(tree().itertext()),), (lambda: [c.tag for c in tree().iter()],), (lambda: [c.tag for c in tree().iter("a")],), (lambda: [c.tag for c in tree().iter("*")],), (lambda: [c.tag for c in tree().iter(5)],), (lambda: [c.tag for c in tree().iter(tag=None)],),
     (lambda: [c.tag for c in tree().iter(Odd("a"))],), (lambda: list(tree().iter(1, 2)),), (lambda: [(i := tree().iter()), next(i), next(i), list(i), list(i)],))
PATHS = ["a", "no", "{urn}c", "{*}c", "{}a", "*", "./a", "a/in", ".//in", "a[1]", "a[@n]", "a[@n='a']", "a[in='within']", "", ".", "..", "/a", "a[", "a['x']", "{urn", 5, None, Odd("a"), "é", "p:c", "{urn}*", "a\0"]
show("searches", *((getattr(tree(), name), path) for name in ("find", "findall", "findtext") for path in PATHS), *((lambda name=name, path=path: getattr(tree(), name)(path, namespaces={"p": "urn"}),) for name in ("find", "findall", "findtext") for path in ("p:c", "a", "a/in")), (lambda: list(tree().iterfind("a")),), (lambda: list(tree().iterfind("p:c", {"p": "urn"})),), (tree().findtext, "no", 5), (tree().findtext, "{urn}c/no", "default"), (lambda: tree().findtext("no", default=None),), (lambda: [(e := Element("a")), E.SubElement(e, "b"), e.findtext("b"), e.findtext("b/c")],), (tree().find,), (tree().find, "a", None, 1))
odd_tags = Element("root")
for tag in Odd("a"), 5, None:
    odd_tags.append(Element(tag) if tag is not None else Element.__new__(Element))
show("odd tags", (odd_tags.find, "b"), (odd_tags.findall, "b"), (odd_tags.findtext, "b"), (lambda: [c.tag for c in odd_tags.iter("b")],), (odd_tags.remove, Element("b")))


def restated(state):
    e = Element("x")
    e.__setstate__(state)
    return e


state = tree().__getstate__()
show("copies", (copy.copy, tree()), (copy.deepcopy, tree()), (lambda: [(e := tree()), e.append(Own("own")), copy.deepcopy(e)],), (lambda: [(e := tree()), setattr(e, "text", [1]), copy.deepcopy(e).text],), (lambda: [(e := Element("a", {"b": [1], 5: 6})), copy.deepcopy(e).attrib],), (restated, state), (restated, {}), (restated, 5), (restated, {"tag": "y"}), (restated, dict(state, _children=5)), (restated, dict(state, _children=[5])), (restated, dict(state, attrib=5)), (restated, dict(state, attrib=None)),
     (restated, dict(state, text=5, tail=5)), (restated, dict(state, _children=[Element("z")])), (restated, dict(state, _children=[])))


class Target:
    def __init__(self, wrong=""):
        self.seen, self.wrong = [], wrong

    def __getattr__(self, name):
        if name.startswith("__") or name in self.wrong.split():
            raise AttributeError(name)

        def heard(*args):
            self.seen.append((name, *args))
            if name == self.wrong[1:]:
                raise KeyError(name)
            return len(self.seen)
        return heard


DOCUMENT = b"<?xml version='1.0'?><!DOCTYPE a PUBLIC 'p' 's' [<!ENTITY e 'text'>]><a xmlns='urn:one' xmlns:n='urn:two' b='c'>t&e;<n:b n:x='y'/><!--said--><?do it?>tail<c><![CDATA[raw]]></c></a>"


def parsed(data=DOCUMENT, target=None, parts=1, **kw):
    parser = E.XMLParser(target=target, **kw)
    step = len(data) // parts + 1
    for i in range(0, len(data), step):
        parser.feed(data[i:i + step])
    r = parser.close()
    return r, target.seen if isinstance(target, Target) else parser.entity, parser.version[:5]


def building(*steps, **kw):
    b = E.TreeBuilder(**kw)
    return [tried(getattr(b, name), *args) for name, *args in steps]


def pulled(events, *names, data=DOCUMENT):
    parser = E.XMLParser(target=E.TreeBuilder(insert_comments=True, insert_pis=True))
    parser._setevents(events, *names)
    parser.feed(data)
    return parser.close(), brief(events) if isinstance(events, list) else None


class Full(list):
    def append(self, item):
        raise KeyError("full")


show("builders", (building, ("start", "a", {}), ("data", "x"), ("data", "y"), ("start", "b", {"c": "d"}), ("end", "b"), ("data", "tail"), ("comment", "said"), ("pi", "do", "it"), ("pi", "do"), ("end", "a"), ("close",)), (building, ("close",)), (building, ("end", "a")), (building, ("start", "a")), (building, ("start", "a", 5)), (building, ("start", "a", {}), ("end",), ("data",)), (building, ("data", "x"), ("start", "a", {}), ("data", "y"), ("data", "x"), ("end", "a")),
     (building, ("start", "a", {}), ("close",), ("end", "a"), ("close",), ("data", "x"), ("start", "b", {})), (lambda: building(("start", "a", {}), ("comment", "x"), ("pi", "y", "z"), ("close",), insert_comments=True, insert_pis=True),), (lambda: building(("start", "a", {}), ("comment", "x"), ("pi", "y", "z"), ("close",), comment_factory=lambda *a: Element("comment"), pi_factory=lambda *a: Element("pi"), insert_comments=1, insert_pis=1),),
     *((lambda f=f: building(("start", "a", {"b": "c"}), ("data", "x"), ("start", "b", {}), ("data", "y"), ("end", "b"), ("data", "z"), ("end", "a"), ("close",), element_factory=f),) for f in (None, 5, Element, Own, lambda t, a: 5, lambda t, a: 1 / 0, lambda t, a: [])), (lambda: building(comment_factory=5, insert_comments=[]),), (E.TreeBuilder, 5), (lambda: E.TreeBuilder(no=1),), (lambda: building(("comment", "x"), comment_factory=lambda *a: 1 / 0),), (lambda: building(("pi", "x"), pi_factory=lambda *a: 1 / 0),))
show("parsers", (parsed,), (parsed, DOCUMENT, None, 9), (parsed, DOCUMENT.decode()), (parsed, DOCUMENT, Target()), (parsed, DOCUMENT, Target("start end data comment pi doctype start_ns end_ns close")), *((parsed, DOCUMENT, Target("!" + n)) for n in ("start", "end", "data", "comment", "pi", "doctype", "start_ns", "end_ns", "close")), (parsed, DOCUMENT, E.TreeBuilder()), (parsed, DOCUMENT, E.TreeBuilder(lambda t, a: 1 / 0)), (parsed, b""), (parsed, b"<a>"), (parsed, b"<a></b>"),
     (parsed, b"<a>&no;</a>"), (parsed, b"<!DOCTYPE a SYSTEM 's'><a>&no;</a>"), (parsed, "<a>é</a>"), (parsed, "<?xml version='1.0' encoding='koi8-r'?><a>\xc1</a>".encode("latin-1")), (parsed, b"<?xml version='1.0' encoding='none'?><a/>"), (lambda: parsed(encoding="ascii"),), (lambda: parsed(encoding=5),), (lambda: parsed(encoding="no-such"),), (lambda: E.XMLParser(5),), (lambda: E.XMLParser(no=1),), (lambda: E.XMLParser().feed(5),), (lambda: E.XMLParser().feed("\ud800"),), (lambda: [(p := E.XMLParser()), p.feed("<a/>"), p.close(), tried(p.close), tried(p.feed, "x")],), (lambda: E.XMLParser()._parse_whole(5),),
     (lambda: E.XMLParser().entity,), (lambda: [(p := E.XMLParser()), p.entity.update(no="known"), p.feed("<!DOCTYPE a SYSTEM 's'><a>&no;</a>"), p.close()],), (lambda: setattr(E.XMLParser(), "entity", 5),), (lambda: type(E.XMLParser().target).__name__,))
show("events", (pulled, []), (pulled, [], ("start", "end", "start-ns", "end-ns", "comment", "pi")), *((pulled, [], (n,)) for n in ("start", "end", "start-ns", "end-ns", "comment", "pi", "none", 5)), (pulled, [], 5), (pulled, [], None), (pulled, 5, ("start",)), *((pulled, Full(), (n,)) for n in ("start", "end", "start-ns", "end-ns", "comment", "pi")), (lambda: [(p := E.XMLParser(target=Target())), p._setevents([], ("start",))],), (lambda: E.XMLParser()._setevents(),))
