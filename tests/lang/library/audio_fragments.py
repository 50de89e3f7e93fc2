# audioop: every function on random fragments of all widths, states that go on, and what is refused.
import hashlib
import random
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
import audioop

random.seed(7)


def digest(value):
    return hashlib.md5(repr(value).encode()).hexdigest()[:12]


def say(what, call):
    try:
        value = call()
    except Exception as e:
        print(what, type(e).__module__, type(e).__name__, e)
    else:
        text = repr(value)
        print(what, text if len(text) < 60 else digest(value))


fragments = {w: random.randbytes(1200 * w) for w in (1, 2, 3, 4)}
edges = {w: b"".join(v.to_bytes(w, "little", signed=True)
                     for top in [1 << 8 * w - 1] for v in (0, 1, -1, top - 1, -top, top - 2, 1 - top, top // 2))
         for w in fragments}
for w, data in fragments.items():
    for name in ("max", "minmax", "avg", "maxpp", "avgpp", "rms", "cross", "reverse", "byteswap", "lin2ulaw",
                 "lin2alaw"):
        f = getattr(audioop, name)
        say(f"{name} {w}", lambda: f(data, w))
        say(f"{name} {w} edges", lambda: f(edges[w], w))
        say(f"{name} {w} empty", lambda: f(b"", w))
    say(f"getsample {w}", lambda: [audioop.getsample(edges[w], w, i) for i in range(8)])
    for factor in (0, 0.5, -1.3, 3, 1e300, -1e300):
        say(f"mul {w} {factor}", lambda: audioop.mul(data, w, factor))
        say(f"tomono {w} {factor}", lambda: audioop.tomono(data, w, factor, 0.25))
        say(f"tostereo {w} {factor}", lambda: audioop.tostereo(edges[w], w, factor, 2))
    for by in (0, 1, -1, 0x7f, 0x7fffffff, -0x80000000):
        say(f"bias {w} {by}", lambda: audioop.bias(edges[w], w, by))
    say(f"add {w}", lambda: audioop.add(data, audioop.reverse(data, w), w))
    say(f"add {w} edges", lambda: audioop.add(edges[w], edges[w], w))
    for new in fragments:
        say(f"lin2lin {w} {new}", lambda: audioop.lin2lin(data, w, new))
    say(f"ulaw2lin {w}", lambda: audioop.ulaw2lin(bytes(range(256)), w))
    say(f"alaw2lin {w}", lambda: audioop.alaw2lin(bytes(range(256)), w))
    state = None
    for part in (data[:w * 7], data[w * 7:w * 500], data[w * 500:]):
        coded, state = audioop.lin2adpcm(part, w, state)
        say(f"lin2adpcm {w}", lambda: (digest(coded), state))
    say(f"adpcm2lin {w}", lambda: audioop.adpcm2lin(data[:300], w, None))
    say(f"adpcm2lin {w} state", lambda: audioop.adpcm2lin(data[:300], w, (-5, 40)))
    for rates in ((8000, 16000), (16000, 8000), (11025, 44100), (44100, 48000), (3, 7), (1, 1)):
        for weights in ((), (3, 1), (2,)):
            for channels in (1, 2):
                state = None
                for part in (data[:w * 10], data[w * 10:w * 100], b"", data[w * 100:]):
                    converted, state = audioop.ratecv(part, w, channels, *rates, state, *weights)
                say(f"ratecv {w} {rates} {weights} {channels}", lambda: (digest(converted), state))
two = fragments[2]
say("lin2ulaw all", lambda: audioop.lin2ulaw(b"".join(i.to_bytes(2, "little") for i in range(65536)), 2))
say("lin2alaw all", lambda: audioop.lin2alaw(b"".join(i.to_bytes(2, "little") for i in range(65536)), 2))
say("findfit", lambda: audioop.findfit(two, two[400:600]))
say("findfit noise", lambda: audioop.findfit(two, fragments[4][:200]))
say("findfactor", lambda: audioop.findfactor(two, audioop.mul(two, 2, 0.3)))
say("findmax", lambda: audioop.findmax(two, 50))
say("findmax 0", lambda: audioop.findmax(two, 0))
say("findfit zero", lambda: audioop.findfit(bytes(20), bytes(4)))

print("-- refused")
for name in ("max", "rms", "reverse", "lin2ulaw", "cross"):
    f = getattr(audioop, name)
    for args in ((b"123", 2), (b"12", 0), (b"12", 5), ("12", 1), (b"12", "1"), (b"12",), (b"12", 2**40), (b"12", 1.0)):
        say(f"{name} {args}", lambda: f(*args))
say("getsample", lambda: audioop.getsample(b"12", 1, 2))
say("getsample", lambda: audioop.getsample(b"12", 1, -1))
say("add", lambda: audioop.add(b"12", b"1234", 1))
say("mul", lambda: audioop.mul(b"12", 1, "x"))
say("tomono", lambda: audioop.tomono(b"123", 1, 1, 1))
say("findfit", lambda: audioop.findfit(b"123", b"12"))
say("findfit", lambda: audioop.findfit(b"12", b"1234"))
say("findfactor", lambda: audioop.findfactor(b"12", b"1234"))
say("findmax", lambda: audioop.findmax(b"12", 7))
say("findmax", lambda: audioop.findmax(b"12", -1))
say("lin2lin", lambda: audioop.lin2lin(b"12", 1, 9))
for f in (audioop.lin2adpcm, audioop.adpcm2lin):
    for state in (1, (), (1,), (1, 2, 3), ("a", 1), (1, 89), (40000, 1), (1, -1), (2**40, 1), (0, -2**31 - 1), [0, 0]):
        say(f"{f.__name__} {state}", lambda: f(b"12", 1, state))
for args in ((1, 0, 1, 1, None), (1, 2**30, 1, 1, None), (4, 2**30, 1, 1, None), (1, 1, 0, 1, None), (1, 1, 1, -1, None),
             (1, 1, 1, 1, 5), (1, 1, 1, 1, ()), (1, 1, 1, 1, (1, 2)), (1, 1, 1, 1, (1, ())), (1, 1, 1, 1, (1, ((1,),))),
             (1, 1, 1, 1, (-1, ((1, 2),))), (1, 1, 1, 1, None, 0), (1, 1, 1, 1, None, 1, -1), (9, 1, 1, 1, None),
             (1, 3, 1, 1, None), (1, 1, 1, 2**31 - 1, None)):
    if args != (1, 1, 1, 2**31 - 1, None):
        say(f"ratecv {args}", lambda: audioop.ratecv(b"1234", *args))
