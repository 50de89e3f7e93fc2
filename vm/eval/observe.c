/* observe.c - frames and code objects as observers of the markers see them (observe.h).
 *
 * Nothing here runs Python code or raises: events come in the midst of the vm's work.
 */
#include "vm/eval/observe.h"

#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/eval/monitor.h"
#include "vm/eval/patch.h"
#include "vm/eval/trace.h"
#include "vm/text/str.h"

/* __name__ of the function's globals; NULL: not to be had. */
static const char *module_name(MinipyVM *vm, const FuncObj *func)
{
    Value key = NAME(vm, __name__);
    Value name = func && func->globals ? dict_get_str_borrow(vm, func->globals, key)
                                       : VALUE_NULL;
    return name && value_is_str(name) ? str_utf8_or_null(vm, name) : NULL;
}

const ProbeCode *observe_code(MinipyVM *vm, CodeObj *code, const FuncObj *func)
{
    if (likely(code->probe != NULL))
        return code->probe;
    Value pending = error_fetch(vm);
    ProbeCode like = {
        .first_line = code->firstlineno,
        .filename = code->filename_utf8,
        .name = code->name_utf8,
        .qualname = str_utf8_or_null(vm, code->qualname),
        .module = module_name(vm, func),
    };
    code->probe = probe_code_new(&vm->consumers, &like);
    error_restore_steal(vm, pending);
    return code->probe;
}

/* The line of a frame; 0: none. What its ip is before its first instruction nobody
 * knows. */
static inline int line_of(MinipyVM *vm, const Frame *f)
{
    int unit = frame_unit(f);
    if (unit < 0 || unit >= (int)f->code->ninstrs)
        return f->code->firstlineno;
    int line = unlikely(f->object != NULL) ? frame_lineno(f)
                                           : trace_line_at(vm, f->code, unit);
    return line < 0 ? 0 : line;
}

static inline ProbeFrame shown(MinipyVM *vm, Frame *f, bool line)
{
    return (ProbeFrame){observe_code(vm, f->code, frame_func(f)),
                        line ? line_of(vm, f) : 0, f};
}

/* The innermost frame that a program sees, also when it is about to be left. */
static Frame *innermost(MinipyVM *vm)
{
    Frame *f = vm->frame;
    while (f && f->code->stand_in)
        f = f->prev;
    return f;
}

bool observe_place(void *of, const void *frame, ProbeFrame *at)
{
    MinipyVM *vm = of;
    Frame *f = frame ? (Frame *)(uintptr_t)frame : innermost(vm);
    if (f)
        *at = shown(vm, f, true);
    return f != NULL;
}

size_t observe_stack(void *of, ProbeFrame *frames, size_t most, bool lines)
{
    MinipyVM *vm = of;
    size_t n = 0;
    for (Frame *f = innermost(vm); f && n < most;) {
        frames[n++] = shown(vm, f, lines);
        f = f->prev;
        /* One that has begun, is not at a return, and has no object is seen. */
        if (unlikely(f && (f->object || f->ip == f->code->instrs || f->code->stand_in ||
                           opcode_base[instr_op(f->ip[-1])] == OP_RETURN_VALUE ||
                           instr_op(f->ip[-1]) == OP_PATCHED)))
            f = frame_shown(f);
    }
    return n;
}

void observe_changed(void *of)
{
    MinipyVM *vm = of;
    if (!vm->trace)
        return;
    trace_changed(vm);
    if (vm->trace->code_changes == vm->consumers.code_changes)
        return;
    vm->trace->code_changes = vm->consumers.code_changes;
    patch_update(vm, trace_patches_for_kernel(vm) | patches_for(vm->consumers.wanted) |
                         monitor_patches(vm));
}
