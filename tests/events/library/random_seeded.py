import random
r = random.Random(42)
print(r.random(), r.randint(1, 6), r.randrange(0, 100, 5), r.choice("abc"), r.sample(range(50), 5), r.shuffle(x := [1, 2, 3, 4]), x, r.choices("ab", [1, 3], k=5), r.uniform(1, 2))
for name in "triangular", "normalvariate", "gauss", "expovariate", "vonmisesvariate", "gammavariate", "betavariate", "paretovariate", "weibullvariate", "lognormvariate":
    print(name, [round(getattr(r, name)(*([1.5] if name in ("expovariate", "paretovariate") else [] if name == "triangular" else [1.2, 2.3])), 6) for _ in range(3)])
state = r.getstate()
print(r.randbytes(4), r.getrandbits(70))
r.setstate(state)
print(r.randbytes(4), random.Random("text").random(), random.Random(b"b").random(), r.sample("ab", 3, counts=[2, 2]))
for bad in lambda: r.choice([]), lambda: r.randrange(0), lambda: r.sample([1], 2), lambda: r.choices([1], [0]):
    try:
        bad()
    except (IndexError, ValueError) as error:
        print(type(error).__name__, error)
