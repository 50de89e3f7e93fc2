/* time_of_day.c - time: a time of any day, with a tzinfo or without. */
#include "stdlib/datetime/datetime_private.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hash.h"
#include "vm/types/object_type.h"

Value time_fill(MinipyVM *vm, TypeObj *cls, Clock c, Value tzinfo)
{
    Value v = object_alloc_value(vm, cls);
    if (likely(v != VALUE_NULL)) {
        TIME(v)->clock = c;
        TIME(v)->tzinfo = value_incref(tzinfo);
    }
    return v;
}

static void time_dealloc(MinipyVM *vm, Object *o)
{
    value_clear(vm, &((TimeObj *)o)->tzinfo);
}

/* ---- making ---------------------------------------------------------------------- */

static bool is_state(Value v)
{
    if (!state_has_size(v, 6))
        return false;
    uint32_t hour = value_is_bytes(v) ? BYTES(v)->data[0] : str_char_at(STR(v), 0);
    return (hour & 0x7f) < 24;
}

static Value from_state(MinipyVM *vm, TypeObj *cls, Value state, Value tzinfo)
{
    Value bytes = state_bytes(vm, state, "time");
    if (!bytes)
        return VALUE_NULL;
    if (tzinfo != VALUE_NONE && !is_tzinfo(tzinfo)) {
        value_decref(vm, bytes);
        return error_set(vm, EXC_TypeError, "bad tzinfo state arg");
    }
    const uint8_t *b = BYTES(bytes)->data;
    Clock c = {b[0] & 0x7f, b[1], b[2], b[0] >> 7, b[3] << 16 | b[4] << 8 | b[5]};
    Value v = time_fill(vm, cls, c, tzinfo);
    value_decref(vm, bytes);
    return v;
}

static Value time_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "time",
        .signature =
            "(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)",
        .flags = M_TUPLE | M_NAMELESS};
    Value given[6] = {VALUE_NULL};
    int fields[4] = {0}, fold = 0;
    Clock c;
    if (nargs >= 1 && nargs <= 2 && !kwnames && is_state(args[0]))
        return from_state(vm, cls, args[0], nargs > 1 ? args[1] : VALUE_NONE);
    if (!args_take(vm, &row, args, nargs, kwnames, given)) {
        ints_told_first(vm, given, 0, 4);
        return VALUE_NULL;
    }
    if (!ints_taken(vm, given, 4, fields) || !ints_taken(vm, &given[5], 1, &fold))
        return VALUE_NULL;
    Value tzinfo = given[4] ? given[4] : VALUE_NONE;
    if (!tzinfo_checked(vm, tzinfo) || !clock_checked(vm, fields, fold, &c))
        return VALUE_NULL;
    return time_fill(vm, cls, c, tzinfo);
}

FN(time_fromisoformat)
{
    IsoTime t = {.tzinfo = VALUE_NONE};
    Value r = VALUE_NULL;
    Clock c;
    if (!iso_read_time(vm, args[0], &t))
        return VALUE_NULL;
    if (TYPE_OF(self) == vm->datetime->time) {
        if (clock_checked(vm, t.fields, 0, &c))
            r = time_fill(vm, vm->datetime->time, c, t.tzinfo);
    } else {
        Value fields[] = {value_from_imm(t.fields[0]), value_from_imm(t.fields[1]),
                          value_from_imm(t.fields[2]), value_from_imm(t.fields[3]),
                          t.tzinfo};
        r = call(vm, self, fields, 5, VALUE_NULL);
    }
    value_decref(vm, t.tzinfo);
    return r;
}

FN(time_replace)
{
    const TimeObj *t = TIME(self);
    Clock c = t->clock;
    int fields[4] = {c.hour, c.minute, c.second, c.micro}, fold = c.fold;
    Value given[6];
    for (size_t i = 0; i < 6; i++)
        given[i] = GIVEN(i);
    if (!ints_taken(vm, given, 4, fields) || !ints_taken(vm, &given[5], 1, &fold))
        return VALUE_NULL;
    Value tzinfo = given[4] ? given[4] : t->tzinfo;
    if (!tzinfo_checked(vm, tzinfo) || !clock_checked(vm, fields, fold, &c))
        return VALUE_NULL;
    return time_fill(vm, value_type(vm, self), c, tzinfo);
}

FN(time_reduce_ex)
{
    const TimeObj *t = TIME(self);
    Clock c = t->clock;
    int protocol = 2;
    if (nargs && !arg_int_ranged(vm, args[0], &protocol))
        return VALUE_NULL;
    uint8_t b[CLOCK_BYTES];
    clock_put(c, b);
    if (protocol > 3 && c.fold)
        b[0] |= 0x80;
    Value state = bytes_from(vm, b, sizeof b);
    Value arguments =
        state ? tuple_pack(vm, t->tzinfo == VALUE_NONE ? 1 : 2, state, t->tzinfo)
              : VALUE_NULL;
    value_xdecref(vm, state);
    Value cls = value_incref(value_from_obj(value_type(vm, self)));
    return tuple_from_steal(vm, (Value[]){cls, arguments}, 2);
}

/* ---- text ------------------------------------------------------------------------ */

static Value time_repr(MinipyVM *vm, Value self)
{
    Clock c = TIME(self)->clock;
    int n = c.micro ? 4 : c.second ? 3 : 2;
    return text_repr(vm, self, (int[]){c.hour, c.minute, c.second, c.micro}, n, c.fold,
                     TIME(self)->tzinfo);
}

FN(time_isoformat)
{
    char text[ISO_CLOCK_SIZE + OFFSET_SIZE];
    if (GIVEN(0) && !value_is_str(args[0]))
        return arg_type_error(vm, "isoformat", "1", "str", args[0]);
    char *p = put_clock(vm, text, TIME(self)->clock, GIVEN(0));
    Value offset = p ? zone_utcoffset(vm, TIME(self)->tzinfo, VALUE_NONE) : VALUE_NULL;
    if (!offset)
        return VALUE_NULL;
    if (offset != VALUE_NONE)
        p = put_offset(p, offset, ':');
    value_decref(vm, offset);
    return str_from_ascii(vm, text, p - text);
}

static Value time_str(MinipyVM *vm, Value self)
{
    return call_method_cstr(vm, self, "isoformat", NULL, 0);
}

FN(time_strftime)
{
    const TimeObj *t = TIME(self);
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "strftime", "1", "str", args[0]);
    int fields[9] = {1900, 1, 1, t->clock.hour, t->clock.minute, t->clock.second,
                     0,    1, -1};
    Value items[9];
    for (int i = 0; i < 9; i++)
        items[i] = value_from_imm(fields[i]);
    return text_strftime_steal(vm, args[0], tuple_from(vm, items, 9), t->tzinfo,
                               VALUE_NONE, t->clock.micro);
}

FN(time_format)
{
    return text_format(vm, self, args[0]);
}

/* ---- the zone -------------------------------------------------------------------- */

FN(time_utcoffset)
{
    return zone_utcoffset(vm, TIME(self)->tzinfo, VALUE_NONE);
}

FN(time_dst)
{
    return zone_dst(vm, TIME(self)->tzinfo, VALUE_NONE);
}

FN(time_tzname)
{
    return zone_tzname(vm, TIME(self)->tzinfo, VALUE_NONE);
}

/* ---- comparing, hashing ---------------------------------------------------------- */

static int clock_order(Clock a, Clock b)
{
    int x = clock_seconds(a), y = clock_seconds(b);
    return x != y ? x - y : a.micro - b.micro;
}

static int64_t micro_in_utc(Value time, Value offset)
{
    Clock c = TIME(time)->clock;
    return (int64_t)clock_seconds(c) * SECOND_US + c.micro -
           (int64_t)delta_micro(offset);
}

static Value compare_zoned(MinipyVM *vm, Value a, Value b, Value x, Value y,
                           CompareOp op)
{
    if (offsets_equal(x, y))
        return value_from_bool(
            compare_by_order(clock_order(TIME(a)->clock, TIME(b)->clock), op));
    if (x != VALUE_NONE && y != VALUE_NONE) {
        int64_t m = micro_in_utc(a, x), n = micro_in_utc(b, y);
        return value_from_bool(compare_by_order((m > n) - (m < n), op));
    }
    if (op == CMP_EQ || op == CMP_NE)
        return value_from_bool(op == CMP_NE);
    return error_set(vm, EXC_TypeError,
                     "can't compare offset-naive and offset-aware times");
}

static Value time_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!is_time(b))
        return VALUE_NOT_IMPLEMENTED;
    if (TIME(a)->tzinfo == TIME(b)->tzinfo)
        return value_from_bool(
            compare_by_order(clock_order(TIME(a)->clock, TIME(b)->clock), op));
    Value x = zone_utcoffset(vm, TIME(a)->tzinfo, VALUE_NONE);
    Value y = x ? zone_utcoffset(vm, TIME(b)->tzinfo, VALUE_NONE) : VALUE_NULL;
    Value r = y ? compare_zoned(vm, a, b, x, y, op) : VALUE_NULL;
    value_xdecref(vm, x);
    value_xdecref(vm, y);
    return r;
}

/* Of the span since midnight in UTC. */
static int64_t hash_zoned(MinipyVM *vm, Value self, Value offset)
{
    Value span = delta_new(vm, 0, 0, micro_in_utc(self, offset));
    int64_t h = span ? delta_hash(vm, span) : -1;
    value_xdecref(vm, span);
    return h;
}

static int64_t time_hash(MinipyVM *vm, Value self)
{
    TimeObj *t = TIME(self);
    if (t->hash)
        return t->hash;
    Clock c = t->clock;
    Value first = VALUE_NULL, asked = self; /* fold does not change the hash */
    if (c.fold && t->tzinfo != VALUE_NONE) {
        Clock plain = c;
        plain.fold = 0;
        asked = first = time_fill(vm, vm->datetime->time, plain, t->tzinfo);
    }
    Value offset = asked ? zone_utcoffset(vm, t->tzinfo, VALUE_NONE) : VALUE_NULL;
    value_xdecref(vm, first);
    if (!offset)
        return -1;
    if (offset == VALUE_NONE) {
        uint8_t b[CLOCK_BYTES];
        clock_put(c, b);
        t->hash = hash_bytes(&vm->hash_key, b, sizeof b);
    } else {
        t->hash = hash_zoned(vm, self, offset);
    }
    value_decref(vm, offset);
    return t->hash;
}

#define FIELD_GETTER(field)                                                            \
    GETTER(time_##field)                                                               \
    {                                                                                  \
        return value_from_imm(TIME(self)->clock.field);                                \
    }
FIELD_GETTER(hour)
FIELD_GETTER(minute)
FIELD_GETTER(second)
FIELD_GETTER(micro)
FIELD_GETTER(fold)

GETTER(time_tzinfo)
{
    return value_incref(TIME(self)->tzinfo);
}

static METHODS(time_methods,
    {"isoformat", time_isoformat, M_UNSIGNED | M_TUPLE | M_BARE, "($self, timespec='auto')",
     "ISO 8601: HH:MM:SS, with .ffffff and +HH:MM where there are such. timespec says how far it goes: 'hours',\n"
     "'minutes', 'seconds', 'milliseconds', 'microseconds', or 'auto'."},
    {"strftime", time_strftime, M_UNSIGNED | M_TUPLE | M_BARE, "($self, format)",
     "The text by a format of strftime()."},
    {"__format__", time_format, M_UNSIGNED | M_TUPLE | M_BARE, "($self, format, /)", "The same; str() for ''."},
    {"utcoffset", time_utcoffset, M_UNSIGNED, "($self, /)", "What its tzinfo says to None."},
    {"tzname", time_tzname, M_UNSIGNED, "($self, /)", "What its tzinfo says to None."},
    {"dst", time_dst, M_UNSIGNED, "($self, /)", "What its tzinfo says to None."},
    {"replace", time_replace, M_UNSIGNED | M_TUPLE | M_BARE,
     "($self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)",
     "The time with some fields changed."},
    {"fromisoformat", time_fromisoformat, M_CLASS | M_UNSIGNED, "($type, text, /)",
     "A time from a text in ISO 8601 format."},
    {"__reduce_ex__", time_reduce_ex, M_UNSIGNED | M_TUPLE | M_BARE, "($self, protocol, /)",
     "The class, and what it is to be called with."},
    {"__reduce__", time_reduce_ex, M_UNSIGNED, "($self, /)", "The class, and what it is to be called with."},
);

static GETSETS(time_getsets,
    GETS("hour", time_hour),
    GETS("minute", time_minute),
    GETS("second", time_second),
    GETS("microsecond", time_micro),
    GETS("tzinfo", time_tzinfo),
    GETS("fold", time_fold),
);

static int time_type_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    const Clock last = {23, 59, 59, 0, SECOND_US - 1};
    return bounds_fill_steal(vm, dict, time_fill(vm, t, (Clock){0}, VALUE_NONE),
                             time_fill(vm, t, last, VALUE_NONE),
                             delta_new(vm, 0, 0, 1));
}

TYPE_SPEC(time_spec,
    .name = "datetime.time",
    .doc = "time(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0): a time of any day.",
    .flags = TYPE_BASE, .basicsize = sizeof(TimeObj), .dealloc = time_dealloc,
    .slots = {.new_ = time_new, .repr = time_repr, .str = time_str, .hash = time_hash,
              .getattro = object_generic_getattr, .richcompare = time_richcompare},
    .methods = time_methods, .getsets = time_getsets, .fill = time_type_fill,
);
