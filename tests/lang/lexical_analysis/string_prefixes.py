print("a" 'b' """c""" '''d''' r"\e" u"f" f"{1}" R'\g' F"{2}" U"h")
print(b"a" B'b' rb"\c" bR'\d' Rb"""\e""" BR'\f' br'g')
print(rf"\{1}", fR"\{2}", Rf'''\{3}
x''')
print(len(r"\n"), len(r"\\"), r'\'', r"\"", repr("\
continued"), r"a\
b")
for source in "ub'x'", "bu'x'", "fb'x'", "ur'x'", "uf'x'", "rr'x'", "ff'x'", "b'a' 'b'", "f'a' b'b'", "'a' b'b'", "rbr''":
    try:
        print(source, repr(eval(source)))
    except SyntaxError as e:
        print(source, e.args)
