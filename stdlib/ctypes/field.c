/* field.c - fields of structures: the descriptors (CField) and where each lies.
 *
 * A bit field's `size` says how many bits (above the sixteenth bit of it) and which is
 * the first; codes.c reads them out of the integer that holds them. A bit field goes on
 * in the integer before it while that has room, may widen it, or begins a new one.
 * Read next: structure.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/memory/gc.h"

/* ---- layout ---------------------------------------------------------------------- */

static int64_t bits_at(const Layout *l, int64_t bits)
{
    return (bits << 16) + (l->big_endian ? l->open_bits - l->bit - bits : l->bit);
}

/* A field of its own, or the first of some bit fields. */
static void place_new(Layout *l, CField *f, const CInfo *info, int64_t bits)
{
    int64_t align = l->pack && l->pack < info->align ? l->pack : info->align;
    l->bit = 0;
    l->open_bits = bits ? info->size * 8 : 0;
    f->size = bits ? bits_at(l, bits) : info->size;
    l->bit = bits;
    if (align && l->offset % align) {
        int64_t gap = align - l->offset % align;
        l->size += gap;
        l->offset += gap;
    }
    f->offset = l->offset;
    l->size += info->size;
    l->offset += info->size;
    l->align = align;
}

static void place_bits(Layout *l, CField *f, const CInfo *info, int64_t bits)
{
    int64_t wide = info->size * 8;
    if (wide > l->open_bits) { /* the integer that is open becomes a wider one */
        l->offset += info->size - l->open_bits / 8;
        l->size += info->size - l->open_bits / 8;
        l->open_bits = wide;
    }
    f->size = bits_at(l, bits);
    f->offset = l->offset - info->size;
    l->bit += bits;
}

/* Is there room in the integer that is open, or in it as wide as this one's? */
static bool goes_on(const Layout *l, const CInfo *info, int64_t bits)
{
    int64_t wide = info->size * 8;
    return bits && l->open_bits &&
           l->bit + bits <= (wide > l->open_bits ? wide : l->open_bits);
}

/* ---- making one ------------------------------------------------------------------ */

/* An array of characters is read and written as text. */
static void set_functions(CField *f, Value cls, const CTypesState *s)
{
    if (!ctype_is_of(cls, s->meta_array))
        return;
    const CInfo *info = ctype_info(cls);
    const CInfo *item = info && info->proto ? ctype_info(info->proto) : NULL;
    char code = item && item->code ? item->code->code : 0;
    const CCode *text = code == 'c'   ? &ccode_char_array
                        : code == 'u' ? &ccode_wide_array
                                      : NULL;
    if (text) {
        f->get = text->get;
        f->set = text->set;
    }
}

CField *field_new(MinipyVM *vm, Value cls, int64_t index, int64_t bits, Layout *l)
{
    const CInfo *info = ctype_made_info(cls);
    CField *f = (CField *)object_alloc(vm, vm->ctypes->field, 0);
    if (!f)
        return NULL;
    f->proto = value_incref(cls);
    f->index = index;
    set_functions(f, cls, vm->ctypes);
    if (goes_on(l, info, bits))
        place_bits(l, f, info, bits);
    else
        place_new(l, f, info, bits);
    return f;
}

CField *field_copy(MinipyVM *vm, const CField *of, int64_t index, int64_t offset)
{
    CField *f = (CField *)object_alloc(vm, vm->ctypes->field, 0);
    if (!f)
        return NULL;
    f->proto = value_incref(of->proto);
    f->get = of->get;
    f->set = of->set;
    f->size = of->size;
    f->index = of->index + index;
    f->offset = of->offset + offset;
    return f;
}

/* ---- as a descriptor ------------------------------------------------------------- */

/* Does the instance reach as far as the field? One that another class's field is asked
 * for need not. */
static bool reaches(MinipyVM *vm, const CField *f, Value instance)
{
    if (unlikely(!cdata_is(instance))) {
        error_set(vm, EXC_TypeError, "not a ctype instance");
        return false;
    }
    int64_t n = f->size >> 16 ? ctype_made_info(f->proto)->size : f->size;
    if (unlikely(f->offset + n > CDATA(instance)->size)) {
        error_set(vm, EXC_ValueError, "the field is not within this instance");
        return false;
    }
    return true;
}

static Value field_get(MinipyVM *vm, Value self, Value instance, Value type)
{
    const CField *f = CFIELD(self);
    (void)type;
    if (!instance)
        return value_incref(self);
    if (!reaches(vm, f, instance))
        return VALUE_NULL;
    return cdata_get(vm, f->proto, f->get, instance, f->index, f->size,
                     CDATA(instance)->p + f->offset);
}

static int field_set(MinipyVM *vm, Value self, Value instance, Value v)
{
    const CField *f = CFIELD(self);
    if (!reaches(vm, f, instance))
        return -1;
    if (!v) {
        error_set(vm, EXC_TypeError, "can't delete attribute");
        return -1;
    }
    return cdata_set(vm, instance, f->proto, f->set, v, f->index, f->size,
                     CDATA(instance)->p + f->offset);
}

static Value field_repr(MinipyVM *vm, Value self)
{
    const CField *f = CFIELD(self);
    int64_t bits = f->size >> 16, size = f->size & 0xffff;
    if (bits)
        return str_format_c(vm, "<Field type=%N, ofs=%zd:%zd, bits=%zd>",
                            TYPE_OF(f->proto), f->offset, size, bits);
    return str_format_c(vm, "<Field type=%N, ofs=%zd, size=%zd>", TYPE_OF(f->proto),
                        f->offset, size);
}

GETTER(get_offset)
{
    return int_new(vm, CFIELD(self)->offset);
}

GETTER(get_size)
{
    return int_new(vm, CFIELD(self)->size);
}

static GETSETS(getsets,
    {"offset", get_offset, NULL, "offset in bytes of this field", NULL},
    {"size", get_size, NULL, "size in bytes of this field", NULL},
);

TYPE_SPEC(field_spec,
    .name = "_ctypes.CField", .doc = "Structure/Union member",
    .flags = TYPE_GC | TYPE_NO_NEW, .basicsize = sizeof(CField), .values = 1,
    .slots = {.repr = field_repr, .descr_get = field_get, .descr_set = field_set},
    .getsets = getsets,
);
