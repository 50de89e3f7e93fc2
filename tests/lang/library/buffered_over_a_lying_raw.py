"""A raw stream whose tell() says too little: positions within the buffer are counted from it, below zero too."""
import io


class Raw(io.BytesIO):
    lie = None

    def tell(self):
        return super().tell() if self.lie is None else self.lie

    def seek(self, *args):
        print("    raw.seek", args)
        return super().seek(*args)


def attempt(what, *args):
    try:
        print(what.__name__, args, what(*args))
    except (OSError, ValueError) as e:
        print(what.__name__, args, type(e).__name__, e)


for lie in 0, 3, 8, 100:
    for kind in io.BufferedReader, io.BufferedRandom:
        print(kind.__name__, lie)
        raw = Raw(bytes(range(65, 91)))
        stream = kind(raw, 16)
        attempt(stream.read, 5)
        raw.lie = lie
        attempt(stream.tell)
        for to, whence in (0, 1), (-2, 1), (3, 1), (0, 0), (-3, 0), (7, 0), (0, 1), (-100, 1):
            attempt(stream.seek, to, whence)
            attempt(stream.peek, 1)
