/* api_type.c - classes made in C by a host. Such a class is made as a class statement
 * makes one (type_new_extended), of a dict with the host's methods, so that special
 * methods, inheritance, and subclasses in Python are what they are for any class. What
 * it adds is room for the host's data in each instance, and the functions that release
 * and visit it: a TypeExtension, which the class and its subclasses name as their
 * `life`. The slots that loops stand on call the host's function themselves. Rejected:
 * a TypeSpec with a C slot for each of the host's: an operator would save one call in
 * C, for a hundred lines of header and a trampoline for each slot, and such types live
 * as long as the vm. Read next: api_function.c.
 */
#include "vm/api/api.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/memory/gc.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/objects/args.h"
#include "vm/objects/classmethod.h"
#include "vm/objects/native.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/types/descr.h"
#include "vm/types/slot_defs.h"
#include "vm/types/type.h"
#include "vm/types/type_slots.h"

typedef struct HostType HostType;
typedef struct HostMember {
    GetSetDef def; /* its closure is the HostMember */
    const MinipyMember *row;
    const HostType *of;
} HostMember;

/* The special methods that a slot calls without looking them up. */
enum {
    DIRECT_INIT,
    DIRECT_ITER,
    DIRECT_NEXT,
    DIRECT_LEN,
    DIRECT_GETITEM,
    DIRECT_SETITEM,
    DIRECT_DELITEM,
    DIRECT_COMPARE, /* six, in the order of CompareOp */
    DIRECT_COUNT = DIRECT_COMPARE + 6
};

struct HostType {
    TypeExtension x;
    const MinipyType *def;
    const TypeSpec *base; /* the life of the base */
    /* The functions behind the methods, in the order of the rows; strong. */
    Value *functions;
    /* Borrowed of these; what leaves the class leaves the slot, too (update_slot).
     * VALUE_NULL: the class has none of its own. */
    Value direct[DIRECT_COUNT];
    HostNext next; /* of direct[DIRECT_NEXT] */
    bool compares; /* has a method for one of the comparisons */
    HostMember members[];
};

static void host_dealloc(MinipyVM *vm, Object *o);

/* What the host's nearest class among t and its bases adds; NULL: there is none. */
static const HostType *host_of(const TypeSpec *life)
{
    return life->dealloc == host_dealloc ? (const HostType *)(const void *)life : NULL;
}

static void *data_of(Object *o, const HostType *h)
{
    return (char *)o + h->x.offset;
}

/* The part of an instance that `def` describes, or NULL. */
static void *find_data(MinipyVM *vm, Value v, const MinipyType *def)
{
    const HostType *h = host_of(value_type(vm, v)->life);
    while (h && h->def != def)
        h = host_of(h->base);
    return h ? data_of(value_obj(v), h) : NULL;
}

/* ---- the life of instances ------------------------------------------------------- */

static void release_values(MinipyVM *vm, Value *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        value_clear(vm, &values[i]);
}

/* Runs a function of the host's that must not change what is pending. */
static void run_quietly(MinipyVM *vm, const MinipyType *def, void *data,
                        void (*f)(MinipyVM *vm, void *user, void *data))
{
    if (!f)
        return;
    Value saved = error_fetch(vm);
    f(vm, def->user, data);
    error_restore_steal(vm, saved);
}

/* From the class to its bases, as they were built up. */
static void host_dealloc(MinipyVM *vm, Object *o)
{
    const TypeSpec *life = o->type->life;
    for (const HostType *h; (h = host_of(life)) != NULL; life = h->base) {
        run_quietly(vm, h->def, data_of(o, h), h->def->destroy);
        release_values(vm, data_of(o, h), h->def->values);
    }
    DeallocFn dealloc = type_spec_dealloc(life);
    if (dealloc)
        dealloc(vm, o);
}

typedef struct Visit {
    VisitFn visit;
    void *arg;
} Visit;

/* A host's function may hand over anything. */
static int visit_value(MinipyValue v, void *arg)
{
    const Visit *to = arg;
    return value_is_obj(v) ? to->visit(v, to->arg) : 0;
}

static int host_traverse(Object *o, VisitFn visit, void *arg)
{
    Visit to = {visit, arg};
    const TypeSpec *life = o->type->life;
    for (const HostType *h; (h = host_of(life)) != NULL; life = h->base) {
        int r = gc_visit_values(data_of(o, h), h->def->values, visit, arg);
        if (r == 0 && h->def->traverse)
            r = h->def->traverse(data_of(o, h), visit_value, &to);
        if (r)
            return r;
    }
    return life->traverse ? life->traverse(o, visit, arg)
                          : object_values_visit(o, visit, arg);
}

static void host_clear(MinipyVM *vm, Object *o)
{
    const TypeSpec *life = o->type->life;
    for (const HostType *h; (h = host_of(life)) != NULL; life = h->base) {
        release_values(vm, data_of(o, h), h->def->values);
        run_quietly(vm, h->def, data_of(o, h), h->def->clear);
    }
    if (life->clear)
        life->clear(vm, o);
    else if (life->flags & TYPE_CLEARS)
        object_values_release(vm, o);
}

/* ---- special methods ------------------------------------------------------------- */

/* The nearest class that has the method, as looking it up would find: a class in
 * between that had another would have another slot. */
static inline const HostType *with_direct(MinipyVM *vm, Value self, int which)
{
    const HostType *h = host_of(value_type(vm, self)->life);
    while (!h->direct[which])
        h = host_of(h->base);
    return h;
}

static Value run_direct(MinipyVM *vm, Value self, int which, const Value *args,
                        size_t nargs, Value kwnames)
{
    return host_method_run(vm, with_direct(vm, self, which)->direct[which], args, nargs,
                           kwnames);
}

static Value direct_next(MinipyVM *vm, Value self)
{
    const HostType *h = with_direct(vm, self, DIRECT_NEXT);
    if (unlikely(!h->next.function))
        return run_direct(vm, self, DIRECT_NEXT, &self, 1, VALUE_NULL);
    void *data = (char *)value_obj(self) + h->next.data_at;
    Value r = h->next.function(vm, data, &self, 1);
    if (likely(r && thread_holds_vm(vm) && !vm->raised && api_value_is_own(vm, r)))
        return r;
    return host_method_ended(vm, h->direct[DIRECT_NEXT], r);
}

static Value direct_iter(MinipyVM *vm, Value self)
{
    return run_direct(vm, self, DIRECT_ITER, &self, 1, VALUE_NULL);
}

/* What the instance shows, which h's methods do, borrowed, *n of them; NULL: they must
 * be asked. */
static inline const Value *items_by(MinipyVM *vm, Value self, const HostType *h,
                                    int64_t *n)
{
    static const Value none[1];
    if (!(h->def->flags & (HOST_ITEMS | HOST_ARRAY)))
        return NULL;
    const Value *data = data_of(value_obj(self), h);
    if (h->def->flags & HOST_ARRAY) {
        struct {
            const Value *items;
            int64_t count;
        } array;
        memcpy(&array, data + h->def->values, sizeof array);
        *n = array.count;
        return array.count ? array.items : none;
    }
    if (!*data || (!value_is_exact(vm, *data, KIND_LIST) &&
                   !value_is_exact(vm, *data, KIND_TUPLE)))
        return NULL;
    *n = seq_size(*data);
    return *n ? seq_items(*data) : none;
}

static const Value *items_of(MinipyVM *vm, Value self, int64_t *n)
{
    const HostType *h = host_of(value_type(vm, self)->life);
    while (h && !h->direct[DIRECT_GETITEM])
        h = host_of(h->base);
    return h ? items_by(vm, self, h, n) : NULL;
}

static int64_t direct_length(MinipyVM *vm, Value self)
{
    int64_t n;
    if (items_by(vm, self, with_direct(vm, self, DIRECT_LEN), &n))
        return n;
    return slot_length_of(vm, run_direct(vm, self, DIRECT_LEN, &self, 1, VALUE_NULL));
}

/* The i-th of them, borrowed; VALUE_NULL: ask its method. */
static Value item_of(MinipyVM *vm, Value self, int64_t i, bool from_end)
{
    int64_t n;
    const Value *items = items_of(vm, self, &n);
    if (!items)
        return VALUE_NULL;
    if (i < 0 && from_end)
        i += n;
    return i >= 0 && i < n ? items[i] : VALUE_NULL;
}

static Value direct_getitem(MinipyVM *vm, Value self, Value key)
{
    Value item =
        value_is_int_imm(key) ? item_of(vm, self, value_imm(key), true) : VALUE_NULL;
    if (item)
        return value_incref(item);
    const Value args[] = {self, key};
    return run_direct(vm, self, DIRECT_GETITEM, args, 2, VALUE_NULL);
}

static Value direct_item(MinipyVM *vm, Value self, int64_t i)
{
    Value item = item_of(vm, self, i, false);
    if (item)
        return value_incref(item);
    Value key = int_new(vm, i), r = key ? direct_getitem(vm, self, key) : VALUE_NULL;
    value_xdecref(vm, key);
    return r;
}

/* One slot of two methods: the nearest class that has either may not have both. */
static int direct_ass_subscript(MinipyVM *vm, Value self, Value key, Value value)
{
    const HostType *h = host_of(value_type(vm, self)->life);
    while (!h->direct[DIRECT_SETITEM] && !h->direct[DIRECT_DELITEM])
        h = host_of(h->base);
    Value method = h->direct[value ? DIRECT_SETITEM : DIRECT_DELITEM];
    if (!method)
        return slot_mp_ass_subscript(vm, self, key, value);
    const Value args[] = {self, key, value};
    Value r = host_method_run(vm, method, args, value ? 3 : 2, VALUE_NULL);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static int direct_ass_item(MinipyVM *vm, Value self, int64_t i, Value value)
{
    Value key = int_new(vm, i);
    int r = key ? direct_ass_subscript(vm, self, key, value) : -1;
    value_xdecref(vm, key);
    return r;
}

/* One slot of six: as above. */
static Value direct_richcompare(MinipyVM *vm, Value self, Value other, CompareOp op)
{
    const HostType *h = host_of(value_type(vm, self)->life);
    while (!h->compares)
        h = host_of(h->base);
    Value method = h->direct[DIRECT_COMPARE + op];
    const Value args[] = {self, other};
    return method ? host_method_run(vm, method, args, 2, VALUE_NULL)
                  : slot_richcompare(vm, self, other, op);
}

/* The class's TypeSpec.shown. A class of Python's may have a __getitem__ of its own. */
static const Value *host_shown(MinipyVM *vm, Value self, int64_t *n)
{
    bool direct = value_type(vm, self)->slots.sq_item == direct_item;
    return direct ? items_of(vm, self, n) : NULL;
}

static int direct_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                       Value kwnames)
{
    enum { FEW = 8 };
    Value all[FEW];
    size_t total = nargs + (kwnames ? (size_t)tuple_size(kwnames) : 0);
    if (total >= FEW)
        return slot_init(vm, self, args, nargs, kwnames);
    all[0] = self;
    for (size_t i = 0; i < total; i++)
        all[i + 1] = args[i];
    return slot_init_done(vm,
                          run_direct(vm, self, DIRECT_INIT, all, nargs + 1, kwnames));
}

#define DIRECT(name, which, slot, generic, direct)                                     \
    {                                                                                  \
        name, which, offsetof(TypeSlots, slot), (AnySlot)generic, (AnySlot)direct      \
    }
#define COMPARE(name, op)                                                              \
    DIRECT(name, DIRECT_COMPARE + op, richcompare, slot_richcompare, direct_richcompare)
static const struct DirectSlot {
    const char *name;
    int which;
    size_t offset;
    AnySlot generic, direct;
} direct_slots[] = {
    DIRECT("__init__", DIRECT_INIT, init, slot_init, direct_init),
    DIRECT("__iter__", DIRECT_ITER, iter, slot_iter, direct_iter),
    DIRECT("__next__", DIRECT_NEXT, iternext, slot_iternext, direct_next),
    DIRECT("__len__", DIRECT_LEN, mp_length, slot_length, direct_length),
    DIRECT("__len__", DIRECT_LEN, sq_length, slot_length, direct_length),
    DIRECT("__getitem__", DIRECT_GETITEM, mp_subscript, slot_mp_subscript,
           direct_getitem),
    DIRECT("__getitem__", DIRECT_GETITEM, sq_item, slot_sq_item, direct_item),
    DIRECT("__setitem__", DIRECT_SETITEM, mp_ass_subscript, slot_mp_ass_subscript,
           direct_ass_subscript),
    DIRECT("__setitem__", DIRECT_SETITEM, sq_ass_item, slot_sq_ass_item,
           direct_ass_item),
    DIRECT("__delitem__", DIRECT_DELITEM, mp_ass_subscript, slot_mp_ass_subscript,
           direct_ass_subscript),
    DIRECT("__delitem__", DIRECT_DELITEM, sq_ass_item, slot_sq_ass_item,
           direct_ass_item),
    COMPARE("__lt__", CMP_LT),
    COMPARE("__le__", CMP_LE),
    COMPARE("__eq__", CMP_EQ),
    COMPARE("__ne__", CMP_NE),
    COMPARE("__gt__", CMP_GT),
    COMPARE("__ge__", CMP_GE),
};

/* A method of the class, which is just made, to be called by its slots. */
static void set_direct(HostType *h, TypeObj *t, Value name, Value method)
{
    for (size_t i = 0; i < sizeof direct_slots / sizeof *direct_slots; i++) {
        const struct DirectSlot *d = &direct_slots[i];
        AnySlot *slot = slot_at(&t->slots, d->offset);
        bool settable = *slot == d->generic || *slot == d->direct;
        if (!settable || !str_equal_ascii(name, d->name))
            continue;
        h->direct[d->which] = method;
        h->compares = h->compares || d->which >= DIRECT_COMPARE;
        if (d->which == DIRECT_NEXT)
            h->next = host_method_next(method);
        *slot = d->direct;
    }
}

/* ---- attributes ------------------------------------------------------------------ */

static Value field_get(MinipyVM *vm, const MinipyMember *row, void *field)
{
    switch (row->field) {
    case MINIPY_INT32: return int_new(vm, *(int32_t *)field);
    case MINIPY_INT64: return int_new(vm, *(int64_t *)field);
    case MINIPY_DOUBLE: return float_new(vm, *(double *)field);
    case MINIPY_BOOL: return value_from_bool(*(bool *)field);
    default: break;
    }
    Value v = *(Value *)field;
    return v ? value_incref(v) : VALUE_NONE;
}

static int field_set(MinipyVM *vm, const MinipyMember *row, void *field, Value value)
{
    int64_t i = 0;
    double d = 0;
    int is = 0, narrow = 0;
    if (row->field == MINIPY_VALUE)
        return value_set_steal(vm, field, value_xincref(value)), 0;
    if (!value)
        return error_set(vm, EXC_TypeError, "can't delete numeric/char attribute"), -1;
    switch (row->field) {
    case MINIPY_INT32:
        if (!arg_int(vm, value, &narrow))
            return -1;
        *(int32_t *)field = narrow;
        return 0;
    case MINIPY_INT64:
        if (!arg_ssize(vm, value, &i))
            return -1;
        *(int64_t *)field = i;
        return 0;
    case MINIPY_BOOL:
        if ((is = object_is_true(vm, value)) < 0)
            return -1;
        *(bool *)field = is > 0;
        return 0;
    default:
        if (!arg_double(vm, value, &d))
            return -1;
        *(double *)field = d;
        return 0;
    }
}

static bool is_computed(const MinipyMember *row)
{
    return row->field == MINIPY_COMPUTED || row->field == MINIPY_COMPUTED_AT;
}

static void *member_field(Value self, const HostMember *m)
{
    return (char *)data_of(value_obj(self), m->of) + m->row->offset;
}

/* What get and set get for `user`. */
static void *member_user(Value self, const HostMember *m)
{
    return m->row->field == MINIPY_COMPUTED_AT ? member_field(self, m) : m->row->user;
}

GETTER(member_get)
{
    const HostMember *m = closure;
    if (!is_computed(m->row))
        return field_get(vm, m->row, member_field(self, m));
    return api_result(vm, m->row->get(vm, member_user(self, m), self), m->row->name);
}

SETTER(member_set)
{
    const HostMember *m = closure;
    if (!is_computed(m->row))
        return field_set(vm, m->row, member_field(self, m), value);
    int r = m->row->set(vm, member_user(self, m), self, value);
    return api_status(vm, r, m->row->name);
}

static bool row_is_good(const MinipyType *def, const MinipyMember *row)
{
    static const size_t sizes[] = {0, 4, 8, 8, sizeof(bool), sizeof(Value)};
    if (is_computed(row))
        return row->get && (row->field == MINIPY_COMPUTED || row->offset < def->size);
    if ((unsigned)row->field > MINIPY_VALUE)
        return false;
    size_t size = sizes[row->field];
    size_t end = row->field == MINIPY_VALUE ? def->values * sizeof(Value) : def->size;
    return row->offset % size == 0 && end >= size && row->offset <= end - size;
}

static HostMember member_of(const HostType *h, const MinipyMember *row)
{
    bool writable = is_computed(row) ? row->set != NULL : !row->readonly;
    return (HostMember){.def = {.name = row->name,
                                .get = member_get,
                                .set = writable ? member_set : NULL,
                                .doc = row->doc},
                        .row = row,
                        .of = h};
}

/* ---- making a class -------------------------------------------------------------- */

enum { DATA_MAX = 1 << 30 };

/* What is wrong with a description, or NULL. */
static const char *type_error(const MinipyType *def)
{
    if (!def || !def->name || !*def->name)
        return "a type without a name";
    if (def->size > DATA_MAX || def->values > def->size / sizeof(Value))
        return "the data is larger than can be, or smaller than its values";
    if (def->flags & HOST_ARRAY && def->size < (def->values + 2) * sizeof(Value))
        return "no room for an array behind the values";
    if (def->traverse && !def->clear)
        return "traverse wants a clear";
    for (const MinipyMethod *m = def->methods; m && m->name; m++)
        if (!m->function)
            return "a method without a function";
    for (const MinipyMember *m = def->members; m && m->name; m++)
        if (!row_is_good(def, m))
            return "a member that does not lie in the data, or has no get";
    return NULL;
}

/* What calling the class takes: the signature of __new__ or __init__ behind "(self",
 * "(self, " or "(self, /, ". */
static const char *class_signature(const MinipyType *def)
{
    const char *s = NULL;
    for (const MinipyMethod *m = def->methods; m && m->name; m++)
        if (strcmp(m->name, "__new__") == 0 || (strcmp(m->name, "__init__") == 0 && !s))
            s = m->signature;
    if (!s)
        return NULL;
    s += strcspn(s, ",)");
    if (strncmp(s, ", /", 3) == 0)
        s += 3;
    return strncmp(s, ", ", 2) == 0 ? s + 2 : s;
}

static size_t count_methods(const MinipyType *def)
{
    size_t n = 0;
    while (def->methods && def->methods[n].name)
        n++;
    return n;
}

/* TypeExtension.release. */
static void extension_release(MinipyVM *vm, TypeExtension *x)
{
    HostType *h = (HostType *)(void *)x;
    release_values(vm, h->functions, count_methods(h->def));
}

static HostType *extension_new(MinipyVM *vm, const MinipyType *def, TypeObj *base)
{
    size_t n = 0;
    for (const MinipyMember *m = def->members; m && m->name; m++)
        n++;
    HostType *h = mem_calloc(vm, sizeof *h + n * sizeof *h->members +
                                     count_methods(def) * sizeof *h->functions);
    if (!h)
        return NULL;
    h->functions = (Value *)(void *)&h->members[n];
    h->x.release = extension_release;
    h->def = def;
    h->base = base->life;
    h->x.signature = class_signature(def);
    h->x.size = (int32_t)((def->size + 7) & ~(size_t)7);
    h->x.life = (TypeSpec){.name = def->name,
                           .values = base->life->values, /* object_values_* look here */
                           .dealloc = host_dealloc,
                           .traverse = host_traverse,
                           .clear = host_clear,
                           .shown = host_shown};
    for (size_t i = 0; i < n; i++) {
        h->members[i] = member_of(h, &def->members[i]);
        h->members[i].def.closure = &h->members[i];
    }
    return h;
}

/* The hooks of the class are not bound to instances, without being told. */
static unsigned binding(const MinipyMethod *row)
{
    if (strcmp(row->name, "__new__") == 0)
        return 0;
    if (strcmp(row->name, "__init_subclass__") == 0 ||
        strcmp(row->name, "__class_getitem__") == 0)
        return MINIPY_CLASS;
    return row->flags & (MINIPY_STATIC | MINIPY_CLASS);
}

/* What stands in the class's dict until there is the class. */
static Value method_value(MinipyVM *vm, const MinipyMethod *row, Value module)
{
    bool is_static = binding(row) == MINIPY_STATIC;
    /* As CPython's, methods of classes in C have no __module__. */
    Value f = host_function_new(vm, row, is_static ? module : VALUE_NULL);
    if (!f || !is_static)
        return f;
    Value wrapped = staticmethod_new(vm, f);
    value_decref(vm, f);
    return wrapped;
}

static int add_methods(MinipyVM *vm, Value dict, const MinipyType *def, Value module)
{
    for (const MinipyMethod *m = def->methods; m && m->name; m++)
        if (dict_set_cstr_steal(vm, dict, m->name, method_value(vm, m, module)) < 0)
            return -1;
    return 0;
}

/* Instances have weak references, and a __dict__ if it is asked for. */
static Value slots_for(MinipyVM *vm, const MinipyType *def, TypeObj *base)
{
    Value name = NAME(vm, __weakref__);
    bool has = base->flags & TYPE_WEAKREFS || def->flags & MINIPY_NO_WEAKREFS;
    return tuple_from(vm, &name, has ? 0 : 1);
}

/* The name is "module.Name": *name gets the last part, the result is the module's, or
 * the VALUE_NULL of an exception. */
static Value split_name(MinipyVM *vm, const char *full, Value *name)
{
    const char *dot = strrchr(full, '.');
    *name = str_intern_cstr(vm, dot ? dot + 1 : full);
    if (!*name)
        return VALUE_NULL;
    return dot ? str_from_utf8(vm, full, dot - full) : str_from_cstr(vm, "builtins");
}

static Value class_dict(MinipyVM *vm, const MinipyType *def, TypeObj *base,
                        Value module)
{
    Value dict = dict_new(vm);
    if (dict && dict_set(vm, dict, NAME(vm, __module__), module) == 0 &&
        (!def->doc ||
         dict_set_cstr_steal(vm, dict, "__doc__", str_from_cstr(vm, def->doc)) == 0) &&
        (def->flags & MINIPY_DICT ||
         dict_set_cstr_steal(vm, dict, "__slots__", slots_for(vm, def, base)) == 0) &&
        add_methods(vm, dict, def, module) == 0)
        return dict;
    value_xdecref(vm, dict);
    return VALUE_NULL;
}

/* As other types in C: object.__new__ is not theirs. */
static int add_new(MinipyVM *vm, TypeObj *t, Value dict)
{
    Value self = value_from_obj(t);
    if (t->flags & TYPE_NO_NEW || dict_get_borrow(vm, dict, NAME(vm, __new__)))
        return 0;
    return dict_set_cstr_steal(vm, dict, "__new__",
                               native_new(vm, &type_new_wrapper_def, self, VALUE_NULL));
}

static int forget(MinipyVM *vm, Value dict, Value name)
{
    return dict_get_borrow(vm, dict, name) && dict_delete(vm, dict, name) < 0 ? -1 : 0;
}

/* What shows a member in the class: as in CPython, one that is a field, or is said to
 * be readonly, refuses to be set in other words than what a function computes. */
static Value member_value(MinipyVM *vm, TypeObj *t, const HostMember *m)
{
    if (is_computed(m->row) && !m->row->readonly)
        return getset_descr_new(vm, t, &m->def);
    MemberDef *def = mem_alloc(vm, sizeof *def); /* the descriptor's, as of __slots__ */
    Value name = def ? str_intern_cstr(vm, m->row->name) : VALUE_NULL;
    if (def)
        *def =
            (MemberDef){.name = m->row->name, .type = MEMBER_COMPUTED, .info = &m->def};
    Value v = name ? member_descr_new(vm, t, def, name) : VALUE_NULL;
    if (!v)
        mem_free(vm, def);
    value_xdecref(vm, name);
    return v;
}

/* The class keeps the functions, and shows descriptors, whose slots are chosen. */
static int show_methods(MinipyVM *vm, TypeObj *t, HostType *h)
{
    const MinipyMethod *rows = h->def->methods;
    Value dict = value_from_obj(t->own.dict);
    for (size_t i = 0; i < count_methods(h->def); i++) {
        Value name = str_intern_cstr(vm, rows[i].name);
        Value f = name ? dict_get_borrow(vm, dict, name) : VALUE_NULL;
        value_xdecref(vm, name); /* the dict has it */
        if (!f)
            return -1;
        if (value_type(vm, f) != vm->host_function_type)
            continue; /* a static one, or the second row of a name */
        h->functions[i] = value_incref(f);
        Value shown = host_method_show(vm, f, t, binding(&rows[i]) == MINIPY_CLASS,
                                       (size_t)h->x.offset);
        set_direct(h, t, name, f);
        if (dict_set_cstr_steal(vm, dict, rows[i].name, shown) < 0)
            return -1;
    }
    return 0;
}

/* What needs the class itself: its methods and members. */
static int complete(MinipyVM *vm, TypeObj *t, HostType *h)
{
    Value dict = value_from_obj(t->own.dict);
    if (show_methods(vm, t, h) < 0)
        return -1;
    for (const MinipyMember *m = h->def->members; m && m->name; m++)
        if (dict_set_cstr_steal(vm, dict, m->name,
                                member_value(vm, t, &h->members[m - h->def->members])) <
            0)
            return -1;
    if (!(h->def->flags & MINIPY_DICT) &&
        dict_delete(vm, dict, NAME(vm, __slots__)) < 0)
        return -1;
    if (h->def->flags & MINIPY_FINAL)
        t->flags &= ~(uint32_t)TYPE_BASE;
    if (h->def->flags & MINIPY_IMMUTABLE) {
        t->flags |= TYPE_IMMUTABLE;
        if (forget(vm, dict, NAME(vm, __weakref__)) < 0)
            return -1;
    }
    if (h->def->flags & MINIPY_NO_NEW) {
        t->flags |= TYPE_NO_NEW;
        t->slots.new_ = NULL;
    }
    if (h->def->flags & HOST_MAPPING) {
        t->slots.iter = NULL;
        t->slots.sq_item = NULL;
    }
    type_modified(vm, t);
    return h->def->size ? add_new(vm, t, dict) : 0;
}

static Value type_made(MinipyVM *vm, const MinipyType *def, TypeObj *base)
{
    Value name, module = split_name(vm, def->name, &name), bases = VALUE_NULL, dict, t;
    Value self = value_from_obj(base);
    dict = module ? class_dict(vm, def, base, module) : VALUE_NULL;
    bases = dict ? tuple_from(vm, &self, 1) : VALUE_NULL;
    HostType *h = bases ? extension_new(vm, def, base) : NULL;
    t = VALUE_NULL;
    if (h) {
        const Value args[] = {name, bases, dict};
        t = type_new_extended(vm, args, &h->x);
    }
    if (t && complete(vm, TYPE_OF(t), h) < 0)
        value_clear(vm, &t);
    value_xdecref(vm, bases);
    value_xdecref(vm, dict);
    value_xdecref(vm, module);
    value_xdecref(vm, name);
    return t;
}

MinipyValue minipy_type(MinipyVM *vm, const MinipyType *type, MinipyValue base)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    const char *wrong = type_error(type);
    Value cls = base ? base : value_from_obj(vm->types[KIND_OBJECT]), r = VALUE_NULL;
    if (wrong)
        api_refuse(vm, __func__, wrong);
    else if (api_value(vm, cls, __func__)) {
        if (value_is_type(cls))
            r = type_made(vm, type, TYPE_OF(cls));
        else
            error_set(vm, EXC_TypeError, "the base of a class is a class, not %T", cls);
    }
    return api_left(vm, r);
}

/* ---- instances ------------------------------------------------------------------- */

/* As the nearest class that is not made of Python or by a host makes them. */
static Value instance_new(MinipyVM *vm, TypeObj *t)
{
    TypeObj *native = t;
    while (native->flags & TYPE_HEAP)
        native = native->base;
    if (!native->slots.new_)
        return error_set(vm, EXC_TypeError, "cannot create '%N' instances", t);
    return native->slots.new_(vm, t, NULL, 0, VALUE_NULL);
}

MinipyValue minipy_instance(MinipyVM *vm, MinipyValue cls, void **data)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    const HostType *h = NULL;
    Value r = VALUE_NULL;
    if (api_value(vm, cls, __func__)) {
        if (!value_is_type(cls) || !(h = host_of(TYPE_OF(cls)->life)))
            error_set(vm, EXC_TypeError, "%R is no class of minipy_type", cls);
        else
            r = instance_new(vm, TYPE_OF(cls));
    }
    if (r && data)
        *data = data_of(value_obj(r), h);
    return api_left(vm, r);
}

/* Of a class that derives from the type's; or what is wrong with v. */
static __attribute__((noinline)) void *data_or_error(MinipyVM *vm, MinipyValue v,
                                                     const MinipyType *type)
{
    if (!api_usable(vm) || vm->raised || !api_value(vm, v, __func__) ||
        !api_pointer(vm, type, __func__) || !api_pointer(vm, type->name, __func__))
        return NULL;
    void *data = find_data(vm, v, type);
    if (unlikely(!data))
        error_set(vm, EXC_TypeError, "expected %s, not %T", type->name, v);
    return data;
}

void *minipy_data(MinipyVM *vm, MinipyValue v, const MinipyType *type)
{
    if (api_lends(vm, v)) {
        const HostType *h = host_of(value_obj(v)->type->life);
        if (likely(h && h->def == type))
            return data_of(value_obj(v), h);
    }
    return data_or_error(vm, v, type);
}
