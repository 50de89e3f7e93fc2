for text in ("import no_such", "import math.sub", "from math import no_such", "import no.such",
             "from no_such import x", "from . import x", "from .x import y", "__import__('')", "__import__(1)",
             "import collections.no_such"):
    try:
        exec(text)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "name", None))
