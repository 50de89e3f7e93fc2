"""The instructions of minipy: numbers, names and kinds of operands.

They come from the interpreter's own list (vm/opcodes.def). A code unit is four bytes: the
opcode in the first, the operand in the other three.
"""

import _opcode
from _opcode import stack_effect

__all__ = ["cmp_op", "hasconst", "hasname", "hasjrel", "hasjabs", "haslocal", "hascompare",
           "hasfree", "opname", "opmap", "HAVE_ARGUMENT", "EXTENDED_ARG", "hasnargs",
           "stack_effect"]

cmp_op = ('<', '<=', '==', '!=', '>', '>=')
HAVE_ARGUMENT = 0     # every instruction has the room; hasarg lists those that use it
EXTENDED_ARG = 256    # there is none: no opcode has this number
opmap = {}
opname = [f'<{op}>' for op in range(256)]
hasconst, hasname, hasjrel, hasjabs, haslocal = [], [], [], [], []
hascompare, hasfree, hasnargs, hasarg = [], [], [], []
_inline_cache_entries = [0] * 256
_operand_kinds = [''] * 256
_nb_ops = [('NB_ADD', '+'), ('NB_AND', '&'), ('NB_FLOOR_DIVIDE', '//'), ('NB_LSHIFT', '<<'),
           ('NB_MATRIX_MULTIPLY', '@'), ('NB_MULTIPLY', '*'), ('NB_REMAINDER', '%'),
           ('NB_OR', '|'), ('NB_POWER', '**'), ('NB_RSHIFT', '>>'), ('NB_SUBTRACT', '-'),
           ('NB_TRUE_DIVIDE', '/'), ('NB_XOR', '^')]
_nb_ops += [(name.replace('NB_', 'NB_INPLACE_'), text + '=') for name, text in _nb_ops]

for _name, _op, _kind, _caches, _jumps in _opcode._instructions():
    opmap[_name] = _op
    opname[_op] = _name
    _operand_kinds[_op] = _kind
    _inline_cache_entries[_op] = _caches
    if _kind != 'NONE':
        hasarg.append(_op)
    if _kind == 'CONST':
        hasconst.append(_op)
    elif _kind == 'NAME':
        hasname.append(_op)
    elif _kind == 'LOCAL':
        (hasfree if 'DEREF' in _name or 'CLOSURE' in _name or 'CELL' in _name else haslocal).append(_op)
    elif _kind == 'CMP':
        hascompare.append(_op)
    elif _kind in ('FWD', 'BACK'):
        hasjrel.append(_op)
