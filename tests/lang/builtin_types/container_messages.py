"""Results and messages of the containers' operations at their edges."""


def show(text):
    """What an expression gives: its repr, or its exception."""
    try:
        print(text, "->", repr(eval(text)))
    except Exception as e:
        print(text, "!", type(e).__name__, e)


for text in """\
set(1,2)
set(1,2)
frozenset(1,2)
set(a=1)
frozenset(a=1)
{1}.pop(1)
set().pop()
{1}.remove([])
{1}.remove({1})
{1}.discard({1})
{1} < [1]
{1}.union(1)
{1}|[1]
{1}.remove(2)
hash({1})
[].sort(1)
[1].sort(key=1)
[].sort(foo=1)
[1,2].sort(reverse="a")
[1,"a"].sort()
enumerate()
enumerate(1)
enumerate([],1,2)
enumerate([],start="a")
enumerate(iterable=[1]).__next__()
enumerate([],foo=1)
reversed()
reversed(1)
reversed({1})
reversed([],a=1)
zip(1)
zip([1],2)
list(zip([1],[1,2],strict=True))
list(zip([1,2],[1],strict=True))
list(zip([1],[1],[1,2],strict=True))
list(zip([1,2],[1,2],[1],strict=True))
zip([],foo=1)
map()
map(len)
map(len,1)
map(len,[],a=1)
filter()
filter(None)
filter(None,1)
filter(None,[],a=1)
reversed((1,2)).__length_hint__()
frozenset.__new__(int)
set.__init__({1},2,3)
{1}.__ior__([1])
range(1,2,0)
range("a")
range(1)[2]
range(2)["a"]
range(3).index(9)
len(range(2**70))
slice()
slice(1,2).indices(-1)
slice(1,"a").indices(3)
[1][slice("a")]
hash(slice(1))
dict(1)
dict([1])
dict([(1,2,3)])
dict(["ab"])
dict([],[])
{}.update(1)
{}.popitem()
{}.pop()
{}.pop(1)
{}.fromkeys()
{}[[]]
[][1:2:0]
[1,2,3].__setitem__(slice(0,3,2),[1])
[1].__setitem__(slice(0,1),3)
[1].__setitem__(slice(0,1,-1),3)
[].pop()
[1].pop(3)
[1].index(2)
(1,).index(2)
[1].remove(2)
[]+()
()+[]
[]["a"]
()["a"]
[1]*"a"
[0]*2**62
[0]*2**70
(0,)*2**62
list(a=1)
tuple(a=1)
list(1,2)
tuple(1,2)
[].index()
[].insert(1)
[].append()
{1:2}.keys() & 1
{1:2}.keys() | 1
{1:2}.items()-1
{} | 1
1 | {}
{1:2}.keys()<1
list.append()
dict.get({})
""".splitlines():
    show(text)
