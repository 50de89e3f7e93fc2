"""The most flips that any order of the first numbers needs, by reversed slices of lists."""
N = 8


def flips(order):
    count = 0
    first = order[0]
    while first:
        order[:first + 1] = order[first::-1]
        first = order[0]
        count += 1
    return count


def run(n):
    order, counts = list(range(n)), list(range(n))
    most = checksum = done = 0
    left = n
    while True:
        while left != 1:
            counts[left - 1] = left
            left -= 1
        if order[0]:
            count = flips(order[:])
            most = max(most, count)
            checksum += -count if done % 2 else count
        while True:
            if left == n:
                return checksum, most
            order.insert(left, order.pop(0))
            counts[left] -= 1
            if counts[left] > 0:
                break
            left += 1
        done += 1
