"""_tokenize: the compiler's own tokens, one by one; what it goes on with behind an error."""
import _tokenize
import copy
import pickle
import warnings

from tokenize import _generate_tokens_from_c_tokenizer

warnings.simplefilter("ignore")
T = _tokenize.TokenizerIter
print(T, T.__mro__, sorted(vars(T)), T.__doc__)
for args, named in (((), {}), ((1,), {}), (("a", "b"), {}), ((), {"source": "a"}), ((), {"x": "a"}),
                    (("a\ud800",), {}), ((b"a",), {}), (("a\0",), {})):
    try:
        print(type(T(*args, **named)))
    except Exception as error:
        print(type(error), error)
try:
    class Sub(T):
        pass
except TypeError as error:
    print(error)
tokens = T("x")
for function in copy.copy, copy.deepcopy, pickle.dumps, iter, len:
    try:
        print(function(tokens) is tokens)
    except TypeError as error:
        print(error)


def run(source):
    print(repr(source))
    tokens = T(source)
    while True:
        try:
            print("  ", next(tokens))
        except StopIteration as end:
            print("  ", end.args)
            break
        except SyntaxError as error:
            print("  ", type(error).__name__, error.args)


for source in (
    "",
    "x",
    "\n",
    "#c",
    "#c\n",
    "if x:\n  y\n",
    "if x:\n  if y:\n    z\n   w",
    "if x:\n\tif y:\n        z\n",
    "a \\\nb",
    "a \\ b",
    "a \\",
    ")",
    "(",
    "a = (\n#c\n 1,\n\n 2)\n",
    "'abc",
    "'''abc\nd",
    "x = 0xg; y\nz",
    "x = 1_; y",
    "é = '''a\nb'''; z",
    "a $ b ? ! c",
    "async def f(): await x\n",
    "f(]",
    "{[(\n1\n)]}",
    "def f(a):\n    # c\n    return a + 'é'  # x\n\n\nx = (1,\n 2)\n",
    "x\r\ny\rz",
    "\ufeffx",
    "1if 2else 3",
    "0777",
    "1e",
    "1.2.3",
    "a\x0cb",
    "  \x0c x",
    "€ = 1",
    "a\xa0b",
    "é́ = 1",
    "if 1:\n  x\n# c\n  y\n",
    "if 1:\n  x\n    # c\n",
    "\tx\n",
    "x = '''a\n'''\n'b'\n",
    "'\\\nx'",
    "match x:\n case 1: pass\n",
    "a<>b",
    "a!b",
    "print(1) # type: int\n",
    "    \n",
    "x=(\n  'a'\n  'b')\n",
    "a\\\n\n",
    "\\\n",
    "\\\nx",
    "if 1:\n\\\n  x\n",
    "lambda *a, **k: (yield)\n",
    "x = 1.e5j + .5 ...",
    "x->y:=z @= q//=1 **=2 >>=3 <<=4 != 5",
):
    run(source)

warnings.simplefilter("error")
run("é = 1if 2else 3\nx")
for token in _generate_tokens_from_c_tokenizer("x = [1,\n  'é']  # end\n"):
    print(token)
