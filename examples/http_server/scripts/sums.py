total = sum(range(10 ** 12))  # in C, which counts its rounds
