def f():
    print("never printed")
class A:
    def g(self):
    pass
