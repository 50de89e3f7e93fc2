# A name is looked for among what belongs to the function alone, not what it takes from outside; and nowhere else when one of them
# is no text.
import io
import sys


def show(call):
    told, sys.stderr = sys.stderr, io.StringIO()
    try:
        call()
    except (NameError, AttributeError) as e:
        sys.__excepthook__(type(e), e, e.__traceback__)
    finally:
        text, sys.stderr = sys.stderr.getvalue(), told
    print(text.splitlines()[-1])


def outer():
    taken = kept = 1

    def inner():
        own = lambda: kept  # noqa: E731
        return taken and own and takem  # noqa: F821

    def of_a_cell():
        return ownd  # noqa: F821

    show(inner)
    show(of_a_cell)

    def with_a_cell():
        celled = 1
        return (lambda: celled) and celler  # noqa: F821

    show(with_a_cell)


outer()
show(lambda: exec("prind", {"print_": 1}))
show(lambda: exec("prind", {"print_": 1, 3: 4}))
show(lambda: exec("prind", {"print_": 1, "\ud800": 4}))
show(lambda: exec("prind", {3: 4}))
show(lambda: exec("prind", {}))


class Has:
    def __dir__(self):
        return ["nearly", *self.more]


for more in [], [3], ["\ud800"], ["nearl"]:
    Has.more = more
    show(lambda: Has().nearlx)
