"""Where the parts of a format spec stand, in a string of several literals."""
import ast
for s in ["'a' f'{x!r:>{1}}'", "u'a' f'{x:>{y}<}' 'b'","f'{x:>}' u'b'", "u'a' f'{x:>}' f'{z:{a}b}'", "f'{x:a{y:b}c}' 'k'"]:
    try: print(ast.dump(ast.parse(s), include_attributes=True))
    except SyntaxError as e: print(e.args)
