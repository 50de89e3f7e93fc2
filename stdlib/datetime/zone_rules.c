/* zone_rules.c - POSIX's TZ texts, as they end a TZif file. */
#include "stdlib/datetime/zone_rules.h"

#include <stdlib.h>

typedef struct Reader {
    const char *p, *end;
} Reader;

static char peek(const Reader *r)
{
    return r->p < r->end ? *r->p : '\0';
}

static bool take(Reader *r, char c)
{
    bool is = r->p < r->end && *r->p == c;
    r->p += is;
    return is;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A number of `least` to `most` digits. */
static bool read_number(Reader *r, int least, int most, int *out)
{
    int n = 0;
    for (*out = 0; n < most && is_digit(peek(r)); n++)
        *out = *out * 10 + *r->p++ - '0';
    return n >= least;
}

/* CET, or <+01>. */
static bool read_name(Reader *r, ZoneText *out)
{
    bool quoted = take(r, '<');
    const char *start = r->p;
    for (;; r->p++) {
        char c = peek(r);
        if (!is_letter(c) && !(quoted && (is_digit(c) || c == '+' || c == '-')))
            break;
    }
    *out = (ZoneText){start, (int)(r->p - start)};
    return quoted ? take(r, '>') : out->size > 0;
}

/* [+-]hh[:mm[:ss]] */
static bool read_clock(Reader *r, int *seconds)
{
    int hours, minutes = 0, rest = 0;
    bool negative = take(r, '-');
    if (!negative)
        take(r, '+');
    if (!read_number(r, 1, 2, &hours) ||
        (take(r, ':') && (!read_number(r, 2, 2, &minutes) ||
                          (take(r, ':') && !read_number(r, 2, 2, &rest)))))
        return false;
    *seconds = (hours * 60 + minutes) * 60 + rest;
    if (negative)
        *seconds = -*seconds;
    return true;
}

/* West is positive in such a text. 24 hours may have minutes: a datetime refuses what
 * comes of it. */
static bool read_offset(Reader *r, int *out)
{
    if (!read_clock(r, out) || abs(*out) / 3600 > 24)
        return false;
    *out = -*out;
    return true;
}

static bool read_month(Reader *r, ZoneChange *c)
{
    c->kind = RULE_MONTH;
    return read_number(r, 1, 2, &c->month) && c->month >= 1 && c->month <= 12 &&
           take(r, '.') && read_number(r, 1, 1, &c->week) && c->week >= 1 &&
           c->week <= 5 && take(r, '.') && read_number(r, 1, 1, &c->day) && c->day <= 6;
}

static bool read_change(Reader *r, ZoneChange *c)
{
    c->seconds = 2 * 3600;
    if (take(r, 'M')) {
        if (!read_month(r, c))
            return false;
    } else {
        c->kind = take(r, 'J') ? RULE_JULIAN : RULE_DAY;
        if (!read_number(r, 1, 3, &c->day) || c->day > 365 ||
            c->day < (c->kind == RULE_JULIAN))
            return false;
    }
    return !take(r, '/') || read_clock(r, &c->seconds);
}

/* What is wrong from the summer's name on; NULL: nothing. */
static const char *read_summer(Reader *r, ZoneRules *out)
{
    ZoneChange *const changes[] = {&out->start, &out->end};
    out->has_summer = true;
    out->summer = out->standard + 3600;
    if (!read_name(r, &out->summer_name))
        return "Invalid DST format in";
    if (peek(r) != ',' && !read_offset(r, &out->summer))
        return "Invalid DST offset in";
    for (int i = 0; i < 2; i++) {
        if (!take(r, ','))
            return "Missing transition rules in TZ string:";
        if (!read_change(r, changes[i]))
            return "Malformed transition rule in TZ string:";
    }
    return r->p < r->end ? "Extraneous characters at end of TZ string:" : NULL;
}

const char *zone_rules_read(const char *text, const char *end, ZoneRules *out)
{
    Reader r = {text, end};
    *out = (ZoneRules){0};
    if (!read_name(&r, &out->standard_name))
        return "Invalid STD format in";
    if (!read_offset(&r, &out->standard))
        return "Invalid STD offset in";
    return r.p < r.end ? read_summer(&r, out) : NULL;
}

static int64_t month_day_ordinal(const ZoneChange *c, int year)
{
    Day first = {(int16_t)year, (uint8_t)c->month, 1};
    int day = 1 + (c->day - (day_weekday(first) + 1) % 7 + 7) % 7 + (c->week - 1) * 7;
    while (day > days_in_month(year, c->month))
        day -= 7;
    return day_ordinal(first) + day - 1;
}

/* CPython counts days from 1 whether there is a J or not, and takes J59 for February 29
 * where there is one. */
int64_t zone_change_at(const ZoneChange *c, int year)
{
    Day january = {(int16_t)year, 1, 1};
    int64_t ordinal = c->kind == RULE_MONTH ? month_day_ordinal(c, year)
                                            : day_ordinal(january) + c->day - 1;
    if (c->kind == RULE_JULIAN && c->day >= 59 && days_in_month(year, 2) == 29)
        ordinal++;
    return ordinal * DAY_SECONDS - EPOCH_SECONDS + c->seconds;
}
