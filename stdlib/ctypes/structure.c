/* structure.c - structures and unions: what an assignment to `_fields_` makes of the
 * class, and instances. Where a field lies is field.c's; how libffi passes one by value
 * is foreign_elements'.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/containers/list.h"
#include "vm/memory/gc.h"
#include "vm/types/type.h"
#include "vm/containers/sequence.h"

/* ---- what an assignment to _fields_ is building ---------------------------------- */

typedef struct Maker {
    MinipyVM *vm;
    Value cls;
    CInfo *info;
    const CInfo *base; /* or NULL */
    Value fields;      /* borrowed: the sequence */
    Value types;       /* list of the fields' classes */
    int64_t count;
    bool is_struct;
    bool formatted; /* the buffer protocol can say what is in it */
    Layout layout;
    int64_t union_size, total_align;
} Maker;

typedef struct FieldRow {
    Value name, cls; /* borrowed */
    int64_t bits;
} FieldRow;

static int no_pair(MinipyVM *vm)
{
    error_set(vm, EXC_TypeError,
              "'_fields_' must be a sequence of (name, C type) pairs");
    return -1;
}

/* Can a class of that code have bit fields? */
static bool has_bits(const CInfo *info)
{
    return info->code && strchr("bBhHiIlLqQ?v", info->code->code);
}

static int read_bits(Maker *m, Value v, FieldRow *row)
{
    MinipyVM *vm = m->vm;
    const CInfo *info = ctype_info(row->cls);
    int bits;
    if (!arg_int(vm, v, &bits)) {
        error_clear(vm);
        return no_pair(vm);
    }
    if (!info)
        return 0; /* which is said elsewhere */
    if (!has_bits(info)) {
        error_set(vm, EXC_TypeError, "bit fields not allowed for type %N",
                  TYPE_OF(row->cls));
        return -1;
    }
    if (bits <= 0 || bits > info->size * 8) {
        error_set(vm, EXC_ValueError, "number of bits invalid for bit field");
        return -1;
    }
    row->bits = bits;
    return 0;
}

static int read_row(Maker *m, Value pair, int64_t i, FieldRow *row)
{
    MinipyVM *vm = m->vm;
    if (!value_is_tuple(pair) || tuple_size(pair) < 2 || tuple_size(pair) > 3 ||
        !value_is_str(tuple_get_borrow(pair, 0)))
        return no_pair(vm);
    row->name = tuple_get_borrow(pair, 0);
    row->cls = tuple_get_borrow(pair, 1);
    row->bits = 0;
    if (tuple_size(pair) == 3 && read_bits(m, tuple_get_borrow(pair, 2), row) < 0)
        return -1;
    if (!ctype_info(row->cls)) {
        error_set(vm, EXC_TypeError,
                  "second item in _fields_ tuple (index %zd) must be a C type", i);
        return -1;
    }
    return 0;
}

/* ---- the format ------------------------------------------------------------------ */

static int add_format(Maker *m, const char *text)
{
    char *before = m->info->format;
    m->info->format = NULL;
    int r = info_set_format(m->vm, m->info, before ? before : "", text);
    mem_free(m->vm, before);
    return r;
}

static int add_field_format(Maker *m, const FieldRow *row)
{
    MinipyVM *vm = m->vm;
    const CInfo *of = ctype_info(row->cls);
    const char *name = str_utf8(vm, row->name, NULL),
               *format = of->format ? of->format : "B";
    if (!name)
        return -1;
    size_t size = strlen(name) + strlen(format) + sizeof "::";
    char *text = mem_alloc(vm, size), *before = m->info->format;
    if (!text)
        return -1;
    snprintf(text, size, "%s:%s:", format, name);
    m->info->format = NULL;
    int r = info_set_shaped_format(vm, m->info, of, before, text);
    mem_free(vm, before);
    mem_free(vm, text);
    return r;
}

/* ---- a field --------------------------------------------------------------------- */

static CField *place(Maker *m, const FieldRow *row, int64_t i)
{
    Layout *l = &m->layout;
    if (!m->is_struct)
        l->size = l->offset = l->align = 0;
    CField *f = field_new(m->vm, row->cls, i, row->bits, l);
    if (!f)
        return NULL;
    if (m->formatted && add_field_format(m, row) < 0) {
        obj_decref(m->vm, &f->ob);
        return NULL;
    }
    if (l->size > m->union_size)
        m->union_size = l->size;
    if (l->align > m->total_align)
        m->total_align = l->align;
    return f;
}

static int add_field(Maker *m, int64_t i)
{
    MinipyVM *vm = m->vm;
    FieldRow row;
    Value pair = object_getitem(vm, m->fields, value_from_imm(i));
    if (!pair || read_row(m, pair, i, &row) < 0) {
        value_xdecref(vm, pair);
        return -1;
    }
    CInfo *of = ctype_info(row.cls);
    of->flags |= INFO_FINAL;
    if (of->flags & (INFO_POINTER | INFO_HAS_POINTER))
        m->info->flags |= INFO_HAS_POINTER;
    CField *f = place(m, &row, i);
    int r = f ? object_setattr(vm, m->cls, row.name, value_from_obj(f)) : -1;
    if (r == 0)
        r = list_append(vm, m->types, row.cls);
    if (f)
        obj_decref(vm, &f->ob);
    value_decref(vm, pair);
    return r;
}

/* ---- for libffi ------------------------------------------------------------------ */

/* As large as what fits into registers on any machine: more is passed in memory, and
 * nobody asks what it is made of. */
enum { REGISTERS_MOST = 64 };

/* An array in a structure, as a structure of its items. NULL: no memory. */
static ForeignType *array_elements(MinipyVM *vm, Value cls)
{
    const CInfo *info = ctype_info(cls);
    CInfo *item = ctype_info(info->proto);
    size_t n = (size_t)info->length;
    ForeignType *t = mem_calloc(vm, sizeof *t + (n + 1) * sizeof *t->elements);
    if (!t)
        return NULL;
    *t = (ForeignType){(size_t)info->size, (uint16_t)info->align,
                       vm->ctypes->foreign.structure, (ForeignType **)(void *)(t + 1)};
    for (size_t i = 0; i < n; i++)
        t->elements[i] = &item->foreign;
    return t;
}

static int keep_expanded(Maker *m, ForeignType *t)
{
    size_t n = 0;
    while (m->info->expanded && m->info->expanded[n])
        n++;
    ForeignType **grown =
        mem_realloc(m->vm, m->info->expanded, (n + 2) * sizeof *grown);
    if (!grown)
        return -1;
    grown[n] = t;
    grown[n + 1] = NULL;
    m->info->expanded = grown;
    return 0;
}

static int set_element(Maker *m, ForeignType **element, Value cls)
{
    CInfo *of = ctype_info(cls);
    *element = &of->foreign;
    if (!ctype_is_of(cls, m->vm->ctypes->meta_array) || m->info->size > REGISTERS_MOST)
        return 0;
    ForeignType *t = array_elements(m->vm, cls);
    if (!t || keep_expanded(m, t) < 0) {
        mem_free(m->vm, t);
        return -1;
    }
    *element = t;
    return 0;
}

static int set_foreign(Maker *m)
{
    CInfo *info = m->info;
    ForeignType **inherited = m->base ? m->base->foreign.elements : NULL;
    size_t n = 0;
    while (inherited && inherited[n])
        n++;
    ForeignType **e = mem_calloc(m->vm, (n + (size_t)m->count + 1) * sizeof *e);
    if (!e)
        return -1;
    mem_free(m->vm, info->foreign.elements);
    info->foreign = (ForeignType){(size_t)info->size, (uint16_t)info->align,
                                  m->vm->ctypes->foreign.structure, e};
    mem_copy(e, inherited, n * sizeof *e);
    for (int64_t i = 0; i < m->count; i++)
        if (set_element(m, &e[n + (size_t)i], list_get_borrow(m->types, i)) < 0)
            return -1;
    return 0;
}

/* ---- anonymous fields ------------------------------------------------------------ */

/* What of the field's own fields the class gets, as if they were its own. */
static int lift_fields(MinipyVM *vm, Value cls, const CField *of, int64_t index,
                       int64_t offset);

static int lift_field(MinipyVM *vm, Value cls, const CField *of, Value pair,
                      int64_t index, int64_t offset)
{
    if (!value_is_tuple(pair) || tuple_size(pair) < 2 ||
        !value_is_str(tuple_get_borrow(pair, 0)))
        return no_pair(vm);
    Value name = tuple_get_borrow(pair, 0), v = object_getattr(vm, of->proto, name);
    if (!v)
        return -1;
    int r = -1;
    if (value_obj(v)->type != vm->ctypes->field) {
        error_set(vm, EXC_TypeError, "unexpected type");
    } else if (CFIELD(v)->anonymous) {
        r = c_stack_check(vm) < 0
                ? -1
                : lift_fields(vm, cls, CFIELD(v), index + CFIELD(v)->index,
                              offset + CFIELD(v)->offset);
    } else {
        CField *f = field_copy(vm, CFIELD(v), index, offset);
        r = f ? object_setattr(vm, cls, name, value_from_obj(f)) : -1;
        if (f)
            obj_decref(vm, &f->ob);
    }
    value_decref(vm, v);
    return r;
}

/* Any sequence as a tuple; another TypeError for what is none. */
static Value as_tuple(MinipyVM *vm, Value v, const char *message)
{
    Value r = sequence_tuple(vm, v);
    if (!r && error_matches(vm, EXC_TypeError))
        error_set(vm, EXC_TypeError, "%s", message);
    return r;
}

static int lift_fields(MinipyVM *vm, Value cls, const CField *of, int64_t index,
                       int64_t offset)
{
    Value fields = object_getattr(vm, of->proto, NAME(vm, _fields_));
    Value pairs =
        fields ? as_tuple(vm, fields, "_fields_ must be a sequence") : VALUE_NULL;
    int r = pairs ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < tuple_size(pairs); i++)
        r = lift_field(vm, cls, of, tuple_get_borrow(pairs, i), index, offset);
    value_xdecref(vm, pairs);
    value_xdecref(vm, fields);
    return r;
}

static int lift_anonymous(MinipyVM *vm, Value cls, Value name)
{
    if (!value_is_str(name)) {
        error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
        return -1;
    }
    Value v = object_getattr(vm, cls, name);
    if (!v)
        return -1;
    int r = -1;
    if (!value_is_obj(v) || value_obj(v)->type != vm->ctypes->field) {
        error_set(vm, EXC_AttributeError,
                  "'%U' is specified in _anonymous_ but not in _fields_", name);
    } else {
        CFIELD(v)->anonymous = true;
        r = lift_fields(vm, cls, CFIELD(v), CFIELD(v)->index, CFIELD(v)->offset);
    }
    value_decref(vm, v);
    return r;
}

static int add_anonymous(MinipyVM *vm, Value cls)
{
    Value declared;
    int found = object_lookup_attr(vm, cls, NAME(vm, _anonymous_), &declared);
    if (found <= 0)
        return found;
    Value names = as_tuple(vm, declared, "_anonymous_ must be a sequence");
    int r = names ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < tuple_size(names); i++)
        r = lift_anonymous(vm, cls, tuple_get_borrow(names, i));
    value_xdecref(vm, names);
    value_decref(vm, declared);
    return r;
}

/* ---- the whole ------------------------------------------------------------------- */

/* 0; -1: it is no int that makes sense. */
static int read_pack(Maker *m)
{
    MinipyVM *vm = m->vm;
    Value v;
    int found = object_lookup_attr(vm, m->cls, NAME(vm, _pack_), &v), pack = 0;
    if (found <= 0)
        return found;
    bool good = value_is_int(v) && arg_int(vm, v, &pack) && pack >= 0;
    value_decref(vm, v);
    if (!good) {
        error_clear(vm);
        error_set(vm, EXC_ValueError, "_pack_ must be a non-negative integer");
        return -1;
    }
    m->layout.pack = pack;
    m->formatted = false;
    return 0;
}

static int read_settings(Maker *m)
{
    Value swapped;
    MinipyVM *vm = m->vm;
    int found = object_lookup_attr(vm, m->cls, NAME(vm, _swappedbytes_), &swapped);
    if (found < 0)
        return -1;
    if (found)
        value_decref(vm, swapped);
    m->layout.big_endian = found;
    m->formatted = m->is_struct;
    if (read_pack(m) < 0)
        return -1;
    m->count = object_length(vm, m->fields);
    if (m->count < 0 && error_matches(vm, EXC_TypeError))
        error_set(vm, EXC_TypeError, "'_fields_' must be a sequence of pairs");
    return m->count < 0 ? -1 : 0;
}

static int begin(Maker *m)
{
    MinipyVM *vm = m->vm;
    if (read_settings(m) < 0)
        return -1;
    if (m->info->flags & INFO_FINAL) {
        error_set(vm, EXC_AttributeError, "_fields_ is final");
        return -1;
    }
    m->base = ctype_info(value_from_obj(TYPE_OF(m->cls)->base));
    m->total_align = 1;
    if (m->base) {
        m->layout.size = m->layout.offset = m->base->size;
        m->total_align = m->base->align ? m->base->align : 1;
        if (m->base->flags & (INFO_POINTER | INFO_HAS_POINTER))
            m->info->flags |= INFO_HAS_POINTER;
    }
    m->types = list_new(vm, 0);
    return m->types ? info_set_format(vm, m->info, "", m->formatted ? "T{" : "B") : -1;
}

static int finish(Maker *m)
{
    CInfo *info = m->info;
    int64_t size = m->is_struct ? m->layout.size : m->union_size;
    int64_t whole = (size + m->total_align - 1) / m->total_align * m->total_align;
    if (m->formatted && add_format(m, "}") < 0)
        return -1;
    info->size = whole;
    info->align = m->total_align;
    info->length = m->count + (m->base ? m->base->length : 0);
    value_set_steal(m->vm, &info->argtypes, list_as_tuple(m->vm, m->types));
    if (!info->argtypes || set_foreign(m) < 0)
        return -1;
    if (info->flags & INFO_FINAL) {
        error_set(m->vm, EXC_AttributeError,
                  "Structure or union cannot contain itself");
        return -1;
    }
    info->flags |= INFO_FINAL;
    return add_anonymous(m->vm, m->cls);
}

/* cls._fields_ = fields. The classes of the fields stay with the class: libffi reads
 * what is in them. */
static int structure_set_fields(MinipyVM *vm, Value cls, Value fields, bool is_struct)
{
    Maker m = {.vm = vm,
               .cls = cls,
               .info = ctype_info(cls),
               .fields = fields,
               .is_struct = is_struct};
    if (!m.info) { /* __init_subclass__ is too early */
        error_set(vm, EXC_TypeError, "ctypes state is not initialized");
        return -1;
    }
    int r = begin(&m);
    for (int64_t i = 0; r == 0 && i < m.count; i++)
        r = add_field(&m, i);
    if (r == 0)
        r = finish(&m);
    value_xdecref(vm, m.types);
    return r;
}

/* ---- the metaclasses ------------------------------------------------------------- */

static int set_attribute(MinipyVM *vm, Value cls, Value name, Value v, bool is_struct)
{
    if (vm->types[KIND_TYPE]->slots.setattro(vm, cls, name, v) < 0)
        return -1;
    return v && value_is_str(name) && str_equal(name, NAME(vm, _fields_))
               ? structure_set_fields(vm, cls, v, is_struct)
               : 0;
}

static int struct_setattro(MinipyVM *vm, Value cls, Value name, Value v)
{
    return set_attribute(vm, cls, name, v, true);
}

static int union_setattro(MinipyVM *vm, Value cls, Value name, Value v)
{
    return set_attribute(vm, cls, name, v, false);
}

/* The class has the fields of its base and no others, unless it gets some yet. */
static int inherit(MinipyVM *vm, CType *t)
{
    CInfo *base = ctype_info(value_from_obj(t->t.base));
    if (!base)
        return 0;
    if (info_clone(vm, &t->info, base) < 0)
        return -1;
    t->info.flags &= ~(uint32_t)INFO_FINAL;
    base->flags |= INFO_FINAL;
    return 0;
}

static Value class_new(NEW_ARGS)
{
    CType *t = ctype_new(vm, cls, args, nargs, kwnames);
    if (!t)
        return VALUE_NULL;
    Value self = value_from_obj(t);
    DictObj *dict = t->t.own.dict;
    if (dict_get_str_borrow(vm, dict, NAME(vm, _abstract_))) {
        t->info.made = false;
        return self;
    }
    Value fields = value_xincref(dict_get_str_borrow(vm, dict, NAME(vm, _fields_)));
    t->info.foreign = (ForeignType){0, 1, vm->ctypes->foreign.structure, NULL};
    int r = info_set_format(vm, &t->info, "", "B");
    if (r == 0)
        r = fields ? object_setattr(vm, self, NAME(vm, _fields_), fields)
                   : inherit(vm, t);
    value_xdecref(vm, fields);
    if (r == 0)
        return self;
    type_decref(vm, &t->t);
    return VALUE_NULL;
}

static METHODS(meta_methods,
    CTYPE_METHODS(ctype_from_param_method),
);

CTYPE_META(meta_struct_spec, "_ctypes.PyCStructType", "metatype for the CData Objects",
           .new_ = class_new, .setattro = struct_setattro);

CTYPE_META(meta_union_spec, "_ctypes.UnionType", "metatype for the CData Objects",
           .new_ = class_new, .setattro = union_setattro);

/* ---- instances ------------------------------------------------------------------- */

typedef struct Given {
    Value self;
    const Value *args;
    int64_t n;
    Value kwnames; /* or VALUE_NULL */
} Given;

static bool is_keyword(const Given *g, Value name)
{
    for (int64_t i = 0; g->kwnames && i < tuple_size(g->kwnames); i++)
        if (str_equal(tuple_get_borrow(g->kwnames, i), name))
            return true;
    return false;
}

static int set_given(MinipyVM *vm, const Given *g, Value fields, int64_t i, Value v)
{
    Value pair = object_getitem(vm, fields, value_from_imm(i));
    Value name = pair ? object_getitem(vm, pair, value_from_imm(0)) : VALUE_NULL;
    int r = -1;
    if (name && !value_is_str(name))
        no_pair(vm);
    else if (name && is_keyword(g, name))
        error_set(vm, EXC_TypeError, "duplicate values for field %R", name);
    else if (name)
        r = object_setattr(vm, g->self, name, v);
    value_xdecref(vm, name);
    value_xdecref(vm, pair);
    return r;
}

/* The fields of t's bases first; how many arguments are used up, or -1. */
static int64_t set_positional(MinipyVM *vm, const Given *g, TypeObj *t)
{
    const CInfo *base = ctype_info(value_from_obj(t->base));
    int64_t from = 0;
    if (base && (c_stack_check(vm) < 0 || (from = set_positional(vm, g, t->base)) < 0))
        return -1;
    Value self = value_from_obj(t);
    const CInfo *info = ctype_info(self);
    Value fields = dict_get_str_borrow(vm, type_dict(vm, t), NAME(vm, _fields_));
    if (!fields)
        return from;
    value_incref(fields);
    int64_t length = info->length;
    for (int64_t i = from; i < length && i < g->n; i++)
        if (set_given(vm, g, fields, i - from, g->args[i]) < 0) {
            length = -1;
            break;
        }
    value_decref(vm, fields);
    return length;
}

static int structure_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                          Value kwnames)
{
    const Given g = {self, args, (int64_t)nargs, kwnames};
    if (nargs) {
        int64_t used = set_positional(vm, &g, value_obj(self)->type);
        if (used < 0)
            return -1;
        if (used < g.n) {
            error_set(vm, EXC_TypeError, "too many initializers");
            return -1;
        }
    }
    for (int64_t i = 0; kwnames && i < tuple_size(kwnames); i++)
        if (object_setattr(vm, self, tuple_get_borrow(kwnames, i),
                           args[nargs + (size_t)i]) < 0)
            return -1;
    return 0;
}

TYPE_SPEC(structure_spec,
    .name = "_ctypes.Structure", .doc = "Structure base class",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CData),
    .slots = {.new_ = cdata_new, .init = structure_init, .bf_getbuffer = cdata_getbuffer},
);

TYPE_SPEC(union_data_spec,
    .name = "_ctypes.Union", .doc = "Union base class",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CData),
    .slots = {.new_ = cdata_new, .init = structure_init, .bf_getbuffer = cdata_getbuffer},
);
