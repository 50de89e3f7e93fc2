/* socket_names.c - names and numbers around sockets for the module _socket: interfaces,
 * protocols, services, the host's own name, and sizes of ancillary data. Read first:
 * socket.c.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "stdlib/os/posix_private.h"
#include "stdlib/os/socket_private.h"
#include "vm/containers/list.h"

/* The text of the n-th argument, a str without NULs; NULL: the error. */
static const char *name_arg(MinipyVM *vm, const char *fname, const char *n, Value v)
{
    if (value_is_str(v))
        return str_cstr(vm, v);
    arg_type_error(vm, fname, n, "str", v);
    return NULL;
}

/* ---- interfaces ------------------------------------------------------------------ */

Value socket_if_nameindex(NATIVE_ARGS)
{
    struct if_nameindex *all = BLOCKING(vm, if_nameindex());
    if (!all)
        return error_set_errno(vm, errno, VALUE_NULL);
    Value list = list_new(vm, 0);
    for (struct if_nameindex *i = all; list && i->if_index; i++) {
        Value name = str_from_path(vm, i->if_name);
        Value row =
            name ? tuple_pack(vm, 2, value_from_imm(i->if_index), name) : VALUE_NULL;
        value_xdecref(vm, name);
        if (!row || list_append_steal(vm, list, row) < 0)
            value_clear(vm, &list);
    }
    if_freenameindex(all);
    return list;
}

Value socket_if_nametoindex(NATIVE_ARGS)
{
    Value name = fs_encode(vm, args[0]);
    if (!name)
        return VALUE_NULL;
    unsigned index = if_nametoindex((const char *)BYTES(name)->data);
    value_decref(vm, name);
    return index ? value_from_imm(index)
                 : error_set(vm, EXC_OSError, "no interface with this name");
}

Value socket_if_indextoname(NATIVE_ARGS)
{
    char name[IF_NAMESIZE + 1] = "";
    uint64_t index = int_as_ulong(vm, args[0]);
    if (error_occurred(vm))
        return VALUE_NULL;
    if (index > UINT32_MAX || !if_indextoname((unsigned)index, name))
        return error_set_errno(vm, index > UINT32_MAX ? ENXIO : errno, VALUE_NULL);
    return str_from_path(vm, name);
}

/* ---- protocols and services ------------------------------------------------------ */

/* Room for the words of a line, aliases included. What the C library finds in room of
 * its own another thread's question overwrites, once the lock is left; in CPython the
 * answer to that may be had. */
enum { LINE_ROOM = 4096 };

Value socket_getprotobyname(NATIVE_ARGS)
{
    const char *name = name_arg(vm, "getprotobyname", "1", args[0]);
    if (!name)
        return VALUE_NULL;
    struct protoent room, *p;
    char words[LINE_ROOM];
    BLOCKING(vm, getprotobyname_r(name, &room, words, sizeof words, &p));
    return p ? value_from_imm(p->p_proto)
             : error_set(vm, EXC_OSError, "protocol not found");
}

Value socket_getservbyname(NATIVE_ARGS)
{
    const char *name = name_arg(vm, "getservbyname", "1", args[0]), *proto = NULL;
    if (!name || (GIVEN(1) && !(proto = name_arg(vm, "getservbyname", "2", args[1]))))
        return VALUE_NULL;
    if (audit(vm, "socket.getservbyname", 2, args[0], GIVEN(1) ? args[1] : VALUE_NONE) <
        0)
        return VALUE_NULL;
    struct servent room, *s;
    char words[LINE_ROOM];
    BLOCKING(vm, getservbyname_r(name, proto, &room, words, sizeof words, &s));
    return s ? value_from_imm(ntohs((uint16_t)s->s_port))
             : error_set(vm, EXC_OSError, "service/proto not found");
}

Value socket_getservbyport(NATIVE_ARGS)
{
    int port;
    const char *proto = NULL;
    if (!arg_int_ranged(vm, args[0], &port) ||
        (GIVEN(1) && !(proto = name_arg(vm, "getservbyport", "2", args[1]))))
        return VALUE_NULL;
    if (port < 0 || port > UINT16_MAX)
        return error_set(vm, EXC_OverflowError, "getservbyport: port must be 0-65535.");
    if (audit(vm, "socket.getservbyport", 2, value_from_imm(port),
              GIVEN(1) ? args[1] : VALUE_NONE) < 0)
        return VALUE_NULL;
    struct servent room, *s;
    char words[LINE_ROOM];
    BLOCKING(vm, getservbyport_r(htons((uint16_t)port), proto, &room, words,
                                 sizeof words, &s));
    return s ? str_from_path(vm, s->s_name)
             : error_set(vm, EXC_OSError, "port/proto not found");
}

/* ---- the rest -------------------------------------------------------------------- */

Value socket_sethostname(NATIVE_ARGS)
{
    Value name = fs_encode(vm, args[0]);
    int r = name ? audit(vm, "socket.sethostname", 1, args[0]) : -1;
    if (r == 0 && sethostname((char *)BYTES(name)->data, (size_t)BYTES(name)->size) < 0)
        r = (error_set_errno(vm, errno, VALUE_NULL), -1);
    value_xdecref(vm, name);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* How much room so much ancillary data takes; it must fit into a socklen_t of 31 bits.
 */
static Value ancillary_size(MinipyVM *vm, const char *fname, Value v, bool padded)
{
    int64_t n;
    if (!arg_ssize(vm, v, &n))
        return VALUE_NULL;
    int64_t most = INT32_MAX - (int64_t)(padded ? CMSG_SPACE(1) : CMSG_LEN(0));
    if (n < 0 || n > most)
        return error_set(vm, EXC_OverflowError, "%s() argument out of range", fname);
    return int_new(vm, (int64_t)(padded ? CMSG_SPACE((size_t)n) : CMSG_LEN((size_t)n)));
}

Value socket_cmsg_len(NATIVE_ARGS)
{
    return ancillary_size(vm, "CMSG_LEN", args[0], false);
}

Value socket_cmsg_space(NATIVE_ARGS)
{
    return ancillary_size(vm, "CMSG_SPACE", args[0], true);
}
