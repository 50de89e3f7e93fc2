import traceback


class Bad:
    def __eq__(self, other): raise ValueError("eq")
    def __lt__(self, other): raise ValueError("lt")
    def __contains__(self, item): raise ValueError("contains")
bad = Bad()
def first(): return bad < 1 < 2
def second(): return 1 < 2 < bad < 3
def equal(): return (1, 2) == (1, bad)
def member(): return 1 in bad
def absent(): return (1 + 1) not in bad
def mixed(): return 1 < 2 == bad
def spread():
    return (1
            < 2
            < "x")
CALLS = first, second, equal, member, absent, mixed, spread

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
