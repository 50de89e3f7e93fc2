l = [3, 1, 2]
l.append(4); l.extend("ab"); l.insert(1, "x"); l.insert(-100, "first"); l.insert(100, "last")
print(l, l.index("x"), l.count(1), l.pop(), l.pop(0), len(l))
l.remove("x"); l.reverse()
print(l, l.copy() == l, l * 2, [0] * -1, l + [None])
l[1:3] = []
print(l)
l.clear()
print(l, [] < [0] < [0, 1] < [1])
for text in ("[].remove(1)", "[1].index(5)", "[1, 2].index(1, 1)", "[].pop()", "[1].pop(3)", "[1].insert('a', 1)"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
