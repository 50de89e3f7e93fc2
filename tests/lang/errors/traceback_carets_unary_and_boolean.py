import traceback


class Bad:
    def __neg__(self): raise ValueError("neg")
    def __invert__(self): raise ValueError("invert")
    def __bool__(self): raise ValueError("bool")
bad = Bad()
def neg(): return 1 + -bad
def invert(): return ~  bad
def negate(): return not bad
def both(): return 1 and bad and 2
def either(): return bad or 1
def choice(): return 1 if bad else 2
def loop():
    while bad: pass
def check():
    assert bad, "no"
CALLS = neg, invert, negate, both, either, choice, loop, check

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
