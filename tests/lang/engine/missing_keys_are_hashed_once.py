# A key that a dict does not have is asked for its hash once, however often the line has run.
class Key:
    asked = 0

    def __hash__(self):
        Key.asked += 1
        return 3


def look(d, key):
    return d[key]


key = Key()
for _ in range(30):
    try:
        look({1: 2}, key)
    except KeyError as error:
        assert error.args == (key,)
print(Key.asked)
