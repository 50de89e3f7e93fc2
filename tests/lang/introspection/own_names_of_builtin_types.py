for cls in (object, int, bool, float, complex, str, list, dict, set, frozenset, range, slice,
            property, classmethod, staticmethod, super, enumerate, zip, map, filter, reversed, type(None)):
    print(cls.__name__, *sorted(cls.__dict__))
