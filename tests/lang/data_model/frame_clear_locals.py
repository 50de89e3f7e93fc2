import weakref, gc
def outer():
    x = 5
    y = 6
    def inner():
        z = x + 2
        1/0
        t = 9
    return inner()
def frames():
    try: outer()
    except ZeroDivisionError as e:
        tb = e.__traceback__
        r = []
        while tb: r.append(tb.tb_frame); tb = tb.tb_next
    return r
f, o, i = frames()
print(sorted(o.f_locals), i.f_locals)
o.clear(); i.clear()
print(o.f_locals, i.f_locals)
f, o, i = frames()
o.clear(); i.clear()
print(o.f_locals, i.f_locals)
def gen():
    a = 1
    yield a
g = gen(); next(g)
fr = g.gi_frame
print(fr.f_locals)
fr.clear()
print(fr.f_locals, g.gi_frame, list(g))
g = gen(); next(g); fr = g.gi_frame; d = fr.f_locals; d['zz'] = 3
print(fr.f_locals); list(g); print(fr.f_locals, d)
class C: pass
def h(c):
    d = 3
    1/0
c = C(); w = weakref.ref(c)
try: h(c)
except ZeroDivisionError as e: tb = e.__traceback__.tb_next
del c
print(w() is not None, sorted(tb.tb_frame.f_locals))
tb.tb_frame.f_locals['extra'] = 1
tb.tb_frame.clear(); print(w() is None, tb.tb_frame.f_locals)
class K:
    q = 1
    try: 1/0
    except Exception as e: fr = e.__traceback__.tb_frame
    try: fr.clear()
    except RuntimeError as e: print(e)
K.fr.clear(); print(sorted(K.fr.f_locals)[:3], K.q)
