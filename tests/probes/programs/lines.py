"""Where line events come: jumps back, one-line bodies, continuation lines, dead code."""


def one_line(): return 1


def loop_headers(n):
    for i in range(n): pass
    for i in range(n):
        pass
    while n: n -= 1
    while n < 2:
        n += 1
    return n


def continued(a,
              b=(1,
                 2),
              c=one_line()):
    total = (a +
             len(b) +
             c)
    return max(
        total,
        one_line(),
        key=lambda n:
            n
    )


def dead():
    return 1
    print("never")


def constant_tests():
    if 0:
        print("never")
    if 1:
        x = 1
    while 0:
        print("never")
    return x


def docstring():
    """Only this."""


def ifs(n):
    if n == 1:
        return "one"
    elif n == 2:
        result = "two"
    else:
        result = "many"
    return result


def short_circuit(a, b):
    if (a and
            b):
        return 1
    x = (a or
         b)
    return x if a else (
        b
    )


def nested():
    def inner():
        return [
            n
            for n in range(3)
            if n
        ]
    return inner()


def strings(n):
    return (f"{n}"
            f"{n + 1}"
            "text")


def store(target):
    target[
        "key"
    ] = one_line()
    target["key"] += (
        1
    )
    del target[
        "key"
    ]


def try_in_loop():
    for n in range(3):
        try:
            if n == 1:
                raise KeyError(
                    n
                )
        except KeyError:
            continue
        finally:
            n


def last_is_if(n):
    if n:
        n += 1


def last_is_loop(n):
    for _ in range(n):
        n


def returns_none():
    return


def comparison(n):
    return (0
            < n
            < 10)


print(one_line(), loop_headers(2), continued(1), dead(), constant_tests())
docstring()
print([ifs(n) for n in (1, 2, 3)], short_circuit(0, 1), short_circuit(1, 1))
print(nested(), strings(1), comparison(5), comparison(-1))
store({})
try_in_loop()
last_is_if(0)
last_is_if(1)
last_is_loop(2)
returns_none()
for n in range(2): print(n)
for n in range(2): print(n); n
while n:
    n -= 1
else:
    n
