kept = []
while True:
    kept.append("x" * 1000000)
