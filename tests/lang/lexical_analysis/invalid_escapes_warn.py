"""An unknown escape stays as it is and is deprecated; so are octal escapes above 0o377."""
import warnings

sources = [r"'\d'", r"b'\d'", r"'\400'", r"b'\777'", r"'a\z\y'", "'''\n\n\\z'''", "('a'\n'\\z')", r"'\8'", r"f'\z'",
           r"f'{1}\z{2}\y'", r"b'\N'", r"b'\u1234'", r"rb'\d'", r"r'\d'", r"f'\{1}'", "'\\\n'", r"'\U0001F600'",
           r"'\N{DASH}'", r"'\x4'", r"b'\x4'", r"'\u12'", r"'\U00110000'", r"'\N'", r"'\N{'", r"u'\q'"]
for source in sources:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = ascii(eval(source))
        except SyntaxError as e:
            result = e.args
    print(ascii(source), result)
    for w in caught:
        print("   ", w.category.__name__, w.message, w.lineno, w.filename)
