/* type.h - what the files of the type model share: type.c (native types, lookup),
 * type_new.c (class statements), type_slots.c (C slots that call Python methods),
 * slot_wrappers.c (Python methods that call C slots), and the descriptor types in
 * descr.c. Public declarations are in object.h; slots by name are in slot_defs.h,
 * attributes in attr.h, the type object in object_type.h.
 */
#ifndef MINIPY_VM_TYPES_TYPE_H
#define MINIPY_VM_TYPES_TYPE_H

#include "vm/core/vm.h"

/* ---- life ------------------------------------------------------------------------ */

/* Makes every type of types.def, and the str machinery and the empty tuple on the way.
 */
int types_init(MinipyVM *vm);
/* Makes t, one of those that vms share, while the image is open. Programs cannot change
 * it. */
void type_share(MinipyVM *vm, TypeObj *t, const TypeSpec *spec, TypeObj *base);
/* Gives a type of the vm's own that has other bases than its spec says those, and the
 * MRO that comes of them. -1: no memory (no exception). */
int type_give_bases(MinipyVM *vm, TypeObj *t, const Value *bases, int64_t nbases,
                    const Value *mro, int64_t nmro);
void types_clear(MinipyVM *vm);        /* end of the vm: drops what native types hold */
void types_clear_shapes(MinipyVM *vm); /* after the last collection */
void types_fini(MinipyVM *vm);         /* their memory; nothing may be alive any more */

/* The cache of shape.h, which has its memory when it is first used. (attr.c) */
void attr_cache_init(MinipyVM *vm);
void attr_cache_free(MinipyVM *vm);

/* Drops the versions of the classes of which that says yes. */
void types_modified_if(MinipyVM *vm, bool (*which)(TypeObj *, const void *),
                       const void *arg);

/* ---- the type model -------------------------------------------------------------- */

/* The name of a type behind its last dot, as reprs of C types have it; the type's. */
const char *type_last_name(TypeObj *t);

/* type(name, bases, dict) and its like: the slot new_ of type. VALUE_NULL:
 * exception. */
Value type_new(MinipyVM *vm, TypeObj *meta, const Value *args, size_t nargs,
               Value kwnames);
/* An instance of t, which has the slot new_, as calling t makes one: new_, then init.
 * VALUE_NULL: exception. */
Value type_make(MinipyVM *vm, TypeObj *t, const Value *args, size_t nargs,
                Value kwnames);
/* Where the type in vm->native_types is kept that was last found by a description of
 * it, which is a static object, larger than 256 bytes mostly: NULL, or any type. The
 * chain grows with each module imported: to walk it was two thirds of what a lock took,
 * or a copied context. */
static inline TypeObj **native_found(MinipyVM *vm, const void *description)
{
    size_t places = sizeof vm->natives_found / sizeof *vm->natives_found;
    return &vm->natives_found[((uintptr_t)description >> 8) % places];
}

/* What a class adds to its instances that is no Python object: `size` zeroed bytes,
 * which begin at `offset` (set when the class is laid out), and the functions that
 * release, visit and clear them together with what the base says. */
typedef struct TypeExtension {
    TypeSpec life;
    int32_t size, offset;
    const char *signature; /* the class's __text_signature__, without "("; or NULL */
    /* Before it is freed; x is all there is of the class then. */
    void (*release)(MinipyVM *vm, struct TypeExtension *x);
} TypeExtension;
/* type(name, bases, dict) with that; x is of mem_alloc and belongs to the class, or is
 * freed when there comes none: VALUE_NULL, exception. */
Value type_new_extended(MinipyVM *vm, const Value args[3], TypeExtension *x);
/* For TypeSpec.fill: the methods, members and getters of `other`, but for methods that
 * the dict has. 0, or -1. */
int type_fill_as(MinipyVM *vm, TypeObj *t, Value dict, const TypeSpec *other);
/* The slot: cls and its bases are searched, metaclass descriptors that set go first. */
Value type_getattro(MinipyVM *vm, Value cls, Value name);
/* The same, where an absent attribute is no error: 1; 0 and *out NULL; -1. */
int type_lookup_attr(MinipyVM *vm, Value cls, Value name, Value *out);
Value type_get_dict(MinipyVM *vm, Value cls, void *closure); /* its mappingproxy */
Value type_mro_entries_merge(MinipyVM *vm, TypeObj *t);      /* C3: new tuple */
/* cls.__bases__ = bases, with new MROs for all below: 0; -1: exception, and the old
 * ones are back. */
int type_assign_bases(MinipyVM *vm, TypeObj *t, Value bases);
/* Have instances of a and b the same fields at the same places, as far as CPython finds
 * that out when __class__ is assigned? */
bool type_same_layout(TypeObj *a, TypeObj *b);
/* Whether instances have a head for the collector is not as __flags__ shows it. */
bool type_differs_in_gc(TypeObj *t);
int type_add_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub);
void type_remove_subclass(MinipyVM *vm, TypeObj *base, TypeObj *sub);
/* The live direct subclasses: a new list. */
Value type_subclasses(MinipyVM *vm, TypeObj *t);
/* Calls visit with t, its subclasses, theirs and so on, each after a class it derives
 * from, until it returns -1; -1 also when there is no memory. It may run anything. */
int type_each_descendant(MinipyVM *vm, TypeObj *t,
                         int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);
/* The same for a visit that never fails: without memory by calls of C. */
void type_all_descendants(MinipyVM *vm, TypeObj *t,
                          int (*visit)(MinipyVM *, TypeObj *, void *), void *arg);
Value type_module_name(MinipyVM *vm, TypeObj *t); /* __module__: any object; new */
Value type_qualified_name(MinipyVM *vm,
                          TypeObj *t); /* "mod.Qual", "Qual" for builtins */
/* A class may be called that: 0; a NUL in it: -1 with ValueError. Its UTF-8 stays with
 * it, which type_name_cstr relies on. (type_new.c) */
int type_check_name(MinipyVM *vm, Value name);

/* What look-ups along the MRO have found, by the type's version and the name. */
struct TypeCacheEntry {
    Value name;  /* strong */
    Value value; /* borrowed; VALUE_NULL: the name is absent */
    uint32_t version;
};

static inline struct TypeCacheEntry *type_cache_entry(MinipyVM *vm, uint32_t version,
                                                      Value name)
{
    uint32_t mix = version * 31 ^ (uint32_t)(name >> 4);
    return &vm->type_cache[mix & vm->type_cache_mask];
}

/* Lets go of the classes that the last look-up without a version went through (type.c),
 * where nobody uses what it found: they, and with them a module, would outlive the end.
 */
void type_forget_searched(MinipyVM *vm);
/* As type_lookup_borrow(), if it is remembered; else VALUE_NULL. Calls nothing. */
static inline Value type_remembered_borrow(MinipyVM *vm, const TypeObj *t, Value name)
{
    const struct TypeCacheEntry *e = type_cache_entry(vm, t->version, name);
    return CACHES && e->name == name && e->version == t->version && t->version
               ? e->value
               : VALUE_NULL;
}

#endif
