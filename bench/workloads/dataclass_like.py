"""Small records made, compared and hashed."""

N = 95000


class Record:
    __slots__ = ("key", "value")

    def __init__(self, key, value):
        self.key = key
        self.value = value

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __lt__(self, other):
        return self.value < other.value


def run(n):
    seen = set()
    for i in range(n):
        seen.add(Record(i % 40, i))
    return len(seen), min(seen).value
