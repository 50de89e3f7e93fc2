"""audioop, one call at a time: much data, seldom used arguments, wrong ones. Each call is tried by itself, so that where requests
for memory fail (make fail-alloc) each meets its own."""
import warnings
import zlib

warnings.simplefilter("ignore")
import audioop  # noqa: E402


def brief(v):
    if isinstance(v, (bytes, str)) and len(v) > 60:
        return type(v).__name__, len(v), zlib.crc32(v if isinstance(v, bytes) else v.encode())
    if isinstance(v, (tuple, list)):
        return [brief(item) for item in v]
    return v if isinstance(v, (int, float, str, bytes, dict, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        kw = args.pop() if args and type(args[-1]) is dict and args[-1].get("by name") else {}
        print("   ", n, tried(f, *args, **{k: v for k, v in kw.items() if k != "by name"}))


def named(**kw):
    return {"by name": True, **kw}


A, S = audioop, bytes(range(0, 240, 5))
FUNCTIONS = {"add": [(S, S, 2), (S, S[:2], 2)], "adpcm2lin": [(S, 2, None), (S, 2, (1, 2)), (S, 2, 5)], "alaw2lin": [(S, 2)], "avg": [(S, 2)], "avgpp": [(S, 2)], "bias": [(S, 2, 5)], "byteswap": [(S, 2), (S, 3)], "cross": [(S, 2)], "findfactor": [(S, S)], "findfit": [(S, S[:4])],
             "findmax": [(S, 4)], "getsample": [(S, 2, 1), (S, 2, 99)], "lin2adpcm": [(S, 2, None), (S, 3, (1, 2)), (S, 2, 5), (S, 2, (1, 99)), (S, 2, ("a", 1))], "lin2alaw": [(S, 2), (S, 1)], "lin2lin": [(S, 2, 4), (S, 2, 1)], "lin2ulaw": [(S, 2), (S, 4)], "max": [(S, 2)], "maxpp": [(S, 2)],
             "minmax": [(S, 2)], "mul": [(S, 2, 1.5), (S, 2, 99.0)], "ratecv": [(S, 2, 1, 8000, 11025, None), (S, 2, 2, 8000, 4000, None), (S, 2, 1, 3, 1, (0, ((1, 2),))), (S, 2, 1, 1, 1, 5), (S, 2, 0, 1, 1, None), (S, 2, 1, 0, 1, None), (S, 2, 1, 1, 1, (0, 5)), (S, 2, 1, 1, 1, None, 0), (S, 2, 1, 1, 1, (0, (5,))), (b"", 2, 1, 1, 1, None), (S, 2, 2**30, 1, 1, None)],
             "reverse": [(S, 2)], "rms": [(S, 2)], "tomono": [(S, 2, 1.0, 0.5), (S[:2], 2, 1.0, 1.0)], "tostereo": [(S, 2, 1.0, 0.5)], "ulaw2lin": [(S, 2)]}
for name, rows in FUNCTIONS.items():
    f = getattr(A, name)
    show(name, *((f, *row) for row in rows), *((f, *row[:n], bad, *row[n + 1:]) for row in rows[:1] for n in range(len(row)) for bad in ("text", 5, None, b"abc", 2**70)), (f, *rows[0][:-1]), (f, S, 5))
