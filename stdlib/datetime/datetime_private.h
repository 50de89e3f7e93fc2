/* datetime_private.h - what the files of _datetime share: the objects, the vm's types
 * of them, and what one type does for another.
 */
#ifndef MINIPY_STDLIB_DATETIME_DATETIME_PRIVATE_H
#define MINIPY_STDLIB_DATETIME_DATETIME_PRIVATE_H

#include "stdlib/native.h"
#include "vm/objects/call.h"

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

enum { YEAR_MIN = 1, YEAR_MAX = 9999, ORDINAL_MAX = 3652059, DAYS_MAX = 999999999 };
enum { DAY_SECONDS = 86400, SECOND_US = 1000000 };
#define DAY_US ((int64_t)DAY_SECONDS * SECOND_US)

/* ---- objects --------------------------------------------------------------------- */

typedef struct DeltaObj {
    Object ob;
    int64_t hash;                 /* 0: not computed yet; so in all of them */
    int32_t days, seconds, micro; /* seconds and micro in their ranges, not negative */
} DeltaObj;
#define DELTA(v) ((DeltaObj *)(uintptr_t)(v))

typedef struct Day {
    int16_t year;
    uint8_t month, day;
} Day;

typedef struct Clock {
    uint8_t hour, minute, second, fold;
    int32_t micro;
} Clock;

typedef struct DateObj {
    Object ob;
    int64_t hash;
    Day day;
} DateObj;
#define DATE(v) ((DateObj *)(uintptr_t)(v))

typedef struct DateTimeObj { /* begins as a DateObj */
    Object ob;
    int64_t hash;
    Day day;
    Clock clock;
    Value tzinfo; /* or None; strong */
} DateTimeObj;
#define DATETIME(v) ((DateTimeObj *)(uintptr_t)(v))

typedef struct TimeObj {
    Object ob;
    int64_t hash;
    Clock clock;
    Value tzinfo;
} TimeObj;
#define TIME(v) ((TimeObj *)(uintptr_t)(v))

typedef struct ZoneObj {
    Object ob;
    Value offset, name; /* a timedelta; a str or VALUE_NULL */
} ZoneObj;
#define ZONE(v) ((ZoneObj *)(uintptr_t)(v))

extern const TypeSpec delta_spec, date_spec, time_spec, datetime_spec, tzinfo_spec,
    zone_spec, iso_date_spec;

/* What a vm has of them from the first import on; the types are the vm's chain's. */
typedef struct DateTimeState {
    TypeObj *delta, *date, *time, *datetime, *tzinfo, *zone, *iso_date;
    Value utc, epoch; /* timezone.utc; 1970-01-01 in it. Strong */
} DateTimeState;

static inline const TypeSpec *spec_of(Value v)
{
    return value_is_obj(v) ? value_obj(v)->type->spec : NULL;
}
static inline bool is_delta(Value v)
{
    return spec_of(v) == &delta_spec;
}
static inline bool is_datetime(Value v)
{
    return spec_of(v) == &datetime_spec;
}
static inline bool is_date(Value v)
{
    return spec_of(v) == &date_spec || is_datetime(v);
}
static inline bool is_time(Value v)
{
    return spec_of(v) == &time_spec;
}
/* Is it ZoneInfo's? (zoneinfo.c) */
bool is_zoneinfo_spec(const TypeSpec *spec);
static inline bool is_tzinfo(Value v)
{
    const TypeSpec *s = spec_of(v);
    return s == &zone_spec || s == &tzinfo_spec || is_zoneinfo_spec(s);
}

/* ---- calendar.c: days ------------------------------------------------------------ */

int days_in_month(int year, int month); /* the month in 1..12 */
/* 1: January 1 of the year 1. */
int32_t day_ordinal(Day d);
Day day_of_ordinal(int32_t ordinal); /* in 1..ORDINAL_MAX */
int day_of_year(Day d);              /* from 1 */
int day_weekday(Day d);              /* Monday: 0 */
int32_t iso_first_monday(int year);  /* the ordinal of the Monday of week 1 */
/* A week's day: 0; -2, -3, -4: no such week, day, year. */
int day_of_iso(int year, int week, int weekday, int32_t *ordinal);
/* Fill the result; false: ValueError says what is out of range. */
bool day_checked(MinipyVM *vm, int year, int month, int day, Day *out);
bool clock_checked(MinipyVM *vm, const int fields[4], int fold, Clock *out);
/* As pickles and hashes have it, without the fold. */
enum { CLOCK_BYTES = 6 };
static inline void clock_put(Clock c, uint8_t b[CLOCK_BYTES])
{
    const uint8_t all[CLOCK_BYTES] = {c.hour,
                                      c.minute,
                                      c.second,
                                      (uint8_t)(c.micro >> 16),
                                      (uint8_t)(c.micro >> 8),
                                      (uint8_t)c.micro};
    memcpy(b, all, sizeof all);
}
/* Seconds of the day. */
static inline int32_t clock_seconds(Clock c)
{
    return (c.hour * 60 + c.minute) * 60 + c.second;
}
/* Ints in a call: of each value that is given (not VALUE_NULL) into its place; what is
 * not given stays. False: TypeError, OverflowError. */
bool ints_taken(MinipyVM *vm, const Value *values, int n, int *out);
/* args_take() has refused what it sorted into `given`, zeroed before: a wrong one of
 * the first n, which are ints, is told of instead, if it stands before the first
 * missing one of `required`. */
void ints_told_first(MinipyVM *vm, const Value *given, int required, int n);

/* ---- timedelta.c ----------------------------------------------------------------- */

/* New; days, seconds and micro need not be in their ranges. VALUE_NULL: OverflowError.
 */
Value delta_new(MinipyVM *vm, int64_t days, int64_t seconds, int64_t micro);
/* A type's min, max and resolution, into its dict; VALUE_NULL among them: an exception
 * is set. */
int bounds_fill_steal(MinipyVM *vm, Value dict, Value least, Value most,
                      Value resolution);
Int128 delta_micro(Value delta);
int64_t delta_hash(MinipyVM *vm, Value delta);
int delta_order(Value a, Value b);                    /* < 0, 0, > 0 */
Value delta_subtract(MinipyVM *vm, Value a, Value b); /* a slot */

/* ---- zone.c: tzinfo, timezone ---------------------------------------------------- */

/* None, or of a tzinfo class? Else TypeError. */
bool tzinfo_checked(MinipyVM *vm, Value v);
/* tzinfo.utcoffset(dt), tzinfo.dst(dt): new, a timedelta or None; None where there is
 * no tzinfo. VALUE_NULL: what the method raised, or was wrong about. */
Value zone_utcoffset(MinipyVM *vm, Value tzinfo, Value dt);
Value zone_dst(MinipyVM *vm, Value tzinfo, Value dt);
Value zone_tzname(MinipyVM *vm, Value tzinfo, Value dt); /* a str or None */
/* A timezone; takes the offset over. name VALUE_NULL: none; then one of 0 is utc. */
Value zone_new_steal(MinipyVM *vm, Value offset, Value name);

/* ---- text.c: what is printed, and read again ------------------------------------- */

enum { ISO_DATE_SIZE = 10, ISO_CLOCK_SIZE = 15, OFFSET_SIZE = 20 };
char *put_day(char *p, Day d); /* 2001-02-03 */
/* The tail "+01:02[:03[.000004]]" of an offset, with that separator or 0. */
char *put_offset(char *p, Value delta, char separator);
/* The digits of a time as timespec (a str, or VALUE_NULL: auto) says. NULL: ValueError.
 */
char *put_clock(MinipyVM *vm, char *p, Clock c, Value timespec);
/* strftime(format) of an object with that timetuple (taken over; VALUE_NULL: an
 * error that passes): %z, %Z and %f are replaced, the module time does the rest. */
Value text_strftime_steal(MinipyVM *vm, Value format, Value timetuple, Value tzinfo,
                          Value tz_argument, int micro);
Value text_format(MinipyVM *vm, Value self, Value format); /* __format__ */
/* self's class, its fields and what else its repr has, in parentheses. */
Value text_repr(MinipyVM *vm, Value self, const int *fields, int n, int fold,
                Value tzinfo);
typedef struct IsoTime {
    int fields[4]; /* hour, minute, second, microsecond */
    Value tzinfo;  /* new; None */
} IsoTime;
/* fromisoformat of the three: false: an exception. */
bool iso_read_day(MinipyVM *vm, Value text, int day[3]);
bool iso_read_time(MinipyVM *vm, Value text, IsoTime *out);
bool iso_read_both(MinipyVM *vm, Value text, int day[3], IsoTime *out);

/* ---- date.c, datetime.c, time_of_day.c ------------------------------------------- */

/* New, of exactly that class, filled as it is. */
Value date_fill(MinipyVM *vm, TypeObj *cls, Day d);
Value time_fill(MinipyVM *vm, TypeObj *cls, Clock c, Value tzinfo);
Value datetime_fill(MinipyVM *vm, TypeObj *cls, Day d, Clock c, Value tzinfo);
/* cls(fields...), with checks; a class of a program is called. */
Value datetime_make(MinipyVM *vm, TypeObj *cls, const int day[3], const int clock[4],
                    Value tzinfo, int fold);
/* A date's methods that a datetime has, too. */
Value date_timetuple_of(MinipyVM *vm, Day d, Clock c, int dst);
Value date_ctime_of(MinipyVM *vm, Day d, Clock c);
/* bytes or str of that length, as the state in a pickle is? */
bool state_has_size(Value v, int64_t size);
/* The bytes of a state that may be a str of an old pickle: new. `what` is its class. */
Value state_bytes(MinipyVM *vm, Value v, const char *what);
/* dt + sign * delta, of dt's class; OverflowError. */
Value datetime_shift(MinipyVM *vm, Value dt, Value delta, int sign);
/* a - b of two datetimes: a timedelta. */
Value datetime_difference(MinipyVM *vm, Value a, Value b);
/* Of two offsets, each a timedelta or None. */
bool offsets_equal(Value a, Value b);

/* ---- local.c: POSIX time and the clock on the wall ------------------------------- */

/* Seconds since the year 1, as ordinals count days. */
#define EPOCH_SECONDS ((int64_t)719163 * DAY_SECONDS)
static inline int64_t wall_seconds(Day d, Clock c)
{
    return (int64_t)day_ordinal(d) * DAY_SECONDS + clock_seconds(c);
}
/* A number as seconds and microseconds since the epoch, rounded half to even, or with
 * micro NULL down. False: an exception. */
bool timestamp_read(MinipyVM *vm, Value v, int64_t *seconds, int *micro);
/* The broken-down time there and then. False: OSError, ValueError. */
bool local_fields(MinipyVM *vm, int64_t seconds, bool utc, int day[3], int clock[3]);
/* Which of two equal wall times the second is: 0, 1; -1: exception. */
int local_fold(MinipyVM *vm, int64_t seconds, const int day[3], const int clock[3]);
/* The POSIX time of a wall time. False: exception. */
bool local_timestamp(MinipyVM *vm, Day d, Clock c, int64_t *seconds);
/* The local timezone at a POSIX time. */
Value local_zone(MinipyVM *vm, int64_t seconds);

#endif
