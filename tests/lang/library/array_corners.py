import array
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
u=array.array('u','ab')
t(lambda:u.append(1)); t(lambda:u.append('ab')); t(lambda:u.append('')); t(lambda:u.append(b'a'))
for c in 'bBhHiIlLqQfd':
    a=array.array(c)
    for v in (2**70,-2**70,-1,1.5,'a',None, 2**63, 2**64, 256):
        t(lambda:(c,v,a.append(v)))
t(lambda: array.array('i',[1])==array.array('d',[1.0]))
t(lambda: array.array('i',(1,2,'a')))
t(lambda: array.array('I').insert(0,-5))
t(lambda: a.fromunicode('a')); t(lambda: a.tounicode()); t(lambda: u.fromunicode(1))
t(lambda: array.array('i').fromlist((1,)));t(lambda: array.array('i')+[1])
t(lambda: array.array('i')*2.5)
t(lambda: array.array('i',[1,2])['a'])
t(lambda: array.array('i',[1,2]).index(5));t(lambda: array.array('i',[1,2]).remove(5));t(lambda: array.array('i').pop())
t(lambda: array.array('i',[1,2]).frombytes(b'abc'));t(lambda: array.array('i',[1,2]).frombytes('abc'))
t(lambda: array.array('i',b'abc'))
t(lambda: array.array(1));t(lambda: array.array('ii'));t(lambda: array.array('z'));t(lambda: array.array('i','a'));t(lambda: array.array('i',1)); t(array.array); t(lambda:array.array('i',x=1)); t(lambda: array.array('i',u))
t(lambda: array.array('i').extend(array.array('h')))
t(lambda: array.array('i').extend(1))
m=memoryview(a:=array.array('i',[1,2,3]))
t(lambda: a.append(1)); t(lambda: a.pop()); print(m.tolist(), m.format,m.shape,m.strides,m.nbytes, m.cast('B')[0])
m[1:]=array.array('i',[8,9]); print(a, bytes(a), bytearray(a))
import io
b=array.array('H',[0]*3); print(io.BytesIO(b'abcdef').readinto(b), b)
print(array.array('d',[1,2]).byteswap(), hash is None)
t(lambda: hash(a))
import copy,pickle
for p in range(6): print(pickle.loads(pickle.dumps(a,p)))
t(lambda: copy.copy(a)); t(lambda: copy.deepcopy([a]))
t(lambda: (a<array.array('i',[2]), a.count(8), a[::-1], a[1:], 8 in a))
del a
import struct
x=array.array('i',[0]*4); struct.pack_into('2i',x,4,7,8); print(x, struct.unpack_from('i',x,8))
x[1:3]=array.array('i',[5]); print(x); del x[::2]; print(x)
try: x[0:1]=array.array('h',[1])
except TypeError as e: print(e)
try: x[0:1]=[1]
except TypeError as e: print(e)
from array import _array_reconstructor as rebuild
import collections.abc
for layout in range(-1, 23):
    for code in "bHQdu":
        t(lambda: rebuild(array.array, code, layout, b"\1\0\0\0\0\1\0\0"))
t(lambda: rebuild(int, "i", 8, b"abc"))
t(lambda: rebuild(array.array, "x", 8, b"abc"))
t(lambda: rebuild(array.array, "i", 9, b"abc"))
t(lambda: rebuild(array.array, "i", 9, bytearray()))
print(isinstance(x, collections.abc.MutableSequence), array.array("d", [1, 2]).__sizeof__())
