"""Sets of few items: their order after any history, keys that collide, change the set or die."""
state = 1


def rnd(n):
    """The same pseudo-random numbers everywhere."""
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
    return (state >> 33) % n


class Key:
    """One of few hashes."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return (0, 1, 8, 9, 16, -2, 1 << 40)[self.number % 7]

    def __eq__(self, other):
        return isinstance(other, Key) and self.number % 14 == other.number % 14

    def __repr__(self):
        return f"k{self.number}"


class Own(set):
    pass


KEYS = [Key(i) for i in range(28)]


def item():
    kind = rnd(6)
    if kind == 0:
        return KEYS[rnd(28)]
    if kind == 1:
        return rnd(5) * 2.5
    if kind == 2:
        return rnd(4), 8
    return rnd(20) if kind < 5 else rnd(9) * (1 << 36)


def items(most=7):
    return [item() for _ in range(rnd(most))]


def change(s, op):
    if op < 7:
        s.add(item())
    elif op < 10:
        s.discard(item())
    elif op < 13:
        return s.pop() if s else None
    elif op == 13:
        s |= set(items())
    elif op == 14:
        s &= set(items(12))
    elif op == 15:
        s -= frozenset(items())
    elif op == 16:
        s ^= Own(items())
    elif op == 17:
        s.update(items(), dict.fromkeys(items()))
    elif op == 18:
        s.clear()
    elif op == 19:
        return item() in s, s == set(items()), s <= set(items(12)), s.isdisjoint(items())
    elif op == 20:
        s.intersection_update(items(12), frozenset(items(12)))
    elif op == 21:
        s.difference_update(items())
        s.symmetric_difference_update(items())
    elif op == 22:
        f = frozenset(s)
        return list(f), hash(f), f == s, hash(f) == hash(frozenset(list(s))), s.__sizeof__() if type(s) is set else 0
    elif op == 23:
        walk, seen = iter(s), []
        try:
            seen.append(next(walk))
            gone = s.pop()
            s.add(gone if rnd(2) else item())
            seen.extend(walk)
        except (StopIteration, KeyError, RuntimeError) as e:
            seen.append(repr(e))
        return seen
    return None


for trial in range(120):
    sets, check = [set(items()), Own(), set(items())], 0
    for step in range(40):
        i = rnd(3)
        result = change(sets[i], rnd(24))
        s, other = sets[i], sets[rnd(3)]
        text = repr((result, list(s), len(s), list(s | other), list(s & other), list(s - other), list(s ^ other),
                     list(s.copy()), sorted(map(repr, s))))
        check = (check * 31 + int.from_bytes(text.encode(), "little")) % ((1 << 61) - 1)
        if rnd(12) == 0:
            sets[i] = set(other)
    print(trial, check, *map(list, sets))

print("-- room: how many fit until the table grows, some of them removed")
for removed in range(6):
    s = set()
    for i in range(removed):
        s.add(i * 8)
        s.discard(i * 8)
    sizes = []
    for i in range(7):
        s.add(i * 9 + 5)
        sizes.append(s.__sizeof__())
    print(removed, sizes, list(s))

print("-- where pop() goes on says nothing about equality")
a, b = {1, 2, 3, 4}, {1, 2, 3, 4}
print(a.pop(), a.pop(), b.pop())
a.add(9), b.add(9), b.discard(2)
print(a == b, b == a, a == frozenset(b), frozenset(a) == b, hash(frozenset(a)) == hash(frozenset(b)), a.pop())
a.clear()
a.update((0, 1, 5, 6))
print(a.pop(), a.pop())
a &= {0, 1, 5}
print(a.pop(), a)

print("-- what was emptied one by one takes over the table of what is merged into it")


class Crowd(int):
    """Of which many have one hash."""

    def __hash__(self):
        return self % 5 * 7


for n in (3, 12, 40, 70):
    emptied, other = set(range(n)), {Crowd(i) for i in range(n)}
    while emptied:
        emptied.pop()
    emptied |= other
    again = set()
    again.update(list(other))
    print(n, list(emptied) == list(other), list(again) == list(other), list(map(int, emptied)))


class Meddler:
    """When compared, does something to a set."""

    def __init__(self, equal, act):
        self.equal, self.act = equal, act

    def __hash__(self):
        return 3

    def __eq__(self, other):
        self.act()
        return self.equal

    def __repr__(self):
        return f"m{self.equal}"


print("-- comparisons that change the set")
for act in ("s.clear()", "s.discard(3)", "s.discard(3), s.add(3)", "s.update(range(20, 30))", "s.pop()",
            "s.clear(), s.update((11, 19, 3))", "None"):
    for equal in (False, True):
        for what in ("s.add(m)", "m in s", "s.discard(m)", "s.remove(m)", "s | {m}", "s & {m}", "s - {m}", "s <= {m, 1}"):
            s = {35, 11, 3}
            m = Meddler(equal, lambda: exec(act))
            try:
                print(act, equal, what, eval(what), list(s))
            except (KeyError, RuntimeError) as e:
                print(act, equal, what, repr(e), list(s))


class Dying:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number

    def __del__(self):
        print("dies", self.number, end=" ")


print("-- the order in which they die")
for end in ("s.clear()", "del s", "s &= {1}", "s.__init__()"):
    s = {Dying(5), Dying(2), Dying(7)}
    s.add(Dying(8))
    s.discard(1)
    exec(end)
    print(end)
