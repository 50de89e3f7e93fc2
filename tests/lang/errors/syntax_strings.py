sources = [
    "'abc", '"abc', "'''abc", "x = 'a\nb'", "'a' \\\n'b", "b'é'", "'a' b'b'", "b'a' u'b'", "ur'a'", "bu'a'", "fb'a'",
    "'\\N{nothing like it}'", "'\\N'", "'\\N{'", "'\\x1'", "'\\u12'", "'\\U00110000'", "b'\\x1'", "r'\\'",
    "f'{'", "f'}'", "f'{}'", "f'{ }'", "f'{!r}'", "f'{a!}'", "f'{a!x}'", "f'{a!r'", "f'{a:'", "f'{a:{b}'", "f'{a:{b:{c}}}'",
    "f'{a b}'", "f'{a = b}'", "f'{*a}'", "f'{**a}'", "f'{a\\n}'", "f'{#}'", "f'{lambda x: 1}'", "f'{(a}'", "f'{a)}'",
    "f'{a]}'", "f'{[a}'", "f'{a['b']}'", "f'{a;b}'", "f'{yield}'", "f'{return}'", "f'{a:=1}'", "f'{1a}'", "f'{\"'",
    "f'''{\na b}'''", "f'{f'", "f'{a' 'b}'", "f'a' 1"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
