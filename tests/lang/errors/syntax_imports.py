sources = [
    "import", "import a,", "import a.", "import .a", "import a as", "import *", "import a from b",
    "from", "from a", "from a import", "from a import b,", "from a import (b", "from a import ()",
    "from a import (b,)", "from a import b as", "from a import *, b", "from a import (*)", "from . import *",
    "from .import a", "from ...a import b", "from .. import", "from . a import b", "from a. import b",
    "def f(): from a import *", "class C: from a import *", "from __future__ import braces",
    "from __future__ import nope", "from __future__ import *", "x = 1\nfrom __future__ import annotations",
    "'doc'\nfrom __future__ import annotations", "'a'\n'b'\nfrom __future__ import division",
    "from __future__ import division\nfrom __future__ import generators", "import a as b as c",
    "import a b", "from a import b c", "from a import b.c", "import 'a'", "from 'a' import b"]


for source in sources:
    try:
        compile(source, "file", "exec")
        print("accepted", repr(source))
    except SyntaxError as e:
        print(repr(source))
        print("   ", type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)
