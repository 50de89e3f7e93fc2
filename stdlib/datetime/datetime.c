/* datetime.c - datetime: making and arithmetic; datetime_methods.c has the rest. */
#include <time.h>

#include "stdlib/datetime/datetime_methods.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hash.h"
#include "vm/core/hooks.h"

Value datetime_fill(MinipyVM *vm, TypeObj *cls, Day d, Clock c, Value tzinfo)
{
    Value v = object_alloc_value(vm, cls);
    if (likely(v != VALUE_NULL)) {
        DateTimeObj *o = DATETIME(v);
        o->day = d;
        o->clock = c;
        o->tzinfo = value_incref(tzinfo);
    }
    return v;
}

static void datetime_dealloc(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((DateTimeObj *)o)->tzinfo);
}

/* ---- making ---------------------------------------------------------------------- */

/* cls(year, ..., microsecond, tzinfo): CPython forgets the fold here. */
static Value call_class(MinipyVM *vm, TypeObj *cls, const int day[3],
                        const int clock[4], Value tzinfo)
{
    Value v[8];
    for (int i = 0; i < 3; i++)
        v[i] = value_from_imm(day[i]);
    for (int i = 0; i < 4; i++)
        v[3 + i] = value_from_imm(clock[i]);
    v[7] = tzinfo;
    return call(vm, value_from_obj(cls), v, 8, VALUE_NULL);
}

Value datetime_make(MinipyVM *vm, TypeObj *cls, const int day[3], const int clock[4],
                    Value tzinfo, int fold)
{
    Day d;
    Clock c;
    if (cls != vm->datetime->datetime)
        return call_class(vm, cls, day, clock, tzinfo);
    if (!day_checked(vm, day[0], day[1], day[2], &d) ||
        !clock_checked(vm, clock, fold, &c))
        return VALUE_NULL;
    return datetime_fill(vm, cls, d, c, tzinfo);
}

static bool is_state(Value v)
{
    if (!state_has_size(v, 10))
        return false;
    uint32_t month = value_is_bytes(v) ? BYTES(v)->data[2] : str_char_at(STR(v), 2);
    month &= 0x7f;
    return month >= 1 && month <= 12;
}

static Value from_state(MinipyVM *vm, TypeObj *cls, Value state, Value tzinfo)
{
    Value bytes = state_bytes(vm, state, "datetime");
    if (!bytes)
        return VALUE_NULL;
    if (tzinfo != VALUE_NONE && !is_tzinfo(tzinfo)) {
        value_decref(vm, bytes);
        return error_set(vm, EXC_TypeError, "bad tzinfo state arg");
    }
    const uint8_t *b = BYTES(bytes)->data;
    Day d = {(int16_t)(b[0] << 8 | b[1]), b[2] & 0x7f, b[3]};
    Clock c = {b[4], b[5], b[6], b[2] >> 7, b[7] << 16 | b[8] << 8 | b[9]};
    Value v = datetime_fill(vm, cls, d, c, tzinfo);
    value_decref(vm, bytes);
    return v;
}

static Value datetime_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "datetime",
        .signature = "(year, month, day, hour=0, minute=0, second=0, microsecond=0, "
                     "tzinfo=None, *, fold=0)",
        .flags = M_TUPLE | M_NAMELESS};
    Value given[9] = {VALUE_NULL};
    int f[7] = {0}, fold = 0;
    Day d;
    Clock c;
    if (nargs >= 1 && nargs <= 2 && !kwnames && is_state(args[0]))
        return from_state(vm, cls, args[0], nargs > 1 ? args[1] : VALUE_NONE);
    if (!args_take(vm, &row, args, nargs, kwnames, given)) {
        ints_told_first(vm, given, 3, 7);
        return VALUE_NULL;
    }
    if (!ints_taken(vm, given, 7, f) || !ints_taken(vm, &given[8], 1, &fold))
        return VALUE_NULL;
    Value tzinfo = given[7] ? given[7] : VALUE_NONE;
    if (!day_checked(vm, f[0], f[1], f[2], &d) || !clock_checked(vm, &f[3], fold, &c) ||
        !tzinfo_checked(vm, tzinfo))
        return VALUE_NULL;
    return datetime_fill(vm, cls, d, c, tzinfo);
}

/* ---- arithmetic ------------------------------------------------------------------ */

/* Exact: no float, no int object. */
static Int128 micro_of(Value dt)
{
    const DateTimeObj *o = DATETIME(dt);
    return (Int128)wall_seconds(o->day, o->clock) * SECOND_US + o->clock.micro;
}

Value datetime_shift(MinipyVM *vm, Value dt, Value delta, int sign)
{
    const DateTimeObj *o = DATETIME(dt);
    const DeltaObj *by = DELTA(delta);
    int64_t micro = o->clock.micro + (int64_t)sign * by->micro;
    int64_t seconds = clock_seconds(o->clock) + (int64_t)sign * by->seconds;
    int64_t ordinal = day_ordinal(o->day) + (int64_t)sign * by->days;
    if (micro < 0)
        micro += SECOND_US, seconds--;
    else if (micro >= SECOND_US)
        micro -= SECOND_US, seconds++;
    if (seconds < 0)
        seconds += DAY_SECONDS, ordinal--;
    else if (seconds >= DAY_SECONDS)
        seconds -= DAY_SECONDS, ordinal++;
    if (ordinal < 1 || ordinal > ORDINAL_MAX)
        return error_set(vm, EXC_OverflowError, "date value out of range");
    Day d = day_of_ordinal((int32_t)ordinal);
    Clock c = {(uint8_t)(seconds / 3600), (uint8_t)(seconds / 60 % 60),
               (uint8_t)(seconds % 60), 0, (int32_t)micro};
    TypeObj *cls = value_type(vm, dt);
    if (likely(cls == vm->datetime->datetime))
        return datetime_fill(vm, cls, d, c, o->tzinfo);
    return call_class(vm, cls, (int[]){d.year, d.month, d.day},
                      (int[]){c.hour, c.minute, c.second, c.micro}, o->tzinfo);
}

static Value datetime_add(MinipyVM *vm, Value a, Value b)
{
    if (is_datetime(a))
        return is_delta(b) ? datetime_shift(vm, a, b, 1) : VALUE_NOT_IMPLEMENTED;
    return is_delta(a) && is_datetime(b) ? datetime_shift(vm, b, a, 1)
                                         : VALUE_NOT_IMPLEMENTED;
}

static Value wall_difference(MinipyVM *vm, Value a, Value b)
{
    const DateTimeObj *x = DATETIME(a), *y = DATETIME(b);
    return delta_new(vm, day_ordinal(x->day) - day_ordinal(y->day),
                     clock_seconds(x->clock) - clock_seconds(y->clock),
                     x->clock.micro - y->clock.micro);
}

/* The offsets of two datetimes, new; None of both where they have the same tzinfo.
 * False: an exception, and none. */
static bool two_offsets(MinipyVM *vm, Value a, Value b, Value *x, Value *y)
{
    *x = *y = VALUE_NONE;
    if (DATETIME(a)->tzinfo == DATETIME(b)->tzinfo)
        return true;
    if (!(*x = zone_utcoffset(vm, DATETIME(a)->tzinfo, a)))
        return false;
    if ((*y = zone_utcoffset(vm, DATETIME(b)->tzinfo, b)))
        return true;
    value_decref(vm, *x);
    return false;
}

bool offsets_equal(Value a, Value b)
{
    return a == b || (a != VALUE_NONE && b != VALUE_NONE && delta_order(a, b) == 0);
}

Value datetime_difference(MinipyVM *vm, Value a, Value b)
{
    Value x, y, r = VALUE_NULL;
    if (!two_offsets(vm, a, b, &x, &y))
        return VALUE_NULL;
    if ((x == VALUE_NONE) != (y == VALUE_NONE))
        error_set(vm, EXC_TypeError,
                  "can't subtract offset-naive and offset-aware datetimes");
    else
        r = wall_difference(vm, a, b);
    if (r && !offsets_equal(x, y)) {
        Value shift = delta_subtract(vm, x, y);
        Value all = shift ? delta_subtract(vm, r, shift) : VALUE_NULL;
        value_xdecref(vm, shift);
        value_set_steal(vm, &r, all);
    }
    value_decref(vm, x);
    value_decref(vm, y);
    return r;
}

static Value datetime_subtract(MinipyVM *vm, Value a, Value b)
{
    if (!is_datetime(a))
        return VALUE_NOT_IMPLEMENTED;
    if (is_datetime(b))
        return datetime_difference(vm, a, b);
    return is_delta(b) ? datetime_shift(vm, a, b, -1) : VALUE_NOT_IMPLEMENTED;
}

/* ---- comparing ------------------------------------------------------------------- */

/* Has dt, where its wall time occurs twice, another offset the other time? 1, 0, -1. */
static int is_problematic(MinipyVM *vm, Value dt, Value offset)
{
    const DateTimeObj *o = DATETIME(dt);
    Clock c = o->clock;
    if (o->tzinfo == VALUE_NONE || value_type(vm, o->tzinfo) == vm->datetime->zone)
        return 0;
    c.fold = !c.fold;
    Value other = datetime_fill(vm, vm->datetime->datetime, o->day, c, o->tzinfo);
    Value there = other ? zone_utcoffset(vm, o->tzinfo, other) : VALUE_NULL;
    int r = there ? !offsets_equal(offset, there) : -1;
    value_xdecref(vm, other);
    value_xdecref(vm, there);
    return r;
}

static int order_of(Int128 a, Int128 b)
{
    return (a > b) - (a < b);
}

/* By their difference, which asks both zones a second time. False: it raised. */
static bool order_by_difference(MinipyVM *vm, Value a, Value b, int *order)
{
    Value difference = datetime_difference(vm, a, b);
    if (!difference)
        return false;
    *order = order_of(delta_micro(difference), 0);
    value_decref(vm, difference);
    return true;
}

static Value compare_zoned(MinipyVM *vm, Value a, Value b, Value x, Value y,
                           CompareOp op)
{
    bool equality = op == CMP_EQ || op == CMP_NE;
    int order;
    if (offsets_equal(x, y)) {
        order = order_of(micro_of(a), micro_of(b));
    } else if (x != VALUE_NONE && y != VALUE_NONE) {
        if (!order_by_difference(vm, a, b, &order))
            return VALUE_NULL;
    } else if (equality) {
        return value_from_bool(op == CMP_NE);
    } else {
        return error_set(vm, EXC_TypeError,
                         "can't compare offset-naive and offset-aware datetimes");
    }
    if (equality && order == 0) { /* what occurs twice equals nothing elsewhere */
        order = is_problematic(vm, a, x);
        if (order == 0)
            order = is_problematic(vm, b, y);
        if (order < 0)
            return VALUE_NULL;
    }
    return value_from_bool(compare_by_order(order, op));
}

/* What grows with the time of the wall clock, whatever the zone. */
static int64_t wall_of(Value v)
{
    const DateTimeObj *o = DATETIME(v);
    int64_t day = ((int64_t)o->day.year << 4 | o->day.month) << 5 | o->day.day;
    int64_t minute = (day << 5 | o->clock.hour) << 6 | o->clock.minute;
    return (minute << 6 | o->clock.second) << 20 | o->clock.micro;
}

static Value datetime_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!is_datetime(b)) {
        if (!is_date(b))
            return VALUE_NOT_IMPLEMENTED;
        if (op == CMP_EQ || op == CMP_NE)
            return value_from_bool(op == CMP_NE);
        return error_set(vm, EXC_TypeError, "can't compare %T to %T", a, b);
    }
    if (likely(DATETIME(a)->tzinfo == DATETIME(b)->tzinfo)) {
        int64_t x = wall_of(a), y = wall_of(b);
        return value_from_bool(compare_by_order((x > y) - (x < y), op));
    }
    Value x, y;
    if (!two_offsets(vm, a, b, &x, &y))
        return VALUE_NULL;
    Value r = compare_zoned(vm, a, b, x, y, op);
    value_decref(vm, x);
    value_decref(vm, y);
    return r;
}

/* ---- hashing, pickling ----------------------------------------------------------- */

static void put_state(const DateTimeObj *o, uint8_t b[10])
{
    const uint8_t day[] = {(uint8_t)(o->day.year >> 8), (uint8_t)o->day.year,
                           o->day.month, o->day.day};
    memcpy(b, day, sizeof day);
    clock_put(o->clock, b + sizeof day);
}

/* The offset that it would have, were it the first of two equal wall times. */
static Value first_offset(MinipyVM *vm, Value self)
{
    const DateTimeObj *o = DATETIME(self);
    if (!o->clock.fold)
        return zone_utcoffset(vm, o->tzinfo, self);
    Clock c = o->clock;
    c.fold = 0;
    Value first = datetime_fill(vm, vm->datetime->datetime, o->day, c, o->tzinfo);
    Value offset = first ? zone_utcoffset(vm, o->tzinfo, first) : VALUE_NULL;
    value_xdecref(vm, first);
    return offset;
}

static int64_t datetime_hash(MinipyVM *vm, Value self)
{
    DateTimeObj *o = DATETIME(self);
    if (o->hash)
        return o->hash;
    Value offset = first_offset(vm, self);
    if (!offset)
        return -1;
    if (offset == VALUE_NONE) {
        uint8_t b[10];
        put_state(o, b);
        o->hash = hash_bytes(&vm->hash_key, b, sizeof b);
    } else {
        Value wall =
            delta_new(vm, day_ordinal(o->day), clock_seconds(o->clock), o->clock.micro);
        Value utc = wall ? delta_subtract(vm, wall, offset) : VALUE_NULL;
        o->hash = utc ? delta_hash(vm, utc) : 0;
        value_xdecref(vm, wall);
        value_xdecref(vm, utc);
    }
    value_decref(vm, offset);
    return o->hash ? o->hash : -1;
}

Value datetime_reduce_ex(NATIVE_ARGS)
{
    const DateTimeObj *o = DATETIME(self);
    uint8_t b[10];
    int protocol = 2;
    if (nargs && !arg_int_ranged(vm, args[0], &protocol))
        return VALUE_NULL;
    put_state(o, b);
    if (protocol > 3 && o->clock.fold)
        b[2] |= 0x80;
    Value state = bytes_from(vm, b, sizeof b);
    Value arguments =
        state ? tuple_pack(vm, o->tzinfo == VALUE_NONE ? 1 : 2, state, o->tzinfo)
              : VALUE_NULL;
    value_xdecref(vm, state);
    Value cls = value_incref(value_from_obj(value_type(vm, self)));
    return tuple_from_steal(vm, (Value[]){cls, arguments}, 2);
}

static int datetime_type_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    const Clock last = {23, 59, 59, 0, SECOND_US - 1};
    return bounds_fill_steal(
        vm, dict, datetime_fill(vm, t, (Day){YEAR_MIN, 1, 1}, (Clock){0}, VALUE_NONE),
        datetime_fill(vm, t, (Day){YEAR_MAX, 12, 31}, last, VALUE_NONE),
        delta_new(vm, 0, 0, 1));
}

TYPE_SPEC(datetime_spec,
    .name = "datetime.datetime",
    .doc = "datetime(year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)\n\n"
           "A day and a time of it, with a tzinfo or without.",
    .flags = TYPE_BASE, .basicsize = sizeof(DateTimeObj), .dealloc = datetime_dealloc,
    .slots = {.new_ = datetime_new, .repr = datetime_repr, .str = datetime_str, .hash = datetime_hash,
              .getattro = object_generic_getattr, .richcompare = datetime_richcompare, .nb_add = datetime_add,
              .nb_subtract = datetime_subtract},
    .methods = datetime_methods, .getsets = datetime_getsets, .fill = datetime_type_fill,
);
