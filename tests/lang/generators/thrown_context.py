# What is thrown into a generator gets as its context what the generator itself handles, not what its
# caller does; a context it has stays otherwise.
import warnings

warnings.simplefilter("ignore")


def g():
    try: yield
    finally: pass
def g2():
    try: yield
    except Exception: raise KeyError(9)
async def co():
    await Aw()
class Aw:
    def __await__(self):
        yield
class It:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, *a):
        e = a[0] if isinstance(a[0], BaseException) else a[1]
        print("   in throw", repr(e.__context__))
        raise e
def yf():
    yield from It()
def yfg():
    yield from g()
async def ag():
    try: yield 1
    finally: pass
class Fut:
    def __await__(self): return It()
async def co2(): await Fut()
def chain(e):
    out=[]
    while e: out.append(repr(e)); e=e.__context__
    return out
for started in (1,0):
  for f in (g,g2,co,yf,yfg,co2):
    for ctx in (None, Exception("ctx")):
        for make in (lambda: (ValueError,), lambda: (ValueError("v"),), lambda: (ValueError, ValueError("v"), None)):
            args=make()
            ex=[a for a in args if isinstance(a,BaseException)]
            for e in ex: e.__context__=ctx
            try: raise Exception("handled")
            except Exception:
                x=f()
                if started: (next(x) if hasattr(x,'__next__') else x.send(None))
                try: x.throw(*args)
                except Exception as e: print(started, f.__name__, ctx, chain(e))
for ctx in (None, Exception("ctx")):
    e3=ValueError("v"); e3.__context__=ctx
    try: raise Exception("handled")
    except Exception:
        a=ag()
        try: a.asend(None).send(None)
        except StopIteration: pass
        try: a.athrow(e3).send(None)
        except Exception as e: print("ag", ctx, chain(e))
    e3=ValueError("v"); e3.__context__=ctx
    try: raise Exception("handled")
    except Exception:
        a=ag()
        t=a.asend(None)
        try: t.throw(e3)
        except Exception as e: print("ag asend.throw", ctx, chain(e))


def inner(n):
    try: raise KeyError(n)
    except KeyError:
        try: yield
        except ValueError as e: print(chain(e)); raise
def outer(n):
    try: raise IndexError(n)
    except IndexError:
        yield from inner(n)
async def co(n):
    try: raise KeyError(n)
    except KeyError:
        await asyncio.sleep(10)
async def aco(n):
    try: raise IndexError(n)
    except IndexError:
        await co(n)
for f in (inner, outer):
  for ctx in (None, Exception("ctx")):
    v=ValueError(1); v.__context__=ctx
    try: raise TypeError
    except TypeError:
        x=f(1); next(x)
        try: x.throw(v)
        except ValueError as e: print(chain(e))
