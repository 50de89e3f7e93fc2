/* socket_private.h - what socket.c shares with socket_names.c and socket_hosts.c: the
 * functions that stand in its list, natives (signature.h), and addresses.
 */
#ifndef MINIPY_STDLIB_OS_SOCKET_PRIVATE_H
#define MINIPY_STDLIB_OS_SOCKET_PRIVATE_H

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "stdlib/native.h"

/* Functions of _socket that need no socket, for the table in socket.c. */
Value socket_if_nameindex(NATIVE_ARGS);
Value socket_if_nametoindex(NATIVE_ARGS);
Value socket_if_indextoname(NATIVE_ARGS);
Value socket_getprotobyname(NATIVE_ARGS);
Value socket_getservbyname(NATIVE_ARGS);
Value socket_getservbyport(NATIVE_ARGS);
Value socket_sethostname(NATIVE_ARGS);
Value socket_cmsg_len(NATIVE_ARGS);
Value socket_cmsg_space(NATIVE_ARGS);
Value socket_gethostbyname(NATIVE_ARGS);
Value socket_gethostbyname_ex(NATIVE_ARGS);
Value socket_gethostbyaddr(NATIVE_ARGS);
Value socket_getaddrinfo(NATIVE_ARGS);
Value socket_getnameinfo(NATIVE_ARGS);

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_storage room;
} Address;

extern const ErrorClass socket_gaierror, socket_herror;

/* Name or number of a host to an address of that family; "": any. False: the error. */
bool socket_resolve(MinipyVM *vm, const char *host, int family, Address *out,
                    socklen_t *size);
/* bytes: what the codec idna makes of a str; without one (no library) ASCII is what it
 * is. NULL: the error. */
Value socket_host_encode(MinipyVM *vm, Value host);
/* An address as Python has it, None for one of no size. NULL: the error. */
Value socket_address_result(MinipyVM *vm, const Address *a, socklen_t size);

#endif
