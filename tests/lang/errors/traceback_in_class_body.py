class C:
    x = 1
    class D:
        y = undefined_name
