"""Arguments, messages and results of what _collections offers."""
import _collections
from collections import OrderedDict, defaultdict, deque


def show(text):
    """What an expression gives: its repr, or its exception."""
    try:
        print(text, "->", repr(eval(text)))
    except Exception as e:
        print(text, "!", type(e).__name__, e)


for text in """\
deque(1)
deque([],-1)
deque([],'a')
deque(1,2,3)
deque([1,2],1)
deque([1,2],maxlen=1)
deque().pop()
deque().popleft()
deque()[0]
deque()['a']
deque([1])[1:2]
deque([1]).__setitem__(3,1)
deque([1]).__delitem__(3)
deque([1]).index(2)
deque([1]).remove(2)
deque([1],1).insert(0,1)
deque([1])+[1]
deque([1])+deque([2])
deque([1,2],3)*2
deque([1])*'a'
deque([1]).rotate('a')
deque([1]).rotate(1,2)
deque(foo=1)
type(iter(deque())), type(reversed(deque()))
deque([1])<[1]
deque([1])<deque([2])
deque([1])==deque([1])
hash(deque())
deque().maxlen
deque.__new__(deque).append(1)
deque([1]).extend(1)
deque([1]).count(1)
deque([1,2,3]).index(3,1,2)
defaultdict(1)
defaultdict(None)
defaultdict()
defaultdict(list,{1:2})
defaultdict(list)[3]
defaultdict()[3]
defaultdict(list,[(1,2)],a=3)
defaultdict(list,1)
defaultdict(list).copy()
defaultdict(list)|{1:2}
{1:2}|defaultdict(list)
defaultdict(list).default_factory
_collections._count_elements({},'abca')
_collections._tuplegetter(0,'x')
_collections._tuplegetter(0)
_collections._tuplegetter('a','x')
_collections._tuplegetter(3,'x').__get__((1,))
_collections._tuplegetter(3,'x').__get__(1)
OrderedDict([(1,2)])
OrderedDict(a=1)
OrderedDict(1)
OrderedDict([],[])
OrderedDict().popitem()
OrderedDict(a=1).popitem(last=False)
OrderedDict().pop(1)
OrderedDict().pop(1,2)
OrderedDict(a=1,b=2).move_to_end('a')
OrderedDict(a=1,b=2).move_to_end('c')
OrderedDict(a=1)==OrderedDict(a=1)
OrderedDict(a=1)==dict(a=1)
OrderedDict(a=1)<1
OrderedDict(a=1)|dict(b=1)
dict(b=1)|OrderedDict(a=1)
OrderedDict.fromkeys('ab',1)
OrderedDict(a=1).keys()
OrderedDict(a=1).items()
OrderedDict(a=1).values()
list(reversed(OrderedDict(a=1,b=2)))
list(reversed(OrderedDict(a=1,b=2).items()))
OrderedDict().setdefault(1)
OrderedDict().setdefault()
OrderedDict(a=1).copy()
OrderedDict(a=1).__dict__
type(iter(OrderedDict().items()))
type(reversed(OrderedDict().items()))
OrderedDict(a=1).__or__(1)
OrderedDict().pop()
OrderedDict().move_to_end()
deque([1,2,3]).__class_getitem__(int)
deque(range(3),maxlen=2).copy()
deque([1,2]).__contains__(2)
deque([deque([1])])
defaultdict(list).__missing__(1)
OrderedDict([(1,2),(1,3)])
_collections._deque_iterator
_collections._deque_iterator(1)
_collections._deque_iterator(deque([1,2]),1).__next__()
_collections._deque_reverse_iterator(deque([1,2]),1).__next__()
_collections.__all__
""".splitlines():
    show(text)
