"""With the filter `error` a warning of the compiler is a SyntaxError that shows the line."""
import warnings

warnings.simplefilter("error")
sources = [r"'\d'", r"b'\d'", r"'a\z\y'", "'''\n\n\\z'''", "('a'\n'\\z')", "x is 1", "1if 1else 2", "0x1for x in y",
           "assert(1,2)", r"f'\z'", r"f'{a}\z{b}\y'", "(1)()", r"x = '\400'", r"b'\N'", r"'a' '\c'", "1 is 1\n2 is 2",
           r"'é' '\c'", "[1]['a']"]
for source in sources:
    try:
        compile(source, "no such file", "exec")
        print(source, "compiles")
    except SyntaxError as e:
        print(source, e.args)
