kept = b"x" * 10 ** 10
