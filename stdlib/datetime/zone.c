/* zone.c - tzinfo, which programs derive from, timezone, and how a date or time asks
 * its tzinfo: what a program's method answers is checked here.
 */
#include "stdlib/datetime/datetime_private.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"

/* ---- asking a tzinfo ------------------------------------------------------------- */

bool tzinfo_checked(MinipyVM *vm, Value v)
{
    if (likely(v == VALUE_NONE || is_tzinfo(v)))
        return true;
    error_set(vm, EXC_TypeError,
              "tzinfo argument must be None or of a tzinfo subclass, not type '%T'", v);
    return false;
}

static bool is_below_day(Value delta)
{
    const DeltaObj *d = DELTA(delta);
    return d->days == 0 || (d->days == -1 && (d->seconds > 0 || d->micro > 0));
}

/* An exact timezone, whose methods no class of a program replaces. */
static inline bool is_plain_zone(MinipyVM *vm, Value v)
{
    return value_obj(v)->type == vm->datetime->zone;
}

static Value ask(MinipyVM *vm, Value tzinfo, const char *method, Value dt)
{
    Value r = call_method_cstr(vm, tzinfo, method, &dt, 1);
    if (!r || r == VALUE_NONE)
        return r;
    if (!is_delta(r))
        error_set(vm, EXC_TypeError,
                  "tzinfo.%s() must return None or timedelta, not '%T'", method, r);
    else if (!is_below_day(r))
        error_set(vm, EXC_ValueError,
                  "offset must be a timedelta strictly between "
                  "-timedelta(hours=24) and timedelta(hours=24).");
    else
        return r;
    value_decref(vm, r);
    return VALUE_NULL;
}

Value zone_utcoffset(MinipyVM *vm, Value tzinfo, Value dt)
{
    if (tzinfo == VALUE_NONE)
        return VALUE_NONE;
    if (is_plain_zone(vm, tzinfo))
        return value_incref(ZONE(tzinfo)->offset);
    return ask(vm, tzinfo, "utcoffset", dt);
}

Value zone_dst(MinipyVM *vm, Value tzinfo, Value dt)
{
    return tzinfo == VALUE_NONE ? VALUE_NONE : ask(vm, tzinfo, "dst", dt);
}

Value zone_tzname(MinipyVM *vm, Value tzinfo, Value dt)
{
    if (tzinfo == VALUE_NONE)
        return VALUE_NONE;
    Value r = call_method_cstr(vm, tzinfo, "tzname", &dt, 1);
    if (r && r != VALUE_NONE && !value_is_str(r)) {
        error_set(vm, EXC_TypeError,
                  "tzinfo.tzname() must return None or a string, not '%T'", r);
        value_clear(vm, &r);
    }
    return r;
}

/* ---- tzinfo ---------------------------------------------------------------------- */

#define UNWRITTEN(name)                                                                \
    FN(tzinfo_##name)                                                                  \
    {                                                                                  \
        return error_set(vm, EXC_NotImplementedError,                                  \
                         "a tzinfo subclass must implement " #name "()");              \
    }
UNWRITTEN(tzname)
UNWRITTEN(utcoffset)
UNWRITTEN(dst)

static Value not_none(MinipyVM *vm, Value answer, const char *method)
{
    if (answer != VALUE_NONE)
        return answer;
    return error_set(vm, EXC_ValueError, "fromutc: non-None %s() result required",
                     method);
}

/* dt + offset is standard time, by which the tzinfo can say what is added to it. */
static Value in_standard_time(MinipyVM *vm, Value dt, Value offset, Value dst)
{
    Value delta = delta_subtract(vm, offset, dst);
    Value standard = delta ? datetime_shift(vm, dt, delta, 1) : VALUE_NULL;
    value_xdecref(vm, delta);
    if (!standard)
        return VALUE_NULL;
    Value saved = zone_dst(vm, DATETIME(standard)->tzinfo, standard);
    Value r = VALUE_NULL;
    if (saved == VALUE_NONE)
        error_set(vm, EXC_ValueError,
                  "fromutc: tz.dst() gave inconsistent results; cannot convert");
    else if (saved)
        r = delta_micro(saved) ? datetime_shift(vm, standard, saved, 1)
                               : value_incref(standard);
    value_xdecref(vm, saved);
    value_decref(vm, standard);
    return r;
}

/* A datetime whose tzinfo is self? */
static bool own_datetime(MinipyVM *vm, Value self, Value dt)
{
    if (!is_datetime(dt))
        error_set(vm, EXC_TypeError, "fromutc: argument must be a datetime");
    else if (DATETIME(dt)->tzinfo != self)
        error_set(vm, EXC_ValueError, "fromutc: dt.tzinfo is not self");
    else
        return true;
    return false;
}

FN(tzinfo_fromutc)
{
    Value dt = args[0];
    if (!own_datetime(vm, self, dt))
        return VALUE_NULL;
    Value offset = zone_utcoffset(vm, self, dt);
    if (!offset || !not_none(vm, offset, "utcoffset"))
        return VALUE_NULL;
    Value dst = zone_dst(vm, self, dt);
    Value r = dst && not_none(vm, dst, "dst") ? in_standard_time(vm, dt, offset, dst)
                                              : VALUE_NULL;
    value_xdecref(vm, dst);
    value_decref(vm, offset);
    return r;
}

/* What a method named so answers, or an empty tuple where there is none. */
FN(tzinfo_reduce)
{
    Value arguments = VALUE_NULL;
    Value method = VALUE_NULL;
    int found = attr_lookup(vm, self, "__getinitargs__", &method);
    if (found >= 0)
        arguments = found ? call0(vm, method) : value_incref(vm->empty_tuple);
    value_xdecref(vm, method);
    Value state =
        arguments ? call_method(vm, self, NAME(vm, __getstate__), NULL, 0) : VALUE_NULL;
    Value r = state ? tuple_pack(vm, 3, value_from_obj(value_type(vm, self)), arguments,
                                 state)
                    : VALUE_NULL;
    value_xdecref(vm, arguments);
    value_xdecref(vm, state);
    return r;
}

static METHODS(tzinfo_methods,
    {"tzname", tzinfo_tzname, M_UNSIGNED, "($self, dt, /)", "The name of the zone at that datetime."},
    {"utcoffset", tzinfo_utcoffset, M_UNSIGNED, "($self, dt, /)",
     "How far from UTC it is at that datetime: a timedelta, negative west of it."},
    {"dst", tzinfo_dst, M_UNSIGNED, "($self, dt, /)", "What daylight saving adds at that datetime: a timedelta."},
    {"fromutc", tzinfo_fromutc, M_UNSIGNED, "($self, dt, /)", "A datetime in UTC as one in local time."},
    {"__reduce__", tzinfo_reduce, M_UNSIGNED, "($self, /)", "The class, its arguments, and the state."},
);

static Value tzinfo_new(NEW_ARGS)
{
    return object_alloc_value(vm, cls);
}

TYPE_SPEC(tzinfo_spec,
    .name = "datetime.tzinfo",
    .doc = "What knows the offset from UTC: a base of classes.",
    .flags = TYPE_BASE, .basicsize = sizeof(Object),
    .slots = {.new_ = tzinfo_new, .getattro = object_generic_getattr},
    .methods = tzinfo_methods,
);

/* ---- timezone -------------------------------------------------------------------- */

static Value fill(MinipyVM *vm, TypeObj *cls, Value offset, Value name)
{
    return object_of_steal(vm, cls, (Value[]){value_incref(offset), name},
                           name ? 2 : 1);
}

/* A class of a program gets an object of its own also for UTC. */
static Value zone_of(MinipyVM *vm, TypeObj *cls, Value offset, Value name)
{
    if (!name && delta_micro(offset) == 0 && vm->datetime->utc)
        return value_incref(vm->datetime->utc);
    if (!is_below_day(offset))
        return error_set(vm, EXC_ValueError,
                         "offset must be a timedelta strictly between "
                         "-timedelta(hours=24) and timedelta(hours=24), not %R.",
                         offset);
    return fill(vm, cls, offset, name ? value_incref(name) : VALUE_NULL);
}

Value zone_new_steal(MinipyVM *vm, Value offset, Value name)
{
    Value r = offset ? zone_of(vm, vm->datetime->zone, offset, name) : VALUE_NULL;
    value_xdecref(vm, offset);
    return r;
}

static Value zone_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "timezone", .signature = "(offset, name=None)", .flags = M_TUPLE};
    Value given[2];
    if (!args_take(vm, &row, args, nargs, kwnames, given))
        return VALUE_NULL;
    if (!is_delta(given[0]))
        return arg_type_error(vm, "timezone", "1", "datetime.timedelta", given[0]);
    if (given[1] && !value_is_str(given[1]))
        return arg_type_error(vm, "timezone", "2", "str", given[1]);
    return zone_of(vm, cls, given[0], given[1]);
}

static Value zone_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if ((op != CMP_EQ && op != CMP_NE) || spec_of(b) != &zone_spec)
        return VALUE_NOT_IMPLEMENTED;
    return value_from_bool(
        compare_by_order(delta_order(ZONE(a)->offset, ZONE(b)->offset), op));
}

static int64_t zone_hash(MinipyVM *vm, Value self)
{
    return delta_hash(vm, ZONE(self)->offset);
}

static Value zone_repr(MinipyVM *vm, Value self)
{
    const ZoneObj *z = ZONE(self);
    if (self == vm->datetime->utc)
        return str_from_cstr(vm, "datetime.timezone.utc");
    if (!z->name)
        return str_format_c(vm, "%T(%R)", self, z->offset);
    return str_format_c(vm, "%T(%R, %R)", self, z->offset, z->name);
}

static Value zone_str(MinipyVM *vm, Value self)
{
    const ZoneObj *z = ZONE(self);
    char text[OFFSET_SIZE + 8] = "UTC";
    if (z->name)
        return value_incref(z->name);
    char *p = text + 3;
    if (delta_micro(z->offset) != 0)
        p = put_offset(p, z->offset, ':');
    return str_from_ascii(vm, text, p - text);
}

static bool is_moment(MinipyVM *vm, Value dt, const char *method)
{
    if (dt == VALUE_NONE || is_datetime(dt))
        return true;
    error_set(vm, EXC_TypeError,
              "%s(dt) argument must be a datetime instance or None, not %T", method,
              dt);
    return false;
}

FN(zone_method_tzname)
{
    return is_moment(vm, args[0], "tzname") ? zone_str(vm, self) : VALUE_NULL;
}

FN(zone_method_utcoffset)
{
    return is_moment(vm, args[0], "utcoffset") ? value_incref(ZONE(self)->offset)
                                               : VALUE_NULL;
}

FN(zone_method_dst)
{
    return is_moment(vm, args[0], "dst") ? VALUE_NONE : VALUE_NULL;
}

FN(zone_fromutc)
{
    return own_datetime(vm, self, args[0])
               ? datetime_shift(vm, args[0], ZONE(self)->offset, 1)
               : VALUE_NULL;
}

FN(zone_getinitargs)
{
    const ZoneObj *z = ZONE(self);
    return z->name ? tuple_pack(vm, 2, z->offset, z->name)
                   : tuple_pack(vm, 1, z->offset);
}

static METHODS(zone_methods,
    {"tzname", zone_method_tzname, M_UNSIGNED, "($self, dt, /)",
     "Its name, or where it was made without one 'UTC(+|-)HH:MM'."},
    {"utcoffset", zone_method_utcoffset, M_UNSIGNED, "($self, dt, /)", "The offset, whenever it is."},
    {"dst", zone_method_dst, M_UNSIGNED, "($self, dt, /)", "None."},
    {"fromutc", zone_fromutc, M_UNSIGNED, "($self, dt, /)", "A datetime in UTC as one in local time."},
    {"__getinitargs__", zone_getinitargs, M_UNSIGNED, "($self, /)", "What pickles call the class with."},
);

static int zone_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    Value last = delta_new(vm, 0, DAY_SECONDS - 60, 0);
    Value first = delta_new(vm, -1, 60, 0);
    int r = last && first ? 0 : -1;
    if (r == 0)
        r = dict_set_cstr(vm, dict, "utc", vm->datetime->utc);
    if (r == 0)
        r = dict_set_cstr_steal(vm, dict, "min", fill(vm, t, first, VALUE_NULL));
    if (r == 0)
        r = dict_set_cstr_steal(vm, dict, "max", fill(vm, t, last, VALUE_NULL));
    value_xdecref(vm, last);
    value_xdecref(vm, first);
    return r;
}

TYPE_SPEC(zone_spec,
    .name = "datetime.timezone",
    .doc = "timezone(offset, name=None): a tzinfo that is always as far from UTC.",
    .basicsize = sizeof(ZoneObj), .values = 2,
    .slots = {.new_ = zone_new, .repr = zone_repr, .str = zone_str, .hash = zone_hash,
              .richcompare = zone_richcompare},
    .methods = zone_methods, .fill = zone_fill,
);
