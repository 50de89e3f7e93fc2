class R:
    def __repr__(self): return "R()"
class S(R):
    def __str__(self): return "str of S"
print(R(), S(), [R(), S()], repr(S()), str(R()), f"{S()} {S()!r}")
class Bad:
    def __repr__(self): return 5
try:
    repr(Bad())
except TypeError as e:
    print(e)
class BadStr:
    def __str__(self): return b"x"
try:
    str(BadStr())
except TypeError as e:
    print(e)
