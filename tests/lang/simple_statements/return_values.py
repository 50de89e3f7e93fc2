def a(): return
def b(): return 1, 2
def c(): return *[1, 2], 3
def d(): pass
def e():
    for i in range(5):
        if i == 3:
            return i
    else:
        return "never"
print(a(), b(), c(), d(), e())
def f():
    try:
        return "try"
    finally:
        print("finally first")
def g():
    try:
        return "try"
    finally:
        return "finally wins"
def h():
    for i in range(3):
        try:
            continue
        finally:
            print("f", i)
    return "h"
print(f(), g(), h())
