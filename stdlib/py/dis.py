"""Disassembler of minipy's code objects, with the functions of the library's dis."""

import collections
import io
import sys
import types
from opcode import *
from opcode import (__all__ as _opcodes_all, _inline_cache_entries, _nb_ops, _operand_kinds,
                    hasarg)

__all__ = ["code_info", "dis", "disassemble", "distb", "disco", "findlinestarts", "findlabels",
           "show_code", "get_instructions", "Instruction", "Bytecode"] + _opcodes_all

COMPILER_FLAG_NAMES = {1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS",
                       16: "NESTED", 32: "GENERATOR", 64: "NOFREE", 128: "COROUTINE",
                       256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR"}
_UNIT = 4
_have_code = (types.MethodType, types.FunctionType, types.CodeType, classmethod, staticmethod, type)
UNKNOWN = '<unknown>'

Positions = collections.namedtuple('Positions', 'lineno end_lineno col_offset end_col_offset',
                                   defaults=[None] * 4)
_Instruction = collections.namedtuple(
    '_Instruction', 'opname opcode arg argval argrepr offset starts_line is_jump_target positions',
    defaults=[None])


def pretty_flags(flags):
    """Return pretty representation of code flags."""
    names = [COMPILER_FLAG_NAMES.get(1 << bit, hex(1 << bit))
             for bit in range(32) if flags >> bit & 1]
    return ', '.join(names) or hex(flags)


def _try_compile(source, name):
    try:
        return compile(source, name, 'eval')
    except SyntaxError:
        return compile(source, name, 'exec')


def _get_code_object(x):
    """The code of a function, method, generator, source text, or code itself."""
    x = getattr(x, '__func__', x)
    for name in ('__code__', 'gi_code', 'ag_code', 'cr_code'):
        if hasattr(x, name):
            x = getattr(x, name)
            break
    if isinstance(x, str):
        x = _try_compile(x, '<disassembly>')
    if hasattr(x, 'co_code'):
        return x
    raise TypeError(f"don't know how to disassemble {type(x).__name__} objects")


class Instruction(_Instruction):
    """One instruction: its name, number, operand, and what the operand means."""

    def _disassemble(self, lineno_width=3, mark_as_current=False, offset_width=4):
        fields = []
        if lineno_width:
            line = '' if self.starts_line is None else str(self.starts_line)
            fields.append(line.rjust(lineno_width))
        fields.append('-->' if mark_as_current else '   ')
        fields.append('>>' if self.is_jump_target else '  ')
        fields.append(repr(self.offset).rjust(offset_width))
        fields.append(self.opname.ljust(20))
        if self.arg is not None:
            fields.append(repr(self.arg).rjust(5))
            if self.argrepr:
                fields.append('(' + self.argrepr + ')')
        return ' '.join(fields).rstrip()


def _locals_of(code):
    names = list(code.co_varnames)
    names += [name for name in code.co_cellvars if name not in names]
    return names + list(code.co_freevars)


def _pick(values, i):
    return values[i] if i < len(values) else UNKNOWN


def _operand(code, names, op, arg, offset):
    """What the operand stands for, and how it is shown."""
    kind = _operand_kinds[op]
    if kind == 'CONST':
        value = _pick(code.co_consts, arg)
        return value, repr(value)
    if kind == 'NAME':
        name = _pick(code.co_names, arg)
        return name, name
    if kind == 'LOCAL':
        name = _pick(names, arg)
        return name, name
    if kind == 'LOCAL2':
        pair = _pick(names, arg & 0xfff), _pick(names, arg >> 12)
        return pair, ', '.join(pair)
    if kind == 'LOCALCONST':
        pair = _pick(names, arg & 0xfff), _pick(code.co_consts, arg >> 12)
        return pair, f'{pair[0]}, {pair[1]!r}'
    if kind in ('FWD', 'BACK'):
        target = offset + _UNIT * (1 + _inline_cache_entries[op])
        target += _UNIT * (arg if kind == 'FWD' else -arg)
        return target, f'to {target}'
    if kind == 'CMP':
        return (text := _pick(cmp_op, arg)), text
    if kind == 'BINOP':
        return arg, _nb_ops[arg][1] if arg < len(_nb_ops) else ''
    return arg, ''


def _unpack_opargs(code):
    """(offset, opcode, operand or None) of each instruction, caches left out."""
    at = 0
    while at < len(code):
        op = code[at]
        arg = int.from_bytes(code[at + 1:at + _UNIT], 'little') if op in hasarg else None
        yield at, op, arg
        at += _UNIT * (1 + _inline_cache_entries[op])


def findlabels(code):
    """The offsets that jumps of these bytes of code lead to."""
    labels = []
    for offset, op, arg in _unpack_opargs(code):
        if _operand_kinds[op] in ('FWD', 'BACK'):
            target = offset + _UNIT * (1 + _inline_cache_entries[op])
            target += _UNIT * (arg if _operand_kinds[op] == 'FWD' else -arg)
            if target not in labels:
                labels.append(target)
    return labels


def findlinestarts(code):
    """(offset, line) of each place where the line changes."""
    last = None
    for start, end, line in code.co_lines():
        if line is not None and line != last:
            last = line
            yield start, line


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    """The Instructions of a function, method or code object."""
    code = _get_code_object(x)
    shift = 0 if first_line is None else first_line - code.co_firstlineno
    return _instructions(code, shift)


def _instructions(code, shift=0):
    raw = code.co_code
    labels = set(findlabels(raw))
    starts = dict(findlinestarts(code))
    names = _locals_of(code)
    positions = list(code.co_positions())
    for offset, op, arg in _unpack_opargs(raw):
        value, text = (None, '') if arg is None else _operand(code, names, op, arg, offset)
        line = starts.get(offset)
        place = Positions(*positions[offset // _UNIT]) if offset // _UNIT < len(positions) else None
        yield Instruction(opname[op], op, arg, value, text, offset,
                          None if line is None else line + shift, offset in labels, place)


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False):
    """Disassemble classes, methods, functions, and other compiled objects."""
    if x is None:
        distb(file=file)
        return
    if not isinstance(x, str):
        x = getattr(x, '__func__', x)
    if isinstance(x, types.ModuleType) or isinstance(x, type):
        for name, member in sorted(vars(x).items()):
            if isinstance(member, _have_code):
                print(f'Disassembly of {name}:', file=file)
                try:
                    dis(member, file=file, depth=depth)
                except TypeError as error:
                    print('Sorry:', error, file=file)
                print(file=file)
        return
    if isinstance(x, (bytes, bytearray)):
        for offset, op, arg in _unpack_opargs(x):
            print(Instruction(opname[op], op, arg, arg, '', offset, None, False)
                  ._disassemble(0), file=file)
        return
    if isinstance(x, str):
        x = _try_compile(x, '<dis>')
    _disassemble_recursive(_get_code_object(x), file=file, depth=depth)


def _disassemble_recursive(code, *, file=None, depth=None, show_caches=False, adaptive=False):
    disassemble(code, file=file)
    if depth is not None:
        if depth <= 0:
            return
        depth -= 1
    for const in code.co_consts:
        if hasattr(const, 'co_code'):
            print(file=file)
            print(f'Disassembly of {const!r}:', file=file)
            _disassemble_recursive(const, file=file, depth=depth)


def disassemble(code, lasti=-1, *, file=None, show_caches=False, adaptive=False, shift=0):
    """Disassemble a code object."""
    lines = [line for _, line in findlinestarts(code)]
    width = max(3, len(str(max(lines) + shift))) if lines else 0
    offset_width = max(4, len(str(len(code.co_code))))
    for i in _instructions(code, shift):
        if width and i.starts_line is not None and i.offset > 0:
            print(file=file)
        print(i._disassemble(width, i.offset == lasti, offset_width), file=file)


disco = disassemble


def distb(tb=None, *, file=None, show_caches=False, adaptive=False):
    """Disassemble a traceback (default: last traceback)."""
    if tb is None:
        try:
            tb = sys.last_traceback
        except AttributeError:
            raise RuntimeError('no last traceback to disassemble') from None
        while tb.tb_next:
            tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, 2 * tb.tb_lasti, file=file)


def code_info(x):
    """Formatted details of methods, functions, or code."""
    return _format_code_info(_get_code_object(x))


def _format_code_info(co):
    lines = [f'Name:              {co.co_name}', f'Filename:          {co.co_filename}',
             f'Argument count:    {co.co_argcount}',
             f'Positional-only arguments: {co.co_posonlyargcount}',
             f'Kw-only arguments: {co.co_kwonlyargcount}', f'Number of locals:  {co.co_nlocals}',
             f'Stack size:        {co.co_stacksize}',
             f'Flags:             {pretty_flags(co.co_flags)}']
    for title, values, show in (('Constants:', co.co_consts, repr), ('Names:', co.co_names, str),
                                ('Variable names:', co.co_varnames, str),
                                ('Free variables:', co.co_freevars, str),
                                ('Cell variables:', co.co_cellvars, str)):
        if values:
            lines.append(title)
            lines += ['%4d: %s' % (i, show(v)) for i, v in enumerate(values)]
    return '\n'.join(lines)


def show_code(co, *, file=None):
    """Print details of methods, functions, or code to *file*."""
    print(code_info(co), file=file)


class Bytecode:
    """The instructions of some code as an iterable."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False, adaptive=False):
        self.codeobj = co = _get_code_object(x)
        self.first_line = co.co_firstlineno if first_line is None else first_line
        self._shift = 0 if first_line is None else first_line - co.co_firstlineno
        self._original_object = x
        self.current_offset = current_offset

    def __iter__(self):
        return _instructions(self.codeobj, self._shift)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._original_object!r})'

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=2 * tb.tb_lasti)

    def info(self):
        return _format_code_info(self.codeobj)

    def dis(self):
        lasti = -1 if self.current_offset is None else self.current_offset
        with io.StringIO() as output:
            disassemble(self.codeobj, lasti, file=output, shift=self._shift)
            return output.getvalue()
