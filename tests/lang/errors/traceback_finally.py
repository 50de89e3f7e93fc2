def f():
    try:
        1 / 0
    finally:
        print("finally runs")
f()
