/* class_dict.h - dicts of classes that a program got hold of. Implementation:
 * class_dict.c.
 *
 * A class shows its dict through a mappingproxy alone, so that nobody changes it but by
 * assigning attributes of the class, and what look-ups found can be remembered,
 * borrowed, for the class's version. But gc.get_referents(C.__dict__) has the dict
 * itself, and what is written into that tells nobody. So a class has no version while
 * somebody else holds its dict; nothing of it is remembered then, and nothing is slower
 * for all others. The dict of a type that vms share keeps its version, and what was
 * found in it lives as long as the vm: old perhaps, as in CPython's caches, but never
 * freed.
 *
 * Rejected: a test in all that writes into dicts: half a dozen instructions' forms,
 * exec()'s globals, instances' `__dict__`, each of which would pay for it.
 */
#ifndef MINIPY_VM_TYPES_CLASS_DICT_H
#define MINIPY_VM_TYPES_CLASS_DICT_H

#include "vm/core/vm.h"
#include "vm/containers/dict.h"

/* DictObj.of_class */
enum { DICT_OF_NO_CLASS, DICT_OF_CLASS, DICT_OF_CLASS_SHOWN };

/* May somebody but the class write into its dict d? */
static inline bool class_dict_is_shown(DictObj *d)
{
    if (likely(d->of_class != DICT_OF_CLASS_SHOWN))
        return false;
    if (d->ob.refs == 1)
        d->of_class = DICT_OF_CLASS; /* he has let it go */
    return d->of_class == DICT_OF_CLASS_SHOWN;
}

/* A program is about to have a dict, or the items of a list from the given one on:
 * those of classes among them are noted. -1: exception. Runs no Python code. */
int class_dict_show(MinipyVM *vm, Value dict);
int class_dicts_show(MinipyVM *vm, Value list, int64_t from);

/* A look-up found v in t's dict d, and v will be remembered. false: it must not be
 * told, for want of memory (no exception). */
bool class_value_keep(MinipyVM *vm, Value v);
static inline bool class_value_kept(MinipyVM *vm, const TypeObj *t, const DictObj *d,
                                    Value v)
{
    return !t->shared || likely(d->of_class != DICT_OF_CLASS_SHOWN) ||
           class_value_keep(vm, v);
}

#endif
