"""What is wrong with an f-string, told with "f-string:" and a place."""
sources = ["f'{'", "f'}'", "f'{}'", "f'{ }'", "f'{!r}'", "f'{a!}'", "f'{a!x}'", "f'{a!rr}'", "f'{a!r:{b:{c}}}'", "f'{a:{b:{c}}}'", "f'{a[\"x\\n\"]}'", "f'{a#b}'", "f'{lambda x: 1}'", "f'{a b}'", "f'{(a}'", "f'{a)}'", "f'{a]}'", "f'{(a]}'", "f'{a=!}'", "f'{*a}'", "f'{**a}'", "f'{a $ b}'", "f'{a = = b}'", "f'{1 +}'", "f'{:x}'", "f'{=}'", "f'{a.b c}'", "f'{yield}'", "f'{await x}'", "f'{a!r'", "f'{a!r:'", "f'{a:x'", "f'{import x}'", "f'{x:=5}'", "f'{(x:=5)}'", "f'{a[}'", "f'{\"'", "f'{a!r }'", "f'{a !r}'", "f'{a! r}'", "f'{a:{}}'", "f'{a:{b!x}}'", "f'{{}'", "f'{{}}'", "f'{{{a}}}'", "f'{a}}'", "f'{a,}'", "f'{a,b}'", "f'{not a}'", "f'{a if b}'", "f'{a for a in b}'", "f'{[a for a in b]}'", "f'{a := 1}'", "f'{a == b}'", "f'{a != b}'", "f'{a >= b}'", "f'{a<b}'", "f'{a=}'", "f'{a = !r:>5}'", "f'{a==}'", "f'{None = }'", "f'{del a}'", "f'{a;b}'", "f'{\n1\n}'", "f'''{\n1\n}'''", "f'''{\na b\n}'''", "f'{a\\b}'", "rf'{a}\\{b}'", "f'{1_}'", "f'{0x}'", "f'{01}'", "f'{a.}'", "f'{.a}'", "f'{f(a for a in b, c)}'", "f'{a:{b}{c}}'", "f'{a}' 'b}' f'{c'", "'{' f'{a}'", "f'{a!s:{b!r:>{c}}}'", "f'{u\"x\"}'", "f'{f\"{x}\"}'", "f'{f\"{\"}'", "f\"{'a' 'b'}\"", "f'{a!r!s}'", "f'{\"a\" \"b\"!r}'", "f'{x + (y}'"]
for source in sources:
    try:
        compile(source, "f", "eval")
        print(repr(source), "compiles")
    except SyntaxError as e:
        print(repr(source), e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text))
