"""A class whose dict somebody held while it was searched ends with its module: instances are finalized while names are there."""
import gc
import os


class Dies:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        os.write(1, b"dies: %s\n" % self.name.encode())


held = Dies("held")
gc.collect()
everything = gc.get_objects()
os.write(1, b"%d\n" % len(held.name))
held.name
del everything
