def function_1():
    function_3(1, 2)


def function_2():
    function_1()


def function_3(first, second):
    return first + second


def function_4(**options):
    return len(options)



def function_5(first, *rest, **options):
    total = first + sum(rest)
    total += len(options)
    return total

def start():
    function_1()
    function_2()
    function_3(*(1, 2))
    function_4(**{"size": 3})
    function_5(1, *(2, 3), size=4)


start()
# Calls of every shape: by position, keyword, * and **. The functions keep their line
# numbers, because docs/PROBES.md and the tests show the calls with them:
#
#   ./minipy --trace=calls:start examples/call_stack.py
