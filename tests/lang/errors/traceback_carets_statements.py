import traceback


class Bad:
    def __iter__(self): raise ValueError("iter")
    def __enter__(self): raise ValueError("enter")
    def __exit__(self, *args): raise ValueError("exit")
bad, one = Bad(), 1
def unpack(): a, b = one
def unpack_few(): a, b, c = [one, 2]
def star(): a, *b = bad
def loop():
    for x in bad: pass
def enter():
    with bad as b: pass
def not_a_manager():
    with one, bad: pass
def raising(): raise one
def cause(): raise ValueError from one
def annotated(): x: int = one + ""
def from_import():
    from sys import nothing_of_that_name
def returning(): return (one +
                         "")
CALLS = unpack, unpack_few, star, loop, enter, not_a_manager, raising, cause, annotated, \
    from_import, returning

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
