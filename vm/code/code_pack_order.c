/* code_pack_order.c - the order in which a file has the items of a frozenset: what
 * CPython's .pyc files have, which sort them by what marshal writes of each. A set that
 * is made of them in this order iterates as one that CPython loaded.
 */
#include <ctype.h>
#include <stdlib.h>

#include "vm/bytes/bytes.h"
#include "vm/code/code_private.h"
#include "vm/containers/set.h"
#include "vm/numbers/float.h"
#include "vm/text/str.h"

/* The beginning of what marshal writes of an item, and the bytes behind it. */
typedef struct Key {
    uint8_t head[10];
    uint8_t head_size;
    const void *rest; /* of what is no str */
    size_t rest_size;
    Value item;
    int64_t place;
} Key;

/* Objects that have other owners, too, carry a flag; so do the ints that there are once
 * only. */
enum { SHARED = 0x80 };

static void begin(Key *k, char type, bool shared, uint64_t number, int bytes)
{
    k->head[0] = (uint8_t)(type | (shared ? SHARED : 0));
    for (int i = 0; i < bytes; i++)
        k->head[1 + i] = (uint8_t)(number >> 8 * i);
    k->head_size = (uint8_t)(1 + bytes);
}

static int64_t utf8_size(const StrObj *s)
{
    int64_t n = 0;
    for (int64_t i = 0; i < s->length; i++) {
        uint32_t c = str_char_at(s, i);
        n += 1 + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000);
    }
    return n;
}

static void text_key(Key *k, Value v, bool shared)
{
    const StrObj *s = STR(v);
    bool interned = str_is_interned(v);
    if (s->length == 1 && str_char_at(s, 0) < 256) { /* CPython has each once */
        shared = true;
        interned = s->data[0] < 0x80 && (isalnum(s->data[0]) || s->data[0] == '_');
    }
    shared = shared || interned;
    if (!s->ascii)
        begin(k, interned ? 't' : 'u', shared, (uint64_t)utf8_size(s), 4);
    else if (s->length < 256)
        begin(k, interned ? 'Z' : 'z', shared, (uint64_t)s->length, 1);
    else
        begin(k, interned ? 'A' : 'a', shared, (uint64_t)s->length, 4);
}

static void object_key(Key *k, Value v)
{
    bool shared = value_obj(v)->refs > 1;
    switch ((Kind)value_obj(v)->kind) {
    case KIND_STR: text_key(k, v, shared); break;
    case KIND_BYTES:
        begin(k, 's', shared, (uint64_t)BYTES(v)->size, 4);
        k->rest = BYTES(v)->data;
        k->rest_size = (size_t)BYTES(v)->size;
        break;
    case KIND_FLOAT:
        begin(k, 'g', shared, 0, 0);
        k->rest = &((FloatObj *)(uintptr_t)v)->value;
        k->rest_size = sizeof(double);
        break;
    case KIND_COMPLEX: begin(k, 'y', shared, 0, 0); break;
    case KIND_INT: begin(k, 'l', shared, 0, 0); break;
    default: begin(k, ')', shared, 0, 0);
    }
}

static void key_of(Key *k, Value v)
{
    if (value_is_obj(v)) {
        object_key(k, v);
    } else if (value_is_int_imm(v)) {
        int64_t i = value_imm(v);
        bool small = i >= -5 && i <= 256, wide = i != (int32_t)i;
        begin(k, wide ? 'l' : 'i', small, (uint64_t)i, wide ? 0 : 4);
    } else if (value_is_float_imm(v)) { /* mostly of this set alone */
        double number = value_float_imm(v);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        begin(k, 'g', false, bits, sizeof bits);
    } else {
        char type = v == VALUE_NONE    ? 'N'
                    : v == VALUE_TRUE  ? 'T'
                    : v == VALUE_FALSE ? 'F'
                                       : '.';
        begin(k, type, false, 0, 0);
    }
}

static int by_size(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

/* By their characters, as their UTF-8 compares. */
static int compare_text(const StrObj *a, const StrObj *b)
{
    int64_t n = a->length < b->length ? a->length : b->length;
    for (int64_t i = 0; i < n; i++) {
        uint32_t x = str_char_at(a, i), y = str_char_at(b, i);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return by_size((size_t)a->length, (size_t)b->length);
}

static int compare(const void *one, const void *other)
{
    const Key *a = one, *b = other;
    size_t n = a->head_size < b->head_size ? a->head_size : b->head_size;
    int r = memcmp(a->head, b->head, n);
    if (r == 0 && value_is_str(a->item))
        r = compare_text(STR(a->item), STR(b->item));
    else if (r == 0 && a->rest && b->rest)
        r = memcmp(a->rest, b->rest,
                   a->rest_size < b->rest_size ? a->rest_size : b->rest_size);
    return r ? r : by_size((size_t)a->place, (size_t)b->place);
}

bool code_pack_order(Value set, Value *items)
{
    int64_t n = set_size(set), at = 0, count = 0;
    Key *keys = calloc((size_t)n, sizeof *keys);
    for (Value item; keys && set_next(set, &at, &item); count++) {
        keys[count] = (Key){.item = item, .place = count};
        key_of(&keys[count], item);
    }
    if (keys)
        qsort(keys, (size_t)count, sizeof *keys, compare);
    for (int64_t i = 0; i < count; i++)
        items[i] = keys[i].item;
    free(keys);
    return keys != NULL;
}
