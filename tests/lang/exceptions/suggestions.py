import math
class C:
    attribute = 1
    def method(self): pass
value = 1
def grab(text):
    import traceback
    try:
        exec(text, globals())
    except Exception as e:
        return traceback.format_exception_only(e)[-1].strip()
for text in ("C().atribute", "C.methd", "valu", "pritn(1)", "math.sqr", "[].apend", "'a'.uper", "import maths", "from math import sqr", "C().zzzzzz", "q", "Valu", "lenn", "self.value"):
    print(text, "->", grab(text))
