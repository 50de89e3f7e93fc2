import contextlib


class Account:
    rate = 3

    def __init__(self, name, balance=0):
        self.name = name
        self.balance = balance

    def deposit(self, amount):
        if amount < 0:
            raise ValueError("negative")
        self.balance += amount
        return self.balance

    @contextlib.contextmanager
    def lock(self):
        yield [self]

    def __repr__(self):
        return f"<Account {self.name} {self.balance}>"


def numbers(n):
    for i in range(n):
        yield i * i


def total(n):
    result = 0
    for value in numbers(n):
        result += value
    return result


def outer(a, *args, key=None, **rest):
    local = [a, args]
    text = "x" * 3

    def inner(b):
        nonlocal local
        local = local + [b]
        return len(local)
    return inner(a) + inner(key or 1)


def fails(depth):
    if depth == 0:
        return 1 / depth
    try:
        return fails(depth - 1)
    finally:
        done = True


def main():
    acc = Account("ann")
    acc.deposit(10)
    acc.deposit(20)
    print(acc, total(4))
    print(outer(1, 2, 3, key=4, other=5))
    squares = [i * i for i in range(3)]
    try:
        acc.deposit(-1)
    except ValueError as error:
        print("caught", error)
    with acc.lock() as f:
        f.append(1)
    return squares


if __name__ == "__main__":
    main()
