"""While an instance is saved, an attribute of it gives it another class, of which the first one dies, and the memo is emptied."""
import gc
import io
import pickle


class Other:
    pass


class Evil:
    def __reduce__(self):
        global First
        pickler.clear_memo()
        saved.__class__ = Other
        del First
        gc.collect()
        list(map(chr, range(5000, 9000)))
        return int, ()


for protocol in (2, 3, 4, 5):
    class First:
        pass

    saved = First()
    saved.before, saved.evil, saved.behind, saved.last = 1, Evil(), "behind", [2]
    out = io.BytesIO()
    pickler = pickle.Pickler(out, protocol)
    pickler.dump(saved)
    print(protocol, type(saved).__name__, out.getvalue())
