# What functions in C look at first, and what they say of it, where it once was another.
import _abc, _contextvars, _locale, _random, _struct
import array, binascii, collections, faulthandler, gc, hashlib, itertools, marshal, operator, unicodedata


def say(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs))[:90])
    except BaseException as e:
        print(type(e).__name__, e)


class Odd:
    def __repr__(self):
        return "Odd"


odd = Odd()
a = array.array("i", [1, 2])
say(array.array, "x", "text")
say(array.array, None)
say(array.array, "i", 1, 2)
say(a.index, 1, None)
say(a.extend)
say(a.fromfile, odd)
say(a.tofile, odd, odd)
say(a.__reduce_ex__)
for data in (b"", b"x", b"z", b")", b"i", b"("):
    say(marshal.loads, data)
say(itertools.permutations((1, 2)).__setstate__, odd)
say(itertools.permutations((1, 2)).__setstate__, (1,))
say(itertools._tee_dataobject, 1)
say(binascii.a2b_qp, odd, odd)
say(binascii.b2a_qp, odd, odd)
say(binascii.b2a_base64, b"a", newline=False)
say(binascii.hexlify, b"abc", bytes_per_sep=2, sep="-")
say(_struct.pack_into, "i", b"", "x", 1)
say(_struct.unpack_from, "i", "x", "y")
say(_struct.unpack_from, "i", buffer=b"\1\0\0\0\2\0\0\0", offset=4)
say(_struct.Struct("ii").__sizeof__)
say(unicodedata.lookup, b"SPACE")
say(unicodedata.lookup, b"NO\0NE")
say(_locale.nl_langinfo, 123456)
say(_locale.strcoll, None, "")
say(gc.get_objects, odd)
say(gc.set_threshold)
say(gc.set_threshold, 1, 2, 3, 4)
say(_abc._abc_init, odd)
say(_abc._abc_init, 3)
say(_contextvars.Token)
say(_contextvars.ContextVar, "a", "b")
say(_random.Random, 1, 2)
say(_random.Random, a=1)
print(_random.Random(5).random() == _random.Random(5).random())
say(hashlib.shake_128(b"a").digest)
say(hashlib.shake_128(b"a").hexdigest, length=4)
say(hashlib.md5(b"a").digest, 4)
print(hashlib.shake_128().__class__.__name__, hashlib.md5().__class__.__name__)
say(faulthandler.dump_traceback_later, odd)
say(faulthandler.enable, odd, odd)
say(faulthandler.unregister)
say(operator.call)
say(collections.deque().rotate, 1, 2)
say(type(iter(collections.deque())), )
for t in (itertools.chain, itertools.product, _contextvars.Context, _contextvars.Token):
    print(t.__name__, "__getattribute__" in vars(t))
for key in (None, (1, 2), (), "a"):
    for f in (collections.OrderedDict().pop, collections.OrderedDict().move_to_end):
        try:
            f(key)
        except KeyError as e:
            print(repr(e))
say(collections.OrderedDict().update, 1, 2)
say(collections.deque().index)
say(collections.deque().insert, 1)
say(type(iter(collections.deque())), None)
say(__import__("sys").set_asyncgen_hooks, zz=1)
say(__import__("sys").set_asyncgen_hooks, 1, 2, 3)
