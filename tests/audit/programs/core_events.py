import sys
import types, marshal, gc, array, colorsys
def f(a=1,*,b=2): pass
f.__code__; f.__code__=f.__code__; f.__defaults__; f.__defaults__=(2,); del f.__defaults__
f.__kwdefaults__; f.__kwdefaults__={}; del f.__kwdefaults__
def g(): yield
x=g(); x.gi_code; x.gi_frame
f.__code__.replace(co_name='zz')
compile('1','a','eval'); eval('1+1'); exec('1'); exec(compile('1','a','exec'))
eval(b'1')
marshal.dumps(1); marshal.loads(marshal.dumps(b""))
class A: pass
class B: pass
A.__bases__; 
class C(A): pass
class D(B):pass
C.__bases__=(D,)
A.__name__='r'; A.__qualname__='e'; A.__module__='u'; A.__doc__='x'
a=A(); a.__class__=B
try: 1/0
except Exception as e:
    t=e.__traceback__; t.tb_frame; t.tb_frame.f_code; t.tb_next
types.FunctionType(f.__code__,{})
gc.get_objects(1); gc.get_referrers(a); gc.get_referents(a)
array.array('i'); array.array('i',[1]); array.array('i',range(3))
open('/dev/null'); open('/dev/null','wb'); 
import os; os.listdir('/sys/class'); os.open('/dev/null',os.O_RDONLY)
sys.set_asyncgen_hooks(firstiter=None, finalizer=None)
import colorsys
compile(compile('1','a','eval',1024),'b','eval')
import ast; ast.parse('1')
