# Unpacking whose items go straight into locals: what dies by a store runs code, in its turn, and may look at, or
# change, whatever the unpacking has not come to.
import sys


class Dies:
    def __init__(self, name, action=lambda: None):
        self.name, self.action = name, action

    def __del__(self):
        print("dies:", self.name, end=" ")
        self.action()


def local_values(depth):
    shown = sys._getframe(depth).f_locals
    return {k: v if isinstance(v, (int, str)) else type(v).__name__ for k, v in shown.items() if len(k) == 1}


def four(seq, old):
    a, b, c, d = old
    old = None
    a, b, c, d = seq
    return a, b, c, d


def warm(function, *arguments):
    for _ in range(20):
        function(*arguments)


for kind in tuple, list:
    warm(four, kind(range(4)), kind(range(4)))
    for dying in range(4):
        held = [Dies(n) for n in "wxyz"]
        values = [Dies("old %d" % i) if i == dying else held[i] for i in range(4)]
        holder = [kind(values)]
        del values
        print(four(kind("ABCD"), holder.pop()))
        del held[:]
        print()


# Two locals hold one object that ends by the second store.
def both(x, seq):
    a = b = x.pop()
    a, b, c = seq
    return a, b, c


for _ in range(20):
    both([1], (1, 2, 3))
print(both([Dies("twice")], (1, 2, 3)))
for _ in range(20):
    both([1], [1, 2, 3])
print(both([Dies("twice")], [1, 2, 3]))


# A finalizer changes the list that is unpacked: its items had been taken.
def changes(seq, dying):
    b, a = dying.pop(), dying.pop()
    c = d = 0
    a, b, c, d = seq
    return a, b, c, d


for _ in range(20):
    changes([1, 2, 3, 4], [1, 2])
for position in range(2):
    l = [[n] for n in range(4)]
    dying = [1, 2]
    dying[position] = Dies("clears", l.clear)
    print(changes(l, dying), l)


# What is unpacked is in one of the locals; the same local twice.
def itself(a):
    a, b, c, d = a
    return a, b, c, d


def alike(seq):
    a, a, b, b = seq
    c, d, c = seq[:3]
    return a, b, c, d


def nested(seq):
    (a, b, c), d = seq
    e = f = a
    return a, b, c, d, e, f


for kind in tuple, list:
    warm(itself, kind("abcd"))
    print(itself(kind(["x"] * 4)), itself(kind([[], (), {}, 5.5])))
    warm(alike, kind("abcd"))
    print(alike(kind("wxyz")))
    warm(nested, (kind("abc"), "d"))
    print(nested((kind([[1], [2], [3]]), [4])))


# What comes is no longer what came.
def three(seq):
    a, b, c = seq
    return a, b, c


for first in (1, 2, 3), [1, 2, 3]:
    warm(three, first)
    for seq in ((4, 5, 6), [7, 8, 9], "xyz", range(3), {1: 2, 3: 4, 5: 6}, (1, 2), [1, 2, 3, 4], 5):
        try:
            print(three(seq), end=" ")
        except (ValueError, TypeError) as e:
            print(type(e).__name__, e)
    print()


# A tracer sees the locals of each line.
def lines(seq, x):
    a = b = c = x
    (a,
     b,
     c) = seq
    a, b, c = (
        c, b, a)
    return a, b, c


warm(lines, (1, 2, 3), 0)


def tracer(frame, event, argument):
    print(event, frame.f_lineno - frame.f_code.co_firstlineno, local_values(2) if event == "line" else "")
    return tracer


for seq in (1, 2, 3), [1, 2, 3]:
    sys.settrace(tracer)
    lines(seq, 0)
    sys.settrace(None)


# A finalizer looks at the frame in which its object dies.
def looked_at(seq, x):
    a = b = d = 1
    c = x.pop()
    a, b, c, d = seq
    return a, b, c, d


for seq in (5, 6, 7, 8), [5, 6, 7, 8]:
    for _ in range(20):
        looked_at(seq, [0])
    print(looked_at(seq, [Dies("looks", lambda: print(local_values(3)))]))
