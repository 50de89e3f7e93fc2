/* observe.c - frames and code objects as observers of the markers see them (observe.h).
 *
 * Nothing here runs Python code or raises: events come in the midst of the vm's work.
 */
#include "vm/eval/observe.h"

#include "probes/sites.h"
#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
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
 * knows.
 */
static int line_of(const Frame *f)
{
    int unit = frame_unit(f);
    if (unit < 0 || unit >= (int)f->code->ninstrs)
        return f->code->firstlineno;
    int line = frame_lineno(f);
    return line < 0 ? 0 : line;
}

static ProbeFrame shown(MinipyVM *vm, Frame *f)
{
    return (ProbeFrame){observe_code(vm, f->code, frame_func(f)), line_of(f), f};
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
        *at = shown(vm, f);
    return f != NULL;
}

size_t observe_stack(void *of, ProbeFrame *frames, size_t most)
{
    MinipyVM *vm = of;
    size_t n = 0;
    for (Frame *f = innermost(vm); f && n < most; f = frame_shown(f->prev))
        frames[n++] = shown(vm, f);
    return n;
}

void observe_changed(void *of)
{
    MinipyVM *vm = of;
    const uint64_t calls = PROBE_BIT(function_entry) | PROBE_BIT(function_return);
    uint64_t wanted = vm->consumers.wanted;
    if (!vm->trace || vm->trace->loop_changes == vm->consumers.loop_changes)
        return;
    vm->trace->loop_changes = vm->consumers.loop_changes;
    patch_update(vm, trace_patches_for_kernel(vm) | (wanted & calls ? PATCH_CALLS : 0) |
                         (wanted & PROBE_BIT(line) ? PATCH_LINES : 0));
}

/* ---- events ---------------------------------------------------------------------- */

/* Who is to be told; nobody of what happens in a callback or in an audit hook. */
static inline uint64_t takers_of(MinipyVM *vm, const Frame *f, enum ProbeMarker kind)
{
    const CodePatches *p = f->code->patches;
    return likely(p && vm->consumers.busy == 0 && vm->trace->thread.hidden == 0)
               ? p->takers[kind]
               : 0;
}

/* Whether all of them have heard enough. */
static inline bool tell(MinipyVM *vm, Frame *f, uint64_t takers, enum ProbeMarker kind,
                        ProbeExit how, int line)
{
    ProbeEvent event;
    event.size = sizeof event;
    event.kind = (uint16_t)kind;
    event.exit = (uint8_t)how;
    event.line = line;
    event.code = f->code->probe;
    event.frame = f;
    event.vm = vm;
    event.thread = (uint64_t)pthread_self();
    Value raised = vm->raised;
    vm->raised = VALUE_NULL;
    bool silent = probe_tell(&vm->consumers, &event, takers);
    if (unlikely((raised | vm->raised) != VALUE_NULL))
        error_restore_steal(vm, raised);
    return silent;
}

static inline int line_or_first(MinipyVM *vm, const Frame *f)
{
    int unit = frame_unit(f);
    int line = unit < 0 ? f->code->firstlineno : trace_line_at(vm, f->code, unit);
    return line < 0 ? 0 : line;
}

void observe_entry(MinipyVM *vm, Frame *f)
{
    CodeObj *code = f->code;
    if (unlikely(!code->patches || code->patches->change != vm->trace->patch_changes))
        patch_code(vm, code, frame_func(f));
    uint64_t takers = takers_of(vm, f, PROBE_function_entry);
    int line = line_or_first(vm, f), unit = frame_unit(f);
    if (PROBES_PATCHED && probe_function_entry_enabled())
        probe_function_entry(code->filename_utf8, code->name_utf8, line, f);
    if (takers &&
        unlikely(tell(vm, f, takers, PROBE_function_entry, PROBE_EXIT_NONE, line)) &&
        unit >= 0)
        patch_silence(vm, code, unit, PATCH_SILENT_CALL);
}

void observe_return(MinipyVM *vm, Frame *f, ProbeExit how)
{
    CodeObj *code = f->code;
    uint64_t takers = takers_of(vm, f, PROBE_function_return);
    int line = line_or_first(vm, f);
    if (PROBES_PATCHED && code->patches && probe_function_return_enabled())
        probe_function_return(code->filename_utf8, code->name_utf8, line, f);
    if (takers && unlikely(tell(vm, f, takers, PROBE_function_return, how, line)) &&
        how != PROBE_EXIT_EXCEPTION)
        patch_silence(vm, code, frame_unit(f), PATCH_SILENT_CALL);
}

void observe_line(MinipyVM *vm, Frame *f, int prev, int unit)
{
    CodeObj *code = f->code;
    uint64_t takers = takers_of(vm, f, PROBE_line);
    unsigned flags = code->patches ? code->patches->units[unit].flags : 0;
    if (!(flags & PATCH_STARTS) || unit <= (int)code->first_traceable ||
        (flags & PATCH_SILENT_LINE))
        return;
    int line = trace_line_at(vm, code, unit);
    if (line == -1 ||
        ((flags & PATCH_STAYS) && !trace_begins_line(vm, code, prev, unit)))
        return;
    if (PROBES_PATCHED && probe_line_enabled())
        probe_line(code->filename_utf8, code->name_utf8, line, f);
    if (takers && unlikely(tell(vm, f, takers, PROBE_line, PROBE_EXIT_NONE, line)))
        patch_silence(vm, code, unit, PATCH_SILENT_LINE);
}
