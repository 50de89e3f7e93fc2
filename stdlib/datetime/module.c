/* module.c - the module _datetime, and what it keeps for a vm from its first import on.
 */
#include "stdlib/datetime/datetime.h"
#include "stdlib/datetime/datetime_private.h"
#include "vm/objects/capsule.h"

static bool make_types(MinipyVM *vm, DateTimeState *s)
{
    TypeObj *object = vm->types[KIND_OBJECT];
    s->delta = type_from_spec_base(vm, &delta_spec, object);
    s->tzinfo = s->delta ? type_from_spec_base(vm, &tzinfo_spec, object) : NULL;
    s->zone = s->tzinfo ? type_from_spec_base(vm, &zone_spec, s->tzinfo) : NULL;
    s->date = s->zone ? type_from_spec_base(vm, &date_spec, object) : NULL;
    s->datetime = s->date ? type_from_spec_base(vm, &datetime_spec, s->date) : NULL;
    s->time = s->datetime ? type_from_spec_base(vm, &time_spec, object) : NULL;
    s->iso_date = s->time ? type_from_spec(vm, &iso_date_spec) : NULL;
    return s->iso_date != NULL;
}

static bool make_state(MinipyVM *vm)
{
    DateTimeState *s = vm->datetime = mem_calloc(vm, sizeof *s);
    if (!s || !make_types(vm, s))
        return false;
    Value zero = delta_new(vm, 0, 0, 0);
    s->utc = zero ? object_of_steal(vm, s->zone, &zero, 1) : VALUE_NULL;
    s->epoch =
        s->utc ? datetime_fill(vm, s->datetime, (Day){1970, 1, 1}, (Clock){0}, s->utc)
               : VALUE_NULL;
    return s->epoch != VALUE_NULL;
}

void datetime_fini(MinipyVM *vm)
{
    DateTimeState *s = vm->datetime;
    if (!s)
        return;
    value_clear(vm, &s->utc);
    value_clear(vm, &s->epoch);
    TypeObj *types[] = {s->iso_date, s->time,   s->datetime, s->date,
                        s->zone,     s->tzinfo, s->delta};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i])
            type_decref(vm, types[i]);
    mem_free(vm, s);
    vm->datetime = NULL;
}

/* A name for programs in C, which there is nothing behind here. */
static Value make_capi(MinipyVM *vm)
{
    return capsule_new(vm, NULL, "datetime.datetime_CAPI", NULL);
}

static int datetime_exec(MinipyVM *vm, Value module)
{
    if (!vm->datetime && !make_state(vm)) {
        datetime_fini(vm);
        return -1;
    }
    const DateTimeState *s = vm->datetime;
    const struct {
        const char *name;
        TypeObj *type;
    } types[] = {{"date", s->date},     {"datetime", s->datetime},
                 {"time", s->time},     {"timedelta", s->delta},
                 {"timezone", s->zone}, {"tzinfo", s->tzinfo}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof types / sizeof *types; i++)
        r = module_add_steal(vm, module, types[i].name,
                             value_incref(value_from_obj(types[i].type)));
    if (r == 0)
        r = module_add_steal(vm, module, "datetime_CAPI", make_capi(vm));
    return r < 0 ? r : module_add_steal(vm, module, "UTC", value_incref(s->utc));
}

static CONTENTS(contents,
    HAS_INT("MINYEAR", YEAR_MIN), HAS_INT("MAXYEAR", YEAR_MAX),
);

MODULE_SPEC(datetime_module_spec,
    .name = "_datetime",
    .doc = "Fast implementation of the datetime type.",
    .contents = contents, .exec = datetime_exec,
);
