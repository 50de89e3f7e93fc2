class Counter(dict):
    def __missing__(self, key):
        print("missing", key)
        self[key] = value = len(self)
        return value
c = Counter()
print(c["a"], c["b"], c["a"], c, c.get("z"))
