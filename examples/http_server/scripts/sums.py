total = sum(range(10 ** 12))  # no instruction of Python between
