/* socket_private.h - what the files of the module _socket share. socket.c the type and
 * the module; socket_message.c recvmsg and sendmsg; socket_names.c and socket_hosts.c
 * functions of names; socket_constants.c numbers of the system.
 */
#ifndef MINIPY_STDLIB_OS_SOCKET_PRIVATE_H
#define MINIPY_STDLIB_OS_SOCKET_PRIVATE_H

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <linux/netlink.h>
#include <linux/vm_sockets.h>

#include "stdlib/os/posix_private.h"
#include "vm/objects/module.h"

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

/* Methods of sockets, for its table there. */
Value socket_recvmsg(NATIVE_ARGS);
Value socket_recvmsg_into(NATIVE_ARGS);
Value socket_sendmsg(NATIVE_ARGS);

extern const ModuleItem socket_constants[];

typedef struct SocketObj {
    Object ob;
    int fd; /* -1: closed */
    int family, type, proto;
    double timeout; /* seconds; < 0: none, 0: non-blocking */
} SocketObj;
#define SOCKET(v) ((SocketObj *)(uintptr_t)(v))

/* When the timeout that begins now is over, by seconds_now(). */
double socket_deadline(const SocketObj *s);
/* Before an operation of a socket with a timeout: waits for one of poll()'s events.
 * False: error, perhaps TimeoutError. */
bool socket_wait_ready(MinipyVM *vm, SocketObj *s, short events, double deadline);
/* After an operation failed: is it to be made again? If not, the error is set. */
bool socket_again(MinipyVM *vm, SocketObj *s);
/* Repeats `call`, an expression on the descriptor fd_ with result `r`, as long as that
 * helps; r < 0: error. Needs vm and s. */
#define REPEAT(events, r, call)                                                        \
    do {                                                                               \
        double deadline_ = socket_deadline(s);                                         \
        do {                                                                           \
            r = -1;                                                                    \
            if (!socket_wait_ready(vm, s, events, deadline_))                          \
                break;                                                                 \
            r = INTERRUPTIBLE_ON(vm, s->fd, call);                                     \
        } while (r < 0 && socket_again(vm, s));                                        \
    } while (0)

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_vm vsock;
    struct sockaddr_nl netlink;
    struct sockaddr_storage room;
} Address;

extern const ErrorClass socket_gaierror, socket_herror;

/* An address of the socket's family from its tuple or path. False: the error. */
bool socket_address_arg(MinipyVM *vm, const char *fname, SocketObj *s, Value v,
                        Address *out, socklen_t *size);
/* Name or number of a host to an address of that family; "": any. False: the error. */
bool socket_resolve(MinipyVM *vm, const char *host, int family, Address *out,
                    socklen_t *size);
/* bytes: what the codec idna makes of a str; without one (no library) ASCII is what it
 * is. NULL: the error. */
Value socket_host_encode(MinipyVM *vm, Value host);
/* An address as Python has it, None for one of no size. NULL: the error. */
Value socket_address_result(MinipyVM *vm, const Address *a, socklen_t size);

#endif
