/* type_new.c - making a class: bases and metaclass, layout and __slots__, MRO, the
 * hooks that run at its birth, and the later assignment of __bases__.
 *
 * Layout of instances: the base's struct, then one Value per slot of __slots__, then
 * (if the base has none) an InstHead for __dict__; behind a variable part the InstHead
 * comes last (inst_offset -1). Weak references need no room (weakref.c). Read next:
 * type_slots.c.
 */
#include "vm/objects/args.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"
#include "vm/types/slot_defs.h"
#include "vm/types/class_dict.h"
#include "vm/types/type.h"
#include "vm/types/descr.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/memory/weakref.h"
#include "vm/memory/gc.h"
#include "vm/objects/cell.h"
#include "vm/objects/classmethod.h"
#include "vm/objects/super.h"
#include "vm/core/hooks.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"

/* ---- method resolution order ----------------------------------------------------- */

static Value mro_conflict(MinipyVM *vm, Value *lists, int64_t *at, int64_t n)
{
    Value seen = dict_new(vm), names = list_new(vm, 0), text = VALUE_NULL;
    Value sep = str_from_cstr(vm, ", ");
    if (!seen || !names || !sep)
        goto done;
    for (int64_t i = 0; i < n; i++) {
        if (at[i] >= seq_size(lists[i]))
            continue;
        Value c = seq_items(lists[i])[at[i]];
        int known = dict_contains(vm, seen, c);
        if (known < 0 || (!known && (dict_set(vm, seen, c, VALUE_NONE) < 0 ||
                                     list_append(vm, names, TYPE_OF(c)->name) < 0)))
            goto done;
    }
    text = str_join(vm, sep, names);
    if (text)
        error_set(
            vm, EXC_TypeError,
            "Cannot create a consistent method resolution\norder (MRO) for bases %U",
            text);
done:
    value_xdecref(vm, text);
    value_xdecref(vm, sep);
    value_xdecref(vm, names);
    value_xdecref(vm, seen);
    return VALUE_NULL;
}

static bool in_tail(Value list, int64_t at, Value c)
{
    for (int64_t i = at + 1; i < seq_size(list); i++)
        if (seq_items(list)[i] == c)
            return true;
    return false;
}

/* Appends the C3 merge of lists to `result`; at[] are zero on entry. */
static int merge(MinipyVM *vm, Value result, Value *lists, int64_t *at, int64_t n)
{
    for (;;) {
        int64_t empty = 0, i;
        for (i = 0; i < n; i++) {
            if (at[i] >= seq_size(lists[i])) {
                empty++;
                continue;
            }
            Value c = seq_items(lists[i])[at[i]];
            int64_t j = 0;
            while (j < n && !in_tail(lists[j], at[j], c))
                j++;
            if (j < n)
                continue;
            if (list_append(vm, result, c) < 0)
                return -1;
            for (j = 0; j < n; j++)
                if (at[j] < seq_size(lists[j]) && seq_items(lists[j])[at[j]] == c)
                    at[j]++;
            break;
        }
        if (empty == n)
            return 0;
        if (i == n) {
            mro_conflict(vm, lists, at, n);
            return -1;
        }
    }
}

static Value mro_of_one(MinipyVM *vm, TypeObj *t, TypeObj *base)
{
    int64_t n = tuple_size(base->mro);
    Value mro = tuple_alloc(vm, n + 1);
    if (!mro)
        return VALUE_NULL;
    TUPLE(mro)->items[0] = value_incref(value_from_obj(t));
    for (int64_t i = 0; i < n; i++)
        TUPLE(mro)->items[i + 1] = value_incref(tuple_get_borrow(base->mro, i));
    return mro;
}

Value type_mro_entries_merge(MinipyVM *vm, TypeObj *t)
{
    int64_t n = tuple_size(t->bases);
    for (int64_t i = 0; i < n; i++) {
        TypeObj *b = TYPE_OF(tuple_get_borrow(t->bases, i));
        if (!b->mro)
            return error_set(vm, EXC_TypeError, "Cannot extend an incomplete type '%N'",
                             b);
        for (int64_t j = 0; j < i; j++)
            if (tuple_get_borrow(t->bases, j) == value_from_obj(b))
                return error_set(vm, EXC_TypeError, "duplicate base class %U", b->name);
    }
    if (n == 1)
        return mro_of_one(vm, t, TYPE_OF(tuple_get_borrow(t->bases, 0)));
    Value result = list_new(vm, 0), mro = VALUE_NULL;
    Value *lists = mem_alloc(vm, (size_t)(n + 1) * sizeof *lists);
    int64_t *at = mem_calloc(vm, (size_t)(n + 1) * sizeof *at);
    if (result && lists && at && list_append(vm, result, value_from_obj(t)) == 0) {
        for (int64_t i = 0; i < n; i++)
            lists[i] = TYPE_OF(tuple_get_borrow(t->bases, i))->mro;
        lists[n] = t->bases;
        if (merge(vm, result, lists, at, n + 1) == 0)
            mro = list_as_tuple(vm, result);
    }
    mem_free(vm, at);
    mem_free(vm, lists);
    value_xdecref(vm, result);
    return mro;
}

static TypeObj *solid_base(TypeObj *t);

static Value custom_mro(MinipyVM *vm, TypeObj *t)
{
    Value self = value_from_obj(t);
    Value r = special_invoke(vm, self, NAME(vm, mro), NULL, 0);
    Value mro = r ? sequence_tuple(vm, r) : VALUE_NULL;
    value_xdecref(vm, r);
    if (mro && tuple_size(mro) == 0) {
        error_set(vm, EXC_TypeError, "type MRO must not be empty");
        value_clear(vm, &mro);
    }
    return mro;
}

/* As CPython looks at that of each class of a metaclass, which may have an mro() of its
 * own or not: bases that were assigned may bring a layout that type.mro() lets pass. */
static int check_mro(MinipyVM *vm, TypeObj *t, Value mro)
{
    TypeObj *solid = solid_base(t);
    for (int64_t i = 0; i < tuple_size(mro); i++) {
        Value c = tuple_get_borrow(mro, i);
        if (!value_is_type(c))
            error_set(vm, EXC_TypeError, "mro() returned a non-class ('%T')", c);
        else if (!type_is_subtype(solid, solid_base(TYPE_OF(c))))
            error_set(vm, EXC_TypeError,
                      "mro() returned base with unsuitable layout ('%N')", TYPE_OF(c));
        else
            continue;
        return -1;
    }
    return 0;
}

/* Does a change of c reach t, that is, are there bases from one to the other?
 * No, where the bases go deeper than C calls may: then nothing is cached. */
static bool derives(MinipyVM *vm, TypeObj *t, TypeObj *c)
{
    while (t != c && tuple_size(t->bases) == 1)
        t = TYPE_OF(tuple_get_borrow(t->bases, 0));
    if (t == c)
        return true;
    for (int64_t i = 0; !c_stack_full(vm) && i < tuple_size(t->bases); i++)
        if (derives(vm, TYPE_OF(tuple_get_borrow(t->bases, i)), c))
            return true;
    return false;
}

/* Runs a custom mro(). */
static int type_set_mro(MinipyVM *vm, TypeObj *t)
{
    /* Held, lest a new MRO comes to lie where it was. */
    Value custom = VALUE_NULL, old = value_xincref(t->mro), mro;
    if (t->ob.type != vm->types[KIND_TYPE])
        custom = type_lookup_borrow(vm, t->ob.type, NAME(vm, mro));
    if (custom && !value_is_kind(custom, KIND_METHOD_DESCR))
        mro = custom_mro(vm, t);
    else
        mro = type_mro_entries_merge(vm, t);
    if (mro && t->ob.type != vm->types[KIND_TYPE] && check_mro(vm, t, mro) < 0)
        value_clear(vm, &mro);
    bool overtaken = t->mro != old;
    value_xdecref(vm, old);
    if (!mro)
        return -1;
    if (overtaken) { /* mro() assigned __bases__: what that made counts */
        value_decref(vm, mro);
        return 0;
    }
    type_modified(vm, t);
    for (int64_t i = 0; custom && i < tuple_size(mro); i++)
        if (!derives(vm, t, TYPE_OF(tuple_get_borrow(mro, i))))
            t->flags |= TYPE_UNVERSIONED;
    value_set_steal(vm, &t->mro, mro);
    type_modified(vm, t);
    return 0;
}

/* ---- bases ----------------------------------------------------------------------- */

static int exception_struct(const TypeSpec *s)
{
    return s->aux == EXC_LAYOUT_KEY_ERROR ? EXC_LAYOUT_BASE : s->aux;
}

/* A str is variable only here: in CPython its text can lie elsewhere. */
static bool is_variable(const TypeObj *t)
{
    return t->itemsize != 0 && t->layout != KIND_STR;
}

/* Does t's instance struct hold more than its base's? A __dict__ counts only behind
 * items, as CPython has it there within the struct. */
static bool adds_fields(TypeObj *t)
{
    TypeObj *b = t->base;
    if (t->flags & TYPE_HEAP)
        return t->slots_count > 0 || (t->flags & TYPE_EXTENDED) ||
               (is_variable(t) && (t->flags & ~b->flags & TYPE_HAS_INST));
    if (t->flags & TYPE_EXCEPTION)
        return !(b->flags & TYPE_EXCEPTION) ||
               exception_struct(t->spec) != exception_struct(b->spec);
    return t->layout != b->layout || t->basicsize != b->basicsize ||
           t->itemsize != b->itemsize;
}

static TypeObj *solid_base(TypeObj *t)
{
    while (t->base && !adds_fields(t))
        t = t->base;
    return t;
}

/* Borrowed. */
static TypeObj *type_best_base(MinipyVM *vm, Value bases)
{
    TypeObj *winner = NULL, *base = NULL;
    for (int64_t i = 0; i < tuple_size(bases); i++) {
        Value b = tuple_get_borrow(bases, i);
        if (!value_is_type(b))
            return error_set(vm, EXC_TypeError, "bases must be types"), NULL;
        TypeObj *t = TYPE_OF(b);
        if (!(t->flags & TYPE_BASE))
            return error_set(vm, EXC_TypeError,
                             "type '%N' is not an acceptable base type", t),
                   NULL;
        TypeObj *solid = solid_base(t);
        if (!winner ||
            (!type_is_subtype(winner, solid) && type_is_subtype(solid, winner))) {
            winner = solid;
            base = t;
        } else if (!type_is_subtype(winner, solid)) {
            return error_set(vm, EXC_TypeError,
                             "multiple bases have instance lay-out conflict"),
                   NULL;
        }
    }
    return base;
}

/* The most derived of meta and the metaclasses of the bases; borrowed. */
static TypeObj *calculate_metaclass(MinipyVM *vm, TypeObj *meta, Value bases)
{
    TypeObj *winner = meta;
    for (int64_t i = 0; i < tuple_size(bases); i++) {
        TypeObj *m = value_type(vm, tuple_get_borrow(bases, i));
        if (type_is_subtype(winner, m))
            continue;
        if (!type_is_subtype(m, winner))
            return error_set(
                       vm, EXC_TypeError,
                       "metaclass conflict: the metaclass of a derived class must be a "
                       "(non-strict) subclass of the metaclasses of all its bases"),
                   NULL;
        winner = m;
    }
    return winner;
}

static int check_bases(MinipyVM *vm, Value bases)
{
    for (int64_t i = 0; i < tuple_size(bases); i++) {
        Value b = tuple_get_borrow(bases, i), entries;
        if (value_is_type(b))
            continue;
        int found = object_lookup_attr(vm, b, NAME(vm, __mro_entries__), &entries);
        if (found < 0)
            return -1;
        if (found) {
            value_decref(vm, entries);
            return error_set(vm, EXC_TypeError,
                             "type() doesn't support MRO entry resolution; use "
                             "types.new_class()"),
                   -1;
        }
    }
    return 0;
}

/* ---- __slots__ ------------------------------------------------------------------- */

typedef struct ClassMaker {
    MinipyVM *vm;
    TypeObj *meta, *base;
    Value name, bases;
    DictObj *dict; /* the class's own, being filled */
    Value slots;   /* tuple of mangled names, sorted, or VALUE_NULL: no __slots__ */
    bool may_add_dict, may_add_weak, add_dict, add_weak;
    TypeExtension *extension; /* or NULL */
    TypeObj *type;
} ClassMaker;

/* _Class__name for private names, else the name itself; new. */
static Value mangle(MinipyVM *vm, Value cls, Value name)
{
    int64_t n = str_length(name), skip = 0;
    StrObj *s = STR(name), *c = STR(cls);
    if (n < 2 || str_char_at(s, 0) != '_' || str_char_at(s, 1) != '_' ||
        (str_char_at(s, n - 1) == '_' && str_char_at(s, n - 2) == '_'))
        return value_incref(name);
    for (int64_t i = 0; i < n; i++)
        if (str_char_at(s, i) == '.')
            return value_incref(name);
    while (skip < c->length && str_char_at(c, skip) == '_')
        skip++;
    if (skip == c->length)
        return value_incref(name);
    Value bare = str_substring(vm, cls, skip, c->length);
    Value r = bare ? str_format_c(vm, "_%U%U", bare, name) : VALUE_NULL;
    value_xdecref(vm, bare);
    return r;
}

/* Does a type's instance have a __dict__ already? */
static bool has_dict(TypeObj *t)
{
    return t->inst_offset != 0 || type_keeps_own_dict(t);
}

/* One item of __slots__: 1: a slot of this (stolen into *out) name, 0: a special one,
 * -1. */
static int slot_item(ClassMaker *m, Value item, Value *out)
{
    MinipyVM *vm = m->vm;
    if (!value_is_str(item))
        return error_set(vm, EXC_TypeError, "__slots__ items must be strings, not '%T'",
                         item),
               -1;
    if (!str_is_identifier(item))
        return error_set(vm, EXC_TypeError, "__slots__ must be identifiers"), -1;
    if (str_equal(item, NAME(vm, __dict__))) {
        if (!m->may_add_dict || m->add_dict)
            return error_set(vm, EXC_TypeError,
                             "__dict__ slot disallowed: we already got one"),
                   -1;
        m->add_dict = true;
        return 0;
    }
    if (str_equal(item, NAME(vm, __weakref__))) {
        if (!m->may_add_weak || m->add_weak)
            return error_set(vm, EXC_TypeError,
                             "__weakref__ slot disallowed: either we already "
                             "got one, or __itemsize__ != 0"),
                   -1;
        m->add_weak = true;
        return 0;
    }
    Value name = mangle(vm, m->name, item);
    if (!name || !(name = str_intern_steal(vm, name)))
        return -1;
    if (name != NAME(vm, __qualname__) && name != NAME(vm, __classcell__) &&
        dict_get_str_borrow(vm, m->dict, name)) {
        error_set(vm, EXC_ValueError, "%R in __slots__ conflicts with class variable",
                  name);
        value_decref(vm, name);
        return -1;
    }
    *out = name;
    return 1;
}

static int collect_slots(ClassMaker *m, Value declared)
{
    MinipyVM *vm = m->vm;
    Value items = value_is_str(declared) ? tuple_from(vm, &declared, 1)
                                         : sequence_tuple(vm, declared);
    Value names = items ? list_new(vm, 0) : VALUE_NULL;
    if (!names)
        goto error;
    TypeObj *b = m->base;
    if (tuple_size(items) > 0 && (is_variable(b) || b->layout == KIND_TYPE)) {
        error_set(vm, EXC_TypeError,
                  "nonempty __slots__ not supported for subtype of '%N'", b);
        goto error;
    }
    for (int64_t i = 0; i < tuple_size(items); i++) {
        Value name;
        int r = slot_item(m, tuple_get_borrow(items, i), &name);
        if (r < 0 || (r > 0 && list_append_steal(vm, names, name) < 0))
            goto error;
    }
    if (list_sort(vm, names, VALUE_NULL, false) < 0)
        goto error;
    m->slots = list_as_tuple(vm, names);
error:
    value_xdecref(vm, names);
    value_xdecref(vm, items);
    return m->slots ? 0 : -1;
}

/* Secondary bases may bring a __dict__ or weak references that the first does not have.
 */
static void inherit_dict_weak(ClassMaker *m)
{
    for (int64_t i = 0; i < tuple_size(m->bases); i++) {
        TypeObj *b = TYPE_OF(tuple_get_borrow(m->bases, i));
        if (b == m->base)
            continue;
        if (m->may_add_dict && !m->add_dict && has_dict(b))
            m->add_dict = true;
        if (m->may_add_weak && !m->add_weak && (b->flags & TYPE_WEAKREFS))
            m->add_weak = true;
    }
}

static int plan_layout(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    TypeObj *b = m->base;
    m->may_add_dict = !has_dict(b);
    m->may_add_weak = !(b->flags & TYPE_WEAKREFS) && !is_variable(b);
    Value declared = dict_get_str_borrow(vm, m->dict, NAME(vm, __slots__));
    if (!declared) {
        m->add_dict = m->may_add_dict;
        m->add_weak = m->may_add_weak;
        return 0;
    }
    value_incref(declared);
    int r = collect_slots(m, declared);
    value_decref(vm, declared);
    if (r == 0 && tuple_size(m->bases) > 1)
        inherit_dict_weak(m);
    return r;
}

/* ---- the type object ------------------------------------------------------------- */

/* Makes instances `size` bytes longer; the offset of the new bytes. */
static int32_t add_fields(TypeObj *t, int64_t size)
{
    int32_t *end = t->itemsize ? &t->tail_size : &t->basicsize;
    if (size > 0)
        *end = (*end + 7) & ~7;
    int32_t start = *end;
    *end += (int32_t)size;
    return t->itemsize ? ~start : start;
}

/* From now on the class owns it. */
static void extend(TypeObj *t, TypeExtension *x)
{
    t->life = &x->life;
    t->flags |= TYPE_EXTENDED;
    t->dealloc = type_spec_dealloc(t->life);
    x->offset = add_fields(t, x->size);
}

static void lay_out(ClassMaker *m, TypeObj *t)
{
    enum {
        INHERITED =
            TYPE_EXCEPTION | TYPE_MATCH_SELF | TYPE_GC | TYPE_WEAKREFS | TYPE_HAS_INST
    };
    TypeObj *b = m->base;
    int64_t nslots = m->slots ? tuple_size(m->slots) : 0;
    t->spec = b->spec;
    t->life = b->life;
    t->dealloc = b->dealloc;
    t->death = instance_death;
    t->flags = TYPE_HEAP | TYPE_BASE | TYPE_GC | (b->flags & INHERITED);
    t->layout = b->layout;
    t->itemsize = b->itemsize;
    t->inst_offset = b->inst_offset;
    t->inline_slots = b->inline_slots;
    t->basicsize = b->basicsize;
    t->tail_size = b->tail_size;
    if (m->extension)
        extend(t, m->extension);
    t->slots_count = (int32_t)nslots;
    t->has_slots = nslots > 0 || b->has_slots;
    t->slots_start = add_fields(t, nslots * (int64_t)sizeof(Value));
    if (m->add_dict) {
        t->flags |= TYPE_HAS_INST;
        t->inst_offset = add_fields(t, sizeof(InstHead));
    }
    if (m->add_weak)
        t->flags |= TYPE_WEAKREFS;
    type_size_block(t);
}

static TypeObj *new_type_object(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    TypeObj *t = (TypeObj *)object_alloc(vm, m->meta, 0);
    if (!t)
        return NULL;
    m->type = t;
    lay_out(m, t);
    t->name = value_incref(m->name);
    t->qualname = value_incref(m->name);
    t->bases = value_incref(m->bases);
    t->base = type_incref(m->base);
    t->own.dict = (DictObj *)obj_incref((Object *)m->dict);
    t->own.dict->of_class = DICT_OF_CLASS;
    t->slot_names = value_xincref(m->slots);
    return t;
}

static int set_own(ClassMaker *m, Value name, Value value_steal)
{
    if (!value_steal)
        return -1;
    int r = dict_set(m->vm, value_from_obj(m->dict), name, value_steal);
    value_decref(m->vm, value_steal);
    return r;
}

static int set_module_and_qualname(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    if (!dict_get_str_borrow(vm, m->dict, NAME(vm, __module__))) {
        DictObj *globals = frame_current_globals_borrow(vm);
        Value name =
            globals ? dict_get_str_borrow(vm, globals, NAME(vm, __name__)) : VALUE_NULL;
        if (name && set_own(m, NAME(vm, __module__), value_incref(name)) < 0)
            return -1;
    }
    Value q = dict_get_str_borrow(vm, m->dict, NAME(vm, __qualname__));
    if (!q)
        return 0;
    if (!value_is_str(q))
        return error_set(vm, EXC_TypeError, "type __qualname__ must be a str, not %T",
                         q),
               -1;
    value_set_steal(vm, &m->type->qualname, value_incref(q));
    return dict_delete(vm, value_from_obj(m->dict), NAME(vm, __qualname__)) < 0 ? -1
                                                                                : 0;
}

/* __new__ is a static method, the class hooks are class methods, without being told. */
static int wrap_special_methods(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    Value f = dict_get_str_borrow(vm, m->dict, NAME(vm, __new__));
    if (f && value_is_kind(f, KIND_FUNCTION) &&
        set_own(m, NAME(vm, __new__), staticmethod_new(vm, f)) < 0)
        return -1;
    const int hooks[] = {NAME___init_subclass__, NAME___class_getitem__};
    for (int i = 0; i < 2; i++) {
        f = dict_get_str_borrow(vm, m->dict, vm->names[hooks[i]]);
        if (f && value_is_kind(f, KIND_FUNCTION) &&
            set_own(m, vm->names[hooks[i]], classmethod_new(vm, f)) < 0)
            return -1;
    }
    return 0;
}

static const GetSetDef dict_getset = {"__dict__", inst_dict_get, inst_dict_set,
                                      "dictionary for instance variables (if defined)",
                                      NULL};

GETTER(weakref_get)
{
    return weakref_first(vm, self);
}
GETSETS(type_weakref_getset,
    {"__weakref__", weakref_get, NULL, "list of weak references to the object (if defined)", NULL},
);

static int add_descriptors(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    TypeObj *t = m->type;
    for (int64_t i = 0; i < t->slots_count; i++) {
        Value name = tuple_get_borrow(m->slots, i);
        if (dict_get_str_borrow(vm, m->dict, name))
            continue; /* __module__, set above, stays what it is */
        MemberDef *def = mem_calloc(vm, sizeof *def);
        if (!def)
            return -1;
        def->name = str_utf8(vm, name, NULL);
        def->type = MEMBER_VALUE;
        int32_t place = (int32_t)(i * (int64_t)sizeof(Value));
        def->offset =
            t->slots_start < 0 ? t->slots_start - place : t->slots_start + place;
        Value d = def->name ? member_descr_new(vm, t, def, name) : VALUE_NULL;
        if (!d)
            mem_free(vm, def);
        if (set_own(m, name, d) < 0)
            return -1;
    }
    if (m->add_dict && !dict_get_str_borrow(vm, m->dict, NAME(vm, __dict__)) &&
        set_own(m, NAME(vm, __dict__), getset_descr_new(vm, t, &dict_getset)) < 0)
        return -1;
    if (m->add_weak && !dict_get_str_borrow(vm, m->dict, NAME(vm, __weakref__)) &&
        set_own(m, NAME(vm, __weakref__),
                getset_descr_new(vm, t, type_weakref_getset)) < 0)
        return -1;
    Value doc = dict_get_str_borrow(vm, m->dict, NAME(vm, __doc__));
    if (doc && value_is_str(doc) && !str_utf8(vm, doc, NULL))
        return -1; /* CPython keeps it for C too */
    if (!doc && set_own(m, NAME(vm, __doc__), VALUE_NONE) < 0)
        return -1;
    if (dict_get_str_borrow(vm, m->dict, NAME(vm, __eq__)) &&
        !dict_get_str_borrow(vm, m->dict, NAME(vm, __hash__)))
        return set_own(m, NAME(vm, __hash__), VALUE_NONE);
    return 0;
}

static int set_classcell(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    Value cell = dict_get_str_borrow(vm, m->dict, NAME(vm, __classcell__));
    if (!cell)
        return 0;
    if (!value_is_kind(cell, KIND_CELL))
        return error_set(vm, EXC_TypeError,
                         "__classcell__ must be a nonlocal cell, not %R",
                         value_from_obj(value_type(vm, cell))),
               -1;
    value_set_steal(vm, &CELL(cell)->value, value_incref(value_from_obj(m->type)));
    return dict_delete(vm, value_from_obj(m->dict), NAME(vm, __classcell__)) < 0 ? -1
                                                                                 : 0;
}

/* MRO, then what follows from it. */
static int make_ready(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    TypeObj *t = m->type;
    if (type_set_mro(vm, t) < 0)
        return -1;
    t->slots = t->base->slots;
    bool plain =
        tuple_size(t->bases) == 1 && tuple_size(t->mro) == tuple_size(t->base->mro) + 1;
    if (plain)
        type_fix_own_slots(vm, t);
    else
        type_fix_all_slots(vm, t);
    if (!t->slots.iternext)
        t->slots.iternext = iter_not_implemented;
    for (int64_t i = 1; i < tuple_size(t->mro); i++) {
        uint32_t pattern = TYPE_SEQUENCE | TYPE_MAPPING;
        if (t->flags & pattern)
            break;
        t->flags |= TYPE_OF(tuple_get_borrow(t->mro, i))->flags & pattern;
    }
    for (int64_t i = 0; i < tuple_size(t->bases); i++)
        if (type_add_subclass(vm, TYPE_OF(tuple_get_borrow(t->bases, i)), t) < 0)
            return -1;
    return 0;
}

/* ---- hooks ----------------------------------------------------------------------- */

static int call_set_names(ClassMaker *m)
{
    MinipyVM *vm = m->vm;
    Value copy =
        dict_copy(vm, value_from_obj(m->dict)); /* hooks may change the class */
    if (!copy)
        return -1;
    int64_t pos = 0;
    Value key, value;
    int result = 0;
    while (result == 0 && dict_next(copy, &pos, &key, &value)) {
        if (!type_lookup_borrow(vm, value_type(vm, value), NAME(vm, __set_name__)))
            continue;
        Value f = object_lookup_special(vm, value, NAME(vm, __set_name__));
        if (!f) {
            result = -1; /* its own descriptor's exception */
            continue;
        }
        Value r = call2(vm, f, value_from_obj(m->type), key);
        value_decref(vm, f);
        if (r) {
            value_decref(vm, r);
            continue;
        }
        Value cause = error_fetch(vm);
        error_set(vm, EXC_RuntimeError,
                  "Error calling __set_name__ on '%T' instance %R in '%N'", value, key,
                  m->type);
        if (vm->raised && cause) {
            value_set_steal(vm, &EXC_OBJ(vm->raised)->cause, value_incref(cause));
            EXC_OBJ(vm->raised)->suppress_context = true;
            value_set_steal(vm, &EXC_OBJ(vm->raised)->context, cause);
        }
        result = -1;
    }
    value_decref(vm, copy);
    return result;
}

static int call_init_subclass(ClassMaker *m, const Value *values, Value kwnames)
{
    MinipyVM *vm = m->vm;
    Value self = value_from_obj(m->type), unbound;
    Value start = super_start(vm, self, self);
    Value f = start ? super_getattr(vm, self, self, start, NAME(vm, __init_subclass__),
                                    &unbound)
                    : VALUE_NULL;
    if (!f)
        return -1;
    Value r;
    if (unbound) {
        r = call1(vm, f, unbound);
        value_decref(vm, unbound);
    } else {
        r = call(vm, f, values, 0, kwnames);
    }
    value_decref(vm, f);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* ---- type.__new__ ---------------------------------------------------------------- */

int type_check_name(MinipyVM *vm, Value name)
{
    int64_t size;
    const char *s = str_utf8(vm, name, &size); /* kept: type_name_cstr relies on it */
    if (!s)
        return -1;
    if (strlen(s) != (size_t)size)
        return error_set(vm, EXC_ValueError,
                         "type name must not contain null characters"),
               -1;
    return 0;
}

static Value build(ClassMaker *m, const Value *values, Value kwnames)
{
    MinipyVM *vm = m->vm;
    if (plan_layout(m) < 0 || type_check_name(vm, m->name) < 0 || !new_type_object(m))
        return VALUE_NULL;
    Value t = value_from_obj(m->type);
    if (set_module_and_qualname(m) < 0 || wrap_special_methods(m) < 0 ||
        set_classcell(m) < 0 || add_descriptors(m) < 0 || make_ready(m) < 0 ||
        call_set_names(m) < 0 || call_init_subclass(m, values, kwnames) < 0) {
        value_decref(vm, t);
        return VALUE_NULL;
    }
    return t;
}

static bool check_arguments(MinipyVM *vm, const Value *args, size_t nargs)
{
    if (nargs != 3) {
        error_set(vm, EXC_TypeError,
                  "type.__new__() takes exactly 3 arguments (%zd given)",
                  (int64_t)nargs);
        return false;
    }
    if (!value_is_str(args[0]))
        arg_type_error(vm, "type.__new__", "1", "str", args[0]);
    else if (!value_is_tuple(args[1]))
        arg_type_error(vm, "type.__new__", "2", "tuple", args[1]);
    else if (!value_is_dict(args[2]))
        arg_type_error(vm, "type.__new__", "3", "dict", args[2]);
    else
        return true;
    return false;
}

/* A copy in the order in which a program sees it: an OrderedDict has its own. */
static Value copy_namespace(MinipyVM *vm, Value of)
{
    if (value_is_exact(vm, of, KIND_DICT))
        return dict_copy(vm, of);
    Value copy = dict_new(vm);
    if (copy && dict_update(vm, copy, of) < 0)
        value_clear(vm, &copy);
    return copy;
}

/* The class of a dict that becomes its own, by the metaclass that was found. */
static Value new_class(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
                       Value kwnames, Value bases)
{
    TypeObj *base = type_best_base(vm, bases);
    Value dict = base ? copy_namespace(vm, args[2]) : VALUE_NULL, r = VALUE_NULL;
    if (dict) {
        ClassMaker m = {.vm = vm,
                        .meta = meta,
                        .base = base,
                        .name = args[0],
                        .bases = bases,
                        .dict = DICT(dict)};
        r = build(&m, args + nargs, kwnames);
        value_xdecref(vm, m.slots);
        value_decref(vm, dict);
    }
    return r;
}

Value type_new(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
               Value kwnames)
{
    if (!check_arguments(vm, args, nargs))
        return VALUE_NULL;
    Value object = value_from_obj(vm->types[KIND_OBJECT]), r = VALUE_NULL;
    Value bases =
        tuple_size(args[1]) ? value_incref(args[1]) : tuple_from(vm, &object, 1);
    if (!bases)
        return VALUE_NULL;
    TypeObj *winner = NULL;
    if (check_bases(vm, bases) == 0)
        winner = calculate_metaclass(vm, meta, bases);
    if (!winner)
        goto done;
    type_incref(winner); /* a base may get another class while __slots__ are listed */
    if (winner != meta && winner->slots.new_ != type_new)
        r = winner->slots.new_(vm, winner, args, nargs, kwnames);
    else
        r = new_class(vm, winner, args, nargs, kwnames, bases);
done:
    if (winner)
        type_decref(vm, winner);
    value_decref(vm, bases);
    return r;
}

Value type_new_extended(MinipyVM *vm, const Value args[3], TypeExtension *x)
{
    Value r = VALUE_NULL;
    ClassMaker m = {.vm = vm, .name = args[0], .bases = args[1], .extension = x};
    Value dict = dict_copy(vm, args[2]);
    if (dict && (m.base = type_best_base(vm, m.bases)) != NULL) {
        m.meta = value_type(vm, value_from_obj(m.base));
        m.dict = DICT(dict);
        if (is_variable(m.base) || type_keeps_own_dict(m.base) ||
            m.meta->slots.new_ != type_new)
            error_set(vm, EXC_TypeError, "a native class cannot have the base '%N'",
                      m.base);
        else
            r = build(&m, NULL, VALUE_NULL);
    }
    value_xdecref(vm, m.slots);
    value_xdecref(vm, dict);
    if (!m.type)
        mem_free(vm, x);
    return r;
}

/* ---- assignment to __bases__ and __class__ --------------------------------------- */

static bool adds_weak(const TypeObj *t)
{
    return (t->flags & ~t->base->flags) & TYPE_WEAKREFS;
}

/* The nearest class whose instances have something that its base's have not: fields, a
 * __dict__ or weak references. */
static TypeObj *extending_base(TypeObj *t)
{
    while (t->base && !adds_fields(t) && has_dict(t) == has_dict(t->base) &&
           !adds_weak(t))
        t = t->base;
    return t;
}

/* Do two classes over one base add the same to it? CPython compares sizes, and finds
 * too much in a class that adds weak references behind __slots__, or a __dict__ to what
 * has a variable part: such a class is like no other. */
static bool same_addition(const TypeObj *x, const TypeObj *y)
{
    if (!(x->flags & y->flags & TYPE_HEAP) || x->base != y->base ||
        x->life != y->life || x->slots_count != y->slots_count ||
        adds_weak(x) != adds_weak(y) || (adds_weak(x) && x->slots_count > 0) ||
        (is_variable(x) && x->inst_offset != x->base->inst_offset))
        return false;
    return x->slots_count == 0 || object_slots_equal(x->slot_names, y->slot_names);
}

static bool same_layout(TypeObj *a, TypeObj *b)
{
    if (a->layout != b->layout || a->basicsize != b->basicsize ||
        a->itemsize != b->itemsize || a->inst_offset != b->inst_offset ||
        a->tail_size != b->tail_size || has_dict(a) != has_dict(b) ||
        ((a->flags ^ b->flags) & (TYPE_GC | TYPE_HAS_INST | TYPE_WEAKREFS)))
        return false;
    TypeObj *x = extending_base(a), *y = extending_base(b);
    return x == y || same_addition(x, y);
}

bool type_same_layout(TypeObj *a, TypeObj *b)
{
    return a->mro && b->mro && /* else it is in the making, and has no slots */
           same_layout(a, b);
}

typedef struct MroUpdate {
    Value changes; /* list of (type, old MRO or None, new MRO) */
} MroUpdate;

static void put_mro_back(MinipyVM *vm, TypeObj *t, Value old)
{
    value_set_steal(vm, &t->mro, old == VALUE_NONE ? VALUE_NULL : value_incref(old));
}

static int update_mro(MinipyVM *vm, TypeObj *t, void *arg)
{
    MroUpdate *u = arg;
    Value old = t->mro ? value_incref(t->mro) : VALUE_NONE;
    int r = type_set_mro(vm, t);
    if (r == 0) {
        Value change = tuple_pack(vm, 3, value_from_obj(t), old, t->mro);
        if (!change || list_append_steal(vm, u->changes, change) < 0) {
            put_mro_back(vm, t, old);
            r = -1;
        }
    }
    value_decref(vm, old);
    return r;
}

/* Takes the changes back, but for those that somebody else has overtaken. */
static void restore_mros(MinipyVM *vm, MroUpdate *u)
{
    for (int64_t i = 0; i < list_size(u->changes); i++) {
        Value change = list_get_borrow(u->changes, i),
              old = tuple_get_borrow(change, 1);
        TypeObj *t = TYPE_OF(tuple_get_borrow(change, 0));
        if (t->mro == tuple_get_borrow(change, 2))
            put_mro_back(vm, t, old);
    }
}

static int refix(MinipyVM *vm, TypeObj *t, void *arg)
{
    (void)arg;
    TypeSlots before = t->slots;
    type_modified(vm, t);
    if (t->mro) /* else it is in the making, and its slots with it */
        type_fix_all_slots(vm, t);
    type_check_descriptor(vm, &before, &t->slots);
    return 0;
}

/* The MRO can be behind the bases while a mro() runs. */
static bool in_base_chain(TypeObj *a, TypeObj *t)
{
    while (a && a != t)
        a = a->base;
    return a != NULL;
}

static int check_new_bases(MinipyVM *vm, TypeObj *t, Value bases)
{
    if (!value_is_tuple(bases))
        return error_set(vm, EXC_TypeError,
                         "can only assign tuple to %N.__bases__, not %T", t, bases),
               -1;
    if (tuple_size(bases) == 0)
        return error_set(vm, EXC_TypeError,
                         "can only assign non-empty tuple to %N.__bases__, not ()", t),
               -1;
    for (int64_t i = 0; i < tuple_size(bases); i++) {
        Value b = tuple_get_borrow(bases, i);
        if (!value_is_type(b))
            return error_set(
                       vm, EXC_TypeError,
                       "%.9999N.__bases__ must be tuple of classes, not '%.9999T'", t,
                       b),
                   -1;
        if (type_is_subtype(TYPE_OF(b), t) || in_base_chain(TYPE_OF(b), t))
            return error_set(vm, EXC_TypeError,
                             "a __bases__ item causes an inheritance cycle"),
                   -1;
    }
    return 0;
}

static void swap_bases(MinipyVM *vm, TypeObj *t, Value bases, TypeObj *base)
{
    for (int64_t i = 0; i < tuple_size(t->bases); i++)
        type_remove_subclass(vm, TYPE_OF(tuple_get_borrow(t->bases, i)), t);
    for (int64_t i = 0; i < tuple_size(bases); i++)
        if (type_add_subclass(vm, TYPE_OF(tuple_get_borrow(bases, i)), t) < 0) {
            t->flags |= TYPE_UNVERSIONED;
            error_clear(vm);
        }
    TypeObj *old = t->base;
    t->base = type_incref(base);
    value_set_steal(vm, &t->bases, value_incref(bases));
    type_decref(vm, old);
}

/* Whether CPython's collector looks after instances of t: of every class that a program
 * made it does. */
static bool collected(const TypeObj *t)
{
    return t->flags & (TYPE_HEAP | TYPE_GC);
}

/* The base that CPython would say. It sees no more in a class whose struct adds a
 * __dict__ alone (ast.AST) than in one of Python's, and takes the one that stands
 * first.
 */
static TypeObj *base_by_size(TypeObj *base, Value bases)
{
    TypeObj *first = TYPE_OF(tuple_get_borrow(bases, 0)), *solid = solid_base(base);
    bool dict_alone = solid->flags & TYPE_OPEN && solid->flags & TYPE_HAS_INST &&
                      solid->basicsize == sizeof(Object) + sizeof(InstHead);
    return dict_alone && !type_is_subtype(first, solid) ? first : base;
}

int type_assign_bases(MinipyVM *vm, TypeObj *t, Value bases)
{
    if (check_new_bases(vm, t, bases) < 0)
        return -1;
    TypeObj *base = type_best_base(vm, bases);
    if (!base)
        return -1;
    base = base_by_size(base, bases);
    const char *differs = collected(base) != collected(t->base) ? "deallocator"
                          : !same_layout(base, t->base)         ? "object layout"
                                                                : NULL;
    if (differs)
        return error_set(vm, EXC_TypeError,
                         "__bases__ assignment: '%.9999N' %s differs from '%.9999N'",
                         base, differs, t->base),
               -1;
    MroUpdate u = {list_new(vm, 0)};
    if (!u.changes)
        return -1;
    Value old_bases = value_incref(t->bases);
    TypeObj *old_base = type_incref(t->base);
    type_modified(vm, t);
    swap_bases(vm, t, bases, base);
    int r = type_each_descendant(vm, t, update_mro, &u);
    Value saved = error_fetch(vm);
    if (r < 0) {
        restore_mros(vm, &u);
        if (t->bases == bases)
            swap_bases(vm, t, old_bases, old_base);
    }
    type_all_descendants(vm, t, refix, NULL);
    error_restore_steal(vm, saved);
    value_decref(vm, old_bases);
    type_decref(vm, old_base);
    value_decref(vm, u.changes);
    return r;
}
