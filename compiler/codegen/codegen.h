/* codegen.h - the control flow graph that the code generator makes of a tree, and what
 * its files share. Flow.c optimises the graph, assemble.c turns it into a code object.
 *
 * The graph has the shape of CPython 3.11's (same blocks in the same order, same
 * instructions with the same positions), because the sequence of line events that a
 * program shows under a tracer follows from it.
 */
#ifndef MINIPY_COMPILER_CODEGEN_CODEGEN_H
#define MINIPY_COMPILER_CODEGEN_CODEGEN_H

#include "compiler/codegen/compile_internal.h"
#include "compiler/codegen/symtable.h"

enum { /* instructions that exist in the graph only */
       V_JUMP = 256,
       V_JUMP_NO_INTERRUPT,
       V_POP_JUMP_IF_FALSE,
       V_POP_JUMP_IF_TRUE,
       V_POP_JUMP_IF_NONE,
       V_POP_JUMP_IF_NOT_NONE,
       V_SETUP_FINALLY, /* handler gets the exception */
       V_SETUP_CLEANUP, /* handler gets lasti and the exception */
       V_SETUP_WITH,    /* the same; the enter result is dropped first */
       V_POP_BLOCK,
};

typedef struct Block Block;

typedef struct CfgInstr {
    uint16_t op; /* Opcode or V_* */
    int32_t arg;
    Block *target;  /* of jumps and V_SETUP_* */
    Block *handler; /* where an exception goes; filled late */
    AstPos pos;     /* lineno -1: none */
    AstPos second;  /* of a superinstruction's other half */
    bool imported;  /* LOAD_METHOD: CPython would make it a plain call */
} CfgInstr;

struct Block {
    Block *next;      /* in code order */
    Block *allocated; /* the block allocated before this one */
    CfgInstr *instrs;
    int count, capacity;
    int predecessors;
    int start_depth;  /* -1: not known yet */
    uint32_t offset;  /* in units */
    uint64_t *unsafe; /* locals that may be unbound at entry (flow_locals.c) */
    struct HandlerStack *handlers;
    bool exits, no_fallthrough, visited, preserve_lasti;
};

typedef enum FblockKind {
    FBLOCK_WHILE,
    FBLOCK_FOR,
    FBLOCK_TRY_EXCEPT,
    FBLOCK_FINALLY_TRY,
    FBLOCK_FINALLY_END,
    FBLOCK_WITH,
    FBLOCK_ASYNC_WITH,
    FBLOCK_HANDLER_CLEANUP,
    FBLOCK_POP_VALUE,
    FBLOCK_EXCEPTION_HANDLER,
    FBLOCK_GROUP_HANDLER,
    FBLOCK_ASYNC_COMPREHENSION,
} FblockKind;

/* What `break`, `continue` and `return` have to leave behind. */
typedef struct Fblock {
    FblockKind kind;
    Block *block, *exit;
    union {
        const StmtSeq *body; /* FINALLY_TRY */
        Stmt *stmt;          /* WITH */
        AstName *name;       /* HANDLER_CLEANUP; may be NULL */
    } u;
} Fblock;

#define FBLOCK_MAX 20

typedef enum UnitKind {
    UNIT_MODULE,
    UNIT_CLASS,
    UNIT_FUNCTION,
    UNIT_ASYNC_FUNCTION,
    UNIT_LAMBDA,
    UNIT_COMPREHENSION,
} UnitKind;

/* Names in order with their numbers. */
typedef struct NameTable {
    AstName **items;
    int count, capacity;
    IndexMap index;
} NameTable;

/* One code object being made. */
typedef struct Unit {
    struct Unit *parent;
    UnitKind kind;
    Scope *scope;
    AstName *name;
    Value qualname;        /* borrowed (owned by the compilation) */
    AstName *private_name; /* class whose names are mangled here */
    int argcount, posonlyargcount, kwonlyargcount, firstlineno;
    NameTable names, varnames, cellvars, freevars;
    Value *consts; /* borrowed */
    int const_count, const_capacity;
    IndexMap const_index;
    Block *blocks; /* the one allocated last */
    Block *current;
    Block *entry;
    Fblock fblocks[FBLOCK_MAX];
    int fblock_count;
    AstPos pos;     /* given to the instructions emitted next */
    CfgInstr spare; /* written when memory is out */
} Unit;

/* ---- codegen.c: units, blocks, instructions, names ------------------------------- */

/* When it fails, the unit is the one before still. */
void unit_enter(Compiler *c, AstName *name, UnitKind kind, const void *node,
                int firstlineno);
/* Assembles the unit and leaves it; adds `return None` if the end can be reached and
 * add_none. Result: the code object, owned by the compilation; qualname in *qualname.
 */
Value unit_finish(Compiler *c, bool add_none);

/* An empty block of the unit, in no order yet; the arena owns it. Without memory:
 * the current one. */
Block *block_new(Compiler *c);
/* b follows the current block, and what is emitted from now on goes there. */
void block_use(Compiler *c, Block *b);
CfgInstr *block_append(Compiler *c, Block *b); /* never NULL */
/* Each appends an instruction to the current block, with the position of the unit
 * (set_pos; the _noline ones: with none). op: Opcode or V_*. */
void emit(Compiler *c, int op);
void emit_arg(Compiler *c, int op, int arg);
void emit_jump(Compiler *c, int op, Block *target);
void emit_noline(Compiler *c, int op);
void emit_jump_noline(Compiler *c, int op, Block *target);
int unit_const(Compiler *c, Value v);        /* v borrowed; its number */
void emit_const(Compiler *c, Value v);       /* v borrowed */
void emit_const_steal(Compiler *c, Value v); /* v new; VALUE_NULL: vm error */
/* The name as a constant; with op the name's number in co_names: as the class around
 * it mangles it, or as it is. */
void emit_name_const(Compiler *c, AstName *name);
void emit_name(Compiler *c, int op, AstName *name); /* mangles */
void emit_name_raw(Compiler *c, int op, AstName *name);
/* Loads, stores or deletes a variable (mangled) where the symbol table says it is
 * kept. */
void emit_variable(Compiler *c, AstName *name, ExprContext ctx);
void emit_variable_cstr(Compiler *c, const char *name, ExprContext ctx);
/* The number of the name in t, into which it is put if it is new. */
int name_table_add(Compiler *c, NameTable *t, AstName *name);
/* Raises the SyntaxError for `__debug__` as a target. */
bool check_forbidden(Compiler *c, AstName *name, ExprContext ctx);
/* The loop of `yield from` and `await` around SEND; receiver and value are on the
 * stack. */
void emit_yield_from(Compiler *c, bool await);
void emit_await(Compiler *c, int kind); /* GET_AWAITABLE kind, then the loop */
/* Yields the value on the stack; an async generator wraps it. */
void emit_yield(Compiler *c);
/* The position that is given to the instructions emitted next; unset_pos: none. */
void set_pos(Compiler *c, AstPos pos);
void unset_pos(Compiler *c);
/* More than FBLOCK_MAX: SyntaxError. kind is for the reader: pushes and pops pair. */
void push_fblock(Compiler *c, Fblock f);
void pop_fblock(Compiler *c, FblockKind kind);
static inline AstName *mangle_here(Compiler *c, AstName *name)
{
    return symtable_mangle(c, c->unit->private_name, name);
}
static inline AstPos pos_here(Compiler *c)
{
    return c->unit->pos;
}

/* ---- codegen_expr.c, codegen_call.c ---------------------------------------------- */

/* Each emits code that leaves the value, or all values in order, on the stack. */
void visit_expression(Compiler *c, Expr *e);
void visit_expressions(Compiler *c, const ExprSeq *seq);
/* Goes to next if the truth of e is condition, else on; leaves nothing on the stack. */
void jump_if(Compiler *c, Expr *e, Block *next, bool condition);
void visit_call(Compiler *c, Expr *e);
/* Arguments and CALL; `pushed` of them are on the stack already. */
void emit_call_rest(Compiler *c, int pushed, const ExprSeq *args,
                    const KeywordSeq *keywords);
/* A list, set or (tuple) a tuple of elts and the `pushed` items on the stack: by
 * build, or where there are starred or many ones by add and extend. */
void visit_display(Compiler *c, const ExprSeq *elts, int pushed, int build, int add,
                   int extend, bool tuple);
/* Moves the position to the line of the attribute's name, as CPython does for
 * methods. */
void emit_attribute_pos(Compiler *c, const Expr *attr);
/* SyntaxWarning if e, which is called, is a literal that cannot be. */
void warn_caller(Compiler *c, Expr *e);
/* BinaryOp, the argument of BINARY_OP; in-place ones are NB_INPLACE_ADD further on. */
int binary_op_number(Operator op);

/* ---- codegen_func.c: functions, classes, lambdas, comprehensions ----------------- */

/* Definitions bind their name, a lambda or comprehension leaves its value on the
 * stack; each makes a unit of its own and its code object a constant of this one. */
void visit_function_def(Compiler *c, Stmt *s, bool is_async);
void visit_class_def(Compiler *c, Stmt *s);
void visit_lambda_expr(Compiler *c, Expr *e);
void visit_comprehension_expr(Compiler *c, Expr *e);
/* The docstring, annotations and statements of a module or class. */
void visit_unit_body(Compiler *c, const StmtSeq *body);

/* ---- codegen_stmt.c, codegen_try.c, codegen_match.c ------------------------------ */

/* Emit the code of statements; the stack is as it was behind it. What breaks a rule
 * of the language is recorded as SyntaxError in c. */
void visit_statement(Compiler *c, Stmt *s);
void visit_statements(Compiler *c, const StmtSeq *body);
/* The top of an async loop: its next item goes to target; at the end, and for what is
 * raised meanwhile, goes to except. Leaves the fblock open. */
void emit_async_next(Compiler *c, Fblock loop, Block *except, Expr *target);
/* An annotated assignment in the body or its blocks, definitions and match left out? */
bool has_annotations(const StmtSeq *body);
/* The value of an annotation on the stack: with `from __future__ import annotations`
 * its text. */
void visit_annotation_expr(Compiler *c, Expr *annotation);
/* As visit_statement. pos: which of the items of a `with` comes next. */
void visit_try_stmt(Compiler *c, Stmt *s);
void visit_try_star_stmt(Compiler *c, Stmt *s);
void visit_with_stmt(Compiler *c, Stmt *s, int pos);
void visit_async_with_stmt(Compiler *c, Stmt *s, int pos);
void emit_exit_call(Compiler *c); /* exit(None, None, None) */
void visit_match_stmt(Compiler *c, Stmt *s);

/* ---- flow*.c, assemble.c --------------------------------------------------------- */

bool cfg_is_jump(int op);  /* transfers control within the frame */
bool cfg_is_setup(int op); /* V_SETUP_* */
/* Jumps or goes on, by a value on the stack. */
bool cfg_is_conditional(int op);
/* Jumps threaded, constant conditions decided, unreachable blocks dropped. */
void flow_optimize(Compiler *c, Unit *u);
/* How many cells the operand stack needs; fills start_depth of the blocks. */
int flow_stack_depth(Compiler *c, Unit *u);
/* Writes the handler of each instruction, follows V_SETUP_* and V_POP_BLOCK, which
 * are NOPs then. */
void flow_label_handlers(Compiler *c, Unit *u);
/* Loads of locals that may be unbound become those that check. nlocals: all of
 * co_localsplus. */
void flow_check_locals(Compiler *c, Unit *u, int nlocals);
void flow_remove_nops(Unit *u);
Value assemble_unit(Compiler *c, Unit *u); /* new code object or VALUE_NULL */

#endif
