def f(a, b): raise ValueError("message")
result = [f(1,
            2) for _ in range(1)]
