/* cell.c - cells: the shared variables of closures. */
#include "vm/objects/signature.h"
#include "vm/objects/args.h"
#include "vm/objects/cell.h"
#include "vm/memory/mem_inline.h"

extern const TypeSpec cell_type_spec;

Value cell_new(MinipyVM *vm, Value value_or_null)
{
    CellObj *c = (CellObj *)object_alloc_raw(vm, KIND_CELL, GC_TRACKED, sizeof *c);
    if (unlikely(!c))
        return VALUE_NULL;
    c->value = value_xincref(value_or_null);
    gc_link_inline(vm, &c->ob);
    gc_count_new(vm);
    return value_from_obj(c);
}

static Value cell_type_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "cell", .signature = "(contents=None, /)"};
    Value a[1];
    return args_take(vm, &row, args, nargs, kwnames, a) ? cell_new(vm, a[0])
                                                        : VALUE_NULL;
}

static Value cell_repr(MinipyVM *vm, Value self)
{
    Value v = CELL(self)->value;
    if (!v)
        return str_format_c(vm, "<cell at %p: empty>", value_obj(self));
    return str_format_c(vm, "<cell at %p: %T object at %p>", value_obj(self), v,
                        value_obj(v));
}

static Value cell_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_kind(a, KIND_CELL) || !value_is_kind(b, KIND_CELL))
        return VALUE_NOT_IMPLEMENTED;
    Value x = CELL(a)->value, y = CELL(b)->value;
    if (x && y)
        return object_compare(vm, x, y, op);
    int order = (x != VALUE_NULL) - (y != VALUE_NULL);
    return value_from_bool(compare_by_order(order, op));
}

GETTER(get_contents)
{
    Value v = CELL(self)->value;
    return v ? value_incref(v) : error_set(vm, EXC_ValueError, "Cell is empty");
}

SETTER(set_contents)
{
    value_set_steal(vm, &CELL(self)->value, value_xincref(value));
    return 0;
}

static GETSETS(getsets,
    GETS_SETS("cell_contents", get_contents, set_contents),
);

TYPE_SPEC(cell_type_spec,
    .name = "cell",
    .doc = "cell([contents])\n--\n\nA variable shared by functions. Without contents it is empty, and reading its\n"
           "cell_contents raises ValueError.",
    .flags = TYPE_GC | TYPE_CLEARS, .basicsize = sizeof(CellObj), .values = 1, .death = first_value_death,
    .slots = {.getattro = object_generic_getattr, .repr = cell_repr, .richcompare = cell_compare, .new_ = cell_type_new},
    .getsets = getsets,
);
