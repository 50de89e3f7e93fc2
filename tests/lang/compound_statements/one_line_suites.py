if 1: print("a"); print("b")
for i in range(2): print(i); print("-")
class C: x = 1; y = 2
def f(): x = 1; return x
with open("/dev/null") as h: print(h.name); print("in")
try: 1 / 0
except ZeroDivisionError: print("caught")
else: print("no")
finally: print("finally")
print(C.y, f())
