def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, '|', e, '|', repr(e.__cause__), '|', repr(e.__context__))
# super
class A:
    def f(self): return 'A.f'
    @classmethod
    def c(cls): return 'A.c', cls.__name__
    @staticmethod
    def s(): return 'A.s'
    @property
    def p(self): return 'A.p'
    x = 'A.x'
class B(A):
    def f(self): return 'B' + super().f()
    @classmethod
    def c(cls): return super().c()
    @staticmethod
    def s(): return super().s()
    @staticmethod
    def s2(b): return super().s()
    @property
    def p(self): return super().p + super().x
    def n(self): return [super().f() for _ in 'a']
    def n2(self): return list(super(B, self).f() for _ in 'a')
    def n3(self): return (lambda: super().f())()
    def n4(self): return (lambda self: super().f())(self)
    def n5(self):
        self = 5; return super().f()
    def n6(self):
        del self; return super().f()
    def n7(*args): return super().f()
    def n8(self):
        super = lambda: 'shadow'; return super()
    def n9(self):
        super().x = 5; return 1
    def n10(self):
        def g(): return self
        return super().f()
    def n11(self):
        def g(): nonlocal self; self = 3
        g(); return super().f()
    def n12(self): return super().zork
    def n13(self): return super.f
    def n14(self): return super()['a']
    def n15(self, /): return super().f()
    def n16(self): yield super().f()
    def n17(self): return super().__class__, super().__self__ is self, super().__thisclass__, super().__self_class__, repr(super())
    def n18(self): return super(B).__get__(self, B).f()
    def n19(): return super()
    def n20(self): return super().__init__(1)
    def n21(self): return super().__new__(5)
    def n22(self): return super(B, self, 1)
    def n23(self): return super(B, 5)
    def n24(self): return super(5, 5)
    def n25(self): return super(x=1)
    def n26(self): del super().f
    def n27(self): return hash(super()) != 0, super() == super(), bool(super()), len(dir(super())) > 5
    def n28(self): return super(B, B).f(self), super(B, B).c()
    def n29(self):
        class Inner:
            z = super
            y = __class__
        return Inner.y
    def n30(self):
        exec('print(super())')
    def n31(self): return eval('super()')
    def n32(self): return eval('__class__')
    def n33(self):
        __class__; return eval('super().f()')
    def n34(self):
        __class__ = 5; return super()
    def n35(self, *, k=lambda s: super().f()): return k(self)
b = B()
for n in ['f', 'c', 's', 'n', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'n10', 'n11', 'n12', 'n13', 'n14', 'n15', 'n16', 'n17', 'n18', 'n19', 'n20', 'n21', 'n22', 'n23', 'n24', 'n25', 'n26', 'n27', 'n28', 'n29', 'n30', 'n31', 'n32', 'n33', 'n34', 'n35']:
    try:
        r = getattr(b, n)()
        if n == 'n16': r = list(r)
        print(n, r if ' at 0x' not in str(r) else 'obj')
    except Exception as e: print(n, type(e).__name__, e)
t(b.s2, b); t(lambda: b.p); t(B.n19)
t(super); t(lambda: super().x); t(super, 1); t(super, int, 'a'); print(super(int), super(B, b).__self__ is b); t(lambda: super(B).f); print(super(B).__self__, super(B).__self_class__); t(lambda: super(B, b).__thisclass__)
class S(super): pass
print(S(B, b).f()); t(lambda: S.__init__(S.__new__(S)))
s = object.__new__(super) if 0 else super.__new__(super); t(lambda: s.__thisclass__); t(lambda: repr(s)); t(lambda: s.foo)
print(super(type, B).__repr__ if 0 else super(type, B).__class__)
class Meta(type):
    def m(cls): return 'meta'
    def __call__(cls, *a): return super().__call__(*a)
class C(metaclass=Meta):
    def __init__(self, *a): super().__init__(*a)
print(type(C())); t(C, 1)
# descriptors
class D:
    def __init__(s, n): s.n = n
    def __get__(s, o, c=None): return s.n, o is None, c.__name__ if c else None
class DS(D):
    def __set__(s, o, v): print('set', s.n, v)
class DD(DS):
    def __delete__(s, o): print('del', s.n)
class SO:
    def __init__(s, n): pass
    def __set__(s, o, v): print('so set', v)
class DO:
    def __delete__(s, o): print('do del')
class H:
    d = D('d'); ds = DS('ds'); dd = DD('dd'); so = SO('so'); do = DO()
h = H()
for n in 'd', 'ds', 'dd', 'so', 'do':
    print(n, getattr(h, n) if n[0] == 'd' and n != 'do' else 'x', getattr(H, n) if n in ('d', 'ds', 'dd') else 'x')
    t(setattr, h, n, 1); t(lambda: getattr(h, n) if n not in ('so', 'do') else type(getattr(h, n))); t(delattr, h, n); h.__dict__[n] = 'inst'; t(lambda: getattr(h, n)); t(delattr, h, n)
print(h.__dict__)
t(lambda: H.__dict__['d'].__get__(None, None)); t(lambda: D.__get__(D('x'), 1, int))
class BadGet:
    __get__ = 5
class BG: b = BadGet()
t(lambda: BG().b); t(lambda: BG.b)
class NoneGet:
    __get__ = None
class NG: b = NoneGet()
t(lambda: NG().b)
p = property(doc='d'); 
class PP:
    a = property(); b = property(lambda s: 1); c = property(None, lambda s, v: None); 
    @property
    def x(self): "docx"; return self._x
    @x.setter
    def x(self, v): self._x = v
    @x.deleter
    def x(self): del self._x
    @x.getter
    def y(self): return 'y'
pp = PP()
for n in 'abcxy':
    t(getattr, pp, n); t(setattr, pp, n, 1); t(getattr, pp, n); t(delattr, pp, n)
print(PP.x.__doc__, PP.x.fget.__name__, PP.y.__doc__, PP.a.__doc__, PP.x.__isabstractmethod__)
t(setattr, PP.x, 'fget', 1); t(lambda: property(1, 2, 3, 4, 5)); t(lambda: property(fget=1, zz=2)); t(lambda: property().__get__(1)); t(lambda: property(5).__get__(1)); t(lambda: property().__get__(None))
class PS(property): pass
print(PS(lambda s: 1).getter(lambda s: 2).__class__); q = PS(lambda s: 1, doc='zz'); print(q.__doc__); t(setattr, property(), '__doc__', 5)
class Cl:
    @classmethod
    @property
    def cp(cls): return cls.__name__
    @staticmethod
    def st(): return 1
    sm = staticmethod(5); cm = classmethod(5)
print(Cl.cp, Cl().cp, Cl.st(), Cl.__dict__['st'](), Cl.__dict__['st'].__name__, Cl.sm); t(lambda: Cl.cm); t(lambda: Cl.__dict__['cp']()); t(lambda: Cl.__dict__['sm']()); print(repr(Cl.__dict__['st'])[:30], repr(Cl.__dict__['sm']), Cl.__dict__['st'].__wrapped__ is Cl.st); t(classmethod); t(classmethod, 1, 2); t(lambda: classmethod(f=1)); t(lambda: staticmethod(5).__get__(1)); t(lambda: classmethod(len).__get__([1])); t(lambda: classmethod(len).__get__(None, [1])); t(lambda: classmethod(len).__get__(None))
