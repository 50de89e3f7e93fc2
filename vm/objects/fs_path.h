/* fs_path.h - names of files as programs give them: str, bytes, or what has __fspath__.
 * Implementation: fs_path.c.
 */
#ifndef MINIPY_VM_OBJECTS_FS_PATH_H
#define MINIPY_VM_OBJECTS_FS_PATH_H

#include "vm/core/value.h"

/* Its __fspath__, new; VALUE_NULL: it has none, or no memory (exception). */
Value fs_path_method(MinipyVM *vm, Value v);
/* os.fspath: new str or bytes. */
Value fs_path(MinipyVM *vm, Value v);
/* os.fsencode: new bytes, without a null byte (ValueError). */
Value fs_encode(MinipyVM *vm, Value v);

#endif
