/* code_flow.h - what may lie in the cells of a frame before each instruction of a code
 * object: found by following the code along all its ways, handlers included.
 *
 * Code that a program made is run only where this shows that it can; where it leaves
 * open what an instruction takes on trust, a CHECK goes before the instruction
 * (wordcode_parse.c). An assignment to f_lineno asks whether the stack here will do
 * there (frame_jump.c). Implementation: code_flow.c; the checks: eval_check.c.
 */
#ifndef MINIPY_VM_CODE_CODE_FLOW_H
#define MINIPY_VM_CODE_CODE_FLOW_H

#include "vm/code/code.h"

/* Bits: which of these a cell may hold. */
typedef uint16_t CellKinds;
enum {
    HOLDS_NULL = 1,
    HOLDS_LIST = 2,
    HOLDS_SET = 4,
    HOLDS_DICT = 8,
    HOLDS_TUPLE = 0x10,
    HOLDS_STR = 0x20,
    HOLDS_NONE = 0x40,
    HOLDS_EXCEPTION = 0x80,
    HOLDS_CODE = 0x100,
    HOLDS_OTHER = 0x200,
    HOLDS_OBJECT = 0x3fe, /* any of these */
    HOLDS_LASTI = 0x400,  /* the unit where an exception came from */
    HOLDS_CELL = 0x800,   /* a local: what MAKE_CELL or COPY_FREE_VARS put there */
    /* of the frame itself: */
    ON_STACK = 0x1000,
    IN_GENERATOR = 0x2000,
};

/* What CHECK tests, in the low bits of its operand; the rest says where: how far below
 * the top (1: the top), or how many. */
typedef enum CodeCheck {
    CHECK_OBJECTS, /* so many from the top: no NULL */
    CHECK_OBJECT,
    CHECK_LIST,
    CHECK_SET,
    CHECK_DICT,
    CHECK_TUPLE,
    CHECK_STR,
    CHECK_EXCEPTION,
    CHECK_EXCEPTION_OR_NONE,
    CHECK_LASTI,
    CHECK_NAMES,    /* a tuple of str */
    CHECK_KEYS,     /* on top: a tuple of so many */
    CHECK_FUNCTION, /* what MAKE_FUNCTION takes; the rest is its operand */
    CHECK_LEFT,     /* no test: so many below the top are let go before a return */
} CodeCheck;
enum { CHECK_BITS = 4 };

typedef struct CodeFlow CodeFlow;
typedef struct FlowVisitor FlowVisitor;
struct FlowVisitor {
    /* Called for each instruction that can be reached, in order, with the state before
     * it. -1: out of memory. */
    int (*visit)(FlowVisitor *v, const CodeFlow *flow, uint32_t unit);
    /* One way more: before the unit `from` the stack is cut to `depth` and the code
     * goes on at `to`. */
    bool jumps;
    uint32_t from, to, depth;
};

/* Follows p (instructions, handlers, operands' tuples, locals). 1: each instruction
 * finds as many cells as it takes, whichever way leads to it, and *deepest is how many
 * there are at most; 0: not so; -1: out of memory. */
int code_flow_run(MinipyVM *vm, const CodeParts *p, FlowVisitor *v, int32_t *deepest);
/* In visit(): how many checks the instruction needs, and their operands. */
enum { MAX_CHECKS = 4 };
int code_flow_checks(const CodeFlow *flow, uint32_t unit, uint32_t out[MAX_CHECKS]);
/* In visit(): does it surely find what it takes on trust, when nothing is checked? */
bool code_flow_is_proven(const CodeFlow *flow, uint32_t unit);
/* In visit(): are the locals bound that it loads without looking? */
bool code_flow_is_bound(const CodeFlow *flow, uint32_t unit);

/* Does the operand name what is there: a constant, a name, a local of the kind? */
bool code_operand_fits(const CodeParts *p, Opcode op, uint32_t arg);

/* CHECK: -1: SystemError. */
int eval_check(MinipyVM *vm, const CodeObj *code, Value *sp, uint32_t arg);

#endif
