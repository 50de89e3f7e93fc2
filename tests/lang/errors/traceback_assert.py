x = 5
assert x > 10, f"x is {x}"
