/* local.c - POSIX time, and the wall clock of the local timezone, which the C library
 * knows: seconds since the epoch here, seconds since the year 1 on the wall.
 */
#include <errno.h>
#include <math.h>
#include <time.h>

#include "stdlib/datetime/datetime_private.h"
#include "vm/numbers/float.h"

/* No offset is as far from UTC, and no two offsets of a zone are as far apart. */
enum { FOLD_SECONDS = 24 * 3600 };

static bool out_of_range(MinipyVM *vm)
{
    error_set(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
    return false;
}

static bool read_float(MinipyVM *vm, double d, int64_t *seconds, int *micro)
{
    double whole;
    if (isnan(d)) {
        error_set(vm, EXC_ValueError, "Invalid value NaN (not a number)");
        return false;
    }
    double fraction = modf(d, &whole);
    if (micro) {
        fraction = nearbyint(fraction * SECOND_US); /* half to even */
        if (fraction >= SECOND_US)
            fraction -= SECOND_US, whole++;
        else if (fraction < 0)
            fraction += SECOND_US, whole--;
        *micro = (int)fraction;
    } else {
        whole = floor(d);
    }
    if (!(whole >= -9223372036854775808.0 && whole < 9223372036854775808.0))
        return out_of_range(vm);
    *seconds = (int64_t)whole;
    return true;
}

bool timestamp_read(MinipyVM *vm, Value v, int64_t *seconds, int *micro)
{
    int overflow = 0;
    if (value_is_float(v))
        return read_float(vm, float_value(v), seconds, micro);
    if (!arg_index(vm, v, seconds, &overflow))
        return false;
    if (micro)
        *micro = 0;
    return overflow ? out_of_range(vm) : true;
}

static bool broken_down(MinipyVM *vm, int64_t seconds, bool utc, struct tm *tm)
{
    time_t t = (time_t)seconds;
    errno = 0;
    if (utc ? gmtime_r(&t, tm) : localtime_r(&t, tm))
        return true;
    error_set_errno(vm, errno ? errno : EINVAL, VALUE_NULL);
    return false;
}

bool local_fields(MinipyVM *vm, int64_t seconds, bool utc, int day[3], int clock[3])
{
    struct tm tm;
    if (!broken_down(vm, seconds, utc, &tm))
        return false;
    day[0] = tm.tm_year + 1900;
    day[1] = tm.tm_mon + 1;
    day[2] = tm.tm_mday;
    clock[0] = tm.tm_hour;
    clock[1] = tm.tm_min;
    clock[2] = tm.tm_sec < 59 ? tm.tm_sec : 59; /* leap seconds: there are none here */
    return true;
}

/* The wall's seconds at a POSIX time, counted as wall seconds are. */
static bool wall_at(MinipyVM *vm, int64_t wall_in_utc, int64_t *out)
{
    int day[3], clock[4] = {0};
    Day d;
    Clock c;
    if (!local_fields(vm, wall_in_utc - EPOCH_SECONDS, false, day, clock) ||
        !day_checked(vm, day[0], day[1], day[2], &d) ||
        !clock_checked(vm, clock, 0, &c))
        return false;
    *out = wall_seconds(d, c);
    return true;
}

int local_fold(MinipyVM *vm, int64_t seconds, const int day[3], const int clock[3])
{
    int64_t before, again;
    Day d;
    Clock c;
    /* As long before the first day there is no year to ask about. */
    if (seconds + EPOCH_SECONDS < FOLD_SECONDS + DAY_SECONDS * 2LL)
        return 0;
    if (!day_checked(vm, day[0], day[1], day[2], &d) ||
        !clock_checked(vm, (int[]){clock[0], clock[1], clock[2], 0}, 0, &c) ||
        !wall_at(vm, seconds + EPOCH_SECONDS - FOLD_SECONDS, &before))
        return -1;
    int64_t now = wall_seconds(d, c), change = now - before - FOLD_SECONDS;
    if (change >= 0)
        return 0; /* the clock was not put back in the last day */
    if (!wall_at(vm, seconds + EPOCH_SECONDS + change, &again))
        return -1;
    return again == now;
}

bool local_timestamp(MinipyVM *vm, Day d, Clock c, int64_t *seconds)
{
    int64_t wall = wall_seconds(d, c), seen, offset, first, second;
    if (!wall_at(vm, wall, &seen))
        return false;
    offset = seen - wall;
    first = wall - offset;
    if (!wall_at(vm, first, &seen))
        return false;
    if (seen == wall) { /* it may be another time's wall time, too */
        int64_t other = first + (c.fold ? FOLD_SECONDS : -FOLD_SECONDS), there;
        if (!wall_at(vm, other, &there))
            return false;
        if (there - other == offset)
            return *seconds = first - EPOCH_SECONDS, true;
        offset = there - other;
    } else {
        offset = seen - first;
    }
    second = wall - offset;
    bool found = seen == wall;
    if (!wall_at(vm, second, &seen))
        return false;
    if (seen == wall)
        first = second;
    else if (!found) /* it was skipped */
        first = (c.fold ? first < second : first > second) ? first : second;
    *seconds = first - EPOCH_SECONDS;
    return true;
}

Value local_zone(MinipyVM *vm, int64_t seconds)
{
    struct tm tm;
    if (!broken_down(vm, seconds, false, &tm))
        return VALUE_NULL;
    Value name = str_decode_path(vm, tm.tm_zone, (int64_t)strlen(tm.tm_zone));
    Value zone =
        name ? zone_new_steal(vm, delta_new(vm, 0, tm.tm_gmtoff, 0), name) : VALUE_NULL;
    value_xdecref(vm, name);
    return zone;
}
