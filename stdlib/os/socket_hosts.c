/* socket_hosts.c - names of hosts and services for the module _socket: what the
 * system's resolver says of them, in both directions. Nobody holds the vm's lock
 * meanwhile. Read first: socket.c.
 */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>

#include "stdlib/os/posix_private.h"
#include "stdlib/os/socket_private.h"
#include "vm/bytes/buffer.h"
#include "vm/containers/list.h"

const ErrorClass socket_gaierror = {
    .module = "socket", .name = "gaierror", .base = EXC_OSError};
const ErrorClass socket_herror = {
    .module = "socket", .name = "herror", .base = EXC_OSError};

static Value resolver_error(MinipyVM *vm, int code)
{
    if (code == EAI_SYSTEM)
        return posix_error(vm);
    return module_error_code(vm, &socket_gaierror, code, gai_strerror(code));
}

/* BLOCKING getaddrinfo(), after the handlers of signals ran: 0, or the code of an
 * error, which is set. */
static int look_up(MinipyVM *vm, const char *host, const char *service,
                   const struct addrinfo *hints, struct addrinfo **found)
{
    *found = NULL;
    int code = signals_checked(vm) < 0
                   ? EAI_SYSTEM
                   : BLOCKING(vm, getaddrinfo(host, service, hints, found));
    if (code)
        resolver_error(vm, code);
    return code;
}

bool socket_resolve(MinipyVM *vm, const char *host, int family, Address *out,
                    socklen_t *size)
{
    struct addrinfo hints = {.ai_family = family, .ai_socktype = SOCK_DGRAM}, *found;
    const char *name = host;
    if (!*host) {
        hints.ai_flags = AI_PASSIVE;
        name = NULL;
    } else if (family != AF_INET6 && strcmp(host, "<broadcast>") == 0) {
        name = "255.255.255.255";
    }
    if (look_up(vm, name, name ? NULL : "0", &hints, &found))
        return false;
    bool one = name || !found->ai_next;
    memcpy(out, found->ai_addr, found->ai_addrlen);
    *size = found->ai_addrlen;
    freeaddrinfo(found);
    if (!one)
        error_set(vm, EXC_OSError, "wildcard resolved to multiple address");
    return one;
}

Value socket_host_encode(MinipyVM *vm, Value host)
{
    Value name = str_encode(vm, host, "idna", "strict");
    if (name || !STR(host)->ascii || !error_matches(vm, EXC_LookupError))
        return name;
    error_clear(vm);
    return bytes_from(vm, str_data(STR(host)), str_length(host));
}

/* A host that is looked up; the first argument of fname. */
static Value lookup_name(MinipyVM *vm, const char *fname, Value host)
{
    Value name = VALUE_NULL;
    if (value_is_bytes(host))
        name = value_incref(host);
    else if (value_is_kind(host, KIND_BYTEARRAY))
        name = buffer_bytes_of(vm, host, BUF_SIMPLE);
    else if (value_is_str(host))
        name = socket_host_encode(vm, host);
    else
        arg_type_error(vm, fname, "1", "str, bytes or bytearray", host);
    if (name && memchr(BYTES(name)->data, 0, (size_t)BYTES(name)->size)) {
        error_set(vm, EXC_TypeError,
                  "%s() argument 1 must be encoded string without null bytes, not %T",
                  fname, host);
        value_clear(vm, &name);
    }
    return name;
}

Value socket_gethostbyname(NATIVE_ARGS)
{
    Address a;
    socklen_t size;
    char text[INET_ADDRSTRLEN];
    Value name = lookup_name(vm, "gethostbyname", args[0]), r = VALUE_NULL;
    if (name && audit(vm, "socket.gethostbyname", 1, args[0]) == 0 &&
        socket_resolve(vm, (char *)BYTES(name)->data, AF_INET, &a, &size))
        r = str_from_cstr(vm, inet_ntop(AF_INET, &a.in.sin_addr, text, sizeof text));
    value_xdecref(vm, name);
    return r;
}

/* ---- all that is known of a host ------------------------------------------------- */

/* What the resolver's reentrant functions write into: text, and arrays of addresses,
 * which they do not align themselves. */
typedef struct HostRoom {
    struct hostent entry, *found;
    int error;
    _Alignas(max_align_t) char text[16384];
} HostRoom;

static Value host_aliases(MinipyVM *vm, const struct hostent *h)
{
    Value list = list_new(vm, 0);
    for (char **name = h->h_aliases; list && name && *name; name++) {
        Value s = str_from_path(vm, *name);
        if (!s || list_append_steal(vm, list, s) < 0)
            value_clear(vm, &list);
    }
    return list;
}

static Value host_addresses(MinipyVM *vm, const struct hostent *h)
{
    char text[INET6_ADDRSTRLEN];
    Value list = list_new(vm, 0);
    for (char **address = h->h_addr_list; list && *address; address++) {
        Value s = str_from_cstr(
            vm, inet_ntop(h->h_addrtype, *address, text, sizeof text) ? text : "");
        if (!s || list_append_steal(vm, list, s) < 0)
            value_clear(vm, &list);
    }
    return list;
}

/* (name, aliases, addresses), or the resolver's error. */
static Value host_result(MinipyVM *vm, const HostRoom *room)
{
    const struct hostent *h = room->found;
    if (!h)
        return module_error_code(vm, &socket_herror, room->error,
                                 hstrerror(room->error));
    Value items[3] = {str_from_path(vm, h->h_name), host_aliases(vm, h),
                      host_addresses(vm, h)};
    return tuple_from_steal(vm, items, 3);
}

/* An answer that does not fit into the room is the resolver's error, too. */
static Value host_by_name(MinipyVM *vm, HostRoom *room, const char *name)
{
    BLOCKING(vm, gethostbyname_r(name, &room->entry, room->text, sizeof room->text,
                                 &room->found, &room->error));
    return host_result(vm, room);
}

static Value host_by_address(MinipyVM *vm, HostRoom *room, const Address *a)
{
    bool six = a->any.sa_family == AF_INET6;
    const void *bytes = six ? (const void *)&a->in6.sin6_addr : &a->in.sin_addr;
    socklen_t size = six ? sizeof a->in6.sin6_addr : sizeof a->in.sin_addr;
    BLOCKING(vm,
             gethostbyaddr_r(bytes, size, a->any.sa_family, &room->entry, room->text,
                             sizeof room->text, &room->found, &room->error));
    return host_result(vm, room);
}

/* Both resolve the argument first, since that gives the better errors. */
static Value host_known_by(MinipyVM *vm, const char *fname, const char *event,
                           Value host, bool by_address)
{
    Address a;
    socklen_t size;
    Value name = lookup_name(vm, fname, host), r = VALUE_NULL;
    const char *text = name ? (char *)BYTES(name)->data : NULL;
    if (name && audit(vm, event, 1, host) == 0 &&
        socket_resolve(vm, text, by_address ? AF_UNSPEC : AF_INET, &a, &size)) {
        HostRoom *room = mem_alloc(vm, sizeof *room);
        if (room)
            r = by_address ? host_by_address(vm, room, &a)
                           : host_by_name(vm, room, text);
        mem_free(vm, room);
    }
    value_xdecref(vm, name);
    return r;
}

Value socket_gethostbyname_ex(NATIVE_ARGS)
{
    return host_known_by(vm, "gethostbyname_ex", "socket.gethostbyname", args[0],
                         false);
}

Value socket_gethostbyaddr(NATIVE_ARGS)
{
    return host_known_by(vm, "gethostbyaddr", "socket.gethostbyaddr", args[0], true);
}

/* ---- lists of addresses ---------------------------------------------------------- */

/* A host or port as text; NULL for None. *keep: what the text lives in. */
static bool lookup_text(MinipyVM *vm, Value v, bool port, Value *keep, const char **out)
{
    *keep = VALUE_NULL;
    *out = NULL;
    if (v == VALUE_NONE)
        return true;
    int64_t number;
    if (port && value_type(vm, v) == vm->types[KIND_INT])
        *keep = arg_long(vm, v, &number) ? str_format_c(vm, "%lld", (long long)number)
                                         : VALUE_NULL;
    else if (!port && value_is_str(v))
        *keep = socket_host_encode(vm, v);
    else if (value_is_str(v) || value_is_bytes(v))
        *keep = value_incref(v);
    else
        error_set(vm, port ? EXC_OSError : EXC_TypeError,
                  port ? "Int or String expected"
                       : "getaddrinfo() argument 1 must be string or None");
    if (*keep)
        *out = value_is_bytes(*keep) ? (char *)BYTES(*keep)->data
                                     : str_utf8(vm, *keep, NULL);
    return *out != NULL;
}

static Value addrinfo_list(MinipyVM *vm, const struct addrinfo *ai)
{
    Value list = list_new(vm, 0);
    for (; list && ai; ai = ai->ai_next) {
        Address a;
        memset(&a, 0, sizeof a);
        memcpy(&a, ai->ai_addr, ai->ai_addrlen);
        Value items[5] = {value_from_imm(ai->ai_family),
                          value_from_imm(ai->ai_socktype),
                          value_from_imm(ai->ai_protocol),
                          str_from_cstr(vm, ai->ai_canonname ? ai->ai_canonname : ""),
                          socket_address_result(vm, &a, ai->ai_addrlen)};
        Value one = tuple_from_steal(vm, items, 5);
        if (!one || list_append_steal(vm, list, one) < 0)
            value_clear(vm, &list);
    }
    return list;
}

Value socket_getaddrinfo(NATIVE_ARGS)
{
    struct addrinfo hints = {0}, *found = NULL;
    const char *host, *port;
    Value keep_host, keep_port = VALUE_NULL, r = VALUE_NULL;
    if ((GIVEN(2) && !arg_int_ranged(vm, args[2], &hints.ai_family)) ||
        (GIVEN(3) && !arg_int_ranged(vm, args[3], &hints.ai_socktype)) ||
        (GIVEN(4) && !arg_int_ranged(vm, args[4], &hints.ai_protocol)) ||
        (GIVEN(5) && !arg_int_ranged(vm, args[5], &hints.ai_flags)))
        return VALUE_NULL;
    if (lookup_text(vm, args[0], false, &keep_host, &host) &&
        lookup_text(vm, args[1], true, &keep_port, &port) &&
        audit(vm, "socket.getaddrinfo", 5, args[0], args[1],
              value_from_imm(hints.ai_family), value_from_imm(hints.ai_socktype),
              value_from_imm(hints.ai_protocol)) == 0) {
        if (look_up(vm, host, port, &hints, &found) == 0)
            r = addrinfo_list(vm, found);
        if (found)
            freeaddrinfo(found);
    }
    value_xdecref(vm, keep_host);
    value_xdecref(vm, keep_port);
    return r;
}

/* ---- the way back ---------------------------------------------------------------- */

typedef struct NumericAddress {
    const char *host; /* borrowed from the tuple */
    int port, flow, scope;
} NumericAddress;

/* (host, port[, flowinfo[, scope]]), the host as a number. */
static bool numeric_address(MinipyVM *vm, Value v, NumericAddress *out)
{
    if (!value_is_tuple(v))
        return error_set(vm, EXC_TypeError, "getnameinfo() argument 1 must be a tuple"),
               false;
    int64_t n = tuple_size(v);
    if (n < 2 || n > 4 || !value_is_str(tuple_get_borrow(v, 0)))
        return error_set(vm, EXC_TypeError, "getnameinfo(): illegal sockaddr argument"),
               false;
    out->flow = out->scope = 0;
    if (!(out->host = str_cstr(vm, tuple_get_borrow(v, 0))) ||
        !arg_int_ranged(vm, tuple_get_borrow(v, 1), &out->port) ||
        (n > 2 && !arg_int_ranged(vm, tuple_get_borrow(v, 2), &out->flow)) ||
        (n > 3 && !arg_int_ranged(vm, tuple_get_borrow(v, 3), &out->scope)))
        return false;
    if (out->flow >= 0 && out->flow <= 0xfffff)
        return true;
    return error_set(vm, EXC_OverflowError,
                     "getnameinfo(): flowinfo must be 0-1048575."),
           false;
}

/* The names of the one address that was found. */
static Value names_of(MinipyVM *vm, struct addrinfo *ai, const NumericAddress *a,
                      int64_t words, int flags)
{
    char host[NI_MAXHOST], service[NI_MAXSERV];
    if (ai->ai_next)
        return error_set(vm, EXC_OSError, "sockaddr resolved to multiple addresses");
    if (ai->ai_family == AF_INET && words != 2)
        return error_set(vm, EXC_OSError, "IPv4 sockaddr must be 2 tuple");
    if (ai->ai_family == AF_INET6) {
        Address *six = (Address *)(void *)ai->ai_addr;
        six->in6.sin6_flowinfo = htonl((uint32_t)a->flow);
        six->in6.sin6_scope_id = (uint32_t)a->scope;
    }
    int code = BLOCKING(vm, getnameinfo(ai->ai_addr, ai->ai_addrlen, host, sizeof host,
                                        service, sizeof service, flags));
    if (code)
        return resolver_error(vm, code);
    Value items[2] = {str_from_path(vm, host), str_from_path(vm, service)};
    return tuple_from_steal(vm, items, 2);
}

Value socket_getnameinfo(NATIVE_ARGS)
{
    NumericAddress a;
    struct addrinfo hints = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST},
                    *found;
    int flags;
    char port[16];
    if (!arg_int_ranged(vm, args[1], &flags) || !numeric_address(vm, args[0], &a) ||
        audit(vm, "socket.getnameinfo", 1, args[0]) < 0)
        return VALUE_NULL;
    snprintf(port, sizeof port, "%d", a.port);
    if (look_up(vm, a.host, port, &hints, &found))
        return VALUE_NULL;
    Value r = names_of(vm, found, &a, tuple_size(args[0]), flags);
    freeaddrinfo(found);
    return r;
}
