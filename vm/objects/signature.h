/* signature.h - what a native function takes, read from the one place that says it: the
 * text of its row's `signature`, written as inspect.signature shows it, with the first
 * parameter as CPython's __text_signature__ has it:
 *
 *     {"index", list_index, 0, "($self, value, start=0, stop=sys.maxsize, /)", "..."}
 *
 * From it follow the checks before the call, their messages and __text_signature__. The
 * text is read at the first call (start-up pays nothing) and kept by the vm.
 *
 * The body gets its arguments in the order of the text: args[i] is the i-th
 * parameter's, VALUE_NULL or beyond nargs where none was given; GIVEN(i) is right for
 * both. With *args in the text the positional arguments are as in the call, and
 * KEYWORD(i) is the i-th keyword-only one; with **kwargs (or M_KEYWORDS) the values of
 * kwnames follow as in the call.
 */
#ifndef MINIPY_VM_OBJECTS_SIGNATURE_H
#define MINIPY_VM_OBJECTS_SIGNATURE_H

#include "vm/core/object.h"

enum { SIGNATURE_MAX = 32 }; /* parameters at most */

struct Signature {
    const MethodDef *def;
    /* Without keywords, fewest arguments and what the next counts - 1 numbers say go to
     * the body as they are. */
    uint16_t fewest, counts;
    uint8_t required, posonly, maxpos, total; /* counts of parameters, from the first */
    bool many;        /* *args; the counts are those of the parameters behind it */
    bool any_keyword; /* **kwargs */
    bool level; /* a call is a level of recursion even where CPython has specialized it
                 */
    struct {
        const char *text; /* in def->signature, ASCII */
        size_t size;
    } names[];
};

/* Stands where no call has been yet; takes nothing. */
extern const Signature signature_unread;

/* The vm's signature of this row; borrowed. NULL: exception (out of memory). */
const Signature *signature_of(MinipyVM *vm, const MethodDef *def);
void signatures_fini(MinipyVM *vm);

/* May the body be called with so many positional arguments just so? */
static inline bool signature_takes(const Signature *s, size_t nargs)
{
    return nargs - s->fewest < s->counts;
}

/* Sets the exception with which CPython's function in C of that row (a name, a
 * signature and flags) would refuse the arguments; func is the function for messages
 * that name it by its class, or VALUE_NULL. False: it would take them. */
bool signature_refuses(MinipyVM *vm, const MethodDef *row, Value func,
                       const Value *args, size_t nargs, Value kwnames);
/* Sorts arguments into out[0..total), VALUE_NULL where none is given; borrowed. For
 * what is called without a function object, as `new` and `init` of a type: its row has
 * a name, a signature and flags only, and is static. False: TypeError. */
bool args_take(MinipyVM *vm, const MethodDef *row, const Value *args, size_t nargs,
               Value kwnames, Value *out);

/* Calls func, a NativeObj or a MethodDescrObj, with this self: the arguments are
 * checked and sorted as its row's signature says. */
Value native_invoke(MinipyVM *vm, Value func, Value self, const Value *args,
                    size_t nargs, Value kwnames);

/* A native body, by the name FN(name); not every one looks at all its parameters. */
#define NATIVE_ARGS                                                                    \
    MinipyVM *vm __attribute__((unused)), Value self __attribute__((unused)),          \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused))
#define FN(name) static Value name(NATIVE_ARGS)
/* What a type's new gets. */
#define NEW_ARGS                                                                       \
    MinipyVM *vm __attribute__((unused)), TypeObj *cls __attribute__((unused)),        \
        const Value *args __attribute__((unused)),                                     \
        size_t nargs __attribute__((unused)), Value kwnames __attribute__((unused))
/* The bodies of a row of GETSETS. */
#define GETTER(name)                                                                   \
    static Value name(MinipyVM *vm __attribute__((unused)),                            \
                      Value self __attribute__((unused)),                              \
                      void *closure __attribute__((unused)))
#define SETTER(name)                                                                   \
    static int name(                                                                   \
        MinipyVM *vm __attribute__((unused)), Value self __attribute__((unused)),      \
        Value value __attribute__((unused)), void *closure __attribute__((unused)))

/* The slots new and init of a type, which say in the same way what they take:
 *
 *     NEW(compress_new, 2, "compress", "(data, selectors)")
 *     {
 *         Value data = object_iter(vm, given[0]);
 *
 * The body has given[0..count), borrowed, VALUE_NULL where nothing is given. */
#define SLOT_TAKES(result, failed, id, self_type, self, count, name_, signature_)      \
    static result id##_given(MinipyVM *vm, self_type self, const Value *given);        \
    static result id(MinipyVM *vm, self_type self, const Value *args, size_t nargs,    \
                     Value kwnames)                                                    \
    {                                                                                  \
        static const MethodDef row = {.name = name_, .signature = signature_};         \
        Value given[count];                                                            \
        return args_take(vm, &row, args, nargs, kwnames, given)                        \
                   ? id##_given(vm, self, given)                                       \
                   : failed;                                                           \
    }                                                                                  \
    static result id##_given(MinipyVM *vm __attribute__((unused)),                     \
                             self_type self __attribute__((unused)),                   \
                             const Value *given)
#define NEW(id, count, name, signature)                                                \
    SLOT_TAKES(Value, VALUE_NULL, id, TypeObj *, cls, count, name, signature)
#define INIT(id, count, name, signature)                                               \
    SLOT_TAKES(int, -1, id, Value, self, count, name, signature)

/* Within a body, borrowed; VALUE_NULL: not given. */
#define GIVEN(i) (nargs > (i) ? args[i] : VALUE_NULL)
#define KEYWORD(i) (kwnames ? args[nargs + (i)] : VALUE_NULL)

#endif
