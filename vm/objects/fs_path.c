/* fs_path.c - see fs_path.h.
 */
#include "vm/objects/fs_path.h"

#include <string.h>

#include "vm/bytes/bytes.h"
#include "vm/objects/call.h"
#include "vm/text/str.h"
#include "vm/types/type.h"

Value fs_path_method(MinipyVM *vm, Value v)
{
    Value name = str_intern_cstr(vm, "__fspath__");
    Value method = name ? object_lookup_special(vm, v, name) : VALUE_NULL;
    value_xdecref(vm, name);
    if (!method && !error_matches(vm, EXC_MemoryError))
        error_clear(vm); /* a descriptor that fails counts as no method */
    return method;
}

Value fs_path(MinipyVM *vm, Value v)
{
    if (value_is_str(v) || value_is_bytes(v))
        return value_incref(v);
    Value method = fs_path_method(vm, v);
    if (!method)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_TypeError,
                               "expected str, bytes or os.PathLike object, not %.200s",
                               type_last_name(value_type(vm, v)));
    Value r = call0(vm, method);
    value_decref(vm, method);
    if (r && !value_is_str(r) && !value_is_bytes(r)) {
        error_set(vm, EXC_TypeError,
                  "expected %.200s.__fspath__() to return str or bytes, not %.200s",
                  type_last_name(value_type(vm, v)), type_last_name(value_type(vm, r)));
        value_clear(vm, &r);
    }
    return r;
}

Value fs_encode(MinipyVM *vm, Value v)
{
    Value bytes = fs_path(vm, v);
    if (bytes && !value_is_bytes(bytes))
        value_set_steal(vm, &bytes, str_encode_path(vm, bytes));
    if (bytes && memchr(BYTES(bytes)->data, 0, (size_t)BYTES(bytes)->size)) {
        error_set(vm, EXC_ValueError, "embedded null byte");
        value_clear(vm, &bytes);
    }
    return bytes;
}
