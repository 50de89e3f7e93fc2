"""Lists: turns that bring the first of each order of n to the front."""

N = 8


def turns(order):
    order, count = order[:], 0
    while order[0] != 0:
        i, k = 0, order[0]
        while i < k:
            order[i], order[k] = order[k], order[i]
            i += 1
            k -= 1
        count += 1
    return count


def walk(order, at):
    if at == len(order):
        return turns(order)
    most = 0
    for i in range(at, len(order)):
        order[at], order[i] = order[i], order[at]
        most = max(most, walk(order, at + 1))
        order[at], order[i] = order[i], order[at]
    return most


def run(n):
    return walk(list(range(n)), 0)
