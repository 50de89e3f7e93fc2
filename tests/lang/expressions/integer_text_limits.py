import sys
print(len(str(10 ** 4299)), sys.get_int_max_str_digits())
for text in ("str(10 ** 4300)", "int('1' * 4301)", "repr(-10 ** 5000)", "f'{10 ** 5000}'", "'%d' % 10 ** 5000"):
    try:
        print(len(eval(text)))
    except (ValueError, TypeError) as e:
        print(e)
sys.set_int_max_str_digits(0)
print(len(str(10 ** 5000)), len(hex(16 ** 5000)))
