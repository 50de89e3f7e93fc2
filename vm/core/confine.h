/* confine.h - what a confined vm lets its program reach, and what its host does for it.
 *
 * A capability is asked for where the system would be called, in C, so that no object
 * that a program finds leads round it: what reflection turns up is the same function.
 * Functions of modules in C are refused by their row of confine.def when the module is
 * made, so that a call of an unconfined vm asks nothing; what has no row is refused.
 * Types that reach outside (FileIO, sockets, epoll), loaders and what else is no
 * function of a module ask confine_check themselves.
 */
#ifndef MINIPY_VM_CORE_CONFINE_H
#define MINIPY_VM_CORE_CONFINE_H

#include "minipy.h"
#include "vm/core/vm.h"

/* vm->host: what the host does in the system's place; from its MinipyConfig. */
typedef struct HostServices {
    int (*open_file)(void *user, const char *path, const char *mode, MinipyFile *file);
    const char *(*find_module)(void *user, const char *name, size_t *size,
                               bool *package);
    void (*output)(void *user, int fd, const char *text, size_t size);
    int64_t (*input)(void *user, char *text, size_t size);
    char **modules; /* that may be imported by name, ends with NULL; NULL: all */
    char **roots;   /* the directories that modules come from, ends with NULL */
} HostServices;

/* Takes over what a configuration says of it, into vm->host; library: the directory of
 * the installed one, or NULL. 0, or -1 with an exception. */
int confine_init(MinipyVM *vm, const MinipyConfig *config, const char *library);
void confine_fini(MinipyVM *vm);

/* PermissionError, which says what the host would have to allow (a MINIPY_ALLOW_*)
 * before `what` can be done. -1. */
int confine_refuse(MinipyVM *vm, unsigned capability, const char *what);
/* 0, or -1 with that PermissionError. */
static inline int confine_check(MinipyVM *vm, unsigned capability, const char *what)
{
    return likely(vm->allowed & capability) ? 0 : confine_refuse(vm, capability, what);
}
/* The functions of that module in C, in a confined vm: those that are not allowed only
 * raise. The table is the vm's; NULL: MemoryError. */
const MethodDef *confine_methods(MinipyVM *vm, const char *module,
                                 const MethodDef *defs);

#endif
