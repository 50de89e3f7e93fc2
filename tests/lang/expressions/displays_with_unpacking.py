a, d = [1, 2], {"x": 1}
print([*a, 3, *"ab"], (*a,), {*a, *a, 5}, {**d, "y": 2, **{"x": 9}}, [*range(3), *[]])
for text in ("[*1]", "{**1}", "{**[1]}", "(*None,)"):
    try:
        eval(text)
    except TypeError as e:
        print(e)
