"""What _decimal says and does, call by call, and thousands of random operations in all roundings, by their digest."""
import _decimal, pickle, threading, zlib
from decimal import *
import copy, fractions, math

D = Decimal
c = getcontext()


def show(s):
    try:
        print(s, '->', repr(eval(s)))
    except Exception as e:
        print(s, '!!', type(e).__name__, e)
    c.clear_flags()


print(D is _decimal.Decimal, sorted(n for n in dir(_decimal) if n not in ('__loader__', '__file__')))
print(MAX_PREC, MAX_EMAX, MIN_EMIN, MIN_ETINY, HAVE_THREADS, HAVE_CONTEXTVAR)
for cls in (D, Context):
    print([n for n in dir(cls) if n not in dir(object)])
for s in r'''D('x')
D(' 1_0.5 ')
D('1__0')
D(b'1')
D([1])
D((0,(1,2),3))
D((0,(1,12),3))
D((2,(1,),3))
D((0,(1,),'x'))
D((0,(1,)))
D([0,[1],0])
D((0,(),'F'))
D((0,(1,2),'n'))
D((1,(),'N'))
D(1.5)
D('1',2)
D('1',context=3)
D(value='1')
D(foo=1)
D()
D('NaN123')+1
D('sNaN')+1
D('Infinity')-D('Infinity')
D(1)/0
D(0)/0
D(1)//0
D(0)//0
D(1)%0
divmod(D(1),0)
D(1)/3
D(10)**500000
D('1e1000000')*D('1e1000000')
D(2)**D('0.5')
D(2)**-1
D(-2)**D('0.5')
D(0)**0
pow(D(3),2,7)
pow(D(3),2,D('7.5'))
pow(D(3),-2,7)
pow(2,D(3),5)
D(1)+1.5
D(1)<1.5
D(1)=='a'
D(1)<'a'
D('NaN')<1
D('NaN')==1
D('sNaN')==1
D(1)==fractions.Fraction(1)
D(1)<fractions.Fraction(3,2)
D(1)==1+0j
D(1)<1j
hash(D('sNaN'))
hash(D('1.5'))==hash(1.5)
int(D('NaN'))
int(D('Inf'))
float(D('sNaN'))
float(D('1e400'))
math.floor(D('-1.5'))
round(D('2.5'))
round(D('2.567'),2)
round(D('2.5'),'a')
round(D('NaN'))
round(D('inf'))
D('1.1').as_integer_ratio()
D('inf').as_integer_ratio()
D('nan').as_integer_ratio()
D('-1.20').as_tuple()
D('sNaN12').as_tuple()
D('-inf').as_tuple()
D('123E+5').to_eng_string()
format(D('1234567.891'),',.2f')
format(D('1234567.891'),'>+20,.2e')
format(D('1234567.891'),'n')
format(D('1234567.891'),'%')
format(D('1234567.891'),'x')
format(D('1234567.891'),'010.1f')
format(D('NaN'),'010')
format(D('-inf'),'^10')
format(D('0'),'z')
format(D('-0.001'),'z.1f')
format(D('1'),'\x00<5')
format(D(1),3)
format(D('1e10'),'.3g')
format(D('1.5'),'G')
format(D('1e-7'),'')
format(D('1e-7'),'f')
format(D('12.50'),'.0')
format(D('123'),'_')
format(D('123'),'é^10')
D(1).quantize(D('1e-30'))
D(1).quantize(D('0.00'),rounding='x')
D(1).quantize(D('0.00'),rounding=ROUND_UP)
D(1).quantize('a')
D('1.25').quantize(1.5)
D(1).quantize()
D(1).sqrt(context=3)
D(-1).sqrt()
D(-1).ln()
D(0).ln()
D(0).log10()
D(100).log10()
D(1).exp()
D(0).exp()
D(5).exp()
D(0).logb()
D('inf').logb()
D(250).logb()
D(1).scaleb(D('1.5'))
D(1).scaleb(100)
D(1234).shift(2)
D(1234).rotate(-2)
D(1234).shift('a')
D(1234).shift(100)
D('1010').logical_and(D('0110'))
D('12').logical_or(1)
D('101').logical_invert()
D(1).next_plus()
D(1).next_minus()
D(1).next_toward(2)
D('inf').next_minus()
D(10).remainder_near(3)
D(10).fma(2,3)
D(1).fma('inf',1)
D('sNaN').max(1)
D('NaN').max(1)
D(1).min('NaN')
D(-3).max_mag(2)
D(1).compare('NaN')
D(1).compare_signal('NaN')
D('1.0').compare_total(1)
D(1).same_quantum('1.0')
D(1).same_quantum('1')
D(1).number_class()
D('-0').number_class()
D('1e-999999').is_subnormal()
D('1.50').normalize()
D('1.5').to_integral_value()
D('1.5').to_integral_exact(rounding=ROUND_UP)
D('1.5').to_integral(ROUND_FLOOR)
D('1.5').copy_sign(-1)
D('1.5').canonical()
D('1.5').radix()
D('1.5').adjusted()
D('inf').adjusted()
D.from_float(1.1)
D.from_float('a')
D.from_float(3)
D('1.1').__reduce__()
D('1').real,D('1').imag,D(1).conjugate()
complex(D('1.5'))
bool(D('0.0')),bool(D('nan'))
copy.copy(D(1)),copy.deepcopy(D(1))
abs(D('-1.5')),-D('0'),+D('-0')
D('\u0661\u0662')
D('1'*40)+1
D('1'*40)
D('-0')*1
Context(prec=0)
Context(prec='a')
Context(rounding='x')
Context(Emin=1)
Context(Emax=-1)
Context(clamp=2)
Context(capitals=3)
Context(traps=[1])
Context(flags={1:2})
Context(traps=[Overflow])
Context(foo=1)
Context(prec=3,rounding=ROUND_UP,Emin=-5,Emax=5,capitals=0,clamp=1,flags=[Inexact],traps={})
Context().__reduce__()
Context().copy()
c.prec
setattr(c,'prec',0)
setattr(c,'prec',2**70)
setattr(c,'prec','a')
setattr(c,'x',1)
delattr(c,'prec')
setattr(c,'rounding',1)
setattr(c,'flags',{})
setattr(c,'traps',[1])
c.flags[Inexact]
c.flags[1]
c.flags.copy()
c.flags
c.flags=={}
c.flags==c.flags.copy()
len(c.flags),list(c.flags)[:2]
c.flags.__delitem__(Inexact)
c.Etiny(),c.Etop()
c.create_decimal('1'*40)
c.create_decimal(1.5)
c.create_decimal('x')
c.create_decimal_from_float(1.1)
c.add(1,2)
c.add(1,'2')
c.add(1)
c.add(1,2,3)
c.power(2,3)
c.power(2,3,5)
c.power(2,3,modulo=5)
c.divmod(7,2)
c.sqrt(2)
c.abs(-1)
c.plus('1')
c.minus(1)
c.to_sci_string(D('1e5'))
c.to_eng_string(D('1e5'))
c.fma(1,2,3)
c.is_nan(D('nan'))
c.number_class(1)
c.quantize(D('1.55'),D('.1'))
c.compare(1,2)
c.canonical(1)
c.canonical(D(1))
c.radix()
c.logical_invert(1)
c.to_integral_exact(D('1.5'))
c.same_quantum(1,2)
c.is_signed(D(-1))
c.copy_sign(1,-2)
c.scaleb(1,2)
setcontext(1)
localcontext(1)
localcontext(c).__enter__() is c
localcontext(prec=3).__enter__().prec
localcontext(foo=3)
localcontext(prec='a')
D(1).__class__
D(3)//2,D(-7)//2,D(-7)%2,divmod(D(-7),2)
D('1e30')//1
D('1e30')%7
D('0.1')+D('0.2')
1-D('0.9'),2*D(3),7/D(2),7//D(2),7%D(4),2**D(3),divmod(7,D(4))
D(1)+None
c.__reduce__()
D('9.99e999999')+D('9.99e999999')
D('1e-999999')/10
D('1e-1000026')/10
D('1.5e-1000026')/10
D('0e1000000')*D('0e1000000')
str(D('1E+5')),str(D('1E-7')),str(D('0.000001')),str(D('0E-10')),str(D('-1.23E+10'))
D('1')/D('7e-999999')
D('1e999999').next_plus()
D('9.999999999999999999999999999E+999999').next_plus()
D('123456789012345678901234567890').sqrt()
D('2').exp().ln()
D('1.0000001')**1000
D('1.1')**D('2.2')
D('0.5')**-3
D('inf')**2
D('-inf')**3
D('-inf')**-3
D(0)**-1
D('-0')**-1
D(0)**D('0.5')
D(1)**D('inf')
D(2)**D('inf')
D(2)**D('-inf')
D('0.5')**D('inf')
D(10)**-1
D(10)**20
D(3)**40
D('-1')**3
D('inf')**0
D('nan')**0
D(-8)**D(3)
D('1.5')**2'''.splitlines():
    show(s)
setcontext(Context())
c = getcontext()


class Sub(Decimal):
    pass


class Own(Context):
    pass


print(repr(Sub('1.5') + 1), type(Sub('1.5')), type(-Sub(1)), type(Sub.from_float(1.5)), pickle.loads(pickle.dumps(Sub('1.50'))))
print(Own(prec=3).divide(1, 3), pickle.loads(pickle.dumps(Own(prec=3))).prec, copy.copy(c).prec)
with localcontext(prec=5, traps=[Inexact]) as inner:
    try:
        print(D(1) / 3)
    except Inexact as e:
        print('Inexact', e, inner.flags[Rounded])
seen = []
t = threading.Thread(target=lambda: seen.append(getcontext() is c))
t.start()
t.join()
print(seen, getcontext().prec)
n = D('1234567' * 2000 + '.5')
print(len(str(n)), hash(D(10) ** 400) == hash(10 ** 400), hash(D('0.125')) == hash(0.125), D(str(n)) == n, zlib.crc32(str(n.sqrt()).encode()))
getcontext().prec = 5000
print(zlib.crc32(str((n * n / 7).sqrt() + D(2).sqrt()).encode()), int(n) % 97, zlib.crc32(str(n.as_integer_ratio()[1]).encode()))
getcontext().prec = MAX_PREC
getcontext().Emax, getcontext().Emin = MAX_EMAX, MIN_EMIN
print(D(4).sqrt(), D(8) / 2, D(1) / 8, D('1e900000000000000000') * 10, D(2) ** 100)
setcontext(Context())
for spec in 'z.1f z.1F z.1e .0% ^20,.3f *>+12.2e 012,.2f n .3n'.split():
    print(spec, [format(D(v), spec) for v in ('-0.001', '0', '-1234567.891', '1e10', 'NaN', '-Infinity')])
for o in ({'decimal_point': '', 'grouping': '', 'thousands_sep': ''}, {'decimal_point': ';', 'grouping': '\3\2', 'thousands_sep': '´'},
          {'decimal_point': '.', 'grouping': '\3\x7f', 'thousands_sep': ','}, 1):
    for spec in ('n', '025n'):
        try:
            print(ascii(o), spec, D('1234567890.5').__format__(spec, o))
        except Exception as e:
            print(ascii(o), spec, type(e).__name__, e)
import random

R = random.Random(7)
rounds = [ROUND_CEILING,ROUND_FLOOR,ROUND_UP,ROUND_DOWN,ROUND_HALF_UP,ROUND_HALF_DOWN,ROUND_HALF_EVEN,ROUND_05UP]
UN = 'abs plus minus sqrt next_plus next_minus normalize logb logical_invert to_integral_exact to_integral_value to_sci_string to_eng_string number_class is_normal is_subnormal create_decimal copy_abs'.split()
BIN = 'add subtract multiply divide divide_int remainder remainder_near quantize compare compare_signal max min max_mag min_mag next_toward logical_and logical_or logical_xor rotate shift scaleb divmod compare_total compare_total_mag same_quantum copy_sign add subtract multiply divide quantize'.split()
def digits(k):
    c = R.random()
    if c < .15: return ''.join(R.choice('01') for _ in range(k))
    if c < .3: return R.choice('0159')*k
    if c < .4: return R.choice('123456789')+'0'*(k-1)
    if c < .5: return '9'*(k-1)+R.choice('0123456789')
    return ''.join(R.choice('0123456789') for _ in range(k))
def num(p, emax):
    c = R.random()
    s = R.choice(['','-'])
    if c < .02: return s+R.choice(['Inf','NaN','sNaN','NaN123','sNaN%s'%digits(R.randint(1,p+3)),'NaN'+digits(R.randint(1,60))])
    if c < .06: return s+'0E%d'%R.randint(-emax*2,emax*2)
    if c < .12: return s+digits(R.randint(1,4))
    k = R.choice([R.randint(1,6),R.randint(1,max(1,p)),R.randint(1,2*p+2),R.randint(1,45),R.choice([p,p+1,37,38,39,76])])
    e = R.choice([0,0,-k,-R.randint(0,k),R.randint(-10,10),R.randint(-emax-p,emax),R.randint(-2*p-3,2*p+3)])
    return s+digits(k)+'E%d'%e
out = []
for i in range(5000):
    p = R.choice([1,2,3,5,9,16,20,28,28,28,34,36,37,38,40,50,75,100])
    emax = R.choice([1,3,9,99,999,9999,999999])
    c = Context(prec=p, Emax=emax, Emin=-R.choice([1,emax,emax+1,9,0]) if R.random()<.3 else -emax, rounding=R.choice(rounds), clamp=R.choice([0,0,1]), capitals=R.choice([0,1]), traps=[])
    x, y, z = (num(p, emax) for _ in range(3))
    if R.random() < .15: y = x
    if R.random() < .1: y = str(R.randint(-p,p))
    f = R.choice(UN+BIN+BIN+['fma','format','round','hash','misc'][:5])
    try:
        X, Y, Z = Decimal(x), Decimal(y), Decimal(z)
        if f in UN: r = getattr(c,f)(X)
        elif f in BIN: r = getattr(c,f)(X,Y)
        elif f == 'fma': r = c.fma(X,Y,Z)
        elif f == 'format':
            spec = R.choice(['','>','^','<','=','*>','_^'])+R.choice(['','+',' ','-'])+R.choice(['','z'])
            if spec[:1] not in '<>=^*_' or not spec[:1]: spec += R.choice(['','0'])
            spec += R.choice(['','5','12','30'])+R.choice(['','',','])+R.choice(['','.0','.1','.3','.10'])+R.choice(['','e','E','f','F','g','G','%'])
            y = spec
            if abs(X.adjusted())<3000:
                with localcontext(c): r = format(X,spec)
            else: r = None
        elif f == 'round':
            with localcontext(c): r = round(X, R.randint(-5,5)); 
        elif f == 'hash': r = (hash(X) if not X.is_nan() else 0) if abs(X.adjusted())<10**5 else 0, X.as_tuple()
        else:
            with localcontext(c):
                r = (X==Y, +X, -X, X.to_integral(ROUND_UP) if abs(X.adjusted())<3000 else 0, X.quantize(Y, rounding=ROUND_DOWN))
                if not X.is_nan() and not Y.is_nan(): r += (X<Y, X>=Y)
                if X.is_finite() and abs(X.adjusted())<400: r += (X.as_integer_ratio(), int(X), float(X), X.__floor__(), X.__ceil__(), round(X))
    except Exception as e:
        r = type(e).__name__, str(e)
    out.append(f'{i} {f} {c.prec} {c.rounding} {c.Emin} {c.Emax} {c.clamp} {x} {y} {z if f=="fma" else ""} -> {r!r} {[s.__name__ for s,v in c.flags.items() if v]}')
for i in range(0, 5000, 100):
    print(i, zlib.crc32('\n'.join(out[i:i + 100]).encode()))
    print(out[i])
