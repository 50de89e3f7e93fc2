def outer():
    return inner(1)

def inner(x):
    y = x + 1
    return y / 0

outer()
