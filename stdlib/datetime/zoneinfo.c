/* zoneinfo.c - zoneinfo.ZoneInfo, and the zones that are kept: all that are alive in
 * the class's WeakValueDictionary, those of ZoneInfo itself that were asked for last in
 * a list besides.
 */
#include "stdlib/datetime/zoneinfo.h"
#include "stdlib/datetime/zoneinfo_data.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/import/import.h"
#include "vm/numbers/number.h"
#include "vm/types/attr.h"

typedef struct ZoneInfoObj {
    Object ob;
    Value key;       /* any object; None */
    Value file_repr; /* of from_file(): a str; VALUE_NULL */
    ZoneData *data;
    enum { BY_CALL, BY_CACHE, BY_FILE } source;
} ZoneInfoObj;
#define ZONEINFO(v) ((ZoneInfoObj *)(uintptr_t)(v))

enum { KEPT = 8 };

typedef struct ZoneInfoState {
    TypeObj *type;
    Value weak; /* WeakValueDictionary of ZoneInfo itself; VALUE_NULL: not needed yet */
    Value keys[KEPT], zones[KEPT]; /* the newest first; VALUE_NULL: no more */
} ZoneInfoState;

/* ---- making ---------------------------------------------------------------------- */

static Value make(MinipyVM *vm, TypeObj *cls, Value key, Value file, int source)
{
    ZoneData *data = zone_data_load(vm, file);
    Value v = data ? object_alloc_value(vm, cls) : VALUE_NULL;
    if (!v)
        return zone_data_free(vm, data), VALUE_NULL;
    ZONEINFO(v)->key = value_incref(key);
    ZONEINFO(v)->data = data;
    ZONEINFO(v)->source = source;
    return v;
}

static void zoneinfo_dealloc(MinipyVM *vm, Object *o)
{
    ZoneInfoObj *z = (ZoneInfoObj *)o;
    value_clear(vm, &z->key);
    value_clear(vm, &z->file_repr);
    zone_data_free(vm, z->data);
}

/* The file of a key, open: of the system's, or of the package tzdata. */
static Value open_zone(MinipyVM *vm, Value key)
{
    Value find = import_attr(vm, "zoneinfo._tzpath", "find_tzfile");
    Value path = find ? call1(vm, find, key) : VALUE_NULL;
    value_xdecref(vm, find);
    if (!path)
        return VALUE_NULL;
    bool found = path != VALUE_NONE;
    Value f = found ? import_attr(vm, "io", "open")
                    : import_attr(vm, "zoneinfo._common", "load_tzdata");
    Value mode = f ? str_from_cstr(vm, "rb") : VALUE_NULL;
    Value file = !mode   ? VALUE_NULL
                 : found ? call2(vm, f, path, mode)
                         : call1(vm, f, key);
    value_xdecref(vm, f);
    value_xdecref(vm, mode);
    value_decref(vm, path);
    return file;
}

static Value make_new(MinipyVM *vm, TypeObj *cls, Value key, int source)
{
    Value file = open_zone(vm, key);
    if (!file)
        return VALUE_NULL;
    Value v = make(vm, cls, key, file, source);
    Value raised = v ? VALUE_NULL : error_fetch(vm);
    Value closed = call_method(vm, file, NAME(vm, close), NULL, 0);
    if (raised) {
        error_clear(vm);
        error_restore_steal(vm, raised);
    } else if (!closed) {
        value_clear(vm, &v);
    }
    value_xdecref(vm, closed);
    value_decref(vm, file);
    return v;
}

/* ---- what is kept ---------------------------------------------------------------- */

static Value new_weak_dict(MinipyVM *vm)
{
    Value cls = import_attr(vm, "weakref", "WeakValueDictionary");
    Value d = cls ? call0(vm, cls) : VALUE_NULL;
    value_xdecref(vm, cls);
    return d;
}

static Value weak_cache(MinipyVM *vm, TypeObj *cls)
{
    ZoneInfoState *s = vm->zoneinfo;
    if (cls != s->type)
        return attr_get(vm, value_from_obj(cls), "_weak_cache");
    if (!s->weak) {
        Value made = new_weak_dict(vm); /* whose import may have made one */
        if (!made)
            return VALUE_NULL;
        if (s->weak)
            value_decref(vm, made);
        else
            s->weak = made;
    }
    return value_incref(s->weak);
}

/* Puts what is at `from` first. */
static void move_first(ZoneInfoState *s, int from)
{
    Value key = s->keys[from], zone = s->zones[from];
    for (int i = from; i > 0; i--) {
        s->keys[i] = s->keys[i - 1];
        s->zones[i] = s->zones[i - 1];
    }
    s->keys[0] = key;
    s->zones[0] = zone;
}

/* Where the key is kept; KEPT: nowhere; -1: an exception. A key is compared by its own
 * __eq__, which may empty the list. */
static int find_kept(MinipyVM *vm, Value key)
{
    ZoneInfoState *s = vm->zoneinfo;
    for (int i = 0; i < KEPT && s->keys[i]; i++) {
        Value other = value_incref(s->keys[i]);
        int same = object_compare_bool(vm, other, key, CMP_EQ);
        value_decref(vm, other);
        if (same)
            return same < 0 ? -1 : s->keys[i] ? i : KEPT;
    }
    return KEPT;
}

static void keep(MinipyVM *vm, Value key, Value zone)
{
    ZoneInfoState *s = vm->zoneinfo;
    Value old_key = s->keys[KEPT - 1], old_zone = s->zones[KEPT - 1];
    s->keys[KEPT - 1] = value_incref(key);
    s->zones[KEPT - 1] = value_incref(zone);
    move_first(s, KEPT - 1);
    value_xdecref(vm, old_key);
    value_xdecref(vm, old_zone);
}

static void drop_kept(MinipyVM *vm, int i)
{
    ZoneInfoState *s = vm->zoneinfo;
    Value key = s->keys[i], zone = s->zones[i];
    for (; i + 1 < KEPT; i++) {
        s->keys[i] = s->keys[i + 1];
        s->zones[i] = s->zones[i + 1];
    }
    s->keys[KEPT - 1] = s->zones[KEPT - 1] = VALUE_NULL;
    value_xdecref(vm, key);
    value_xdecref(vm, zone);
}

/* From the weak dictionary, or new and put there. */
static Value from_weak(MinipyVM *vm, TypeObj *cls, Value key)
{
    Value cache = weak_cache(vm, cls);
    Value zone =
        cache ? call_method(vm, cache, NAME(vm, get), (Value[]){key, VALUE_NONE}, 2)
              : VALUE_NULL;
    if (zone == VALUE_NONE) {
        Value made = make_new(vm, cls, key, BY_CACHE);
        zone =
            made ? call_method(vm, cache, NAME(vm, setdefault), (Value[]){key, made}, 2)
                 : VALUE_NULL;
        value_xdecref(vm, made);
    }
    value_xdecref(vm, cache);
    return zone;
}

static Value zone_of_key(MinipyVM *vm, TypeObj *cls, Value key)
{
    ZoneInfoState *s = vm->zoneinfo;
    bool plain = cls == s->type;
    int at = plain ? find_kept(vm, key) : KEPT;
    if (at < 0)
        return VALUE_NULL;
    if (at < KEPT) {
        move_first(s, at);
        return value_incref(s->zones[0]);
    }
    Value zone = from_weak(vm, cls, key);
    if (zone && plain)
        keep(vm, key, zone);
    return zone;
}

static Value zoneinfo_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "ZoneInfo", .signature = "(key)", .flags = M_TUPLE | M_NAMELESS};
    Value key;
    return args_take(vm, &row, args, nargs, kwnames, &key) ? zone_of_key(vm, cls, key)
                                                           : VALUE_NULL;
}

/* ---- methods of the class -------------------------------------------------------- */

FN(zoneinfo_no_cache)
{
    return make_new(vm, TYPE_OF(self), args[0], BY_CALL);
}

FN(zoneinfo_from_file)
{
    Value v =
        make(vm, TYPE_OF(self), GIVEN(1) ? args[1] : VALUE_NONE, args[0], BY_FILE);
    if (v && !(ZONEINFO(v)->file_repr = object_repr(vm, args[0])))
        value_clear(vm, &v);
    return v;
}

static bool forget_key(MinipyVM *vm, TypeObj *cls, Value cache, Value key)
{
    if (cls == vm->zoneinfo->type) {
        int at = find_kept(vm, key);
        if (at < 0)
            return false;
        if (at < KEPT)
            drop_kept(vm, at);
    }
    Value r = call_method(vm, cache, NAME(vm, pop), (Value[]){key, VALUE_NONE}, 2);
    value_xdecref(vm, r);
    return r != VALUE_NULL;
}

static bool forget_keys(MinipyVM *vm, TypeObj *cls, Value cache, Value keys)
{
    Value it = object_iter(vm, keys), key = VALUE_NULL;
    bool ok = it != VALUE_NULL;
    while (ok && (key = iter_next(vm, it))) {
        ok = forget_key(vm, cls, cache, key);
        value_decref(vm, key);
    }
    value_xdecref(vm, it);
    return ok && !error_occurred(vm);
}

static bool forget_all(MinipyVM *vm, TypeObj *cls, Value cache)
{
    Value r = call_method(vm, cache, NAME(vm, clear), NULL, 0);
    value_xdecref(vm, r);
    while (r && cls == vm->zoneinfo->type && vm->zoneinfo->keys[0])
        drop_kept(vm, 0);
    return r != VALUE_NULL;
}

FN(zoneinfo_clear_cache)
{
    TypeObj *cls = TYPE_OF(self);
    Value keys = GIVEN(0) ? args[0] : VALUE_NONE;
    Value cache = weak_cache(vm, cls);
    if (!cache)
        return VALUE_NULL;
    bool ok = keys == VALUE_NONE ? forget_all(vm, cls, cache)
                                 : forget_keys(vm, cls, cache, keys);
    value_decref(vm, cache);
    return ok ? VALUE_NONE : VALUE_NULL;
}

FN(zoneinfo_init_subclass)
{
    Value cache = new_weak_dict(vm);
    int r = cache ? attr_set(vm, self, "_weak_cache", cache) : -1;
    value_xdecref(vm, cache);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(zoneinfo_unpickle)
{
    int cached = object_is_true(vm, args[1]);
    if (cached < 0)
        return VALUE_NULL;
    return cached ? call1(vm, self, args[0])
                  : make_new(vm, TYPE_OF(self), args[0], BY_CALL);
}

/* ---- methods of zones ------------------------------------------------------------ */

static bool int_attr(MinipyVM *vm, Value dt, const char *name, int *out)
{
    Value v = attr_get(vm, dt, name);
    bool ok = v && arg_int_ranged(vm, v, out);
    value_xdecref(vm, v);
    return ok;
}

/* What has a datetime's attributes is taken for one. */
static bool fields_of(MinipyVM *vm, Value dt, int64_t *wall, int *year, int *fold)
{
    if (likely(is_datetime(dt))) {
        const DateTimeObj *o = DATETIME(dt);
        *wall = wall_seconds(o->day, o->clock) - EPOCH_SECONDS;
        *year = o->day.year;
        *fold = o->clock.fold;
        return true;
    }
    int ordinal, hour, minute, second;
    Value n = call_method_cstr(vm, dt, "toordinal", NULL, 0);
    bool ok = n && arg_int_ranged(vm, n, &ordinal) && int_attr(vm, dt, "hour", &hour) &&
              int_attr(vm, dt, "minute", &minute) &&
              int_attr(vm, dt, "second", &second) && int_attr(vm, dt, "year", year) &&
              int_attr(vm, dt, "fold", fold);
    value_xdecref(vm, n);
    if (!ok)
        return false;
    *fold = *fold != 0;
    *year = *year < YEAR_MIN ? YEAR_MIN : *year > YEAR_MAX ? YEAR_MAX : *year;
    *wall = (int64_t)ordinal * DAY_SECONDS - EPOCH_SECONDS +
            ((int64_t)hour * 60 + minute) * 60 + second;
    return true;
}

/* What holds at dt, or for None always; NULL: nothing is known, or an exception. */
static const ZoneSpan *span_at(MinipyVM *vm, Value self, Value dt)
{
    const ZoneData *d = ZONEINFO(self)->data;
    int64_t wall;
    int year, fold;
    if (dt == VALUE_NONE)
        return d->fixed ? &d->standard : NULL;
    return fields_of(vm, dt, &wall, &year, &fold)
               ? zone_data_at_wall(d, wall, year, fold)
               : NULL;
}

#define SPAN_METHOD(name, field)                                                       \
    FN(zoneinfo_##name)                                                                \
    {                                                                                  \
        const ZoneSpan *s = span_at(vm, self, args[0]);                                \
        return s                    ? value_incref(s->field)                           \
               : error_occurred(vm) ? VALUE_NULL                                       \
                                    : VALUE_NONE;                                      \
    }
SPAN_METHOD(utcoffset, offset)
SPAN_METHOD(dst, saved)
SPAN_METHOD(tzname, name)

/* dt.replace(fold=1), by the method of the datetime's own class. */
static Value with_fold(MinipyVM *vm, Value dt)
{
    if (value_type(vm, dt) == vm->datetime->datetime) {
        DATETIME(dt)->clock.fold = 1; /* nobody else has seen it yet */
        return value_incref(dt);
    }
    Value fold = str_intern_cstr(vm, "fold");
    Value names = fold ? tuple_from_steal(vm, &fold, 1) : VALUE_NULL;
    Value method = names ? object_getattr(vm, dt, NAME(vm, replace)) : VALUE_NULL;
    Value one = value_from_imm(1);
    Value r = method ? call(vm, method, &one, 0, names) : VALUE_NULL;
    value_xdecref(vm, method);
    value_xdecref(vm, names);
    return r;
}

FN(zoneinfo_fromutc)
{
    Value dt = args[0];
    bool fold;
    int64_t utc;
    int year, unused;
    if (!is_datetime(dt))
        return error_set(vm, EXC_TypeError, "fromutc: argument must be a datetime");
    if (DATETIME(dt)->tzinfo != self)
        return error_set(vm, EXC_ValueError, "fromutc: dt.tzinfo is not self");
    fields_of(vm, dt, &utc, &year, &unused);
    const ZoneSpan *s = zone_data_at_utc(ZONEINFO(self)->data, utc, year, &fold);
    Value r = !s ? value_incref(dt)
              : value_type(vm, dt) == vm->datetime->datetime
                  ? datetime_shift(vm, dt, s->offset, 1)
                  : number_add(vm, dt, s->offset); /* a class may have its own */
    if (r && fold) {
        Value folded = with_fold(vm, r);
        value_decref(vm, r);
        r = folded;
    }
    return r;
}

static Value zoneinfo_repr(MinipyVM *vm, Value self)
{
    const ZoneInfoObj *z = ZONEINFO(self);
    return z->key != VALUE_NONE
               ? str_format_c(vm, "%T(key=%R)", self, z->key)
               : str_format_c(vm, "%T.from_file(%U)", self,
                              z->file_repr ? z->file_repr : vm->empty_str);
}

static Value zoneinfo_str(MinipyVM *vm, Value self)
{
    Value key = ZONEINFO(self)->key;
    return key != VALUE_NONE ? value_incref(key) : zoneinfo_repr(vm, self);
}

FN(zoneinfo_reduce)
{
    const ZoneInfoObj *z = ZONEINFO(self);
    if (z->source == BY_FILE) {
        Value cls = import_attr(vm, "pickle", "PicklingError");
        Value text =
            cls ? str_from_cstr(vm, "Cannot pickle a ZoneInfo file from a file "
                                    "stream.")
                : VALUE_NULL;
        if (text)
            error_set_type(vm, TYPE_OF(cls), text);
        value_xdecref(vm, cls);
        value_xdecref(vm, text);
        return VALUE_NULL;
    }
    Value make_again = attr_get(vm, value_from_obj(value_type(vm, self)), "_unpickle");
    Value arguments =
        make_again ? tuple_pack(vm, 2, z->key, value_from_imm(z->source == BY_CACHE))
                   : VALUE_NULL;
    Value r = arguments ? tuple_pack(vm, 2, make_again, arguments) : VALUE_NULL;
    value_xdecref(vm, make_again);
    value_xdecref(vm, arguments);
    return r;
}

/* ---- the type, the module -------------------------------------------------------- */

static METHODS(zoneinfo_methods,
    {"clear_cache", zoneinfo_clear_cache, M_CLASS | M_TUPLE | M_NAMELESS | M_UNSIGNED, "($type, /, *, only_keys=None)",
     "Forgets the zones that are kept, or those of these keys."},
    {"no_cache", zoneinfo_no_cache, M_CLASS | M_TUPLE | M_NAMELESS | M_UNSIGNED, "($type, key)",
     "A new zone, whatever is kept."},
    {"from_file", zoneinfo_from_file, M_CLASS | M_TUPLE | M_NAMELESS | M_UNSIGNED, "($type, fobj, /, key=None)",
     "A zone read from a file object."},
    {"utcoffset", zoneinfo_utcoffset, M_UNSIGNED, "($self, dt, /)", "The offset from UTC at that datetime."},
    {"dst", zoneinfo_dst, M_UNSIGNED, "($self, dt, /)", "What daylight saving adds at that datetime."},
    {"tzname", zoneinfo_tzname, M_UNSIGNED, "($self, dt, /)", "The abbreviation at that datetime."},
    {"fromutc", zoneinfo_fromutc, M_UNSIGNED, "($self, dt, /)", "A datetime in UTC as one in local time."},
    {"__reduce__", zoneinfo_reduce, M_UNSIGNED, "($self, /)", "What pickles hold: the key."},
    {"_unpickle", zoneinfo_unpickle, M_CLASS | M_TUPLE | M_NAMELESS | M_UNSIGNED, "($type, key, from_cache, /)",
     "The zone of a pickle."},
    {"__init_subclass__", zoneinfo_init_subclass, M_CLASS | M_UNSIGNED, "($type, /, *args, **kwargs)",
     "A subclass keeps zones of its own."},
);

static MEMBERS(zoneinfo_members,
    {"key", MEMBER_VALUE, offsetof(ZoneInfoObj, key), true, NULL},
);

static TYPE_SPEC(zoneinfo_spec,
    .name = "zoneinfo.ZoneInfo",
    .flags = TYPE_BASE | TYPE_WEAKREFS, .basicsize = sizeof(ZoneInfoObj), .dealloc = zoneinfo_dealloc,
    .slots = {.new_ = zoneinfo_new, .repr = zoneinfo_repr, .str = zoneinfo_str, .getattro = object_generic_getattr},
    .methods = zoneinfo_methods, .members = zoneinfo_members,
);

bool is_zoneinfo_spec(const TypeSpec *spec)
{
    return spec == &zoneinfo_spec;
}

void zoneinfo_fini(MinipyVM *vm)
{
    ZoneInfoState *s = vm->zoneinfo;
    if (!s)
        return;
    while (s->keys[0])
        drop_kept(vm, 0);
    value_clear(vm, &s->weak);
    if (s->type)
        type_decref(vm, s->type);
    mem_free(vm, s);
    vm->zoneinfo = NULL;
}

static bool make_state(MinipyVM *vm)
{
    Value tzinfo = import_attr(vm, "_datetime", "tzinfo");
    value_xdecref(vm, tzinfo);
    ZoneInfoState *s = tzinfo ? vm->zoneinfo = mem_calloc(vm, sizeof *s) : NULL;
    return s &&
           (s->type = type_from_spec_base(vm, &zoneinfo_spec, vm->datetime->tzinfo));
}

/* The imports come as CPython's do, which a program sees: behind datetime the class is
 * there, because zoneinfo takes it while it is imported itself. */
static int zoneinfo_exec(MinipyVM *vm, Value module)
{
    if (import_before_use(vm, "datetime") < 0)
        return -1;
    if (!vm->zoneinfo && !make_state(vm)) {
        zoneinfo_fini(vm);
        return -1;
    }
    if (module_add_steal(vm, module, "ZoneInfo",
                         value_incref(value_from_obj(vm->zoneinfo->type))) < 0 ||
        import_before_use(vm, "zoneinfo._tzpath") < 0 ||
        import_before_use(vm, "io") < 0 ||
        import_before_use(vm, "zoneinfo._common") < 0)
        return -1;
    Value weak = weak_cache(vm, vm->zoneinfo->type);
    value_xdecref(vm, weak);
    return weak ? 0 : -1;
}

MODULE_SPEC(zoneinfo_module_spec,
    .name = "_zoneinfo",
    .doc = "C implementation of the zoneinfo module",
    .exec = zoneinfo_exec, .two_steps = true,
);
