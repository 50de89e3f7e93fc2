"""At the end what lists and tuples hold dies from the last item on: so the collector goes through them."""
import gc


class Named:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def names(found):
    return [o.name if isinstance(o, Named) else type(o).__name__ for o in found]


one, two, three = map(Named, "abc")
for holder in [one, two, three], (one, two, three), {1: one, 2: two}, {one: two}, [one, [two], (three,)], slice(one, two, three), zip([one], [two]):
    print(type(holder).__name__, names(gc.get_referents(holder)))
print(names(gc.get_referents([one, two], [three], (two, one))))
del holder
list_of = [Named(1), Named(2), Named(3)]
tuple_of = Named(4), Named(5)
dict_of = {1: Named(6), 2: Named(7)}
alone = Named(13)
