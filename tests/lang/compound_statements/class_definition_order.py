def show(x):
    print(x)
    return x
class Meta(type): pass
@(show("decorator"), lambda c: c)[1]
class C(show(object), metaclass=show(Meta)):
    print("body")
print(type(C).__name__)
class D(*[C], **{"metaclass": Meta}): pass
print(D.__bases__[0].__name__)
