/* import_builtin.c - the modules in C that are built in: their names, their objects,
 * and those that the host has added to this vm (minipy_add_builtin); and which module
 * object stands for a MinipyModule in this vm. Where modules are looked for is
 * import_find.c; what becomes of a MinipyModule, extension.c.
 */
#include "minipy.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/import/extension.h"
#include "vm/import/import.h"
#include "vm/text/str.h"

/* What this vm knows of a MinipyModule. */
typedef struct NativeModule {
    ModuleSpec spec; /* a row as those of stdlib/modules.def; name NULL: not built in */
    Value module;    /* strong: the object that was made last, whose state C code asks
                        for; kept, because instances may outlive the program's module */
    Value before;    /* strong: the one before it, until exec has filled that */
    Value contents;  /* strong: a dict of what exec made, which further module objects
                        share; VALUE_NULL: each has its own */
    struct NativeModule *next;
} NativeModule;

static NativeModule *natives(MinipyVM *vm)
{
    return vm->import ? *import_natives(vm) : NULL;
}

static NativeModule *find_native(MinipyVM *vm, const struct MinipyModule *native)
{
    NativeModule *m = natives(vm);
    while (m && m->spec.native != native)
        m = m->next;
    return m;
}

static NativeModule *add_native(MinipyVM *vm, const struct MinipyModule *native)
{
    NativeModule *m = find_native(vm, native);
    if (m || !(m = mem_calloc(vm, sizeof *m)))
        return m;
    m->spec.native = native;
    m->next = *import_natives(vm);
    return *import_natives(vm) = m;
}

const ModuleSpec *import_find_added(MinipyVM *vm, Value name)
{
    for (const NativeModule *m = natives(vm); m; m = m->next)
        if (m->spec.name && str_equal_ascii(name, m->spec.name))
            return &m->spec;
    return NULL;
}

void *import_native_state(MinipyVM *vm, const struct MinipyModule *native)
{
    const NativeModule *m = find_native(vm, native);
    void *state = m && m->module ? MODULE(m->module)->state : NULL;
    if (state) {
        vm->native_found.of = native;
        vm->native_found.state = state;
    }
    return state;
}

int import_native_made(MinipyVM *vm, const struct MinipyModule *native, Value module)
{
    NativeModule *m = add_native(vm, native);
    if (!m)
        return -1;
    vm->native_found.of = NULL;
    value_set_steal(vm, &m->before, m->module);
    m->module = value_incref(module);
    return 0;
}

void import_native_filled_steal(MinipyVM *vm, const struct MinipyModule *native,
                                Value contents)
{
    NativeModule *m = find_native(vm, native);
    if (m) {
        value_clear(vm, &m->before);
        value_set_steal(vm, &m->contents, value_xincref(contents));
    }
    value_xdecref(vm, contents);
}

Value import_native_contents_borrow(MinipyVM *vm, const struct MinipyModule *native)
{
    const NativeModule *m = find_native(vm, native);
    return m ? m->contents : VALUE_NULL;
}

/* A module's object stays, so what programs have registered with it goes alone. */
void import_natives_forget(MinipyVM *vm)
{
    for (NativeModule *m = natives(vm); m; m = m->next) {
        Value module = value_xincref(m->module);
        ModuleObj *o = module ? MODULE(module) : NULL;
        for (size_t i = 0; o && o->state && i < o->state_values; i++)
            if (value_is_exact(vm, ((Value *)o->state)[i], KIND_DICT))
                dict_clear(vm, ((Value *)o->state)[i]);
        value_xdecref(vm, module);
    }
}

void import_natives_free(MinipyVM *vm)
{
    NativeModule **head = import_natives(vm), *m;
    while ((m = *head)) { /* what dies with a module may look for it */
        *head = m->next;
        vm->native_found.of = NULL;
        value_clear(vm, &m->before);
        value_clear(vm, &m->contents);
        value_clear(vm, &m->module);
        mem_free(vm, m);
    }
}

/* ---- sys.builtin_module_names ---------------------------------------------------- */

static int add_name(MinipyVM *vm, Value tuple, int64_t *taken, const char *name)
{
    Value s = str_intern_cstr(vm, name);
    if (s)
        TUPLE(tuple)->items[(*taken)++] = s;
    return s ? 0 : -1;
}

Value import_builtin_names_of(MinipyVM *vm, const ModuleSpec *const *table)
{
    int64_t n = 0, taken = 0;
    for (const ModuleSpec *const *m = table; *m; m++)
        n += !(*m)->last;
    for (const NativeModule *m = natives(vm); m; m = m->next)
        n += m->spec.name != NULL;
    Value t = tuple_alloc(vm, n);
    int r = t ? 0 : -1;
    for (const ModuleSpec *const *m = table; r == 0 && *m; m++)
        if (!(*m)->last)
            r = add_name(vm, t, &taken, (*m)->name);
    for (const NativeModule *m = natives(vm); r == 0 && m; m = m->next)
        if (m->spec.name)
            r = add_name(vm, t, &taken, m->spec.name);
    if (r < 0)
        value_clear(vm, &t);
    return t;
}

/* The tuple that sys has, once it has one, names what is there now. */
static int rename_builtins(MinipyVM *vm)
{
    Value names = import_builtin_names(vm);
    int r = names ? dict_set_cstr(vm, vm->sysdict, "builtin_module_names", names) : -1;
    value_xdecref(vm, names);
    return r;
}

int import_add_builtin(MinipyVM *vm, const struct MinipyModule *module)
{
    const char *why = extension_error(module);
    if (why) {
        error_set(vm, EXC_ImportError, "a built-in module cannot be added: %s", why);
        return -1;
    }
    NativeModule *m = add_native(vm, module);
    if (!m)
        return -1;
    m->spec.name = module->name;
    return rename_builtins(vm);
}

/* ---- the objects ----------------------------------------------------------------- */

Value import_create_builtin(MinipyVM *vm, const ModuleSpec *spec)
{
    if (!spec->native)
        return module_from_spec(vm, spec);
    Value name = str_intern_cstr(vm, spec->name);
    Value m = name ? extension_new(vm, spec->native, name, VALUE_NULL) : VALUE_NULL;
    value_xdecref(vm, name);
    return m;
}

int import_exec_builtin(MinipyVM *vm, Value module)
{
    if (!value_is_kind(module, KIND_MODULE))
        return 0;
    return MODULE(module)->native ? extension_exec(vm, module)
                                  : module_fill(vm, module);
}
