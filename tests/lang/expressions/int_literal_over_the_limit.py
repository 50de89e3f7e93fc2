import sys

# A decimal literal obeys sys.set_int_max_str_digits; other bases do not.
sys.set_int_max_str_digits(700)
for text in ("3" * 700, "3" * 701, "1_" * 700 + "1", "0x" + "f" * 2000, "0b" + "1" * 2000):
    try:
        print(eval("(\n" + text + ")").bit_length())
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
sys.set_int_max_str_digits(0)
print(eval("7" * 5000).bit_length())
