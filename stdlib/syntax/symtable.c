/* symtable.c - the module _symtable: the compiler's table of scopes and names, which
 * the library's symtable shows.
 */
#include "compiler/codegen/compile_symtable.h"
#include "compiler/codegen/symtable.h"
#include "stdlib/native.h"
#include "stdlib/syntax/compile_args.h"
#include "vm/containers/list.h"

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
    if (!str_cstr(vm, args[2])) {
        value_decref(vm, filename);
        return VALUE_NULL;
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

static CONTENTS(contents,
    HAS_INT("USE", SYMBOL_USE), HAS_INT("DEF_GLOBAL", DEF_GLOBAL), HAS_INT("DEF_NONLOCAL", DEF_NONLOCAL),
    HAS_INT("DEF_LOCAL", DEF_LOCAL), HAS_INT("DEF_PARAM", DEF_PARAM), HAS_INT("DEF_FREE", DEF_FREE),
    HAS_INT("DEF_FREE_CLASS", DEF_FREE_CLASS), HAS_INT("DEF_IMPORT", DEF_IMPORT), HAS_INT("DEF_BOUND", DEF_BOUND),
    HAS_INT("DEF_ANNOT", DEF_ANNOT), HAS_INT("TYPE_FUNCTION", SCOPE_FUNCTION), HAS_INT("TYPE_CLASS", SCOPE_CLASS),
    HAS_INT("TYPE_MODULE", SCOPE_MODULE), HAS_INT("LOCAL", SCOPE_LOCAL),
    HAS_INT("GLOBAL_EXPLICIT", SCOPE_GLOBAL_EXPLICIT), HAS_INT("GLOBAL_IMPLICIT", SCOPE_GLOBAL_IMPLICIT),
    HAS_INT("FREE", SCOPE_FREE), HAS_INT("CELL", SCOPE_CELL), HAS_INT("SCOPE_OFF", SYMTABLE_SCOPE_OFFSET),
    HAS_INT("SCOPE_MASK", 15), HAS_TYPE(NULL, &entry_spec),
);

static METHODS(functions,
    {"symtable", symtable_symtable, 0, "($module, source, filename, startstr, /)",
     "Return symbol and scope dictionaries used internally by compiler."},
);

MODULE_SPEC(symtable_module_spec,
    .name = "_symtable",
    .methods = functions, .contents = contents,
);
