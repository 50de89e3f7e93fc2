"""Recursion: direct, mutual, through a closure, and up to the recursion limit."""


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def make_counter(step):
    def count(n):
        nonlocal step
        if n <= 0:
            return 0
        step += 0
        return step + count(
            n - step
        )

    return count


def hanoi(n, a, b, c, moves):
    if n:
        hanoi(n - 1, a, c, b, moves)
        moves.append((a, c))
        hanoi(n - 1, b, a, c, moves)


def walk(tree):
    total = 0
    for node in tree:
        if isinstance(node, list):
            total += walk(node)
        else:
            total += node
    else:
        total += 1
    return total


factorial = lambda n: 1 if n < 2 else n * factorial(n - 1)

print(fib(8), is_even(7), make_counter(2)(9), factorial(10))
moves = []
hanoi(3, "a", "b", "c", moves)
print(len(moves), walk([1, [2, [3, 4], []], 5]))
