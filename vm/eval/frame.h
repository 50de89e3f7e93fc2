/* frame.h - frames: the activation of a code object, and the frame objects that Python
 * sees.
 *
 * A frame lies in the vm's frame stack, or inside a generator object, always as
 *
 *     [fast locals, cells, free variables][Frame][operand stack]
 *
 * so that the arguments a caller pushed become the callee's first locals where they
 * are. The stack is one mapping that never moves; frames are found through Frame.prev.
 * The first free cell of the stack is the `limit` of vm->frame (vm->stack_top when no
 * frame runs): C code that calls Python puts its frame there. docs/FRAMES.md tells
 * more.
 */
#ifndef MINIPY_VM_EVAL_FRAME_H
#define MINIPY_VM_EVAL_FRAME_H

#include "vm/code/code.h"
#include "vm/objects/func.h"

typedef struct FrameObj FrameObj;

/* What becomes of the value that a frame returns. */
typedef enum FrameReturn {
    FRAME_TO_CALL, /* replaces the callable at prev->sp, which is released */
    FRAME_TO_C,    /* eval_frame returns it */
    FRAME_TO_FEED, /* the same; but what is yielded goes to generator_feed's caller */
    /* must be None; the new instance is at prev->sp, func is released; two levels */
    FRAME_TO_INIT,
    FRAME_TO_FOR_ITER, /* a generator resumed by FOR_ITER */
    FRAME_TO_SEND,     /* a generator or coroutine resumed by SEND */
    /* A special method (special.h) of prev's operands, which are on its stack; func is
     * released. Of two operands behind which one cache unit follows, whose value takes
     * their place: */
    FRAME_TO_GETITEM,
    FRAME_TO_BINARY,    /* of the left one's, which may decline, as all of these */
    FRAME_TO_REFLECTED, /* of the right one's, the only one there is */
    FRAME_TO_IN_PLACE,
    FRAME_TO_COMPARE, /* two levels */
    FRAME_TO_UNEQUAL, /* of __eq__, for a != b; three levels */
    /* Others: */
    FRAME_TO_UNARY,
    FRAME_TO_SETITEM,
    FRAME_TO_CONTAINS,
    FRAME_TO_BOOL,
    FRAME_TO_BOOL_OF_LEN,
    FRAME_TO_LEN,
    FRAME_TO_ITER,
    FRAME_TO_NEXT,
    FRAME_TO_GETATTR, /* of a property's getter, or of __getattr__ */
    FRAME_TO_SETATTR, /* of a property's setter, or of __setattr__ */
    FRAME_TO_CALLER,  /* of an instance's __call__; two levels */
} FrameReturn;

typedef enum FrameOwner {
    FRAME_BY_STACK,
    FRAME_BY_GENERATOR,
    FRAME_BY_OBJECT, /* finished, kept for its frame object */
} FrameOwner;

/* Fields are borrowed unless said otherwise; frames that are not on the stack own code
 * and func. While the loop runs a frame, ip and sp are in its registers; ip is stored
 * before anything that may look at it, sp only when the frame is left. */
struct Frame {
    Frame *prev; /* the caller; NULL at the bottom, and while a generator sleeps */
    CodeObj *code;
    Value *fast;  /* nlocalsplus cells, strong */
    Value func;   /* the function: globals, builtins and closure are its */
    Instr *ip;    /* behind the instruction that runs or ran last */
    Value *sp;    /* where the operand stack ends, when not running */
    Value *limit; /* first free cell of the vm's stack while this frame runs */
    Value locals; /* mapping of names, strong: class, module, exec; else f_locals' dict
                     or NULL */
    FrameObj *object; /* strong; NULL until asked for */
    union {
        Value generator; /* of FRAME_BY_GENERATOR: the object it lies in */
        uintptr_t rest;  /* of FRAME_TO_BINARY: special.c */
    };
    union {
        struct {
            uint8_t returns; /* FrameReturn */
            uint8_t owner;   /* FrameOwner */
            uint16_t jumped; /* f_lineno was assigned to: ip is where to go on */
        };
        uint64_t how; /* all of them: 0 in a plain call */
    };
};
enum { FRAME_CELLS = sizeof(struct Frame) / sizeof(Value) };

struct FrameObj {
    Object ob;
    Frame *frame;   /* on the stack, in a generator, or `own` */
    Value back;     /* f_back of a finished frame, strong; VALUE_NULL */
    Value trace;    /* f_trace, strong; VALUE_NULL */
    int32_t lineno; /* 0: follows from ip; set while a trace function runs */
    bool trace_lines, trace_opcodes, fast_to_locals_done;
    bool at_first_word; /* f_lasti is the first of its unit's; this and at_word are set
                         */
    int32_t at_word;    /* > 0: that one's; while a trace function runs */
    Frame own;
    Value cells[]; /* room for the fast locals of `own` */
};
#define FRAME_OBJ(v) ((FrameObj *)(uintptr_t)(v))

/* ---- the stack ------------------------------------------------------------------- */

/* Maps the vm's first frame stack and starts tracing's state: 0; -1: no memory. */
int frame_stack_init(MinipyVM *vm);
void frame_stack_fini(MinipyVM *vm);
/* A frame of code would end at limit, but one more than there may be was counted, or
 * that is behind vm->stack_end: 0, there is room now, and the code is settled, so that
 * another try does it; -1: RecursionError or MemoryError. It is not counted any more.
 */
int frame_stack_refuses(MinipyVM *vm, CodeObj *code, const Value *limit);
/* The same for a thread that does not run: -1: no room. */
int frame_stack_map(ThreadPart *t);
void frame_stack_unmap(ThreadPart *t);

static inline Value *frame_stack_top(MinipyVM *vm)
{
    return vm->frame ? vm->frame->limit : vm->stack_top;
}
static inline void frame_stack_set_top(MinipyVM *vm, Value *top)
{
    if (vm->frame)
        vm->frame->limit = top;
    else
        vm->stack_top = top;
}
static inline Value *frame_operands(Frame *f)
{
    return (Value *)(f + 1);
}
static inline FuncObj *frame_func(const Frame *f)
{
    return FUNC(f->func);
}

/* Where a frame of code lies whose first local is at `fast`. */
static inline Frame *frame_place(const CodeObj *code, Value *fast)
{
    return (Frame *)(fast + code->nlocalsplus);
}

/* Fills in the frame at frame_place(code, fast), of whose cells the first `nargs` are
 * arguments; the others are zeroed here. Its operands end at limit. Does not enter it.
 */
static inline void frame_fill(Frame *f, CodeObj *code, Value func, Value *fast,
                              size_t nargs, Value *limit, Frame *prev)
{
    values_zero(fast + nargs, (Value *)f);
    f->prev = prev;
    f->code = code;
    f->fast = fast;
    f->func = func;
    f->limit = limit;
    f->locals = VALUE_NULL;
    f->object = NULL;
    f->how = 0; /* FRAME_TO_CALL, FRAME_BY_STACK */
}
/* Cells that a frame of code needs from its first local on. */
static inline size_t frame_cells(const CodeObj *code)
{
    return (size_t)code->nlocalsplus + FRAME_CELLS + (size_t)code->stacksize;
}

/* Releases locals (and the f_locals dict) of a frame that is left; a frame object that
 * somebody else holds takes them over. */
void frame_clear(MinipyVM *vm, Frame *f);

/* ---- frames as objects ----------------------------------------------------------- */

Value frame_object(MinipyVM *vm, Frame *f); /* new reference; made on demand */
/* A finished frame of a function that has not run: for the traceback of what is in C
 * here and a function in CPython. */
Value frame_of_function(MinipyVM *vm, Value func);
/* Of the instruction that runs or ran last; -1: not started. */
static inline int frame_unit(const Frame *f)
{
    return (int)(f->ip - f->code->instrs) - 1;
}
Opcode frame_opcode(const Frame *f); /* of frame_unit(f), in its general form */
int frame_lineno(const Frame *f);    /* its line; -1: none */
/* f, or the first of its callers that a program sees: a frame that returns and lets its
 * values die is none of their finalizers' callers any more, and code that stands for C
 * has no frame. */
Frame *frame_shown(Frame *f);
/* f_locals: for functions a dict brought up to date with the fast locals; else the
 * mapping itself. New reference. */
Value frame_locals(MinipyVM *vm, Frame *f);
/* Writes the f_locals dict back into the fast locals, after a trace function ran. */
void frame_locals_to_fast(MinipyVM *vm, Frame *f);

/* ---- the running frame ----------------------------------------------------------- */

Value frame_current_locals(MinipyVM *vm); /* new; SystemError when nothing runs */
CodeObj *frame_current_code_borrow(MinipyVM *vm); /* NULL when nothing runs */
/* The n-th caller, 0 the running frame: new frame object; VALUE_NULL without error: too
 * deep. */
Value frame_at_depth(MinipyVM *vm, int64_t n);
/* The code of a frame object, borrowed. */
static inline CodeObj *frame_object_code_borrow(Value frame)
{
    return FRAME_OBJ(frame)->frame->code;
}

/* Module, class and exec bodies: locals is a mapping, VALUE_NULL means globals. */
Value eval_code(MinipyVM *vm, CodeObj *code, DictObj *globals, Value locals);
Value eval_code_closure(MinipyVM *vm, CodeObj *code, DictObj *globals, Value locals,
                        Value closure);
/* Runs a function of no arguments whose names live in `locals` (class bodies). */
Value eval_body(MinipyVM *vm, FuncObj *func, Value locals);

/* In cells. KEPT: what stays while nothing runs. READY: so many arguments may lie
 * behind a frame's limit before there is a frame for them; they are mapped, though not
 * counted.
 */
enum { FRAME_STACK_KEPT = 1 << 14, FRAME_STACK_READY = FRAME_STACK_KEPT / 2 };
/* Does the stack hold more than that, so that frame_stack_trim would give pages back?
 */
static inline bool frame_stack_is_deep(const MinipyVM *vm)
{
    return vm->stack_end - vm->stack_base > FRAME_STACK_KEPT;
}

#endif
