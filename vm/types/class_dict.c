/* class_dict.c - dicts of classes that a program got hold of: see class_dict.h. */
#include "vm/types/class_dict.h"

#include "vm/containers/list.h"
#include "vm/types/type.h"

bool class_value_keep(MinipyVM *vm, Value v)
{
    if (!vm->shown_values)
        vm->shown_values = value_hide(list_new(vm, 0));
    if (vm->shown_values && list_append(vm, vm->shown_values, v) == 0)
        return true;
    error_clear(vm);
    return false;
}

static bool is_shown(TypeObj *t, const void *arg)
{
    (void)arg;
    return t->own.dict && t->own.dict->of_class == DICT_OF_CLASS_SHOWN;
}

static bool keep_all(MinipyVM *vm, Value dict)
{
    Value value;
    for (int64_t at = 0; dict_next(dict, &at, NULL, &value);)
        if (!class_value_keep(vm, value))
            return false;
    return true;
}

static bool is_of_shared_type(MinipyVM *vm, const DictObj *d)
{
    for (int i = 0; i < SHARED_TYPES; i++)
        if (vm->shared_types[i].dict == d)
            return true;
    return false;
}

/* 1: it is a class's, and nobody had it so far. -1: exception. */
static int show(MinipyVM *vm, Value dict)
{
    if (!value_is_dict(dict) || DICT(dict)->of_class != DICT_OF_CLASS)
        return 0;
    if (is_of_shared_type(vm, DICT(dict)) && !keep_all(vm, dict))
        return error_set_oom(vm), -1;
    DICT(dict)->of_class = DICT_OF_CLASS_SHOWN;
    return 1;
}

int class_dict_show(MinipyVM *vm, Value dict)
{
    int r = show(vm, dict);
    if (r > 0)
        types_modified_if(vm, is_shown, NULL);
    return r < 0 ? -1 : 0;
}

int class_dicts_show(MinipyVM *vm, Value list, int64_t from)
{
    bool any = false;
    int r = 0;
    for (int64_t i = from; r >= 0 && i < list_size(list); i++) {
        r = show(vm, LIST(list)->items[i]);
        any |= r > 0;
    }
    if (any)
        types_modified_if(vm, is_shown, NULL);
    return r < 0 ? -1 : 0;
}
