"""Global names read and written."""

N = 720000
count = 0
step = 3


def run(n):
    global count
    count = 0
    for _ in range(n):
        count = count + step
        if count > 1000:
            count = step
    return count
