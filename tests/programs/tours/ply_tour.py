"""A lexer and a parser made by tables, with precedence, errors, states and the report of the automaton."""
import ply.lex as lex
import ply.yacc as yacc

tokens = ("NAME", "NUMBER", "STRING")
literals = "=+-*/()"
states = (("text", "exclusive"),)
t_ignore = " \t"
t_NAME = r"[a-zA-Z_]\w*"
t_text_ignore = ""


def t_NUMBER(t):
    r"\d+"
    t.value = int(t.value)
    return t


def t_begin(t):
    r'"'
    t.lexer.start = t.lexer.lexpos
    t.lexer.begin("text")


def t_text_end(t):
    r'"'
    t.value = t.lexer.lexdata[t.lexer.start:t.lexer.lexpos - 1]
    t.type = "STRING"
    t.lexer.begin("INITIAL")
    return t


def t_text_any(t):
    r'[^"]+'


def t_newline(t):
    r"\n+"
    t.lexer.lineno += len(t.value)


def t_error(t):
    print("illegal", repr(t.value[0]), t.lexer.lineno)
    t.lexer.skip(1)


def t_text_error(t):
    t.lexer.skip(1)


precedence = (("left", "+", "-"), ("left", "*", "/"), ("right", "UMINUS"))
names = {}


def p_assign(p):
    "statement : NAME '=' expression"
    names[p[1]] = p[3]
    p[0] = (p[1], p[3])


def p_statement(p):
    "statement : expression"
    p[0] = p[1]


def p_binary(p):
    """expression : expression '+' expression
                  | expression '-' expression
                  | expression '*' expression
                  | expression '/' expression"""
    p[0] = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b}[p[2]](p[1], p[3])


def p_minus(p):
    "expression : '-' expression %prec UMINUS"
    p[0] = -p[2]


def p_group(p):
    "expression : '(' expression ')'"
    p[0] = p[2]


def p_atom(p):
    """expression : NUMBER
                  | STRING"""
    p[0] = p[1]


def p_name(p):
    "expression : NAME"
    p[0] = names.get(p[1], 0)


def p_error(p):
    print("syntax error at", p)


lexer = lex.lex()
lexer.input('a = 3 + "b c" $ \n 42')
print(list(lexer))
parser = yacc.yacc(debug=True, write_tables=True, debugfile="parser.out", tabmodule="tables_made", outputdir=".")
for text in ("1 + 2 * 3", "x = (4 - 2) * -3", "x / 4", '"a" + "b"', "1 +", "* 2", " + ".join(["x * 2"] * 300)):
    print(text[:30], "->", parser.parse(text, lexer=lex.lex()))
