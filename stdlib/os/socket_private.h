/* socket_private.h - the functions of _socket that socket_names.c has for socket.c's
 * list; natives (signature.h).
 */
#ifndef MINIPY_STDLIB_OS_SOCKET_PRIVATE_H
#define MINIPY_STDLIB_OS_SOCKET_PRIVATE_H

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

#endif
