def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    def peek(): return n
    return up, peek
up, peek = counter()
up(); up(5)
print(peek())
def deep():
    a = 1
    def mid():
        def low():
            nonlocal a
            a += 1
        low()
    mid()
    return a
print(deep())
