/* errno.c - the module errno: the system's error numbers and their names. */
#include <errno.h>

#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/objects/module.h"

/* In CPython's order, which shows in errorcode. Of names that share a number, the one
 * that stands last here is the one errorcode gives. */
/* clang-format off */
static const struct {
    const char *name;
    int value;
} codes[] = {
#define E(name) {#name, name}
    E(ENODEV), E(ENOCSI), E(EHOSTUNREACH), E(ENOMSG), E(EUCLEAN), E(EL2NSYNC),
    E(EL2HLT), E(ENODATA), E(ENOTBLK), E(ENOSYS), E(EPIPE), E(EINVAL), E(EOVERFLOW),
    E(EADV), E(EINTR), E(EUSERS), E(ENOTEMPTY), E(ENOBUFS), E(EPROTO), E(EREMOTE),
    E(ENAVAIL), E(ECHILD), E(ELOOP), E(EXDEV), E(E2BIG), E(ESRCH), E(EMSGSIZE),
    E(EAFNOSUPPORT), E(EBADR), E(EHOSTDOWN), E(EPFNOSUPPORT), E(ENOPROTOOPT), E(EBUSY),
    E(EWOULDBLOCK), E(EBADFD), E(EDOTDOT), E(EISCONN), E(ENOANO), E(ESHUTDOWN),
    E(ECHRNG), E(ELIBBAD), E(ENONET), E(EBADE), E(EBADF), E(EMULTIHOP), E(EIO),
    E(EUNATCH), E(EPROTOTYPE), E(ENOSPC), E(ENOEXEC), E(EALREADY), E(ENETDOWN),
    E(ENOTNAM), E(EACCES), E(ELNRNG), E(EILSEQ), E(ENOTDIR), E(ENOTUNIQ), E(EPERM),
    E(EDOM), E(EXFULL), E(ECONNREFUSED), E(EISDIR), E(EPROTONOSUPPORT), E(EROFS),
    E(EADDRNOTAVAIL), E(EIDRM), E(ECOMM), E(ESRMNT), E(EREMOTEIO), E(EL3RST),
    E(EBADMSG), E(ENFILE), E(ELIBMAX), E(ESPIPE), E(ENOLINK), E(ENETRESET),
    E(ETIMEDOUT), E(ENOENT), E(EEXIST), E(EDQUOT), E(ENOSTR), E(EBADSLT), E(EBADRQC),
    E(ELIBACC), E(EFAULT), E(EFBIG), E(EDEADLK), E(ENOTCONN), E(EDESTADDRREQ),
    E(ELIBSCN), E(ENOLCK), E(EISNAM), E(ECONNABORTED), E(ENETUNREACH), E(ESTALE),
    E(ENOSR), E(ENOMEM), E(ENOTSOCK), E(ESTRPIPE), E(EMLINK), E(ERANGE), E(ELIBEXEC),
    E(EL3HLT), E(ECONNRESET), E(EADDRINUSE), E(EOPNOTSUPP), E(EREMCHG), E(EAGAIN),
    E(ENAMETOOLONG), E(ENOTTY), E(ERESTART), E(ESOCKTNOSUPPORT), E(ETIME), E(EBFONT),
    E(EDEADLOCK), E(ETOOMANYREFS), E(EMFILE), E(ETXTBSY), E(EINPROGRESS), E(ENXIO),
    E(ENOPKG), E(ENOMEDIUM), E(EMEDIUMTYPE), E(ECANCELED), E(ENOKEY), E(EKEYEXPIRED),
    E(EKEYREVOKED), E(EKEYREJECTED), E(EOWNERDEAD), E(ENOTRECOVERABLE), E(ERFKILL),
    E(ENOTSUP),
#undef E
};
/* clang-format on */

static int errno_exec(MinipyVM *vm, Value m)
{
    Value by_number = dict_new(vm);
    if (!by_number ||
        module_add_steal(vm, m, "errorcode", value_incref(by_number)) < 0) {
        value_xdecref(vm, by_number);
        return -1;
    }
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        Value name = str_intern_cstr(vm, codes[i].name),
              number = value_from_imm(codes[i].value);
        int r = name ? dict_set(vm, by_number, number, name) : -1;
        value_xdecref(vm, name);
        if (r < 0 || module_add_steal(vm, m, codes[i].name, number) < 0) {
            value_decref(vm, by_number);
            return -1;
        }
    }
    value_decref(vm, by_number);
    return 0;
}

extern const ModuleSpec errno_module_spec;
const ModuleSpec errno_module_spec = {
    .name = "errno",
    .doc = "This module makes available standard errno system symbols.\n\nThe value of "
           "each "
           "symbol is the corresponding integer value,\ne.g., on most systems, "
           "errno.ENOENT "
           "equals the integer 2.\n\nThe dictionary errno.errorcode maps numeric codes "
           "to symbol "
           "names,\ne.g., errno.errorcode[2] could be the string 'ENOENT'.\n\nSymbols "
           "that are "
           "not relevant to the underlying system are not defined.\n\nTo map error "
           "codes to "
           "error messages, use the function os.strerror(),\ne.g. os.strerror(2) could "
           "return "
           "'No such file or directory'.",
    .exec = errno_exec,
};
