# The children of an element: sizes, slices of every kind, changes while they are looked at, and the order in which
# what is taken out dies.
import copy
import pickle
import sys
import xml.etree.ElementTree as ET
from xml.etree.ElementTree import Element


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def tags(e):
    return "".join(c.tag for c in e)


def filled(text="abcdefgh"):
    top = Element("top")
    top.extend([Element(c) for c in text])
    return top


print("-- sizes")
e = Element("e")
sizes = [e.__sizeof__()]
for i in range(40):
    e.append(Element("c"))
    sizes.append(e.__sizeof__())
print(sizes)
del e[2:]
print(e.__sizeof__(), len(e))
e.clear()
print(e.__sizeof__(), len(e), Element("a", x="1").__sizeof__())

print("-- slices")
bounds = [None, 0, 1, 3, 7, 8, 99, -1, -3, -8, -99]
for step in (None, 1, 2, 3, -1, -2, -5, 99, -99):
    got, left = [], []
    for start in bounds:
        for stop in bounds:
            s = slice(start, stop, step)
            top, other = filled(), list("abcdefgh")
            assert tags(top[s]) == "".join(other[s]), s
            got.append(len(top[s]))
            del top[s], other[s]
            assert tags(top) == "".join(other), s
            left.append(len(top))
            first, last, by = s.indices(8)
            for n in (0, 1, 2, 3, 12) if first <= last or by != 1 else ():  # CPython's counts references wrongly there
                top, other = filled(), list("abcdefgh")
                outcome = attempt(top.__setitem__, s, [Element("x")] * n)
                wanted = attempt(other.__setitem__, s, ["x"] * n)
                assert outcome == wanted and tags(top) == "".join(other), (s, n, outcome, wanted)
    print(step, sum(got), sum(left))
top = filled()
print(attempt(top.__getitem__, slice(0, 1, 0)), "|", attempt(top.__delitem__, slice("x", 1)), "|", attempt(top.__setitem__, slice(0, 2, 2), [5]))
print(attempt(top.__setitem__, slice(0, 4, 2), [5]), "|", attempt(top.__setitem__, slice(0, 1), iter([Element("i"), 5])), "|", tags(top))
print(attempt(top.extend, [Element("y"), 5, Element("z")]), tags(top))
top.extend(top)
print(tags(top), tags(reversed(top)), list(map(len, (top, list(top), tuple(top), top[:]))))
top[:] = sorted(top, key=lambda e: e.tag)
print(tags(top))
top[:] = []
print(len(top), top[:], list(top), attempt(top.__getitem__, 0))

print("-- from the end")
top = filled()
print(top[-1].tag, top[-8].tag, attempt(top.__getitem__, -9), attempt(top.__delitem__, -9))
del top[-1], top[-3], top[True]
top[-2] = Element("Z")
print(tags(top))
for index in -100, -2, 0, 3, 100:
    top.insert(index, Element("+"))
    print(index, tags(top))


print("-- deaths")


class Loud(Element):
    def __del__(self):
        print("gone:", self.tag, len(holder))


def loud(text="abcd"):
    return [Loud(c) for c in text]


holder = Element("holder")
holder.extend(loud())
print("a slice")
del holder[1:3]
print("with a step")
holder.extend(loud("efgh"))
del holder[::-2]
print("all")
holder.clear()
holder.extend(loud())
print("replaced")
holder[0] = Element("0")
holder[1:3] = [Element("1")]
holder[::2] = [Element("2"), Element("3")]
print("removed")
holder.append(Loud("r"))
holder.remove(holder[-1])
print(len(holder))


class Part:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("part", self.name)


whole = Element(Part("tag"), {"k": Part("attrib")})
whole.text, whole.tail = Part("text"), Part("tail")
whole.extend(loud("xy"))
del whole
whole = Element(Part("tag"), {"k": Part("attrib")})
whole.text, whole.tail = Part("text"), Part("tail")
whole.extend(loud("xy"))
whole.clear()
print("cleared")
del whole

print("-- changes on the way")
top = filled("abc")
seen = []
for child in top.iter():
    seen.append(child.tag)
    if child.tag == "b":
        child.extend([Element("d"), Element("e")])
        top.append(Element("f"))
    if child.tag == "d":
        top[1].clear()
print(seen)
top = filled("abcdef")
seen = []
for child in top:
    seen.append(child.tag)
    if len(seen) < 4:
        top.remove(child)
print(seen, tags(top))
walk = iter(top)
print(next(walk).tag, walk.__length_hint__(), walk.__reduce__()[2])
top.clear()
print(list(walk), list(walk))
texts = ET.fromstring("<a>1<b>2<c/>3</b>4<d>5</d>6</a>")
got = []
for text in texts.itertext():
    got.append(text)
    if text == "2":
        texts[0].append(Element("late"))
        texts[0][-1].text = "new"
print(got)


class Equal(Element):
    def __eq__(self, other):
        print("==", self.tag, other.tag)
        return self.tag == other.tag

    __hash__ = None


top = Element("top")
top.extend([Equal("a"), Equal("b"), Equal("c")])
top.remove(Element("b"))
print(tags(top))
print(attempt(top.remove, Element("x")), len(top))

print("-- a class's own")


class Mine(Element):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        print("item", i)
        if i > 2:
            raise IndexError
        return super().__getitem__(i)

    def __delitem__(self, i):
        print("delete", i)
        super().__delitem__(i)


mine = Mine("mine")
mine.extend(filled("abc"))
print(tags(mine), len(list(mine)), [c.tag for c in reversed(mine)])
del mine[0]
mine[0] = Element("z")
print(tags(mine))
print(list(map(tags, (copy.copy(mine), copy.deepcopy(mine), pickle.loads(pickle.dumps(filled()))))))

print("-- copies")
shared = {"k": "v"}
e = Element("e")
e.attrib = shared
together = copy.deepcopy([e, shared])
print(together[0].attrib is together[1], together[0].attrib is shared)
e.attrib = {"k": ["v"]}
other = copy.deepcopy(e)
print(other.attrib, other.attrib["k"] is e.attrib["k"])


class Text(str):
    pass


twice = Element("twice")
twice.extend([e, e])
twice = copy.deepcopy(twice)
print(twice[0] is twice[1], twice[0].attrib is twice[1].attrib)
e.text = Text("t")
print(type(copy.deepcopy(e).text).__name__)
print(e.keys(), e.items(), Element("n").keys(), Element("n").items())


class Keys(dict):
    def keys(self):
        return ["other"]

    def __getitem__(self, key):
        return "from " + key

    def __iter__(self):
        return iter(["third"])


e.attrib = Keys(k="v")
print(e.keys(), e.items(), Element("a", Keys(k="v")).attrib, e.makeelement("m", Keys(k="v")).attrib)
deep = Element("deep")
for i in range(30000):
    above = Element("n")
    above.append(deep)
    deep = above
print(sum(1 for _ in deep.iter()))
del deep, above
