/* testcapi_errors.c - _testcapi: raising from C, printing exceptions, and running out
 * of memory on demand.
 */
#include "vm/core/hooks.h"
#include "tests/cpython_support/testmodules.h"
#include "vm/memory/mem_inline.h"
#include "vm/errors/exceptions.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/report/report.h"
#include "vm/objects/call.h"

/* ---- raising --------------------------------------------------------------------- */

/* raise_exception(class, n): class(0, ..., n - 1) */
FN(raise_exception)
{
    int64_t n;
    if (!arg_ssize(vm, args[1], &n))
        return VALUE_NULL;
    if (!value_is_type(args[0]) || !(TYPE_OF(args[0])->flags & TYPE_EXCEPTION))
        return error_set(vm, EXC_SystemError,
                         "exception %R not a BaseException subclass", args[0]);
    Value numbers = tuple_alloc(vm, n);
    if (!numbers)
        return VALUE_NULL;
    for (int64_t i = 0; i < n; i++)
        TUPLE(numbers)->items[i] = value_from_imm(i);
    Value exc = call_tuple_dict(vm, args[0], numbers, VALUE_NULL);
    value_decref(vm, numbers);
    if (!exc)
        return VALUE_NULL;
    error_set_instance(vm, exc);
    value_decref(vm, exc);
    return VALUE_NULL;
}

FN(raise_memoryerror)
{
    return error_set_oom(vm);
}

/* make_exception_with_doc(name, doc=None, base=Exception, dict={}) */
FN(make_exception_with_doc)
{
    Value a[] = {args[0], GIVEN(1), GIVEN(2), GIVEN(3)}, module = VALUE_NULL,
          name = VALUE_NULL, bases = VALUE_NULL, dict = VALUE_NULL, cls = VALUE_NULL;
    const char *text = value_is_str(a[0]) ? str_utf8(vm, a[0], NULL) : "",
               *dot = text ? strrchr(text, '.') : NULL;
    if (!dot)
        return error_set(vm, EXC_SystemError,
                         "PyErr_NewException: name must be module.class");
    Value base = a[2] ? a[2] : value_from_obj(vm->exc[EXC_Exception]);
    bases = value_is_tuple(base) ? value_incref(base) : tuple_pack(vm, 1, base);
    dict = a[3] ? dict_copy(vm, a[3]) : dict_new(vm);
    module = str_from_utf8(vm, text, dot - text);
    name = str_from_cstr(vm, dot + 1);
    if (bases && dict && module && name &&
        dict_set_cstr(vm, dict, "__module__", module) == 0 &&
        (!a[1] || a[1] == VALUE_NONE || dict_set_cstr(vm, dict, "__doc__", a[1]) == 0))
        cls = call3(vm, value_from_obj(vm->types[KIND_TYPE]), name, bases, dict);
    value_xdecref(vm, name);
    value_xdecref(vm, module);
    value_xdecref(vm, dict);
    value_xdecref(vm, bases);
    return cls;
}

/* ---- printing -------------------------------------------------------------------- */

FN(exception_print)
{
    Value hook = dict_get_cstr_borrow(vm, vm->sysdict, "__excepthook__");
    Value tb =
        value_is_exception(args[0]) ? exception_traceback_borrow(args[0]) : VALUE_NULL;
    return call3(vm, hook, value_from_obj(value_type(vm, args[0])), args[0],
                 tb ? tb : VALUE_NONE);
}

/* traceback_print(traceback, file) */
FN(traceback_print)
{
    if (args[0] != VALUE_NONE && !value_is_kind(args[0], KIND_TRACEBACK))
        return error_bad_argument(vm, "traceback_print");
    if (args[0] == VALUE_NONE)
        return VALUE_NONE;
    Value stack = traceback_format_stack(vm, args[0], INT32_MAX);
    Value text = stack
                     ? str_format_c(vm, "Traceback (most recent call last):\n%U", stack)
                     : VALUE_NULL;
    Value r = text ? call_method_cstr(vm, args[1], "write", &text, 1) : VALUE_NULL;
    value_xdecref(vm, r);
    value_xdecref(vm, text);
    value_xdecref(vm, stack);
    return r ? VALUE_NONE : VALUE_NULL;
}

/* ---- no memory ------------------------------------------------------------------- */

/* The linker puts the __wrap_ functions in the place of the allocator's (Makefile), so
 * that the objects under test are minipy's own. Blocks that lie ready in the pools are
 * handed out without a call: set_nomemory takes those first, and keeps what is freed.
 */
static struct {
    bool on;
    int64_t count, start, stop; /* the requests (start, stop] fail; stop 0: all after */
    void *kept;                 /* blocks that may not be handed out, a chain */
} nomemory;

void *__real_mem_alloc(MinipyVM *vm, size_t size);
void *__wrap_mem_alloc(MinipyVM *vm, size_t size);
void *__real_mem_calloc(MinipyVM *vm, size_t size);
void *__wrap_mem_calloc(MinipyVM *vm, size_t size);
void *__real_mem_realloc(MinipyVM *vm, void *p, size_t size);
void *__wrap_mem_realloc(MinipyVM *vm, void *p, size_t size);
void __real_mem_free(MinipyVM *vm, void *p);
void __wrap_mem_free(MinipyVM *vm, void *p);

static bool refused(MinipyVM *vm)
{
    if (likely(!nomemory.on))
        return false;
    int64_t n = ++nomemory.count;
    if (n <= nomemory.start || (nomemory.stop > 0 && n > nomemory.stop))
        return false;
    error_set_oom(vm);
    return true;
}

void *__wrap_mem_alloc(MinipyVM *vm, size_t size)
{
    return refused(vm) ? NULL : __real_mem_alloc(vm, size);
}

void *__wrap_mem_calloc(MinipyVM *vm, size_t size)
{
    return refused(vm) ? NULL : __real_mem_calloc(vm, size);
}

void *__wrap_mem_realloc(MinipyVM *vm, void *p, size_t size)
{
    return refused(vm) ? NULL : __real_mem_realloc(vm, p, size);
}

void __wrap_mem_free(MinipyVM *vm, void *p)
{
    if (!nomemory.on || !p || !mem_is_small(vm->mem, p)) {
        __real_mem_free(vm, p);
        return;
    }
    *(void **)p = nomemory.kept;
    nomemory.kept = p;
}

/* A pool that has become full stays on its list until a block is looked for in it. */
static bool has_ready_block(const Pool *p)
{
    while (p && !p->free && p->bump >= p->end)
        p = p->next;
    return p != NULL;
}

static void take_ready_blocks(MinipyVM *vm)
{
    for (size_t c = 0; c < CLASSES; c++) {
        while (has_ready_block(vm->mem->usable[c])) {
            void **block = __real_mem_alloc(vm, (c + 1) * CLASS_STEP);
            if (!block)
                return;
            *block = nomemory.kept;
            nomemory.kept = block;
        }
    }
}

static void give_kept_blocks(MinipyVM *vm)
{
    while (nomemory.kept) {
        void **block = nomemory.kept;
        nomemory.kept = *block;
        __real_mem_free(vm, block);
    }
}

/* set_nomemory(start, stop=0) */
FN(set_nomemory)
{
    int64_t start, stop = 0;
    if (!arg_ssize(vm, args[0], &start) || (GIVEN(1) && !arg_ssize(vm, args[1], &stop)))
        return VALUE_NULL;
    take_ready_blocks(vm);
    nomemory.on = true;
    nomemory.count = 0;
    nomemory.start = start;
    nomemory.stop = stop;
    return VALUE_NONE;
}

FN(remove_mem_hooks)
{
    nomemory.on = false;
    give_kept_blocks(vm);
    return VALUE_NONE;
}

/* ---- what only C makes ----------------------------------------------------------- */

/* write_unraisable_exc(exception, words behind "Exception ignored" or None, object) */
FN(write_unraisable_exc)
{
    const char *words = args[1] == VALUE_NONE ? NULL : str_utf8(vm, args[1], NULL);
    if (args[1] != VALUE_NONE && !words)
        return VALUE_NULL;
    error_restore_steal(vm, value_incref(args[0]));
    error_unraisable(vm, words, args[2]);
    return VALUE_NONE;
}

/* W_STOPCODE(signal): what waitpid() says of a process that it stopped */
FN(stop_code)
{
    int number;
    if (!arg_int(vm, args[0], &number))
        return VALUE_NULL;
    return value_from_imm(number << 8 | 0x7f);
}

/* pymem_getallocatorsname(): of CPython's allocators there is none. */
FN(allocators_name)
{
    return error_set(vm, EXC_RuntimeError, "cannot get allocators name");
}

const MethodDef testcapi_error_functions[] = {
    {"pymem_getallocatorsname", allocators_name, M_UNSIGNED, "($module, /)", NULL},
    {"W_STOPCODE", stop_code, M_UNSIGNED, "($module, signal, /)", NULL},
    {"write_unraisable_exc", write_unraisable_exc, M_UNSIGNED,
     "($module, exc, err_msg, obj, /)", NULL},
    {"raise_exception", raise_exception, M_UNSIGNED, "($module, type, count, /)", NULL},
    {"raise_memoryerror", raise_memoryerror, M_UNSIGNED, "($module, /)", NULL},
    {"make_exception_with_doc", make_exception_with_doc, M_UNSIGNED,
     "($module, name, doc=None, base=None, dict=None)", NULL},
    {"exception_print", exception_print, M_UNSIGNED, "($module, exception, /)", NULL},
    {"traceback_print", traceback_print, M_UNSIGNED, "($module, traceback, file, /)",
     NULL},
    {"set_nomemory", set_nomemory, M_UNSIGNED, "($module, start, stop=0, /)", NULL},
    {"remove_mem_hooks", remove_mem_hooks, M_UNSIGNED, "($module, /)", NULL},
    {0},
};
