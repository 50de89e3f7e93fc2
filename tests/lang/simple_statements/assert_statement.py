assert True
assert (1, 0)[0], "not shown"
for text in ("assert 0", "assert 0, 'message'", "assert [], {'a': 1}", "assert 1 > 2, (1, 2)"):
    try:
        exec(text)
    except AssertionError as e:
        print(repr(e), e.args)
def side():
    print("evaluated")
    return "msg"
assert True, side()
try:
    assert False, side()
except AssertionError as e:
    print(e)
