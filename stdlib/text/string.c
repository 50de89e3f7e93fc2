/* string.c - the module _string: the two functions of string.Formatter that read format
 * strings, made by the same code as str.format.
 */
#include "stdlib/native.h"
#include "vm/text/str_private.h"
#include "vm/containers/sequence.h"

/* ---- iterators: what is wrong with a text is said when it is reached ------------- */

typedef struct ReaderObj {
    Object ob;
    Value text;  /* str */
    int64_t pos; /* read so far */
} ReaderObj;
#define READER(v) ((ReaderObj *)(uintptr_t)(v))

static Value next_field(MinipyVM *vm, Value self)
{
    Value item;
    str_formatter_next_field(vm, READER(self)->text, &READER(self)->pos, &item);
    return item;
}

static Value next_access(MinipyVM *vm, Value self)
{
    Value item;
    str_formatter_next_access(vm, READER(self)->text, &READER(self)->pos, &item);
    return item;
}

#define READER_SPEC(type_name, next)                                                   \
    {                                                                                  \
        .name = type_name, .flags = TYPE_NO_NEW, .basicsize = sizeof(ReaderObj),       \
        .values = 1, .slots = {                                                        \
            .getattro = object_generic_getattr,                                        \
            .iter = object_self,                                                       \
            .iternext = next                                                           \
        }                                                                              \
    }
static const TypeSpec fields_spec = READER_SPEC("formatteriterator", next_field);
static const TypeSpec accesses_spec = READER_SPEC("fieldnameiterator", next_access);

static Value reader_new(MinipyVM *vm, const TypeSpec *spec, Value text, int64_t pos)
{
    TypeObj *t = module_type_made_borrow(vm, spec);
    Value v = t ? object_alloc_value(vm, t) : VALUE_NULL;
    if (v) {
        READER(v)->text = value_incref(text);
        READER(v)->pos = pos;
    }
    return v;
}

/* ---- functions ------------------------------------------------------------------- */

FN(formatter_parser)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected str, got %T", args[0]);
    return reader_new(vm, &fields_spec, args[0], 0);
}

FN(formatter_field_name_split)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "expected str, got %T", args[0]);
    int64_t pos;
    Value pair[2] = {str_formatter_first_part(vm, args[0], &pos), VALUE_NULL};
    if (pair[0])
        pair[1] = reader_new(vm, &accesses_spec, args[0], pos);
    if (pair[1])
        return tuple_from_steal(vm, pair, 2);
    value_xdecref(vm, pair[0]);
    return VALUE_NULL;
}

static METHODS(functions,
    {"formatter_parser", formatter_parser, M_UNSIGNED, "($module, object, /)",
     "The fields of a format string: (literal, name, spec, conversion) each."},
    {"formatter_field_name_split", formatter_field_name_split, M_UNSIGNED, "($module, object, /)",
     "A field name as its first part and the accesses that follow."},
);

MODULE_SPEC(string_module_spec,
    .name = "_string",
    .doc = "Helpers of the module string.",
    .methods = functions,
);
