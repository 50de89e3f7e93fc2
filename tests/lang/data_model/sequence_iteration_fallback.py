class S:
    def __getitem__(self, i):
        if i >= 4:
            raise IndexError
        return i * i
print(list(S()), 9 in S(), 5 in S(), max(S()), [*S()])
a, b, *rest = S()
print(a, b, rest)
class L(S):
    def __len__(self): return 4
print(list(reversed(L())))
