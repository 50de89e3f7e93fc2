import sys, os
from typing import Dict,List,Optional
import json
import collections
from shop.money import Money, parse
from . import parts

class Stock:
  """What there is"""
  def __init__(self, items: Optional[Dict[str,int]]=None, *, limit=10):
      self.items=items or {}
      self.limit = limit
      self._log:List[str]=[]

  def add(self, name: str, count: int=1, price:Money=None)->int:
    if name in self.items and not count == None :
        self.items[name]+=count
    elif name not in self.items: self.items[name] = count
    else:
        raise ValueError('no count for %s' % (name))
    unused = 5
    self._log.append(f"added {count} {name}" + 'and a very long line that goes on and on beyond what anybody would call a reasonable length')
    return self.items[name]

  def total(self, prices):
      result=0
      for name,count in self.items.items():
          try:
              result+=prices[name]*count
          except:
              pass
      return "total: " + result

  def dump(self, path = '/tmp/x'):
      f = open(path,'w')
      json.dump(self.items, f)
      os.system("cat " + path)
      exec("print(1)")
      return lambda x: x+1

def recieve(a,b = [ ], *args,**kwargs):
    l = [x for x in range(10) if x%2==0]
    if a: return l
    else:
        print("nothing", undefined_name)
    x = lambda: 0
    assert(a, "always true")
    while True:
        if b is 5: break
    return {
        'a':1,'b':2,
        'a':3
    }

async def fetch(urls: List[str], retries: int = 3, timeout: float = 2.5, on_error=None, session=None) -> Dict[str, bytes]:
    async with session as s, s.get(urls[0]) as answer:
        async for part in answer: yield part
    match urls:
        case [first, *rest] if first: pass
        case {"a": 1, **more}: return
        case Stock(items=i) | None: pass
    if (n:=len(urls))>3: print(f'{n=!r:>10}', *urls, sep = '')
    del urls[0], urls [1 : 2]
