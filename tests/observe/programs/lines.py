"""Lines that run often, once and never."""


def chosen(n):
    if n > 3:
        return "large"
    elif n == 3:
        return "three"
    else:
        return "small"


def never(n):
    n += 1
    return n


def loops():
    total = 0
    for i in range(5):
        total += i
        while total > 100:
            total -= 1
    else:
        total = -1
    return total


def tries():
    try:
        raise KeyError(1)
    except ValueError:
        return 1
    except KeyError:
        return 2
    finally:
        print("tried")


class Thing:
    value = 3

    def unused(self):
        return self.value


print(chosen(1), chosen(4), chosen(5), loops(), tries(),
      [x for x in range(3)])
if __name__ != "__main__":
    print("never")
