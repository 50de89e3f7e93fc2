class NewInt(Exception):
    def __new__(cls):
        return 3
class InitFails(Exception):
    def __init__(self):
        raise TypeError("in init")


def show(source):
    try:
        exec(source, globals())
    except BaseException as e:
        print(source, "->", type(e).__name__, e, "|", repr(e.__cause__), repr(e.__context__),
              e.__suppress_context__)


show("raise")
show("raise int")
show("raise 'text'")
show("raise None")
show("raise 3")
show("raise NewInt")
show("raise InitFails")
show("raise ValueError from 3")
show("raise ValueError from int")
show("raise ValueError from KeyError")
show("raise ValueError from None")
show("raise ValueError(1) from ValueError(2)")
show("raise ValueError from InitFails")
show("raise (ValueError, 1)")
show("raise [ValueError][0]('made')")
show("raise undefined_name")
show("raise ValueError from undefined_name")
e = ValueError("itself")
show("raise e from e")
