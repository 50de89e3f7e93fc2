/* hooks.h - what lower rooms call in higher ones, each with the reason. Whatever else a
 * room uses lies in rooms below it: tools/check_layers.py reads this list and the order
 * of the rooms, and compares both with what the linker sees.
 */
#ifndef MINIPY_VM_CORE_HOOKS_H
#define MINIPY_VM_CORE_HOOKS_H

#include "vm/core/vm.h"

struct Thread;

/* ---- eval: the running code ------------------------------------------------------ */

/* A call of a Python function, whoever makes it, runs the loop. (bind.c) */
Value function_call(MinipyVM *vm, Value func, const Value *args, size_t nargs,
                    Value kwnames);
/* The same of self and nargs more. */
Value function_call_method(MinipyVM *vm, Value func, Value self, const Value *args,
                           size_t nargs);
/* Resumes a generator until it ends, and gives each item that it yields to the sink,
 * without leaving the loop between two. 0: it has ended; -1: an exception; or the first
 * other value than 0 that take() returned. (generator.c) */
typedef struct Sink {
    /* Takes the item over; 0: to go on. */
    int (*take)(MinipyVM *vm, void *to, Value item);
    /* The same where it runs no code and cannot fail, while the generator is still at
     * work; false: nothing was done. NULL: never. */
    bool (*take_quickly)(void *to, Value item);
    void *to;
} Sink;
int generator_feed(MinipyVM *vm, Value generator, Sink sink);
/* A class statement takes __module__ from the globals of the running code; NULL: none
 * runs. Borrowed. (frame.c) */
DictObj *frame_current_globals_borrow(MinipyVM *vm);
/* A function made without globals of its own __builtins__ has those of the running
 * code: borrowed, never NULL. (frame.c) */
Value frame_current_builtins(MinipyVM *vm);
/* super() without arguments takes from the running frame the class of the __class__
 * cell and the first argument (borrowed). -1: RuntimeError. (frame.c) */
int frame_super_args(MinipyVM *vm, Value *cls, Value *obj);
/* The pages of the frame stack that no frame needs go back to the system, for want of
 * memory or after a collection. (frame.c) */
void frame_stack_trim(MinipyVM *vm);
/* func.__code__ is replaced: keeps the old code alive while frames run it. (frame.c) */
int frame_retire_code(MinipyVM *vm, CodeObj *code);
/* Before the instructions, positions or handlers of code are read that is raw, or in
 * its body (code_settle). -1: MemoryError; SystemError, where a program wrote that body
 * into a cached file. (vm/code/code.c) */
int code_translate(MinipyVM *vm, CodeObj *c);

/* Is func what the running code calls just now, not what C calls, and does a function
 * of sys.settrace or sys.setprofile listen? CPython's loop binds a method_descriptor to
 * its first argument then, and messages name the class of that. (trace.c) */
bool trace_binds(MinipyVM *vm, Value func);
/* Does the running code call func, a method_descriptor, as the method of self, with
 * args behind it on its stack, where CPython binds it first? It does for what has a
 * look-up of attributes of its own: classes, modules, objects with __getattr__,
 * super(). The loop here saves itself that, and only messages tell. (eval_names.c) */
bool eval_binds(MinipyVM *vm, Value func, Value self, const Value *args);

/* Audit events guard what lower rooms do; the hooks are Python code. n borrowed Values;
 * cheap when nobody listens. -1: a hook raised. (audit.c) */
int audit(MinipyVM *vm, const char *event, int n, ...);
/* The events of attributes: object.__getattr__, and with a value object.__setattr__,
 * without (VALUE_NULL) object.__delattr__. -1: a hook raised. (audit.c) */
int audit_getattr(MinipyVM *vm, Value obj, const char *name);
int audit_setattr(MinipyVM *vm, Value obj, const char *name, Value value);

/* ---- import ---------------------------------------------------------------------- */

/* IMPORT_NAME, and __import__(name, globals, locals, fromlist, level): the top package,
 * or with a non-empty fromlist the module itself. globals may be VALUE_NULL. listed:
 * only what the host lets the program import. New. (import.c) */
Value import_name(MinipyVM *vm, Value name, Value globals, Value fromlist, int level,
                  bool listed);
/* The import instructions. `from module import name`: attribute, else
 * sys.modules[package.name]; else ImportError. */
Value import_from(MinipyVM *vm, Value module, Value name);
/* `from module import *` into a mapping. -1: error. */
int import_star(MinipyVM *vm, Value module, Value namespace);
/* An attribute of a module that is imported if need be: object.__reduce__ asks copyreg.
 * (import.c) */
Value import_attr(MinipyVM *vm, const char *module, const char *name);

/* The functions of a module that minipy.h describes are objects as a host makes them.
 * -1: exception. (api_function.c) */
struct MinipyMethod;
int host_functions_add(MinipyVM *vm, Value module, const struct MinipyMethod *rows);
/* Methods of classes that a host made are descriptors of M_HOST rows, which call its
 * functions; func is what the program called. (api_function.c) */
Value host_descr_invoke(MinipyVM *vm, const MethodDef *def, Value func,
                        const Value *args, size_t nargs, Value kwnames);
/* The same of what is bound to self: to the class, if it is a __new__. */
Value host_native_invoke(MinipyVM *vm, const MethodDef *def, Value func, Value self,
                         const Value *args, size_t nargs, Value kwnames);

/* ---- contexts -------------------------------------------------------------------- */

/* What a ContextVar has in the current context, without its default: borrowed;
 * VALUE_NULL without an exception: nothing. decimal's contexts are such.
 * (contextvars.c) */
Value contextvar_get_borrow(MinipyVM *vm, Value var);

/* ---- threads --------------------------------------------------------------------- */

/* The poll lets another thread run: GATE_REQUEST_SWITCH. (vm_lock.c) */
void thread_yield(MinipyVM *vm);
/* The same for GATE_REQUEST_WAKE: wakes the threads that are ready if they were for
 * long. */
void thread_wake_ready(MinipyVM *vm);
/* The poll raises what another thread wants raised in this one: -1; 0: nothing.
 * (async.c) */
int thread_take_async(MinipyVM *vm);
/* The poll runs the handlers of noted signals, as do system calls that were interrupted
 * (EINTR). -1: one raised. (signals.c) */
int signals_run_pending(MinipyVM *vm);
/* Every poll of a vm with a budget, or that is stopped: -1, it is met. (limits.c) */
int limits_check(MinipyVM *vm);
/* The host interrupts: -1 with KeyboardInterrupt, in the main thread. (limits.c) */
int limits_take_interrupt(MinipyVM *vm);
/* Raises what stopped the vm; -1. */
int limits_raise(MinipyVM *vm);
/* Memory is refused because of the limit: no code of the program is to run any more.
 * Any thread. */
void limits_stop(MinipyVM *vm, StopCause cause);
/* Somebody asked to be let in, as a signal told (asked.h): opens the socket. By the
 * thread that is in the vm. (vm/attach/listener.c) */
void attach_serve(MinipyVM *vm);
/* The child of a fork has no observers; what is left of its parent's is put away.
 * (vm/attach/listener.c) */
void attach_after_fork(MinipyVM *vm);
/* The vm ends, or the process without it (os._exit): observers get what there is, and
 * go. (vm/attach/listener.c) */
void attach_end(MinipyVM *vm);
/* For loops in C (limits_poll): a budget is met, or the host interrupts. */
int limits_poll_slow(MinipyVM *vm);
/* A code object is alive while the frame of any thread runs it: what a thread's frame
 * is now, wherever it lies. (thread.c) */
Frame *thread_frame(MinipyVM *vm, struct Thread *t);
/* What runs is patched (vm/eval/patch.h), in all threads: calls `visit` with the
 * innermost frame of each, or NULL. (thread.c) */
void thread_each_frame(MinipyVM *vm, void (*visit)(MinipyVM *vm, Frame *innermost));
/* A thread has ended: thread-local data of its own goes.
 * (stdlib/threads/thread_local.c) */
void thread_locals_forget(MinipyVM *vm, uint64_t serial);

/* ---- io ------------------------------------------------------------------------- */

/* OSError and ValueError are asked for their subclasses: io.UnsupportedOperation, which
 * waits for its first use, is one of both. -1: MemoryError. (stdlib/io/io.c) */
int io_make_exceptions(MinipyVM *vm);

/* ---- report: what people are told ------------------------------------------------ */

/* For places that cannot propagate an exception: shows it through sys.unraisablehook
 * and clears it. (unraisable.c) */
void error_unraisable(MinipyVM *vm, const char *where, Value obj);
/* Anything may warn, and what a warning does is up to Python code: -1 if it became an
 * exception. (warnings.c) */
int warnings_warn(MinipyVM *vm, TypeObj *category, Value text, int stack_level,
                  Value source_or_null);
/* The same where the place is known: the compiler's warnings. */
int warnings_warn_explicit(MinipyVM *vm, TypeObj *category, Value text, Value filename,
                           int lineno, Value module_or_null, Value registry_or_null);
/* An attribute of the Python module `warnings`, imported first if `import` says so:
 * new; VALUE_NULL without an exception if there is none, with one if looking for it
 * raised anything but ImportError. A coroutine that was never awaited is reported by
 * Python code there. */
Value warnings_attr(MinipyVM *vm, const char *name, bool import);
/* The line that a SyntaxError shows, "\n" for its newline: of that file alone, in that
 * encoding (NULL: strict UTF-8). VALUE_NULL without error: not to be had. The compiler
 * has the text that it was given, the file may have another. (traceback_source.c) */
Value source_error_line(MinipyVM *vm, Value filename, int lineno, const char *encoding);

#endif
