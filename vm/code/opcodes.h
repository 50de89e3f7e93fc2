/* opcodes.h - the enums made from opcodes.def, and the numbers of BINARY_OP. */
#ifndef MINIPY_VM_CODE_OPCODES_H
#define MINIPY_VM_CODE_OPCODES_H

#include <stdint.h>

enum { OPF_J = 1, OPF_B = 2, OPF_C = 4, OPF_T = 8 };
enum { OPE_VAR = 127 };

typedef enum Opcode {
#define OP(name, operand, effect, caches, flags, picture) OP_##name,
#include "vm/code/opcodes.def"
#undef OP
#define SPEC(name, base, picture) OP_##name,
#include "vm/code/specialized.def"
#undef SPEC
    OP_COUNT,
    /* vm/eval/patch.h: the loop is told that an instruction has been carried out, or to
     * carry out a call and to report it; what stands in code for another instruction:
     * for an entry, a return, anything. */
    OP_STEPPED = 250,
    OP_REPORTED = 251,
    OP_PATCHED_ENTRY = 252,
    OP_PATCHED_RETURN = 253,
    OP_PATCHED = 254,
    OP_TRAP = 255, /* what nobody made an instruction: SystemError, unknown opcode */
} Opcode;

typedef uint32_t Instr;
static inline Opcode instr_op(Instr i)
{
    return (Opcode)(i & 0xff);
}
static inline int instr_is_patch(Instr i)
{
    return instr_op(i) >= OP_PATCHED_ENTRY && instr_op(i) <= OP_PATCHED;
}
static inline uint32_t instr_arg(Instr i)
{
    return i >> 8;
}
static inline Instr instr_make(Opcode op, uint32_t arg)
{
    return (arg << 8) | (uint32_t)op;
}
#define INSTR_ARG_MAX 0xffffff
#define NOP_FOR_NULL 1 /* operand of a NOP that has the line of CPython's PUSH_NULL */

/* As CPython's BINARY_OP operands. */
enum {
    NB_ADD,
    NB_AND,
    NB_FLOOR_DIVIDE,
    NB_LSHIFT,
    NB_MATRIX_MULTIPLY,
    NB_MULTIPLY,
    NB_REMAINDER,
    NB_OR,
    NB_POWER,
    NB_RSHIFT,
    NB_SUBTRACT,
    NB_TRUE_DIVIDE,
    NB_XOR,
    NB_INPLACE_ADD,
    NB_INPLACE_AND,
    NB_INPLACE_FLOOR_DIVIDE,
    NB_INPLACE_LSHIFT,
    NB_INPLACE_MATRIX_MULTIPLY,
    NB_INPLACE_MULTIPLY,
    NB_INPLACE_REMAINDER,
    NB_INPLACE_OR,
    NB_INPLACE_POWER,
    NB_INPLACE_RSHIFT,
    NB_INPLACE_SUBTRACT,
    NB_INPLACE_TRUE_DIVIDE,
    NB_INPLACE_XOR,
    NB_COUNT
};

#endif
