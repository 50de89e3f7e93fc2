import traceback


class Bad:
    def __hash__(self): raise ValueError("hash")
    def __iter__(self): raise ValueError("iter")
bad = Bad()
def a_set(): return {1, bad}
def a_dict(): return {1: 2, bad: 3}
def star_list(): return [1, *bad, 2]
def star_tuple(): return 1, *bad
def star_dict(): return {**{}, **[1]}
def comprehension(): return [x for x in bad]
def inner(): return [x + "a" for x in (1, 2)]
def condition(): return {x for x in (1, 2) if x < ""}
def text(): return f"{1}" if 0 else f"{1} {bad.none} {2}"
CALLS = a_set, a_dict, star_list, star_tuple, star_dict, comprehension, inner, condition, text

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
