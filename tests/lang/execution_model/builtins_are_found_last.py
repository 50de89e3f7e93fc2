print(len("abc"))
len = lambda x: "mine"
print(len("abc"))
del len
print(len("abc"))
import builtins
builtins.answer = 42
print(answer)
del builtins.answer
try:
    answer
except NameError as e:
    print(e)
