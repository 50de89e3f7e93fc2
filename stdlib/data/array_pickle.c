/* array_pickle.c - how an array goes into a pickle and comes out of one.
 *
 * From protocol 3 on a pickle holds the array's bytes and the number of their machine
 * layout. A machine whose typecode has another layout makes an array of the typecode
 * that has the layout's size and sign, and turns the bytes round if their order
 * differs.
 */
#include <string.h>

#include "stdlib/data/array_private.h"
#include "vm/import/import.h"
#include "vm/numbers/float.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/text/codecs.h"

/* The layouts in the order of their numbers; odd numbers from 3 on are big-endian. */
static const struct {
    int size;
    char code; /* what has it here; 0: text */
    Value (*decode)(MinipyVM *vm, const void *data, int64_t size, const char *errors,
                    int *order, int64_t *consumed); /* of text */
} layouts[] = {
    {1, 'B', NULL},
    {1, 'b', NULL},
    {2, 'H', NULL},
    {2, 'H', NULL},
    {2, 'h', NULL},
    {2, 'h', NULL},
    {4, 'I', NULL},
    {4, 'I', NULL},
    {4, 'i', NULL},
    {4, 'i', NULL},
    {8, 'Q', NULL},
    {8, 'Q', NULL},
    {8, 'q', NULL},
    {8, 'q', NULL},
    {4, 'f', NULL},
    {4, 'f', NULL},
    {8, 'd', NULL},
    {8, 'd', NULL},
    {4, 0, codec_decode_utf16},
    {4, 0, codec_decode_utf16},
    {4, 0, codec_decode_utf32},
    {4, 0, codec_decode_utf32},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts, FIRST_FLOAT = 14 };

/* (factory, its arguments) as the protocol wants them. */
static Value parts_to_pickle(MinipyVM *vm, Value self, int64_t protocol, Value code)
{
    ArrayObj *a = ARRAY(self);
    Value type = value_from_obj(value_type(vm, self)), state, result = VALUE_NULL;

    if (protocol < 3) {
        Value list = array_tolist(vm, self, NULL, 0, VALUE_NULL);
        state = list ? tuple_pack(vm, 2, code, list) : VALUE_NULL;
        value_xdecref(vm, list);
        result = state ? tuple_pack(vm, 2, type, state) : VALUE_NULL;
    } else {
        Value bytes = bytes_from(vm, a->data, a->size * a->item->size);
        Value factory =
            bytes ? import_attr(vm, "array", "_array_reconstructor") : VALUE_NULL;
        state = factory ? tuple_pack(vm, 4, type, code,
                                     value_from_imm(a->item->machine), bytes)
                        : VALUE_NULL;
        result = state ? tuple_pack(vm, 2, factory, state) : VALUE_NULL;
        value_xdecref(vm, bytes);
        value_xdecref(vm, factory);
    }
    value_xdecref(vm, state);
    return result;
}

Value array___reduce_ex__(NATIVE_ARGS)
{
    Value dict = VALUE_NULL;

    if (!value_is_int(args[0]))
        return error_set(vm, EXC_TypeError,
                         "__reduce_ex__ argument should be an integer");
    int64_t protocol = int_as_i64(vm, args[0]);
    if ((protocol == -1 && error_occurred(vm)) ||
        object_lookup_attr(vm, self, NAME(vm, __dict__), &dict) < 0)
        return VALUE_NULL;
    Value code = str_from_char(vm, (uint32_t)ARRAY(self)->item->code);
    Value parts = code ? parts_to_pickle(vm, self, protocol, code) : VALUE_NULL;
    Value result =
        parts ? tuple_pack(vm, 3, tuple_get_borrow(parts, 0),
                           tuple_get_borrow(parts, 1), dict ? dict : VALUE_NONE)
              : VALUE_NULL;
    value_xdecref(vm, code);
    value_xdecref(vm, parts);
    value_xdecref(vm, dict);
    return result;
}

/* type(code, items), not asking a __new__ or __init__ of a subclass. */
static Value make_array(MinipyVM *vm, Value type, Value code, Value items)
{
    return array_spec.slots.new_(vm, TYPE_OF(type), (Value[]){code, items}, 2,
                                 VALUE_NULL);
}

/* An array of floats whose bytes may be in the other order. */
static Value from_floats(MinipyVM *vm, Value type, Value code, int layout, Value bytes)
{
    const ItemType *item = array_find_item((uint32_t)layouts[layout].code);
    Value list = list_new(vm, 0);

    for (int64_t at = 0; list && at < BYTES(bytes)->size; at += item->size) {
        char room[8];
        for (int i = 0; i < item->size; i++)
            room[i] = BYTES(bytes)->data[at + (layout & 1 ? item->size - 1 - i : i)];
        Value v = item->get(vm, room);
        if (!v || list_append_steal(vm, list, v) < 0)
            value_clear(vm, &list);
    }
    Value result = list ? make_array(vm, type, code, list) : VALUE_NULL;
    value_xdecref(vm, list);
    return result;
}

static Value from_layout(MinipyVM *vm, Value type, Value code, int layout, Value bytes)
{
    if (BYTES(bytes)->size % layouts[layout].size)
        return error_set(vm, EXC_ValueError,
                         "string length not a multiple of item size");
    if (layouts[layout].decode) {
        int order = layout & 1 ? ORDER_BIG : ORDER_LITTLE;
        Value text = layouts[layout].decode(vm, BYTES(bytes)->data, BYTES(bytes)->size,
                                            NULL, &order, NULL);
        Value result = text ? make_array(vm, type, code, text) : VALUE_NULL;
        value_xdecref(vm, text);
        return result;
    }
    if (layout >= FIRST_FLOAT)
        return from_floats(vm, type, code, layout, bytes);
    Value found = str_from_char(vm, (uint32_t)layouts[layout].code);
    Value result = found ? make_array(vm, type, found, bytes) : VALUE_NULL;
    value_xdecref(vm, found);
    if (result && (layout & 1) && layout > 1)
        array_byteswap(vm, result, NULL, 0, VALUE_NULL);
    return result;
}

/* _array_reconstructor(type, typecode, layout, bytes) */
Value array_reconstructor(NATIVE_ARGS)
{
    int layout;
    if (!value_is_str(args[1]) || str_length(args[1]) != 1)
        return arg_type_error(vm, "_array_reconstructor", "2", "a unicode character",
                              args[1]);
    if (!arg_int(vm, args[2], &layout))
        return VALUE_NULL;
    if (!value_is_type(args[0]))
        return error_set(vm, EXC_TypeError,
                         "first argument must be a type object, not %T", args[0]);
    if (TYPE_OF(args[0])->spec != &array_spec)
        return error_set(vm, EXC_TypeError, "%U is not a subtype of array.array",
                         TYPE_OF(args[0])->name);
    const ItemType *item = array_find_item(str_char_at(STR(args[1]), 0));
    if (!item)
        return error_set(vm, EXC_ValueError,
                         "second argument must be a valid type code");
    if (layout < 0 || layout >= LAYOUTS)
        return error_set(vm, EXC_ValueError,
                         "third argument must be a valid machine format code.");
    if (!value_is_bytes(args[3]))
        return error_set(vm, EXC_TypeError, "fourth argument should be bytes, not %T",
                         args[3]);
    if (layout == item->machine)
        return make_array(vm, args[0], args[1], args[3]);
    return from_layout(vm, args[0], args[1], layout, args[3]);
}
