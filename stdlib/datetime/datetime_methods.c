/* datetime_methods.c - the methods of datetime: now and from elsewhere, text, zones. */
#include <time.h>

#include "stdlib/datetime/datetime_methods.h"
#include "vm/core/hooks.h"
#include "vm/numbers/float.h"

/* ---- from elsewhere -------------------------------------------------------------- */

/* tz.fromutc(dt), which is taken over. */
static Value fromutc_steal(MinipyVM *vm, Value tz, Value dt)
{
    Value r = dt ? call_method_cstr(vm, tz, "fromutc", &dt, 1) : VALUE_NULL;
    value_xdecref(vm, dt);
    return r;
}

/* cls of a POSIX time: UTC, or local where it has no tz. */
static Value of_timestamp(MinipyVM *vm, TypeObj *cls, int64_t seconds, int micro,
                          bool utc, Value tz)
{
    int day[3], clock[4] = {0}, fold = 0;
    if (!local_fields(vm, seconds, utc, day, clock))
        return VALUE_NULL;
    clock[3] = micro;
    if (!utc && day[0] >= YEAR_MIN && day[0] <= YEAR_MAX &&
        (fold = local_fold(vm, seconds, day, clock)) < 0)
        return VALUE_NULL;
    return datetime_make(vm, cls, day, clock, tz, fold);
}

static Value in_zone(MinipyVM *vm, Value cls, int64_t seconds, int micro, Value tz)
{
    Value v = of_timestamp(vm, TYPE_OF(cls), seconds, micro, tz != VALUE_NONE, tz);
    return tz == VALUE_NONE ? v : fromutc_steal(vm, tz, v);
}

static void now(int64_t *seconds, int *micro)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    *seconds = t.tv_sec;
    *micro = (int)(t.tv_nsec / 1000);
}

FN(datetime_now)
{
    Value tz = GIVEN(0) ? args[0] : VALUE_NONE;
    int64_t seconds;
    int micro;
    if (!tzinfo_checked(vm, tz))
        return VALUE_NULL;
    now(&seconds, &micro);
    return in_zone(vm, self, seconds, micro, tz);
}

FN(datetime_utcnow)
{
    int64_t seconds;
    int micro;
    now(&seconds, &micro);
    return of_timestamp(vm, TYPE_OF(self), seconds, micro, true, VALUE_NONE);
}

FN(datetime_fromtimestamp)
{
    Value tz = GIVEN(1) ? args[1] : VALUE_NONE;
    int64_t seconds;
    int micro;
    if (!tzinfo_checked(vm, tz) || !timestamp_read(vm, args[0], &seconds, &micro))
        return VALUE_NULL;
    return in_zone(vm, self, seconds, micro, tz);
}

FN(datetime_utcfromtimestamp)
{
    int64_t seconds;
    int micro;
    return timestamp_read(vm, args[0], &seconds, &micro)
               ? of_timestamp(vm, TYPE_OF(self), seconds, micro, true, VALUE_NONE)
               : VALUE_NULL;
}

/* _strptime is Python code: it makes cls of what it reads. */
FN(datetime_strptime)
{
    for (int i = 0; i < 2; i++)
        if (!value_is_str(args[i]))
            return arg_type_error(vm, "strptime", i ? "2" : "1", "str", args[i]);
    Value f = import_attr(vm, "_strptime", "_strptime_datetime");
    Value r = f ? call3(vm, f, self, args[0], args[1]) : VALUE_NULL;
    value_xdecref(vm, f);
    return r;
}

FN(datetime_combine)
{
    if (!is_date(args[0]))
        return arg_type_error(vm, "combine", "1", "datetime.date", args[0]);
    if (!is_time(args[1]))
        return arg_type_error(vm, "combine", "2", "datetime.time", args[1]);
    Value tz = GIVEN(2) ? args[2] : TIME(args[1])->tzinfo;
    if (!tzinfo_checked(vm, tz))
        return VALUE_NULL;
    Day d = DATE(args[0])->day;
    Clock c = TIME(args[1])->clock;
    return datetime_make(vm, TYPE_OF(self), (int[]){d.year, d.month, d.day},
                         (int[]){c.hour, c.minute, c.second, c.micro}, tz, c.fold);
}

FN(datetime_fromisoformat)
{
    int day[3];
    IsoTime t;
    if (!iso_read_both(vm, args[0], day, &t))
        return VALUE_NULL;
    Value r = datetime_make(vm, TYPE_OF(self), day, t.fields, t.tzinfo, 0);
    value_decref(vm, t.tzinfo);
    return r;
}

FN(datetime_replace)
{
    const DateTimeObj *o = DATETIME(self);
    Day d = o->day;
    Clock c = o->clock;
    int f[7] = {d.year, d.month, d.day, c.hour, c.minute, c.second, c.micro};
    int fold = c.fold;
    Value given[9];
    for (size_t i = 0; i < 9; i++)
        given[i] = GIVEN(i);
    if (!ints_taken(vm, given, 7, f) || !ints_taken(vm, &given[8], 1, &fold))
        return VALUE_NULL;
    Value tzinfo = given[7] ? given[7] : o->tzinfo;
    if (!day_checked(vm, f[0], f[1], f[2], &d) || !clock_checked(vm, &f[3], fold, &c) ||
        !tzinfo_checked(vm, tzinfo))
        return VALUE_NULL;
    return datetime_fill(vm, value_type(vm, self), d, c, tzinfo);
}

/* ---- parts of it, and text ------------------------------------------------------- */

FN(datetime_date)
{
    return date_fill(vm, vm->datetime->date, DATETIME(self)->day);
}

FN(datetime_time)
{
    return time_fill(vm, vm->datetime->time, DATETIME(self)->clock, VALUE_NONE);
}

FN(datetime_timetz)
{
    return time_fill(vm, vm->datetime->time, DATETIME(self)->clock,
                     DATETIME(self)->tzinfo);
}

Value datetime_repr(MinipyVM *vm, Value self)
{
    const DateTimeObj *o = DATETIME(self);
    Clock c = o->clock;
    int n = c.micro ? 7 : c.second ? 6 : 5;
    return text_repr(vm, self,
                     (int[]){o->day.year, o->day.month, o->day.day, c.hour, c.minute,
                             c.second, c.micro},
                     n, c.fold, o->tzinfo);
}

static Value isoformat(MinipyVM *vm, Value self, uint32_t separator, Value timespec)
{
    const DateTimeObj *o = DATETIME(self);
    char text[ISO_DATE_SIZE + ISO_CLOCK_SIZE + OFFSET_SIZE], *time = text + 11;
    char *end = put_clock(vm, time, o->clock, timespec);
    Value offset = end ? zone_utcoffset(vm, o->tzinfo, self) : VALUE_NULL;
    if (!offset)
        return VALUE_NULL;
    if (offset != VALUE_NONE)
        end = put_offset(end, offset, ':');
    value_decref(vm, offset);
    char *separated = put_day(text, o->day);
    if (separator < 128) {
        *separated = (char)separator;
        return str_from_ascii(vm, text, end - text);
    }
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_bytes(&b, text, ISO_DATE_SIZE);
    strbuilder_char(&b, separator);
    strbuilder_bytes(&b, time, end - time);
    return strbuilder_finish(&b);
}

FN(datetime_isoformat)
{
    uint32_t separator = 'T';
    if (GIVEN(0)) {
        if (!value_is_str(args[0]) || str_length(args[0]) != 1)
            return arg_type_error(vm, "isoformat", "1", "a unicode character", args[0]);
        separator = str_char_at(STR(args[0]), 0);
    }
    if (GIVEN(1) && !value_is_str(args[1]))
        return arg_type_error(vm, "isoformat", "2", "str", args[1]);
    return isoformat(vm, self, separator, GIVEN(1));
}

Value datetime_str(MinipyVM *vm, Value self)
{
    Value space = vm->ascii[' '];
    return call_method_cstr(vm, self, "isoformat", &space, 1);
}

FN(datetime_ctime)
{
    return date_ctime_of(vm, DATETIME(self)->day, DATETIME(self)->clock);
}

/* ---- zones ----------------------------------------------------------------------- */

FN(datetime_utcoffset)
{
    return zone_utcoffset(vm, DATETIME(self)->tzinfo, self);
}

FN(datetime_dst)
{
    return zone_dst(vm, DATETIME(self)->tzinfo, self);
}

FN(datetime_tzname)
{
    return zone_tzname(vm, DATETIME(self)->tzinfo, self);
}

FN(datetime_timetuple)
{
    const DateTimeObj *o = DATETIME(self);
    Value dst = zone_dst(vm, o->tzinfo, self);
    if (!dst)
        return VALUE_NULL;
    int flag = dst == VALUE_NONE ? -1 : delta_micro(dst) != 0;
    value_decref(vm, dst);
    return date_timetuple_of(vm, o->day, o->clock, flag);
}

/* self in UTC, as its offset says; new. */
static Value in_utc(MinipyVM *vm, Value self, Value offset)
{
    return offset == VALUE_NONE ? value_incref(self)
                                : datetime_shift(vm, self, offset, -1);
}

FN(datetime_utctimetuple)
{
    Value offset = zone_utcoffset(vm, DATETIME(self)->tzinfo, self);
    Value utc = offset ? in_utc(vm, self, offset) : VALUE_NULL;
    Value r = utc ? date_timetuple_of(vm, DATETIME(utc)->day, DATETIME(utc)->clock, 0)
                  : VALUE_NULL;
    value_xdecref(vm, offset);
    value_xdecref(vm, utc);
    return r;
}

FN(datetime_timestamp)
{
    const DateTimeObj *o = DATETIME(self);
    int64_t seconds;
    if (o->tzinfo == VALUE_NONE) {
        if (!local_timestamp(vm, o->day, o->clock, &seconds))
            return VALUE_NULL;
        return float_new(vm, (double)seconds + o->clock.micro / 1e6);
    }
    Value span = datetime_difference(vm, self, vm->datetime->epoch);
    Value r = span ? call_method_cstr(vm, span, "total_seconds", NULL, 0) : VALUE_NULL;
    value_xdecref(vm, span);
    return r;
}

/* The zone here when it is that time in UTC. */
static Value zone_at(MinipyVM *vm, Value utc)
{
    const DateTimeObj *o = DATETIME(utc);
    return local_zone(vm, wall_seconds(o->day, o->clock) - EPOCH_SECONDS);
}

/* Takes a datetime as one of UTC without any doubt, and moves it to tz. */
static Value to_zone(MinipyVM *vm, Value self, Value offset, Value tz)
{
    Value shifted = datetime_shift(vm, self, offset, -1);
    if (!shifted)
        return VALUE_NULL;
    const DateTimeObj *o = DATETIME(shifted);
    Value zone = tz == VALUE_NONE ? zone_at(vm, shifted) : value_incref(tz);
    Value utc = zone
                    ? datetime_fill(vm, value_type(vm, shifted), o->day, o->clock, zone)
                    : VALUE_NULL;
    value_decref(vm, shifted);
    Value r = fromutc_steal(vm, zone, utc);
    value_xdecref(vm, zone);
    return r;
}

/* Its tzinfo, and the offset by it; one that has none is of the local zone. New both;
 * false: an exception, and none. */
static bool own_zone(MinipyVM *vm, Value self, Value tz, Value *zone, Value *offset)
{
    const DateTimeObj *o = DATETIME(self);
    int64_t seconds;
    *zone = value_incref(o->tzinfo);
    *offset = VALUE_NONE;
    if (o->tzinfo != VALUE_NONE && o->tzinfo != tz &&
        !(*offset = zone_utcoffset(vm, o->tzinfo, self)))
        return value_decref(vm, *zone), false;
    if (*offset != VALUE_NONE || (o->tzinfo != VALUE_NONE && o->tzinfo == tz))
        return true;
    value_decref(vm, *zone);
    *zone = local_timestamp(vm, o->day, o->clock, &seconds) ? local_zone(vm, seconds)
                                                            : VALUE_NULL;
    if (!*zone)
        return false;
    *offset = zone_utcoffset(vm, *zone, self);
    return true;
}

FN(datetime_astimezone)
{
    Value tz = GIVEN(0) ? args[0] : VALUE_NONE, zone, offset;
    if (!tzinfo_checked(vm, tz) || !own_zone(vm, self, tz, &zone, &offset))
        return VALUE_NULL;
    Value r = zone == tz ? value_incref(self) : to_zone(vm, self, offset, tz);
    value_decref(vm, zone);
    value_decref(vm, offset);
    return r;
}

/* ---- tables ---------------------------------------------------------------------- */

#define FIELD_GETTER(field)                                                            \
    GETTER(datetime_##field)                                                           \
    {                                                                                  \
        return value_from_imm(DATETIME(self)->clock.field);                            \
    }
FIELD_GETTER(hour)
FIELD_GETTER(minute)
FIELD_GETTER(second)
FIELD_GETTER(micro)
FIELD_GETTER(fold)

GETTER(datetime_tzinfo)
{
    return value_incref(DATETIME(self)->tzinfo);
}

METHODS(datetime_methods,
    {"now", datetime_now, M_CLASS, "($type, /, tz=None)", "The time it is, in that zone or the local one."},
    {"utcnow", datetime_utcnow, M_CLASS | M_UNSIGNED, "($type, /)", "The time it is in UTC, without a tzinfo."},
    {"fromtimestamp", datetime_fromtimestamp, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, timestamp, tz=None)",
     "The time of a POSIX timestamp, in that zone or the local one."},
    {"utcfromtimestamp", datetime_utcfromtimestamp, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, timestamp, /)",
     "The time of a POSIX timestamp in UTC, without a tzinfo."},
    {"strptime", datetime_strptime, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, text, format, /)",
     "A datetime from a text by a format of time.strptime()."},
    {"combine", datetime_combine, M_CLASS | M_UNSIGNED | M_TUPLE | M_BARE, "($type, date, time, tzinfo=None)",
     "The day of a date with the time of a time."},
    {"fromisoformat", datetime_fromisoformat, M_CLASS | M_UNSIGNED, "($type, text, /)",
     "A datetime from a text in most ISO 8601 formats."},
    {"date", datetime_date, M_UNSIGNED, "($self, /)", "The day of it."},
    {"time", datetime_time, M_UNSIGNED, "($self, /)", "The time of it, without the tzinfo."},
    {"timetz", datetime_timetz, M_UNSIGNED, "($self, /)", "The time of it, with the tzinfo."},
    {"ctime", datetime_ctime, M_UNSIGNED, "($self, /)", "The text that C's ctime() gives."},
    {"timetuple", datetime_timetuple, M_UNSIGNED, "($self, /)", "A time.struct_time."},
    {"timestamp", datetime_timestamp, M_UNSIGNED, "($self, /)", "The POSIX timestamp, a float."},
    {"utctimetuple", datetime_utctimetuple, M_UNSIGNED, "($self, /)", "A time.struct_time of it in UTC."},
    {"isoformat", datetime_isoformat, M_UNSIGNED | M_TUPLE | M_BARE, "($self, sep='T', timespec='auto')",
     "ISO 8601: YYYY-MM-DDTHH:MM:SS, with .ffffff and +HH:MM where there are such. sep stands for the T; timespec\n"
     "says how far the time goes: 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', or 'auto'."},
    {"utcoffset", datetime_utcoffset, M_UNSIGNED, "($self, /)", "What its tzinfo says of it."},
    {"tzname", datetime_tzname, M_UNSIGNED, "($self, /)", "What its tzinfo says of it."},
    {"dst", datetime_dst, M_UNSIGNED, "($self, /)", "What its tzinfo says of it."},
    {"replace", datetime_replace, M_UNSIGNED | M_TUPLE | M_BARE,
     "($self, year=0, month=0, day=0, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)",
     "The datetime with some fields changed."},
    {"astimezone", datetime_astimezone, M_UNSIGNED | M_TUPLE | M_BARE, "($self, tz=None)",
     "The same moment in another zone, or the local one."},
    {"__reduce_ex__", datetime_reduce_ex, M_UNSIGNED | M_TUPLE | M_BARE, "($self, protocol, /)",
     "The class, and what it is to be called with."},
    {"__reduce__", datetime_reduce_ex, M_UNSIGNED, "($self, /)", "The class, and what it is to be called with."},
);

GETSETS(datetime_getsets,
    GETS("hour", datetime_hour),
    GETS("minute", datetime_minute),
    GETS("second", datetime_second),
    GETS("microsecond", datetime_micro),
    GETS("tzinfo", datetime_tzinfo),
    GETS("fold", datetime_fold),
);
