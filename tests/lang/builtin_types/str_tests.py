for s in ("", "abc", "ABC", "Abc Def", "123", "12.5", "½", "²", "a1", " \t", "_x1", "1x", "if", "ǅ", "\x00", "é", "٣"):
    print(ascii(s), s.isalpha(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isalnum(), s.isspace(), s.islower(), s.isupper(), s.istitle(), s.isidentifier(), s.isprintable(), s.isascii())
