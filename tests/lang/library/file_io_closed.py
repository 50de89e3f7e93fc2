# What a closed FileIO refuses, its text, and what it takes for a descriptor or a name.
import io
import os
import sys, tempfile
n=tempfile.mkdtemp() + '/file'
f=io.FileIO(n,"w"); f.close()
for m in ('fileno','isatty','read','readable','seek','seekable','tell','truncate','write','writable','readall','readinto','flush','readline','readlines','__iter__','__next__','writelines','__enter__','close'):
    a={'seek':(0,),'write':(b'',),'readinto':(bytearray(),),'writelines':([],)}.get(m,())
    try: print(m, getattr(f,m)(*a))
    except Exception as e: print(m, type(e), e)
class R(io.FileIO): pass
r=io.FileIO(n,"r")
r.name=r
try: print(repr(r).replace(str(r.fileno()), 'N'))
except Exception as e: print(type(e), e)
b=io.BufferedReader(r)
for v in (2**40, -2**40, 2**70, 2.0, -1, -5, 'a\0b', b'a\0', 99999):
    try: io.FileIO(v)
    except BaseException as e: print(type(e), e)
    try: open(v)
    except BaseException as e: print(type(e), e)
os.remove(n); os.rmdir(os.path.dirname(n))
