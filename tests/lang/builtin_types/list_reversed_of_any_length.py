# reverse() in place, of lists that have no items to point at, too.
for n in (0, 1, 2, 3, 8, 9):
    items = list(range(n))
    items.reverse()
    print(items)
emptied = [1, 2]
emptied.clear()
emptied.reverse()
emptied.append(3)
emptied.reverse()
print(emptied, "".rsplit(), b"".rsplit(), " ".rsplit(None, 0), ",".rsplit(",", 5), "aaa".rsplit("aa"))
