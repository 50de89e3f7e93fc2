"""Ints of up to 38 digits from text and to text: signs, what is no digit, powers of ten and two and their neighbours."""
import itertools
for t in ['','-','+','+5','-5','--5','5_0','_5','5_','05','00','0','-0','007',' 7 ','7\n','٣٤','1e5','9'*18,'9'*19,'9'*20,'9'*37,'9'*38,'9'*39,'-'+'9'*19,'-9223372036854775808','9223372036854775807','9223372036854775808','4611686018427387904','-4611686018427387904','-4611686018427387905','4611686018427387903','1'*19+'x','x'+'1'*19,'1:','1/','12 34','18446744073709551615','18446744073709551616','340282366920938463463374607431768211455','0x10','1\x00','1'+'0'*37]:
    for b in (None,10,0,16,8,36):
        try: r=int(t) if b is None else int(t,b)
        except ValueError as e: r=str(e)
        print(repr(t),b,r, end=';')
        try: r=int(t.encode()) if b is None else int(t.encode(),b)
        except ValueError as e: r=str(e)
        print(r)
import ast
for t in ('05','1_0','9'*25,'0','00','1__0'):
    try: print(eval(t))
    except SyntaxError as e: print(e)
for e in range(1, 42):
    for v in (10**e - 1, 10**e, 10**e + 1):
        assert int(str(v)) == v and int(str(-v)) == -v and int(f"{v:,}".replace(",", "_")) == v
        print(v, -v)
for e in range(58, 134):
    for v in (2**e - 1, 2**e, 2**e + 1):
        assert int(str(v)) == v and int(str(-v).encode()) == -v
        print(v, f"{-v:d} {v:045d}")
