kept = []
while True:
    kept.append("x" * 100000)
