/* symtable.c - the module _symtable: the compiler's table of scopes and names, which
 * the library's symtable shows.
 */
#include "compiler/codegen/compile_symtable.h"
#include "compiler/codegen/symtable.h"
#include "stdlib/native.h"
#include "stdlib/syntax/compile_args.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/objects/module.h"

extern const ModuleSpec symtable_module_spec;

typedef struct EntryObj {
    Object ob;
    Value fields[SYMTABLE_FIELDS];
} EntryObj;
#define ENTRY(v) ((EntryObj *)(uintptr_t)(v))

static Value entry_repr(MinipyVM *vm, Value self)
{
    const Value *f = ENTRY(self)->fields;
    return str_format_c(vm, "<symtable entry %U(%S), line %S>", f[SYMTABLE_NAME],
                        f[SYMTABLE_ID], f[SYMTABLE_LINENO]);
}

#define FIELD(name, which)                                                             \
    {                                                                                  \
        name, MEMBER_VALUE, (int)offsetof(EntryObj, fields[which]), true, NULL         \
    }
static MEMBERS(entry_members,
    FIELD("id", SYMTABLE_ID),
    FIELD("name", SYMTABLE_NAME),
    FIELD("symbols", SYMTABLE_SYMBOLS),
    FIELD("varnames", SYMTABLE_VARNAMES),
    FIELD("children", SYMTABLE_CHILDREN),
    FIELD("nested", SYMTABLE_NESTED),
    FIELD("type", SYMTABLE_TYPE),
    FIELD("lineno", SYMTABLE_LINENO),
);

static TYPE_SPEC(entry_spec,
    .name = "symtable entry",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(EntryObj), .values = SYMTABLE_FIELDS,
    .slots = {.getattro = object_generic_getattr, .repr = entry_repr},
    .members = entry_members,
);

/* The entry of a tuple of fields, which is taken over; its children become entries. */
static Value entry_from_steal(MinipyVM *vm, Value fields)
{
    TypeObj *t = module_type_borrow(vm, &entry_spec);
    EntryObj *e = fields ? (EntryObj *)(void *)object_alloc(vm, t, 0) : NULL;
    if (e) {
        for (int i = 0; i < SYMTABLE_FIELDS; i++)
            e->fields[i] = value_incref(tuple_get_borrow(fields, i));
        Value children = e->fields[SYMTABLE_CHILDREN];
        for (int64_t i = 0; e && i < list_size(children); i++) {
            Value child =
                entry_from_steal(vm, value_incref(list_get_borrow(children, i)));
            if (!child) {
                value_decref(vm, value_from_obj(&e->ob));
                e = NULL;
            } else {
                value_set_steal(vm, &LIST(children)->items[i], child);
            }
        }
    }
    value_xdecref(vm, fields);
    return e ? value_from_obj(&e->ob) : VALUE_NULL;
}

FN(symtable_symtable)
{
    CompileSource source;
    CompileMode mode;
    Value filename = compile_filename(vm, args[1]);
    if (!filename)
        return VALUE_NULL;
    if (!value_is_str(args[2])) {
        value_decref(vm, filename);
        return arg_type_error(vm, "symtable", "3", "str", args[2]);
    }
    if (compile_source_open(vm, args[0], "symtable", "string or bytes", &source) < 0) {
        value_decref(vm, filename);
        return VALUE_NULL;
    }
    Value table = VALUE_NULL;
    if (!compile_mode(args[2], &mode))
        error_set(vm, EXC_ValueError,
                  "symtable() arg 3 must be 'exec' or 'eval' or 'single'");
    else
        table = compile_symtable(vm, source.text, (size_t)source.size, filename, mode,
                                 source.is_str ? COMPILE_SOURCE_IS_UTF8 : 0);
    compile_source_close(vm, &source);
    value_decref(vm, filename);
    return entry_from_steal(vm, table);
}

static int symtable_exec(MinipyVM *vm, Value m)
{
    static const struct {
        const char *name;
        int value;
    } numbers[] = {
        {"USE", SYMBOL_USE},
        {"DEF_GLOBAL", DEF_GLOBAL},
        {"DEF_NONLOCAL", DEF_NONLOCAL},
        {"DEF_LOCAL", DEF_LOCAL},
        {"DEF_PARAM", DEF_PARAM},
        {"DEF_FREE", DEF_FREE},
        {"DEF_FREE_CLASS", DEF_FREE_CLASS},
        {"DEF_IMPORT", DEF_IMPORT},
        {"DEF_BOUND", DEF_BOUND},
        {"DEF_ANNOT", DEF_ANNOT},
        {"TYPE_FUNCTION", SCOPE_FUNCTION},
        {"TYPE_CLASS", SCOPE_CLASS},
        {"TYPE_MODULE", SCOPE_MODULE},
        {"LOCAL", SCOPE_LOCAL},
        {"GLOBAL_EXPLICIT", SCOPE_GLOBAL_EXPLICIT},
        {"GLOBAL_IMPLICIT", SCOPE_GLOBAL_IMPLICIT},
        {"FREE", SCOPE_FREE},
        {"CELL", SCOPE_CELL},
        {"SCOPE_OFF", SYMTABLE_SCOPE_OFFSET},
        {"SCOPE_MASK", 15},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (module_add_steal(vm, m, numbers[i].name, value_from_imm(numbers[i].value)) <
            0)
            return -1;
    return module_type_made_borrow(vm, &entry_spec) ? 0 : -1;
}

static METHODS(functions,
    {"symtable", symtable_symtable, 0, "($module, source, filename, startstr, /)",
     "Return symbol and scope dictionaries used internally by compiler."},
);

const ModuleSpec symtable_module_spec = {
    .name = "_symtable",
    .methods = functions,
    .exec = symtable_exec,
};
