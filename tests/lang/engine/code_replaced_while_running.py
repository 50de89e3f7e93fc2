# a function may replace its own code: the running frame goes on with the old one
namespace = {}
exec("""
def f(n):
    f.__code__ = (lambda n: 'new').__code__
    junk = [str(i) * 20 for i in range(200)]
    total = 0
    for i in range(n):
        total += len(junk[i])
    return total
""", namespace)
f = namespace["f"]
namespace.clear()
namespace["f"] = f
print(f(5), f(5))
