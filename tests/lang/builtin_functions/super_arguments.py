def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    pass


show(super, 1)
show(super, A, 1)
show(super, 1, 2, 3)
show(super, A, A(), obj=1)
s = super(A, A())
show(s.__init__, 1)
show(s.__init__, 1, 2, 3)
show(s.__init__, A, 5)
show(super)
print(s.__thisclass__, s.__self_class__)
