"""How large the table of a dict is, after mixed keys, deletions, copies and merges: getsizeof counts its cells."""
import sys

for n in list(range(50)) + [85, 86, 341]:
    texts, numbers = {str(i): i for i in range(n)}, {i: i for i in range(n)}
    mixed = dict(texts)
    mixed.update(numbers)
    for key in list(mixed)[:n * 2 // 3]:
        del mixed[key]
    copied, spread, made = mixed.copy(), {**mixed}, dict(mixed)
    one_more = dict(texts)
    one_more[1] = 1
    few = dict(texts)
    for key in list(few)[3:]:
        few.pop(key)
    few[1] = 1
    onto_one = {1: 1}
    onto_one.update(mixed)
    keys = dict.fromkeys(texts)
    keys.update(made)
    default = dict(texts)
    default.setdefault(1)
    sizes = [texts, numbers, mixed, copied, spread, made, one_more, few, onto_one, keys, default, one_more | texts, texts | numbers,
             dict.fromkeys(mixed), dict.fromkeys(set(numbers)), dict.fromkeys(list(texts)), dict(one_more), dict(zip(texts, texts))]
    print(n, *map(sys.getsizeof, sizes))
