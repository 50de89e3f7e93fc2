# random: seeds give the numbers that CPython gives; marshal goes there and back.
import random
r=random.Random(42); print(r.random(), r.getrandbits(100), r.randint(1,10**30), r.gauss(0,1), r.sample(range(100),5), r.choices('abc',k=4))
random.seed('abc'); print(random.random()); s=random.getstate(); a=random.random(); random.setstate(s); print(a==random.random()); random.seed(-5); print(random.random()); random.seed(2.5); print(random.random(), random.shuffle(list(range(5))))
import marshal
for v in [1,-1,2**40,-2**100,1.5,1j,'a','é','x'*300,b'ab',(1,2),[1],{1:'a'},{3},frozenset([2]),None,True,...,StopIteration]:
    print(marshal.loads(marshal.dumps(v))==v, end=' ')
    print(marshal.dumps(v,2)[:60] if not isinstance(v,(str)) else '')
