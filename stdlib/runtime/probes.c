/* probes.c - the module probes: what a program says to the markers.
 *
 * CPython has no module of that name, so a program's own comes first (ModuleSpec.last).
 */
#include "stdlib/native.h"
#include "probes/report.h"

extern const ModuleSpec probes_module_spec;

/* The values as print writes them; VALUE_NULL: one's __str__ raised. */
static Value text_of(MinipyVM *vm, const Value *values, size_t n)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            strbuilder_char(&b, ' ');
        if (strbuilder_value(&b, values[i]) < 0) {
            strbuilder_discard(&b);
            return VALUE_NULL;
        }
    }
    return strbuilder_finish(&b);
}

/* The first three values that are ints, cut to 64 bits at their ends; the rest 0. */
static void take_numbers(const Value *values, size_t n, long numbers[3])
{
    int taken = 0, overflow;
    for (size_t i = 0; i < n && taken < 3; i++)
        if (value_is_int(values[i])) {
            int64_t number = int_as_i64_overflow(values[i], &overflow);
            numbers[taken++] = overflow > 0   ? INT64_MAX
                               : overflow < 0 ? INT64_MIN
                                              : number;
        }
}

/* Nothing is worked out while nobody looks. */
FN(py_mark)
{
    long number[3] = {0, 0, 0};
    if (nargs == 0 || !value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "mark() needs a name, a str");
    if (!probes_mark_wanted(&vm->consumers))
        return VALUE_NONE;
    Value text = text_of(vm, args + 1, nargs - 1);
    if (!text)
        return VALUE_NULL;
    take_numbers(args + 1, nargs - 1, number);
    const char *name = str_utf8_or_null(vm, args[0]);
    REPORT_PROBE(vm, probes_mark(&vm->consumers, name, str_utf8_or_null(vm, text),
                                 number[0], number[1], number[2]));
    value_decref(vm, text);
    return VALUE_NONE;
}

static METHODS(functions,
    {"mark", py_mark, M_BARE, "($module, name, /, *values)",
     "Fire the marker `mark` of provider minipy: the program got here.\n\n"
     "Tracers and consumers see the name, the values as print() writes them, and the\n"
     "first three that are ints. While nobody looks, nothing is worked out."},
);

const ModuleSpec probes_module_spec = {
    .name = "probes",
    .doc = "What a program says to those who trace it (see minipy's docs/PROBES.md).",
    .methods = functions,
    .last = true,
};
