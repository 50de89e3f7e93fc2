/* Options by name, with DTrace's names, units and defaults; those that only a kernel
 * has are taken and have no effect. */
#include "probes/dscript/options.h"

#include <ctype.h>

typedef enum Form { FLAG, SIZE, RATE, NUMBER, NOTHING } Form;

typedef struct Option {
    const char *name;
    Form form;
    size_t offset;
    uint64_t least, most;
} Option;

#define AT(name) offsetof(DOptions, name)

static const Option table[] = {
    {"quiet", FLAG, AT(quiet), 0, 1},
    {"defaultargs", FLAG, AT(defaultargs), 0, 1},
    {"flowindent", FLAG, AT(flowindent), 0, 1},
    {"strsize", SIZE, AT(strsize), 8, 1 << 16},
    {"dynvarsize", SIZE, AT(dynvarsize), 4096, UINT64_C(1) << 30},
    {"aggsize", SIZE, AT(aggsize), 4096, UINT64_C(1) << 30},
    {"bufsize", SIZE, AT(bufsize), 1024, UINT64_C(1) << 30},
    {"scratchsize", SIZE, AT(scratchsize), 4096, 1 << 24},
    {"switchrate", RATE, AT(switchrate), 0, UINT64_MAX},
    {"ustackframes", NUMBER, AT(ustackframes), 1, 500},
    {"jstackframes", NUMBER, AT(ustackframes), 1, 500},
    {"stackindent", NUMBER, AT(stackindent), 0, 80},
    {"aggsortkey", FLAG, AT(aggsortkey), 0, 1},
    {"aggsortrev", FLAG, AT(aggsortrev), 0, 1},
    {"aggsortpos", NUMBER, AT(aggsortpos), 0, 15},
    {"aggsortkeypos", NUMBER, AT(aggsortkeypos), 0, 15},
    {"zdefs", FLAG, AT(zdefs), 0, 1},
    {"aggrate", NOTHING, 0, 0, 0},
    {"bufpolicy", NOTHING, 0, 0, 0},
    {"bufresize", NOTHING, 0, 0, 0},
    {"cleanrate", NOTHING, 0, 0, 0},
    {"cpu", NOTHING, 0, 0, 0},
    {"destructive", NOTHING, 0, 0, 0},
    {"dynvarresize", NOTHING, 0, 0, 0},
    {"evaltime", NOTHING, 0, 0, 0},
    {"jstackstrsize", NOTHING, 0, 0, 0},
    {"nspec", NOTHING, 0, 0, 0},
    {"nworkers", NOTHING, 0, 0, 0},
    {"pgmax", NOTHING, 0, 0, 0},
    {"rawbytes", NOTHING, 0, 0, 0},
    {"specsize", NOTHING, 0, 0, 0},
    {"stackframes", NOTHING, 0, 0, 0},
    {"statusrate", NOTHING, 0, 0, 0},
    {"strip", NOTHING, 0, 0, 0},
};

static const char *name_of(int index)
{
    return index < (int)(sizeof table / sizeof *table) ? table[index].name : NULL;
}

void doptions_init(DOptions *options)
{
    *options = (DOptions){.strsize = 256,
                          .dynvarsize = 1 << 20,
                          .aggsize = 4 << 20,
                          .bufsize = 64 << 10,
                          .scratchsize = 64 << 10,
                          .switchrate = 1000000000,
                          .ustackframes = 100,
                          .stackindent = 14};
}

/* The number that the text begins with, or false; `unit` is what follows it. */
static bool read_number(DText text, uint64_t *number, DText *unit)
{
    uint32_t i = 0;
    for (*number = 0; i < text.size && isdigit((unsigned char)text.s[i]); i++) {
        if (*number > UINT64_MAX / 20)
            return false;
        *number = *number * 10 + (uint64_t)(text.s[i] - '0');
    }
    *unit = (DText){text.s + i, text.size - i};
    return i > 0;
}

static bool read_size(DText text, uint64_t *number)
{
    DText unit;
    if (!read_number(text, number, &unit) || unit.size > 1)
        return false;
    int shift = unit.size == 0          ? 0
                : strchr("kK", *unit.s) ? 10
                : strchr("mM", *unit.s) ? 20
                : strchr("gG", *unit.s) ? 30
                                        : -1;
    if (shift < 0 || *number > UINT64_MAX >> shift)
        return false;
    *number <<= shift;
    return true;
}

/* "10hz" or a time; nanoseconds. */
static bool read_rate(DText text, uint64_t *number)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ns", 1},           {"nsec", 1},         {"us", 1000},
                 {"usec", 1000},      {"ms", 1000000},     {"msec", 1000000},
                 {"s", 1000000000},   {"sec", 1000000000}, {"m", 60000000000},
                 {"min", 60000000000}};
    DText unit;
    if (!read_number(text, number, &unit) || *number > 1000000000)
        return false;
    if (unit.size == 0 || dtext_is(unit, "hz")) {
        *number = *number > 0 ? 1000000000 / *number : 0;
        return *number > 0;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (dtext_is(unit, units[i].name)) {
            *number *= units[i].ns;
            return true;
        }
    return false;
}

static bool read_value(const Option *option, DText value, uint64_t *number)
{
    DText unit;
    switch (option->form) {
    case FLAG:
        *number = !dtext_is(value, "0") && !dtext_is(value, "off") &&
                  !dtext_is(value, "false") && !dtext_is(value, "unset");
        return true;
    case SIZE: return read_size(value, number);
    case RATE: return read_rate(value, number);
    default: return read_number(value, number, &unit) && unit.size == 0;
    }
}

static bool wrong_name(DSources *sources, const char *at, DText name)
{
    char hint[100];
    const char *near = dsource_nearest(name, name_of);
    if (near != NULL)
        strcat(strcat(strcpy(hint, "Did you mean "), near), "?");
    dsource_wrong(sources, at, near != NULL ? hint : "docs/DSCRIPT.md lists them",
                  "no option is named %.*s", (int)name.size, name.s);
    return false;
}

bool doptions_set(DOptions *options, DSources *sources, const char *at, DText text)
{
    const char *equal = text.size > 0 ? memchr(text.s, '=', text.size) : NULL;
    DText name = {text.s, equal ? (uint32_t)(equal - text.s) : text.size};
    DText value = equal ? (DText){equal + 1, text.size - name.size - 1} : dtext("");
    const Option *option = table;
    while (option < table + sizeof table / sizeof *table &&
           !dtext_is(name, option->name))
        option++;
    if (option == table + sizeof table / sizeof *table)
        return wrong_name(sources, at, name);
    if (option->form == NOTHING)
        return true;
    uint64_t number;
    if (!read_value(option, value, &number) || number < option->least ||
        number > option->most) {
        dsource_wrong(sources, at,
                      option->form == SIZE   ? "Say a size, as 256, 512k or 4m."
                      : option->form == RATE ? "Say a rate or a time, as 10hz or 1sec."
                                             : NULL,
                      "option %s cannot be %.*s", option->name,
                      value.size > 0 ? (int)value.size : 5,
                      value.size > 0 ? value.s : "empty");
        return false;
    }
    *(uint64_t *)((char *)options + option->offset) = number;
    return true;
}
