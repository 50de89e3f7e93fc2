/* date.c - date, and the tuple that isocalendar() gives. */
#include <time.h>

#include "stdlib/datetime/datetime_private.h"
#include "vm/core/hash.h"
#include "vm/core/hooks.h"
#include "vm/bytes/bytes.h"
#include "vm/types/object_type.h"

/* ---- making ---------------------------------------------------------------------- */

Value date_fill(MinipyVM *vm, TypeObj *cls, Day d)
{
    Value v = object_alloc_value(vm, cls);
    if (likely(v != VALUE_NULL))
        DATE(v)->day = d;
    return v;
}

/* cls(year, month, day), with checks; a class of a program is called. */
static Value date_make(MinipyVM *vm, TypeObj *cls, int year, int month, int day)
{
    Day d;
    if (likely(cls == vm->datetime->date))
        return day_checked(vm, year, month, day, &d) ? date_fill(vm, cls, d)
                                                     : VALUE_NULL;
    if (cls == vm->datetime->datetime)
        return datetime_make(vm, cls, (int[]){year, month, day}, (int[4]){0},
                             VALUE_NONE, 0);
    Value fields[] = {value_from_imm(year), value_from_imm(month), value_from_imm(day)};
    return call(vm, value_from_obj(cls), fields, 3, VALUE_NULL);
}

bool state_has_size(Value v, int64_t size)
{
    return value_is_bytes(v) ? BYTES(v)->size == size
                             : value_is_str(v) && str_length(v) == size;
}

Value state_bytes(MinipyVM *vm, Value v, const char *what)
{
    if (value_is_bytes(v))
        return value_incref(v);
    Value bytes = str_encode(vm, v, "latin-1", NULL);
    if (!bytes && error_matches(vm, EXC_UnicodeEncodeError))
        error_set(vm, EXC_ValueError,
                  "Failed to encode latin1 string when unpickling a %s object. "
                  "pickle.load(data, encoding='latin1') is assumed.",
                  what);
    return bytes;
}

/* What a pickle holds: the fields as bytes. A str has the month's byte as it is. */
static bool is_state(Value v)
{
    if (!state_has_size(v, 4))
        return false;
    uint32_t month = value_is_bytes(v) ? BYTES(v)->data[2] : str_char_at(STR(v), 2);
    return month >= 1 && month <= 12;
}

static Value from_state(MinipyVM *vm, TypeObj *cls, Value state)
{
    Value bytes = state_bytes(vm, state, "date");
    if (!bytes)
        return VALUE_NULL;
    const uint8_t *b = BYTES(bytes)->data;
    Value v = date_fill(vm, cls, (Day){(int16_t)(b[0] << 8 | b[1]), b[2], b[3]});
    value_decref(vm, bytes);
    return v;
}

static Value date_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "date",
                                  .signature = "(year, month, day)",
                                  .flags = M_TUPLE | M_NAMELESS};
    Value given[3] = {VALUE_NULL};
    int fields[3];
    Day d;
    if (nargs == 1 && !kwnames && is_state(args[0]))
        return from_state(vm, cls, args[0]);
    if (!args_take(vm, &row, args, nargs, kwnames, given)) {
        ints_told_first(vm, given, 3, 3);
        return VALUE_NULL;
    }
    if (!ints_taken(vm, given, 3, fields) ||
        !day_checked(vm, fields[0], fields[1], fields[2], &d))
        return VALUE_NULL;
    return date_fill(vm, cls, d);
}

FN(date_today)
{
    Value now = import_attr(vm, "time", "time");
    Value seconds = now ? call0(vm, now) : VALUE_NULL;
    Value r =
        seconds ? call_method_cstr(vm, self, "fromtimestamp", &seconds, 1) : VALUE_NULL;
    value_xdecref(vm, now);
    value_xdecref(vm, seconds);
    return r;
}

FN(date_fromtimestamp)
{
    int64_t seconds;
    int day[3], clock[3];
    if (!timestamp_read(vm, args[0], &seconds, NULL) ||
        !local_fields(vm, seconds, false, day, clock))
        return VALUE_NULL;
    return date_make(vm, TYPE_OF(self), day[0], day[1], day[2]);
}

/* cls of that ordinal, which may be of no date. */
static Value of_ordinal(MinipyVM *vm, TypeObj *cls, int64_t ordinal)
{
    enum { CYCLE = 146097 };
    int64_t cycles = ordinal > ORDINAL_MAX ? ordinal / CYCLE : 0;
    int32_t rest = (int32_t)(ordinal - cycles * CYCLE);
    if (rest < 1)
        rest += CYCLE, cycles--;
    Day d = day_of_ordinal(rest);
    return date_make(vm, cls, (int)(d.year + cycles * 400), d.month, d.day);
}

FN(date_fromordinal)
{
    int ordinal;
    if (!arg_int_ranged(vm, args[0], &ordinal))
        return VALUE_NULL;
    if (ordinal < 1)
        return error_set(vm, EXC_ValueError, "ordinal must be >= 1");
    return of_ordinal(vm, TYPE_OF(self), ordinal);
}

FN(date_fromisoformat)
{
    int day[3];
    return iso_read_day(vm, args[0], day)
               ? date_make(vm, TYPE_OF(self), day[0], day[1], day[2])
               : VALUE_NULL;
}

FN(date_fromisocalendar)
{
    int f[3];
    int32_t ordinal = 0;
    if (!ints_taken(vm, args, 3, f)) {
        if (error_matches(vm, EXC_OverflowError))
            error_set(vm, EXC_ValueError, "ISO calendar component out of range");
        return VALUE_NULL;
    }
    switch (day_of_iso(f[0], f[1], f[2], &ordinal)) {
    case -4: return error_set(vm, EXC_ValueError, "Year is out of range: %d", f[0]);
    case -2: return error_set(vm, EXC_ValueError, "Invalid week: %d", f[1]);
    case -3:
        return error_set(vm, EXC_ValueError, "Invalid day: %d (range is [1, 7])", f[2]);
    default: return of_ordinal(vm, TYPE_OF(self), ordinal);
    }
}

/* ---- text ------------------------------------------------------------------------ */

static Value date_repr(MinipyVM *vm, Value self)
{
    Day d = DATE(self)->day;
    return text_repr(vm, self, (int[]){d.year, d.month, d.day}, 3, 0, VALUE_NONE);
}

FN(date_isoformat)
{
    char text[ISO_DATE_SIZE];
    put_day(text, DATE(self)->day);
    return str_from_ascii(vm, text, ISO_DATE_SIZE);
}

static Value date_str(MinipyVM *vm, Value self)
{
    return call_method_cstr(vm, self, "isoformat", NULL, 0);
}

Value date_ctime_of(MinipyVM *vm, Day d, Clock c)
{
    static const char days[7][4] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    char text[64];
    int n = snprintf(text, sizeof text, "%s %s %2d %02d:%02d:%02d %04d",
                     days[day_weekday(d)], months[d.month - 1], d.day, c.hour, c.minute,
                     c.second, d.year);
    return str_from_ascii(vm, text, n);
}

FN(date_ctime)
{
    return date_ctime_of(vm, DATE(self)->day, (Clock){0});
}

Value date_timetuple_of(MinipyVM *vm, Day d, Clock c, int dst)
{
    int fields[9] = {d.year,   d.month,        d.day,          c.hour, c.minute,
                     c.second, day_weekday(d), day_of_year(d), dst};
    Value items[9];
    for (int i = 0; i < 9; i++)
        items[i] = value_from_imm(fields[i]);
    Value tuple = tuple_from(vm, items, 9);
    Value cls = tuple ? import_attr(vm, "time", "struct_time") : VALUE_NULL;
    Value r = cls ? call1(vm, cls, tuple) : VALUE_NULL;
    value_xdecref(vm, cls);
    value_xdecref(vm, tuple);
    return r;
}

FN(date_timetuple)
{
    return date_timetuple_of(vm, DATE(self)->day, (Clock){0}, -1);
}

/* A datetime's, too: what its timetuple() says, and its zone. */
FN(date_strftime)
{
    bool timed = is_datetime(self);
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "strftime", "1", "str", args[0]);
    return text_strftime_steal(vm, args[0],
                               call_method_cstr(vm, self, "timetuple", NULL, 0),
                               timed ? DATETIME(self)->tzinfo : VALUE_NONE, self,
                               timed ? DATETIME(self)->clock.micro : 0);
}

FN(date_format)
{
    return text_format(vm, self, args[0]);
}

/* ---- days ------------------------------------------------------------------------ */

FN(date_toordinal)
{
    return value_from_imm(day_ordinal(DATE(self)->day));
}

FN(date_weekday)
{
    return value_from_imm(day_weekday(DATE(self)->day));
}

FN(date_isoweekday)
{
    return value_from_imm(day_weekday(DATE(self)->day) + 1);
}

static Value iso_date_fill(MinipyVM *vm, TypeObj *cls, const Value fields[3])
{
    Object *o = object_alloc(vm, cls, 3);
    if (!o)
        return VALUE_NULL;
    TupleObj *t = (TupleObj *)o;
    t->size = 3;
    for (int i = 0; i < 3; i++)
        t->items[i] = value_incref(fields[i]);
    return value_from_obj(o);
}

FN(date_isocalendar)
{
    Day d = DATE(self)->day;
    int year = d.year;
    int32_t ordinal = day_ordinal(d), monday = iso_first_monday(year);
    if (ordinal < monday)
        monday = iso_first_monday(--year);
    else if (ordinal >= iso_first_monday(year + 1))
        monday = iso_first_monday(++year);
    Value fields[] = {value_from_imm(year), value_from_imm((ordinal - monday) / 7 + 1),
                      value_from_imm((ordinal - monday) % 7 + 1)};
    return iso_date_fill(vm, vm->datetime->iso_date, fields);
}

FN(date_replace)
{
    Day d = DATE(self)->day;
    int fields[3] = {d.year, d.month, d.day};
    if (!ints_taken(vm, (Value[]){GIVEN(0), GIVEN(1), GIVEN(2)}, 3, fields) ||
        !day_checked(vm, fields[0], fields[1], fields[2], &d))
        return VALUE_NULL;
    return date_fill(vm, value_type(vm, self), d);
}

FN(date_reduce)
{
    Day d = DATE(self)->day;
    uint8_t b[4] = {(uint8_t)(d.year >> 8), (uint8_t)d.year, d.month, d.day};
    Value state = bytes_from(vm, b, 4);
    Value arguments = state ? tuple_pack(vm, 1, state) : VALUE_NULL;
    value_xdecref(vm, state);
    Value cls = value_incref(value_from_obj(value_type(vm, self)));
    return tuple_from_steal(vm, (Value[]){cls, arguments}, 2);
}

/* ---- arithmetic ------------------------------------------------------------------ */

static Value shifted(MinipyVM *vm, Value date, int64_t days)
{
    int64_t ordinal = day_ordinal(DATE(date)->day) + days;
    if (ordinal < 1 || ordinal > ORDINAL_MAX)
        return error_set(vm, EXC_OverflowError, "date value out of range");
    Day d = day_of_ordinal((int32_t)ordinal);
    return date_make(vm, value_type(vm, date), d.year, d.month, d.day);
}

static Value date_add(MinipyVM *vm, Value a, Value b)
{
    if (is_datetime(a) || is_datetime(b))
        return VALUE_NOT_IMPLEMENTED;
    if (is_date(a))
        return is_delta(b) ? shifted(vm, a, DELTA(b)->days) : VALUE_NOT_IMPLEMENTED;
    return is_delta(a) ? shifted(vm, b, DELTA(a)->days) : VALUE_NOT_IMPLEMENTED;
}

static Value date_subtract(MinipyVM *vm, Value a, Value b)
{
    if (is_datetime(a) || is_datetime(b) || !is_date(a))
        return VALUE_NOT_IMPLEMENTED;
    if (is_date(b))
        return delta_new(vm, day_ordinal(DATE(a)->day) - day_ordinal(DATE(b)->day), 0,
                         0);
    return is_delta(b) ? shifted(vm, a, -(int64_t)DELTA(b)->days)
                       : VALUE_NOT_IMPLEMENTED;
}

static Value date_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    (void)vm;
    if (!is_date(b))
        return VALUE_NOT_IMPLEMENTED;
    Day x = DATE(a)->day, y = DATE(b)->day;
    int order =
        (x.year * 16 + x.month) * 32 + x.day - ((y.year * 16 + y.month) * 32 + y.day);
    return value_from_bool(compare_by_order(order, op));
}

static int64_t date_hash(MinipyVM *vm, Value self)
{
    DateObj *o = DATE(self);
    if (o->hash == 0) {
        uint8_t b[4] = {(uint8_t)(o->day.year >> 8), (uint8_t)o->day.year, o->day.month,
                        o->day.day};
        o->hash = hash_bytes(&vm->hash_key, b, sizeof b);
    }
    return o->hash;
}

GETTER(date_year)
{
    return value_from_imm(DATE(self)->day.year);
}

GETTER(date_month)
{
    return value_from_imm(DATE(self)->day.month);
}

GETTER(date_day)
{
    return value_from_imm(DATE(self)->day.day);
}

static METHODS(date_methods,
    {"fromtimestamp", date_fromtimestamp, M_CLASS, "($type, timestamp, /)", "The local date at a POSIX timestamp."},
    {"fromordinal", date_fromordinal, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, ordinal, /)",
     "The date of a day's number in the proleptic Gregorian calendar."},
    {"fromisoformat", date_fromisoformat, M_CLASS | M_UNSIGNED, "($type, text, /)",
     "A date from a text in ISO 8601 format."},
    {"fromisocalendar", date_fromisocalendar, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, year, week, day)",
     "A date from the ISO year, week and weekday."},
    {"today", date_today, M_CLASS | M_UNSIGNED, "($type, /)", "The class's fromtimestamp(time.time())."},
    {"ctime", date_ctime, M_UNSIGNED, "($self, /)", "The text that C's ctime() gives."},
    {"strftime", date_strftime, M_UNSIGNED | M_TUPLE | M_BARE, "($self, format)",
     "The text by a format of strftime()."},
    {"__format__", date_format, M_UNSIGNED | M_TUPLE | M_BARE, "($self, format, /)", "The same; str() for ''."},
    {"timetuple", date_timetuple, M_UNSIGNED, "($self, /)", "A time.struct_time."},
    {"isocalendar", date_isocalendar, M_UNSIGNED, "($self, /)", "ISO year, week number and weekday, a named tuple."},
    {"isoformat", date_isoformat, M_UNSIGNED, "($self, /)", "YYYY-MM-DD."},
    {"isoweekday", date_isoweekday, M_UNSIGNED, "($self, /)", "Monday 1 to Sunday 7."},
    {"toordinal", date_toordinal, M_UNSIGNED, "($self, /)", "The day's number: 1 is January 1 of the year 1."},
    {"weekday", date_weekday, M_UNSIGNED, "($self, /)", "Monday 0 to Sunday 6."},
    {"replace", date_replace, M_UNSIGNED | M_TUPLE | M_BARE, "($self, year=0, month=0, day=0)",
     "The date with some fields changed."},
    {"__reduce__", date_reduce, M_UNSIGNED, "($self, /)", "The class, and what it is to be called with."},
);

static GETSETS(date_getsets,
    GETS("year", date_year),
    GETS("month", date_month),
    GETS("day", date_day),
);

static int date_type_fill(MinipyVM *vm, TypeObj *t, Value dict)
{
    return bounds_fill_steal(vm, dict, date_fill(vm, t, (Day){YEAR_MIN, 1, 1}),
                             date_fill(vm, t, (Day){YEAR_MAX, 12, 31}),
                             delta_new(vm, 1, 0, 0));
}

TYPE_SPEC(date_spec,
    .name = "datetime.date",
    .doc = "date(year, month, day): a day of the calendar.",
    .flags = TYPE_BASE, .basicsize = sizeof(DateObj),
    .slots = {.new_ = date_new, .repr = date_repr, .str = date_str, .hash = date_hash,
              .getattro = object_generic_getattr, .richcompare = date_richcompare, .nb_add = date_add,
              .nb_subtract = date_subtract},
    .methods = date_methods, .getsets = date_getsets, .fill = date_type_fill,
);

/* ---- what isocalendar() gives ---------------------------------------------------- */

static Value iso_date_new(NEW_ARGS)
{
    static const MethodDef row = {.name = "IsoCalendarDate",
                                  .signature = "(year, week, weekday)"};
    Value given[3];
    return args_take(vm, &row, args, nargs, kwnames, given)
               ? iso_date_fill(vm, cls, given)
               : VALUE_NULL;
}

static Value iso_date_repr(MinipyVM *vm, Value self)
{
    const Value *f = TUPLE(self)->items;
    return str_format_c(vm, "%T(year=%S, week=%S, weekday=%S)", self, f[0], f[1], f[2]);
}

GETTER(iso_date_field)
{
    return value_incref(TUPLE(self)->items[(uintptr_t)closure]);
}

/* A pickle has a plain tuple, which any Python reads. */
FN(iso_date_reduce)
{
    const Value *f = TUPLE(self)->items;
    Value plain = tuple_from(vm, f, 3);
    Value arguments = plain ? tuple_pack(vm, 1, plain) : VALUE_NULL;
    value_xdecref(vm, plain);
    return tuple_from_steal(
        vm, (Value[]){value_incref(value_from_obj(vm->types[KIND_TUPLE])), arguments},
        2);
}

static METHODS(iso_date_methods,
    {"__reduce__", iso_date_reduce, M_UNSIGNED, "($self, /)", NULL},
);

static GETSETS(iso_date_getsets,
    {"year", iso_date_field, NULL, NULL, (void*)0},
    {"week", iso_date_field, NULL, NULL, (void*)1},
    {"weekday", iso_date_field, NULL, NULL, (void*)2},
);

TYPE_SPEC(iso_date_spec,
    .name = "datetime.IsoCalendarDate", .kind = KIND_TUPLE, .base = KIND_TUPLE,
    .doc = "What isocalendar() gives: a tuple whose items have the names year, week and weekday.",
    .flags = TYPE_GC,
    .slots = {.new_ = iso_date_new, .repr = iso_date_repr},
    .methods = iso_date_methods, .getsets = iso_date_getsets,
);
