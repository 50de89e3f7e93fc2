"""Element, TreeBuilder and XMLParser in C: messages, what changes under them, hostile documents."""
import copy
import io
import re
import sys
from xml.etree import ElementTree as ET
import _elementtree as C
def t(*fs):
    for f in fs:
        try:
            print(re.sub("0x[0-9a-f]+", "ADDRESS", str(eval(f))))
        except BaseException as e:
            print(f, "->", type(e).__name__, e)
E=ET.Element
class S(E):
    pass


e=E('a',{'x':'1'},y='2'); c=ET.SubElement(e,'b')
t("E()", "E('a',1)", "E('a',attrib=1)", "E(tag='a')", "E('a',{},{})", "E('a',attrib={'q':1}).attrib", "E('a',{},attrib={'q':1}).attrib", "C.SubElement()", "C.SubElement(1,2)", "C.SubElement(e,'x',3)", "C.SubElement(e,'x',attrib=3)", "C.SubElement(e,'z',{'a':1},b=2).attrib",
"e.append(1)", "e.extend(1)", "e.extend([1])", "e.insert('a',e)", "e.insert(0,1)", "e.remove(1)", "e.remove(E('q'))", "e[9]", "e['a']", "e[0:1]", "e.__setitem__(9,c)", "e.__setitem__(0,1)", "e.__setitem__(slice(0,2),1)", "e.__setitem__(slice(0,2),[1])", "e.__setitem__('a',c)", "e.__setitem__(slice(0,3,2),[c,c,c])", "e.__delitem__(9)", "e.__delitem__('a')",
"repr(S('a')).split(' at')[0]", "e.__setstate__(1)", "e.__getstate__()", "e.__deepcopy__(1)", "e.makeelement('a',1)", "e.makeelement('a',{})", "type(S('q').makeelement('a',{}))", "e.get('x')", "e.get()", "e.items()", "e.keys()", "e.iter('a','b')", "type(e.iter())", "next(e.iter('zz'))", "type(e.iter())()", "list(e.itertext())", "setattr(e,'attrib',1)", "delattr(e,'tag')", "delattr(e,'text')", "delattr(e,'attrib')", "C.TreeBuilder(1,2)", "C.TreeBuilder(foo=1)", "C.TreeBuilder().start(1)", "C.TreeBuilder().start('a',1)", "C.TreeBuilder().end('a')", "C.TreeBuilder().close()", "C.XMLParser(1)", "C.XMLParser(foo=1)", "C.XMLParser(encoding=1)", "C.XMLParser(encoding='foo').feed('<a/>')", "C.XMLParser(encoding='foo').feed(b'<a/>')", "C.XMLParser().feed(1)", "C.XMLParser().close()", "C.XMLParser()._setevents(1,2)", "C.XMLParser()._setevents([],2)", "C.XMLParser()._setevents([],['foo'])", "C.XMLParser()._setevents([],[1])", "C.XMLParser(target=e)._setevents([],[1])", "C.XMLParser.__new__(C.XMLParser).feed('a')", "C.XMLParser.__new__(C.XMLParser).target", "C.XMLParser.__new__(C.XMLParser).entity", "C.XMLParser().version", "C._set_factories(1,2)", "C._set_factories(None,2)", "C.XMLParser()._parse_whole(1)", "E.__new__(E)", "E.__new__(E).tag", "E.__new__(E).attrib", "E.__new__(E).text", "len(E.__new__(E))", "C.ParseError.__mro__", "e.find(1)", "e.find('b')", "e.find('{*}b')", "e.findtext('b')", "e.findtext('q',5)", "e.findall('b')", "e.iterfind('b')", "e.findall('./b')", "e.find('b', {})", "e.__init__()", "e.__copy__().attrib is e.attrib", "hash(e) is not None", "e == e", "E('a', None)", "E('a', attrib=None)", "C.TreeBuilder().pi('a')", "C.TreeBuilder().comment('a')", "C.TreeBuilder().data(3)", "C.TreeBuilder(element_factory=3).start('a',{})", "C.XMLParser().entity", "C.XMLParser().target", "e.find()", "e.find('a',b=3)", "e.clear(1)", "e.text.foo", "bool(e)", "e.__reduce_ex__(2)", "C.TreeBuilder().__reduce_ex__(4)", "C.XMLParser().__reduce_ex__(4)")
x=E('r'); x.append(ET.Comment('com')); x.append(E(None)); x[1].text='t'; x[0].tail='tl'; x.append(E(5)); x[2].text='n'
print(list(x.itertext()))


# Documents in pieces, names with namespaces, what is between elements.
text = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'expanded'>]><r xmlns='u' xmlns:p='v' p:a='1'>t&e;<p:c/>tail<!--n--><?pi d?></r>"
for size in 1, 7, 1000:
    pull = ET.XMLPullParser(["start", "end", "start-ns", "end-ns", "comment", "pi"])
    for at in range(0, len(text), size):
        pull.feed(text[at:at + size])
    pull.close()
    print([(event, getattr(v, "tag", v) if event in ("start", "end") else getattr(v, "text", v))
           for event, v in pull.read_events()])
print(ET.tostring(ET.XML(text)))
keeping = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True, insert_pis=True))
keeping.feed(text)
print(ET.tostring(keeping.close()))


class Target:
    def __init__(self, fail):
        self.fail = fail

    def start(self, tag, attrib):
        print("start", tag, attrib)
        if self.fail:
            raise KeyError(tag)

    def doctype(self, *args):
        print("doctype", args)

    def close(self):
        return "closed"


for fail in False, True:
    parser = ET.XMLParser(target=Target(fail))
    t("parser.feed(text)", "parser.close()")
unknown = ET.XMLParser()
unknown.entity["known"] = "<value>"
t("unknown.feed('<!DOCTYPE r SYSTEM \"x\"><r>&known;')", "unknown.feed('&other;</r>')")
for bad in "", "<", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "&x;", "<a>&#0;</a>", "<\0>", "text", "<a xmlns:x=''/>":
    try:
        print(ET.XML(bad))
    except ET.ParseError as e:
        print(repr(bad), e, e.code, e.position)
for encoding in "utf-16", "iso-8859-1", "cp1252", "koi8-r", "big5", "nonsense":
    data = f"<?xml version='1.0' encoding='{encoding}'?><a>"
    try:
        print(ET.XML(data.encode("ascii" if encoding in ("nonsense", "big5") else encoding) + "</a>".encode(
            "utf-16-le" if encoding == "utf-16" else "ascii")).tag)
    except (LookupError, ValueError, ET.ParseError) as e:
        print(encoding, type(e).__name__, e)

# What expands without end is stopped, as libexpat does.
bomb = "<!DOCTYPE b [<!ENTITY a0 'ha'>" + "".join(
    f"<!ENTITY a{i} '{f'&a{i - 1};' * 10}'>" for i in range(1, 12)) + "]><b>&a11;</b>"
try:
    ET.XML(bomb)
except ET.ParseError as e:
    print("limit on input amplification" in str(e), e.code)

# Trees that are deep: made, walked, copied to a level, and let go.
deep = root = ET.Element("e")
for _ in range(200_000):
    deep = ET.SubElement(deep, "e")
deep.text = "bottom"
print(sum(1 for _ in root.iter()), "".join(root.itertext()))
del root, deep
print(len(list(ET.XML("<e>" * 50_000 + "</e>" * 50_000).iter("e"))))
few = ET.XML("<e>" * 50 + "</e>" * 50)
print(ET.tostring(copy.deepcopy(few)) == ET.tostring(few), len(copy.deepcopy(few)))

print(ET.tostring(ET.fromstring("<a>" + "x\n" * 3 + "</a>")))

made = []


def instruction(*args):
    made.append(args)
    return ET.ProcessingInstruction(*args)


for options in {}, {"insert_pis": True}, {"pi_factory": instruction}, {"pi_factory": instruction, "insert_pis": True}:
    made.clear()
    parser = ET.XMLParser(target=ET.TreeBuilder(**options))
    parser.feed("<a>x<?p y?>z<!--c--></a>")
    print(list(options), made, ET.tostring(parser.close()))
