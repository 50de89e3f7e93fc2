def show(source, **names):
    try:
        exec(source, names)
        print(source, names.get("__package__"), "works")
    except Exception as e:
        print(source, {k: v for k, v in names.items() if k != "__builtins__"}, "->",
              type(e).__name__, e)


show("from . import x")
show("from . import x", __name__="top")
show("from . import x", __name__="none_such.child")
show("from . import x", __package__="none_such")
show("from . import x", __package__="")
show("from . import x", __package__=1)
show("from . import x", __name__=1)
show("from . import sub", __package__="support.pkg")
show("from .sub import none_such", __package__="support.pkg")
show("from .. import plain", __package__="support.pkg")
show("from ..pkg import sub", __package__="support.pkg")
show("from ... import plain", __package__="support.pkg")
show("from .none_such import x", __package__="support.pkg")
show("import support.none_such")
show("import support.plain.none_such")
show("from support import none_such")
