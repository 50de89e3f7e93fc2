"""compile(..., "func_type", PyCF_ONLY_AST): the type of a function as a type comment has it."""
import ast

for source in """() -> int
(int) -> List[str]
(int, str,) -> x
(int, *str, **Any) -> float
(*int, **str) -> x
(*int) -> x
(**int) -> x
(int, *str) -> x
(int, **str) -> x
(int, **str, *x) -> x
(*int, str) -> x
(*int, *str) -> x
(**int, **str) -> x
(*int,) -> x
(**int,) -> x
(,) -> x
(int) ->
(int) - > x
int -> x
(int) -> x, y
(int) -> x # a comment
(int) -> x # type: ignore
(a := 1) -> x
(lambda: 1, *lambda: 2) -> lambda: 3
((int, str)) -> (x)
(int \n) -> x\n\n
(int -> x
() -> x y
() -> x; y
""".splitlines() + [""]:
    source = source.replace("\\n", "\n")
    print(ascii(source))
    for options in {}, {"type_comments": True}:
        try:
            print("   ", ast.dump(ast.parse(source, mode="func_type", **options), include_attributes=True))
        except SyntaxError as e:
            print("   ", type(e).__name__, e.args)

for mode in "bad", "func_type", "exec":
    for flags in 0, ast.PyCF_ONLY_AST:
        for source in "1", ast.parse("1"):
            try:
                result = type(compile(source, "f", mode, flags)).__name__
            except (ValueError, SyntaxError) as e:
                result = f"{type(e).__name__}: {e}"
            print(mode, flags, type(source).__name__, result)
