"""OrderedDict after any history: both ends popped, keys moved to either end, order, copies."""
from collections import OrderedDict
_s=3
def rnd(n):
    global _s
    _s=(_s*6364136223846793005+1442695040888963407)&((1<<64)-1)
    return (_s>>33)%n
for t in range(60):
    o=OrderedDict(); d={}
    for i in range(rnd(150)):
        k=rnd(25); op=rnd(9)
        if op<4: o[k]=i; d[k]=i
        elif op==4 and o: print(o.popitem(last=False)); d.pop(next(iter(d),None),None)
        elif op==5 and o: print(o.popitem()); d.popitem() if d else 0
        elif op==6 and k in o: o.move_to_end(k)
        elif op==7 and k in o: o.move_to_end(k,last=False)
        elif op==8: print(o.pop(k,-1)); d.pop(k,0)
    print(list(o.items()),list(reversed(o)),list(d.items()),list(reversed(d)),o.copy()==o,d==d.copy(),list(d.copy()),dict(o)==dict(o.items()))
