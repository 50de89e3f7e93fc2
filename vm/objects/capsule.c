/* capsule.c - capsules. Modules in C that stand on CPython's API hand pointers to each
 * other in them; here datetime has one for its name's sake, and programs make others by
 * ctypes.pythonapi (stdlib/ctypes/pythonapi.c).
 */
#include "vm/objects/capsule.h"
#include "vm/memory/gc.h"
#include "vm/text/str.h"

extern const TypeSpec capsule_type_spec;

static Value capsule_repr(MinipyVM *vm, Value self)
{
    const CapsuleObj *c = CAPSULE(self);
    return str_format_c(
        vm, c->name ? "<capsule object \"%s\" at %p>" : "<capsule object %s at %p>",
        c->name ? c->name : "NULL", c);
}

/* The destructor gets a whole object: it may count references to it. */
static void capsule_dealloc(MinipyVM *vm, Object *o)
{
    CapsuleObj *c = (CapsuleObj *)o;
    if (!c->destructor)
        return;
    Value pending = error_fetch(vm);
    o->refs++;
    c->destructor(value_from_obj(o));
    o->refs--;
    error_clear(vm);
    if (pending)
        error_restore_steal(vm, pending);
}

Value capsule_new(MinipyVM *vm, void *pointer, const char *name,
                  CapsuleDestructor destructor)
{
    Value v = object_alloc_value(vm, vm->types[KIND_CAPSULE]);
    if (v) {
        CAPSULE(v)->pointer = pointer;
        CAPSULE(v)->name = name;
        CAPSULE(v)->destructor = destructor;
    }
    return v;
}

TYPE_SPEC(capsule_type_spec,
    .name = "PyCapsule",
    .doc = "Capsule objects let you wrap a C \"void *\" pointer in a Python object.",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(CapsuleObj),
    .dealloc = capsule_dealloc,
    .slots = {.repr = capsule_repr},
);
