/* encoding_map.c - EncodingMap, which codecs.charmap_build() makes of a decoding table:
 * the byte of each character, in pages of 128 characters.
 *
 * Byte 0 is only ever character 0, so that 0 in a page means "no byte". Tables that
 * this cannot hold become a dict. Used by charmap encoding (codec_text.c).
 */
#include "vm/text/codecs_private.h"

#include "vm/containers/dict.h"
#include "vm/numbers/int.h"

enum { PAGE_BITS = 7, PAGE_SIZE = 1 << PAGE_BITS, PAGES = 0x10000 >> PAGE_BITS };
enum { GROUP_BITS = 11, GROUPS = 0x10000 >> GROUP_BITS }; /* CPython's upper level */
enum { NO_PAGE = 0xFF, UNMAPPED = 0xFFFE };

typedef struct EncodingMapObj {
    Object ob;
    int groups, pages;    /* how many of each are in use */
    uint8_t index[PAGES]; /* which page has these characters, or NO_PAGE */
    uint8_t *bytes;       /* PAGE_SIZE for each page in use; mem_alloc'ed */
} EncodingMapObj;
#define ENCODING_MAP(v) ((EncodingMapObj *)(uintptr_t)(v))

int encoding_map_find(Value map, uint32_t ch)
{
    const EncodingMapObj *m = ENCODING_MAP(map);
    if (ch == 0 || ch > 0xFFFF)
        return ch == 0 ? 0 : -1;
    int page = m->index[ch >> PAGE_BITS];
    int byte = page == NO_PAGE ? 0 : m->bytes[page * PAGE_SIZE + ch % PAGE_SIZE];
    return byte ? byte : -1;
}

int64_t encoding_map_put(Value map, Text t, int64_t at, uint8_t *out)
{
    int64_t i = at;
    for (int byte; i < t.length; i++) {
        if ((byte = encoding_map_find(map, text_at(t, i))) < 0)
            break;
        *out++ = (uint8_t)byte;
    }
    return i - at;
}

/* Fills in the index and the two counts; false: the table does not fit. */
static bool index_table(EncodingMapObj *m, Value table, int64_t length)
{
    bool group_used[GROUPS] = {false};
    memset(m->index, NO_PAGE, sizeof m->index);
    for (int64_t i = 0; i < length; i++) {
        uint32_t ch = str_char_at(STR(table), i);
        if ((i == 0) != (ch == 0) || ch > 0xFFFF)
            return false;
        if (i == 0 || ch == UNMAPPED)
            continue;
        m->groups += !group_used[ch >> GROUP_BITS];
        group_used[ch >> GROUP_BITS] = true;
        if (m->index[ch >> PAGE_BITS] == NO_PAGE && m->pages < NO_PAGE)
            m->index[ch >> PAGE_BITS] = (uint8_t)m->pages++;
    }
    return m->pages < NO_PAGE;
}

static Value dict_of_table(MinipyVM *vm, Value table, int64_t length)
{
    Value map = dict_new(vm);
    for (int64_t i = 0; map && i < length; i++)
        if (dict_set(vm, map, value_from_imm(str_char_at(STR(table), i)),
                     value_from_imm(i)) < 0)
            value_clear(vm, &map);
    return map;
}

Value codec_charmap_build(MinipyVM *vm, Value table)
{
    int64_t length = STR(table)->length < 256 ? STR(table)->length : 256;
    if (length == 0)
        return error_set(vm, EXC_TypeError, "bad argument type for built-in operation");
    Value map = object_alloc_value(vm, vm->types[KIND_ENCODING_MAP]);
    if (!map)
        return VALUE_NULL;
    EncodingMapObj *m = ENCODING_MAP(map);
    if (!index_table(m, table, length)) {
        value_decref(vm, map);
        return dict_of_table(vm, table, length);
    }
    size_t size = (size_t)m->pages * PAGE_SIZE;
    if (size && !(m->bytes = mem_calloc(vm, size))) {
        value_decref(vm, map);
        return VALUE_NULL;
    }
    for (int64_t i = 1; i < length; i++) {
        uint32_t ch = str_char_at(STR(table), i);
        if (ch != UNMAPPED)
            m->bytes[m->index[ch >> PAGE_BITS] * PAGE_SIZE + ch % PAGE_SIZE] =
                (uint8_t)i;
    }
    return map;
}

/* What it takes in CPython. */
FN(map_size)
{
    const EncodingMapObj *m = ENCODING_MAP(self);
    return value_from_imm(63 + 16 * m->groups + PAGE_SIZE * m->pages);
}

static void map_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((EncodingMapObj *)o)->bytes);
}

static METHODS(map_methods,
    {"size", map_size, M_UNSIGNED, "($self, /)", "Return the size (in bytes) of this object"},
);
TYPE_SPEC(encoding_map_type_spec,
    .name = "EncodingMap",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(EncodingMapObj),
    .dealloc = map_dealloc,
    .methods = map_methods,
);
