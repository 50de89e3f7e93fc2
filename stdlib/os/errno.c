/* errno.c - the module errno: the system's error numbers and their names. */
#include <errno.h>

#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/objects/module.h"

/* In CPython's order, which shows in errorcode. Of names that share a number, the one
 * that stands last here is the one errorcode gives. */
static Value numbers_to_names(MinipyVM *vm);

static CONTENTS(contents,
    HAS_MADE("errorcode", numbers_to_names), HAS_C(ENODEV), HAS_C(ENOCSI), HAS_C(EHOSTUNREACH), HAS_C(ENOMSG),
    HAS_C(EUCLEAN), HAS_C(EL2NSYNC), HAS_C(EL2HLT), HAS_C(ENODATA), HAS_C(ENOTBLK), HAS_C(ENOSYS), HAS_C(EPIPE),
    HAS_C(EINVAL), HAS_C(EOVERFLOW), HAS_C(EADV), HAS_C(EINTR), HAS_C(EUSERS), HAS_C(ENOTEMPTY), HAS_C(ENOBUFS),
    HAS_C(EPROTO), HAS_C(EREMOTE), HAS_C(ENAVAIL), HAS_C(ECHILD), HAS_C(ELOOP), HAS_C(EXDEV), HAS_C(E2BIG),
    HAS_C(ESRCH), HAS_C(EMSGSIZE), HAS_C(EAFNOSUPPORT), HAS_C(EBADR), HAS_C(EHOSTDOWN), HAS_C(EPFNOSUPPORT),
    HAS_C(ENOPROTOOPT), HAS_C(EBUSY), HAS_C(EWOULDBLOCK), HAS_C(EBADFD), HAS_C(EDOTDOT), HAS_C(EISCONN), HAS_C(ENOANO),
    HAS_C(ESHUTDOWN), HAS_C(ECHRNG), HAS_C(ELIBBAD), HAS_C(ENONET), HAS_C(EBADE), HAS_C(EBADF), HAS_C(EMULTIHOP),
    HAS_C(EIO), HAS_C(EUNATCH), HAS_C(EPROTOTYPE), HAS_C(ENOSPC), HAS_C(ENOEXEC), HAS_C(EALREADY), HAS_C(ENETDOWN),
    HAS_C(ENOTNAM), HAS_C(EACCES), HAS_C(ELNRNG), HAS_C(EILSEQ), HAS_C(ENOTDIR), HAS_C(ENOTUNIQ), HAS_C(EPERM),
    HAS_C(EDOM), HAS_C(EXFULL), HAS_C(ECONNREFUSED), HAS_C(EISDIR), HAS_C(EPROTONOSUPPORT), HAS_C(EROFS),
    HAS_C(EADDRNOTAVAIL), HAS_C(EIDRM), HAS_C(ECOMM), HAS_C(ESRMNT), HAS_C(EREMOTEIO), HAS_C(EL3RST), HAS_C(EBADMSG),
    HAS_C(ENFILE), HAS_C(ELIBMAX), HAS_C(ESPIPE), HAS_C(ENOLINK), HAS_C(ENETRESET), HAS_C(ETIMEDOUT), HAS_C(ENOENT),
    HAS_C(EEXIST), HAS_C(EDQUOT), HAS_C(ENOSTR), HAS_C(EBADSLT), HAS_C(EBADRQC), HAS_C(ELIBACC), HAS_C(EFAULT),
    HAS_C(EFBIG), HAS_C(EDEADLK), HAS_C(ENOTCONN), HAS_C(EDESTADDRREQ), HAS_C(ELIBSCN), HAS_C(ENOLCK), HAS_C(EISNAM),
    HAS_C(ECONNABORTED), HAS_C(ENETUNREACH), HAS_C(ESTALE), HAS_C(ENOSR), HAS_C(ENOMEM), HAS_C(ENOTSOCK),
    HAS_C(ESTRPIPE), HAS_C(EMLINK), HAS_C(ERANGE), HAS_C(ELIBEXEC), HAS_C(EL3HLT), HAS_C(ECONNRESET), HAS_C(EADDRINUSE),
    HAS_C(EOPNOTSUPP), HAS_C(EREMCHG), HAS_C(EAGAIN), HAS_C(ENAMETOOLONG), HAS_C(ENOTTY), HAS_C(ERESTART),
    HAS_C(ESOCKTNOSUPPORT), HAS_C(ETIME), HAS_C(EBFONT), HAS_C(EDEADLOCK), HAS_C(ETOOMANYREFS), HAS_C(EMFILE),
    HAS_C(ETXTBSY), HAS_C(EINPROGRESS), HAS_C(ENXIO), HAS_C(ENOPKG), HAS_C(ENOMEDIUM), HAS_C(EMEDIUMTYPE),
    HAS_C(ECANCELED), HAS_C(ENOKEY), HAS_C(EKEYEXPIRED), HAS_C(EKEYREVOKED), HAS_C(EKEYREJECTED), HAS_C(EOWNERDEAD),
    HAS_C(ENOTRECOVERABLE), HAS_C(ERFKILL), HAS_C(ENOTSUP),
);

static Value numbers_to_names(MinipyVM *vm)
{
    Value names = dict_new(vm);
    for (const ModuleItem *row = contents + 1; names && row->kind; row++) {
        Value name = str_intern_cstr(vm, row->name);
        if (!name || dict_set(vm, names, value_from_imm(row->of.number), name) < 0)
            value_clear(vm, &names);
        value_xdecref(vm, name);
    }
    return names;
}

MODULE_SPEC(errno_module_spec,
    .name = "errno",
    .doc = "This module makes available standard errno system symbols.\n\nThe value of each symbol is the "
           "corresponding integer value,\ne.g., on most systems, errno.ENOENT equals the integer 2.\n\nThe dictionary "
           "errno.errorcode maps numeric codes to symbol names,\ne.g., errno.errorcode[2] could be the string "
           "'ENOENT'.\n\nSymbols that are not relevant to the underlying system are not defined.\n\nTo map error "
           "codes to error messages, use the function os.strerror(),\ne.g. os.strerror(2) could return 'No such file "
           "or directory'.",
    .contents = contents,
);
