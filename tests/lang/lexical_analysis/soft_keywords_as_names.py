"""match, case, _ and type are names wherever they are not statements."""
match = {"case": 1}
case = [match]
_ = 5
type_ = type
print(match["case"], case[0], match, -_, *case)
match.update(x=2)
print(match, match.get("x"), match == {}, match if match else 0)
def case(match, case=1, _=2): return match, case, _
print(case(1), case(match=3, _=4))
match = lambda case: case * 2
print(match(4), match (5))
match, case = 1, 2
print(match * case, match - case, match -case, match in (1,), match or case, [match, case])
match = [1, 2]
match[0] = 9
match[:] = match[::-1]
print(match)
match: list = []
class match:
    case = 3
    def match(self): return "m"
print(match.case, match().match())
match match.case:
    case 3: print("three")
    case _: print("other")
match (1, 2):
    case (match, case): print(match, case)
match -1:
    case -1: print("minus one")
match *[1, 2], 3:
    case [*_, case]: print(case)
match {"a": 1}:
    case {"a": match}: print(match)
for match in range(2): print(match)
import sys as match
print(match is __import__("sys"))
print([match for match in (1,)], (lambda match: match)(1))
async def async_(): pass
async_().close()
