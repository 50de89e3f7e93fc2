/* compile_args.c - the arguments of compile(): source, file name, mode. */
#include "stdlib/syntax/compile_args.h"

#include "vm/bytes/bytes.h"
#include "vm/text/str.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"
#include "vm/objects/fs_path.h"

int compile_source_open(MinipyVM *vm, Value v, const char *func, const char *what,
                        CompileSource *s)
{
    *s = (CompileSource){0};
    if (value_is_str(v)) {
        s->is_str = true;
        s->text = str_utf8(vm, v, &s->size);
        if (!s->text)
            return -1;
    } else if (buffer_supported(vm, v)) {
        if (buffer_get(vm, v, &s->view, BUF_SIMPLE) < 0) {
            error_clear(vm); /* a view with gaps is no source either */
            return error_set(vm, EXC_TypeError, "%s() arg 1 must be a %s object", func,
                             what),
                   -1;
        }
        s->has_view = true;
        s->text = s->view.data;
        s->size = s->view.size;
    } else {
        return error_set(vm, EXC_TypeError, "%s() arg 1 must be a %s object", func,
                         what),
               -1;
    }
    if (memchr(s->text, 0, (size_t)s->size)) {
        if (s->has_view)
            buffer_release(vm, &s->view);
        return error_set(vm, EXC_ValueError,
                         "source code string cannot contain null bytes"),
               -1;
    }
    return 0;
}

void compile_source_close(MinipyVM *vm, CompileSource *s)
{
    if (s->has_view)
        buffer_release(vm, &s->view);
}

/* The bytes of a buffer as a file name, which is deprecated. */
static Value filename_of_buffer(MinipyVM *vm, Value v)
{
    Buffer view;
    Value text =
        str_format_c(vm, "path should be string, bytes, or os.PathLike, not %T", v);
    int r =
        text ? warnings_warn(vm, vm->exc[EXC_DeprecationWarning], text, 1, VALUE_NULL)
             : -1;
    value_xdecref(vm, text);
    if (r < 0 || buffer_get(vm, v, &view, BUF_SIMPLE) < 0)
        return VALUE_NULL;
    Value name = str_decode_path(vm, view.data, view.size);
    buffer_release(vm, &view);
    return name;
}

/* A file name argument as str: str, bytes, a buffer, or anything with __fspath__. */
static Value filename_unchecked(MinipyVM *vm, Value v)
{
    if (value_is_str(v))
        return value_incref(v);
    if (value_is_bytes(v))
        return str_decode_path(vm, BYTES(v)->data, BYTES(v)->size);
    if (buffer_supported(vm, v))
        return filename_of_buffer(vm, v);
    Value r = fs_path(vm, v);
    if (r && value_is_bytes(r))
        value_set_steal(vm, &r, str_decode_path(vm, BYTES(r)->data, BYTES(r)->size));
    return r;
}

Value compile_filename(MinipyVM *vm, Value v)
{
    Value name = filename_unchecked(vm, v);
    if (name && str_contains(vm, name, vm->ascii[0]) > 0) {
        value_decref(vm, name);
        return error_set(vm, EXC_ValueError, "embedded null character");
    }
    return name;
}

bool compile_mode(Value mode, CompileMode *out)
{
    static const char *const names[] = {
        [COMPILE_EXEC] = "exec", [COMPILE_EVAL] = "eval", [COMPILE_SINGLE] = "single"};
    for (int i = 0; i < 3; i++)
        if (str_equal_ascii(mode, names[i])) {
            *out = (CompileMode)i;
            return true;
        }
    return false;
}
