class C:
    @property
    def p(self): return 1
c = C()
c.p = 5
