/* calendar.c - days of the proleptic Gregorian calendar: their number, their week, and
 * whether there is such a day or time. Nothing here touches an object but what takes
 * ints.
 */
#include "stdlib/datetime/datetime_private.h"

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(int year, int month)
{
    static const uint8_t days[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 2 && is_leap(year));
}

static int32_t days_before_year(int year)
{
    int y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

int day_of_year(Day d)
{
    static const int16_t before[] = {0,   0,   31,  59,  90,  120, 151,
                                     181, 212, 243, 273, 304, 334};
    return before[d.month] + d.day + (d.month > 2 && is_leap(d.year));
}

int32_t day_ordinal(Day d)
{
    return days_before_year(d.year) + day_of_year(d);
}

/* Years that begin in March end with the leap day, and their months' lengths repeat
 * every five: then it is division alone. */
Day day_of_ordinal(int32_t ordinal)
{
    enum { CYCLE_DAYS = 146097, BEFORE_MARCH = 306 };
    int32_t n = ordinal - 1 + BEFORE_MARCH;
    int32_t cycle = n / CYCLE_DAYS, rest = n % CYCLE_DAYS;
    int32_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
    int32_t day = rest - (365 * year + year / 4 - year / 100);
    int32_t month = (5 * day + 2) / 153;
    Day d = {.day = (uint8_t)(day - (153 * month + 2) / 5 + 1)};
    d.month = (uint8_t)(month < 10 ? month + 3 : month - 9);
    d.year = (int16_t)(cycle * 400 + year + (d.month <= 2));
    return d;
}

int day_weekday(Day d)
{
    return (day_ordinal(d) + 6) % 7;
}

int32_t iso_first_monday(int year)
{
    int32_t first = days_before_year(year) + 1;
    int weekday = (first + 6) % 7;
    return first - weekday + (weekday > 3 ? 7 : 0); /* week 1 has a Thursday */
}

int day_of_iso(int year, int week, int weekday, int32_t *ordinal)
{
    if (year < YEAR_MIN || year > YEAR_MAX)
        return -4;
    int32_t monday = iso_first_monday(year);
    if (week < 1 || week > 53 ||
        (week == 53 && iso_first_monday(year + 1) - monday < 53 * 7))
        return -2;
    if (weekday < 1 || weekday > 7)
        return -3;
    *ordinal = monday + (week - 1) * 7 + weekday - 1;
    return 0;
}

bool day_checked(MinipyVM *vm, int year, int month, int day, Day *out)
{
    if (unlikely(year < YEAR_MIN || year > YEAR_MAX))
        return error_set(vm, EXC_ValueError, "year %d is out of range", year), false;
    if (unlikely(month < 1 || month > 12))
        return error_set(vm, EXC_ValueError, "month must be in 1..12"), false;
    if (unlikely(day < 1 || day > days_in_month(year, month)))
        return error_set(vm, EXC_ValueError, "day is out of range for month"), false;
    *out = (Day){(int16_t)year, (uint8_t)month, (uint8_t)day};
    return true;
}

bool clock_checked(MinipyVM *vm, const int fields[4], int fold, Clock *out)
{
    static const struct {
        int end;
        const char *message;
    } rules[] = {{24, "hour must be in 0..23"},
                 {60, "minute must be in 0..59"},
                 {60, "second must be in 0..59"},
                 {SECOND_US, "microsecond must be in 0..999999"}};

    for (int i = 0; i < 4; i++)
        if (unlikely(fields[i] < 0 || fields[i] >= rules[i].end))
            return error_set(vm, EXC_ValueError, "%s", rules[i].message), false;
    if (unlikely(fold != 0 && fold != 1))
        return error_set(vm, EXC_ValueError, "fold must be either 0 or 1"), false;
    *out = (Clock){(uint8_t)fields[0], (uint8_t)fields[1], (uint8_t)fields[2],
                   (uint8_t)fold, fields[3]};
    return true;
}

bool ints_taken(MinipyVM *vm, const Value *values, int n, int *out)
{
    for (int i = 0; i < n; i++) {
        Value v = values[i];
        if (v && value_is_int_imm(v) && value_imm(v) == (int32_t)value_imm(v))
            out[i] = (int32_t)value_imm(v);
        else if (v && !arg_int_ranged(vm, v, &out[i]))
            return false;
    }
    return true;
}

/* CPython's PyArg_ParseTupleAndKeywords reads them while it looks for the others. */
void ints_told_first(MinipyVM *vm, const Value *given, int required, int n)
{
    int out[7], i = 0;
    while (i < n && (given[i] || i >= required))
        i++;
    Value refusal = error_fetch(vm);
    if (ints_taken(vm, given, i, out))
        error_restore_steal(vm, refusal);
    else
        value_decref(vm, refusal);
}
