/* code.h - the code object: instructions, constants, names, positions, exception table.
 *
 * Made by the compiler (assemble), run by eval. The instructions belong to one vm and
 * are specialised in place, so a code object is never shared between vms.
 * Implementation: code.c.
 */
#ifndef MINIPY_VM_CODE_CODE_H
#define MINIPY_VM_CODE_CODE_H

#include "vm/code/opcodes.h"
#include "vm/core/hooks.h"
#include "vm/core/vm.h"

enum { /* co_flags, CPython's values */
       CO_OPTIMIZED = 0x1,
       CO_NEWLOCALS = 0x2,
       CO_VARARGS = 0x4,
       CO_VARKEYWORDS = 0x8,
       CO_NESTED = 0x10,
       CO_GENERATOR = 0x20,
       CO_COROUTINE = 0x80,
       CO_ITERABLE_COROUTINE = 0x100,
       CO_ASYNC_GENERATOR = 0x200,
       CO_FUTURE_BARRY_AS_BDFL = 0x400000,
       CO_FUTURE_ANNOTATIONS = 0x1000000,
};
enum { /* kinds of co_localsplus entries, bits */
       LOCAL_PLAIN = 0x20,
       LOCAL_CELL = 0x40,
       LOCAL_FREE = 0x80,
};

typedef struct Wordcode Wordcode;       /* wordcode.h */
typedef struct CodeBody CodeBody;       /* code_body.h */
typedef struct CodePatches CodePatches; /* code_instr.h */
typedef struct MonitorCode MonitorCode; /* vm/eval/monitor.h */

typedef struct CodePosition {
    int32_t line, end_line; /* -1: no line (never traced) */
    int32_t col, end_col;   /* UTF-8 byte offsets; -1: unknown */
} CodePosition;

/* An exception handler covers units [start, end); on an exception there the stack is
 * cut to `depth`, lasti is pushed if asked for, then the exception, and control goes to
 * target. */
typedef struct CodeHandler {
    uint32_t start, end, target;
    uint32_t depth : 31;
    uint32_t push_lasti : 1;
} CodeHandler;

/* Positions as runs: from RUN_START(unit) up to the next run's start. RUN_START(unit) +
 * 1 begins the position of the second half of an instruction that does the work of two.
 */
typedef struct CodeRun {
    uint32_t start;
    CodePosition pos;
} CodeRun;
#define RUN_START(unit) ((unit)*2)

struct CodeObj {
    Object ob;
    int32_t argcount; /* positional parameters, posonly ones included */
    int32_t posonlyargcount, kwonlyargcount;
    uint32_t flags;      /* CO_* */
    int32_t nlocalsplus; /* locals + cells (not also locals) + free variables */
    int32_t nlocals, ncells,
        nfree;         /* a parameter that is a cell counts in nlocals and ncells */
    int32_t stacksize; /* CODE_UNSETTLED while it is in its body */
    int32_t firstlineno;
    uint32_t ninstrs;      /* units */
    Instr *instrs;         /* mem_alloc'ed, mutable */
    Value consts;          /* tuple */
    Value names;           /* tuple of interned str */
    Value localsplusnames; /* tuple of interned str */
    uint8_t *localspluskinds;
    Value filename, name, qualname; /* str */
    const char *filename_utf8,
        *name_utf8; /* for markers; NULL if not encodable; live as long as the strs */
    CodeRun *runs;
    uint32_t nruns;
    CodeHandler *handlers; /* sorted by start, innermost wins (they nest without overlap
                              after flattening) */
    uint32_t nhandlers;
    uint32_t first_traceable; /* unit of the RESUME 0 */
    uint32_t version;         /* 0: none */
    uint32_t exact_call; /* how many arguments a call may leave where they lie, and one;
                            0: it takes others, or has not run yet */
    bool quickened;      /* warmed up enough for specialisation */
    /* LOAD_METHODs of what this file imports, which CPython calls as a plain function.
     */
    uint32_t *imported;
    uint32_t nimported;
    Wordcode *words; /* as CPython shows it; NULL until asked for */
    bool from_words; /* a program made it of such bytes */
    bool raw;       /* they have not been translated: what stands in instrs is a trap */
    CodeBody *body; /* what is nowhere else until it is called, or asked for that
                       (code_settle, code_open): all from the stack's size on but file,
                       name and qualname; owned; NULL: it is all in its place */
    bool
        stand_in; /* of a module that is in C in CPython: no frame of it is ever seen */
    bool library; /* of a module of the library: what its own import statements name is
                     imported whatever a confined program may import */
    const ProbeCode *probe; /* as observers know it; NULL until one asks (observe.h) */
    CodePatches *patches; /* what stands for what; NULL: nothing was replaced; owned */
    MonitorCode *monitor; /* for sys.monitoring; NULL until it is asked for; owned */
    struct CodeObj *next, **link; /* of the vm's code objects (vm->codes) */
    bool marked;                  /* its entries are replaced (code_mark_entries) */
    void
        *extra; /* per-code data of tools (line starts for tracing), owned by frame.c */
};
#define CODE(v) ((CodeObj *)(uintptr_t)(v))
/* Cells that no stack has: who makes room for a frame finds none, and settles the code
 * before it tries again (frame_stack_refuses). */
enum { CODE_UNSETTLED = 1 << 30 };

/* All ownership moves into the new object (also on failure): used by the assembler and
 * code.replace. */
typedef struct CodeParts {
    int32_t argcount, posonlyargcount, kwonlyargcount;
    uint32_t flags;
    int32_t nlocalsplus, nlocals, ncells, nfree, stacksize, firstlineno;
    uint32_t ninstrs, nruns, nhandlers;
    Instr *instrs;
    Value consts, names, localsplusnames, filename, name, qualname;
    uint8_t *localspluskinds;
    CodeRun *runs;
    CodeHandler *handlers;
    uint32_t *imported;
    uint32_t nimported;
    Wordcode *words;
    bool raw;
    CodeBody *body;
} CodeParts;
Value code_new_steal(MinipyVM *vm, CodeParts *parts);
/* Before constants, names or words are read of code that may be in its body. -1: an
 * exception. */
static inline int code_open(MinipyVM *vm, CodeObj *c)
{
    return likely(!c->body) ? 0 : code_translate(vm, c);
}
/* Before the instructions, positions or handlers are read of code that may be raw, or
 * in its body, as no frame's is. -1: an exception. */
static inline int code_settle(MinipyVM *vm, CodeObj *c)
{
    return likely(!c->raw && !c->body) ? 0 : code_translate(vm, c);
}
/* The code and that of the functions in it, as far as they are of the same file, are
 * of file NAME (a str) from now on. -1: nested too deep (RecursionError). */
int code_rename_file(MinipyVM *vm, CodeObj *c, Value name);
/* Releases what the parts own, where no code object was made of them. */
void code_parts_release(MinipyVM *vm, CodeParts *p);

/* This code, and all that is in it, stands for code in C: tracers, profilers,
 * tracebacks and sys._getframe() pass over its frames. */
void code_stand_in(CodeObj *c);
/* This code, and all that is in it, is the library's. */
void code_of_library(CodeObj *c);

/* Position of the instruction at `unit`; line -1 if it has none. */
CodePosition code_position(const CodeObj *c, uint32_t unit);
CodePosition code_second_position(const CodeObj *c, uint32_t unit);
static inline int32_t code_line(const CodeObj *c, uint32_t unit)
{
    return code_position(c, unit).line;
}
/* A program made a bound local unbound behind the compiler's back: from now on the
 * code's loads of locals are checked. */
void code_check_loads(CodeObj *c);
const CodeHandler *code_handler(const CodeObj *c, uint32_t unit); /* NULL: none */
int code_stack_effect(Opcode op, uint32_t arg, bool jump);
extern const uint8_t opcode_caches[256]; /* cache units per opcode */
typedef enum OperandKind {
    OPERAND_NONE,
    OPERAND_INT,
    OPERAND_CONST,
    OPERAND_NAME,
    OPERAND_LOCAL,
    OPERAND_FWD,
    OPERAND_BACK,
    OPERAND_LOCAL2,
    OPERAND_LOCALCONST,
    OPERAND_CMP,
    OPERAND_BINOP,
    OPERAND_FLAGS,
} OperandKind;
bool opcode_is_backward(Opcode op);        /* of a jump */
extern const uint8_t opcode_operands[256]; /* OperandKind */
extern const char *const opcode_names[256];
extern const uint8_t opcode_flags[256]; /* OPF_*; of base opcodes */
extern const uint8_t opcode_base[256];  /* specialised -> base opcode */
/* The fields of a code object in the order in which marshal writes them. */
enum { CODE_PARTS = 16 };
bool code_part_is_number(int i);
bool code_to_parts(MinipyVM *vm, CodeObj *c, Value *parts); /* new references */
Value code_from_parts(MinipyVM *vm, const Value *parts);
/* Writes the disassembly (own layout, from opcodes.def) of code and nested code: str.
 */
Value code_disassemble(MinipyVM *vm, CodeObj *c);

#endif
