/* generator.h - generators, coroutines and asynchronous generators.
 *
 * All three are one layout: the object, then the frame's locals, the Frame, its operand
 * stack. Resuming links that frame in front of the caller; nothing is copied. States go
 * CREATED -> (EXECUTING <-> SUSPENDED)* -> CLEARED. asyncgen.c has the awaitables of
 * asynchronous generators.
 */
#ifndef MINIPY_VM_EVAL_GENERATOR_H
#define MINIPY_VM_EVAL_GENERATOR_H

#include "vm/core/hooks.h"
#include "vm/eval/frame.h"

typedef enum GenState {
    GEN_CREATED,
    GEN_SUSPENDED,
    GEN_EXECUTING,
    GEN_CLEARED
} GenState;

/* What generator_feed is at. */
typedef struct Feed {
    Sink sink;
    int status;   /* what take() returned last */
    bool yielded; /* the loop was left with a value that take() has had */
} Feed;

typedef struct GenObj {
    Object ob;
    Value name, qualname; /* strong */
    Value code;           /* strong; stays when the frame is gone */
    ExcInfo exc;          /* what it handles */
    Value origin;  /* coroutine: cr_origin or NULL; async generator: finalizer hook or
                      NULL */
    Frame *frame;  /* inside this object */
    Feed *feed;    /* of FRAME_TO_FEED: borrowed; else of no meaning */
    uint8_t state; /* GenState */
    bool ag_running, ag_closed, ag_hooks_done;
    int64_t ncells;
    Value cells[];
} GenObj;
#define GEN(v) ((GenObj *)(uintptr_t)(v))

static inline bool value_is_generator(Value v)
{
    return value_is_kind(v, KIND_GENERATOR) || value_is_kind(v, KIND_COROUTINE);
}

/* RETURN_GENERATOR: moves the locals of f, which is about to be left, into a new
 * object. */
Value generator_from_frame(MinipyVM *vm, Frame *f);
/* The loop resumes g itself: true if it may (g sleeps). */
static inline bool generator_is_ready(const GenObj *g)
{
    return g->state <= GEN_SUSPENDED;
}
/* g, resumed by generator_feed, has yielded item, and is unlinked. True: whoever takes
 * the items has it, wants more, and g's frame is vm->frame again. */
bool generator_feeds(MinipyVM *vm, GenObj *g, Value item);
/* The frame was left by return or exception: releases it. */
void generator_finished(MinipyVM *vm, GenObj *g);
/* An exception leaves the frame: StopIteration becomes RuntimeError. */
void generator_convert_error(MinipyVM *vm, GenObj *g);
void generator_finalize(MinipyVM *vm, Value gen);
Value generator_throw_value(MinipyVM *vm, Value gen, bool close_on_genexit,
                            const Value *args, size_t nargs, Value kwnames);
Value generator_yield_from_borrow(
    const GenObj *g); /* what it delegates to, or VALUE_NULL */
/* StopIteration's value for a return of `value`, as `raise StopIteration(value)` would
 * be. */
void stop_iteration_raise(MinipyVM *vm, Value value);
/* vm->raised is StopIteration: takes its value and clears it. */
Value stop_iteration_take(MinipyVM *vm);

/* vm->raised from the arguments of throw(): VALUE_NULL where there are none. -1: they
 * are wrong (another error is set). */
int generator_raise_thrown(MinipyVM *vm, Value typ, Value val, Value tb);

/* The awaitable's iterator, as `await` takes it (TypeError otherwise). */
Value coroutine_get_awaitable_iter(MinipyVM *vm, Value o);
Value async_gen_wrap(MinipyVM *vm, Value v); /* ASYNC_GEN_WRAP */
Value anext_awaitable_new(MinipyVM *vm, Value awaitable, Value def);
Value object_aiter(MinipyVM *vm, Value v);

#endif
