/* builtins_io.c - print() and input(). */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stdlib/runtime/builtins.h"
#include "vm/bytes/bytes.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/eval/audit.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"

/* file.write(text) for a str or any object's str(). */
static int write_value(MinipyVM *vm, Value file, Value v)
{
    Value s = value_is_exact(vm, v, KIND_STR) ? value_incref(v) : object_str(vm, v);
    if (!s)
        return -1;
    Value r = call_method(vm, file, NAME(vm, write), &s, 1);
    value_decref(vm, s);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

static bool is_text_or_none(MinipyVM *vm, const char *name, Value *v)
{
    if (*v == VALUE_NONE)
        *v = VALUE_NULL;
    if (!*v || value_is_str(*v))
        return true;
    error_set(vm, EXC_TypeError, "%s must be None or a string, not %T", name, *v);
    return false;
}

static Value sys_file(MinipyVM *vm, Value name, const char *lost)
{
    Value f = dict_get_str_borrow(vm, DICT(vm->sysdict), name);
    return f ? value_incref(f) : error_set(vm, EXC_RuntimeError, "%s", lost);
}

/* One write per piece, as CPython does it, so that files made by users see the same
 * calls. */
Value builtin_print(NATIVE_ARGS)
{
    Value sep = KEYWORD(0), end = KEYWORD(1), file = KEYWORD(2), flush = KEYWORD(3);
    if (file && file != VALUE_NONE)
        value_incref(file);
    else if (!(file = sys_file(vm, NAME(vm, stdout), "lost sys.stdout")))
        return VALUE_NULL;
    Value result = VALUE_NULL;
    if (file == VALUE_NONE)
        return VALUE_NONE;
    if (!is_text_or_none(vm, "sep", &sep) || !is_text_or_none(vm, "end", &end))
        goto done;
    for (size_t i = 0; i < nargs; i++) {
        if (i && write_value(vm, file, sep ? sep : vm->ascii[' ']) < 0)
            goto done;
        if (write_value(vm, file, args[i]) < 0)
            goto done;
    }
    if (write_value(vm, file, end ? end : vm->ascii['\n']) < 0)
        goto done;
    int yes = flush ? object_is_true(vm, flush) : 0;
    if (yes > 0) {
        Value r = call_method(vm, file, NAME(vm, flush), NULL, 0);
        yes = r ? 0 : -1;
        value_xdecref(vm, r);
    }
    result = yes < 0 ? VALUE_NULL : VALUE_NONE;
done:
    value_decref(vm, file);
    return result;
}

/* ---- input ----------------------------------------------------------------------- */

static int flush_quietly(MinipyVM *vm, Value file)
{
    Value r = call_method(vm, file, NAME(vm, flush), NULL, 0);
    if (!r)
        error_clear(vm);
    value_xdecref(vm, r);
    return 0;
}

/* A line from file.readline(), without its newline; EOFError at the end. */
static Value read_line(MinipyVM *vm, Value file)
{
    Value line = call_method(vm, file, NAME(vm, readline), NULL, 0);
    if (!line)
        return VALUE_NULL;
    bool text = value_is_str(line);
    int64_t n = text ? str_length(line) : value_is_bytes(line) ? BYTES(line)->size : -1;
    if (n <= 0) {
        value_decref(vm, line);
        return n < 0 ? error_set(vm, EXC_TypeError,
                                 "object.readline() returned non-string")
                     : error_set(vm, EXC_EOFError, "EOF when reading a line");
    }
    if (text && str_char_at(STR(line), n - 1) == '\n')
        value_set_steal(vm, &line, str_substring(vm, line, 0, n - 1));
    else if (!text && BYTES(line)->data[n - 1] == '\n')
        value_set_steal(vm, &line, bytes_from(vm, BYTES(line)->data, n - 1));
    return line;
}

/* The stream of that name; RuntimeError LOST: there is none. */
static Value needed_file(MinipyVM *vm, Value name, const char *lost)
{
    Value f = sys_file(vm, name, lost);
    return f == VALUE_NONE ? error_set(vm, EXC_RuntimeError, "%s", lost) : f;
}

/* Does the stream say that it is that descriptor, and is that a terminal? -1:
 * exception. Streams of a program's own hear the question. */
static int is_terminal(MinipyVM *vm, Value file, int fd)
{
    Value number = call_method(vm, file, NAME(vm, fileno), NULL, 0);
    int overflow;
    if (!number) {
        error_clear(vm);
        return 0;
    }
    int64_t n = -1;
    bool ok = arg_index(vm, number, &n, &overflow);
    value_decref(vm, number);
    return ok ? n == fd && isatty(fd) : -1;
}

/* What a stream says of itself, a str; VALUE_NULL without an exception: nothing. */
static Value word_of(MinipyVM *vm, Value file, Value name)
{
    Value word = object_getattr(vm, file, name);
    if (!word)
        error_clear(vm);
    else if (!value_is_str(word))
        value_clear(vm, &word);
    return word;
}

/* The prompt as the stream would write it, up to a null byte. */
static Value shown_prompt(MinipyVM *vm, Value prompt, Value encoding, Value errors)
{
    const char *name = str_utf8(vm, encoding, NULL);
    const char *handler = name ? str_utf8(vm, errors, NULL) : NULL;
    Value text = handler ? object_str(vm, prompt) : VALUE_NULL;
    Value bytes = text ? str_encode(vm, text, name, handler) : VALUE_NULL;
    Value shown = VALUE_NULL;
    if (bytes)
        shown = str_decode(vm, BYTES(bytes)->data,
                           (int64_t)strnlen((const char *)BYTES(bytes)->data,
                                            (size_t)BYTES(bytes)->size),
                           "utf-8", "surrogateescape");
    value_xdecref(vm, text);
    value_xdecref(vm, bytes);
    return shown;
}

/* By what was set to read lines on terminals. */
static Value read_terminal(MinipyVM *vm, Value text)
{
    Value line = call1(vm, vm->line_reader, text);
    if (!line)
        return VALUE_NULL;
    int64_t n = value_is_str(line) ? str_length(line) : -1;
    if (n <= 0)
        value_set_steal(
            vm, &line,
            n < 0 ? error_set(vm, EXC_TypeError, "a line is str, not %T", line)
                  : error_set_none(vm, EXC_EOFError));
    else if (str_char_at(STR(line), n - 1) == '\n')
        value_set_steal(vm, &line, str_substring(vm, line, 0, n - 1));
    return line;
}

static Value read_stream(MinipyVM *vm, Value in, Value out, Value prompt)
{
    if (prompt && write_value(vm, out, prompt) < 0)
        return VALUE_NULL;
    flush_quietly(vm, out);
    return read_line(vm, in);
}

/* On a terminal. What a person typed is audited. */
static Value read_typed(MinipyVM *vm, Value in, Value out, Value prompt, Value encoding,
                        Value errors)
{
    Value line;
    if (vm->line_reader) {
        flush_quietly(vm, out);
        Value text = prompt ? shown_prompt(vm, prompt, encoding, errors)
                            : value_incref(vm->empty_str);
        line = text ? read_terminal(vm, text) : VALUE_NULL;
        value_xdecref(vm, text);
    } else {
        line = read_stream(vm, in, out, prompt);
    }
    if (line && audit(vm, "builtins.input/result", 1, line) < 0)
        value_clear(vm, &line);
    return line;
}

/* Without the newline; input() is at its end. A stream that names no encoding is no
 * terminal. */
static Value read_input(MinipyVM *vm, Value in, Value out, Value prompt)
{
    int terminal = is_terminal(vm, in, 0);
    if (terminal > 0)
        terminal = is_terminal(vm, out, 1);
    if (terminal <= 0)
        return terminal < 0 ? VALUE_NULL : read_stream(vm, in, out, prompt);
    Value encoding = word_of(vm, out, NAME(vm, encoding));
    Value errors = encoding ? word_of(vm, out, NAME(vm, errors)) : VALUE_NULL;
    Value line = errors ? read_typed(vm, in, out, prompt, encoding, errors)
                        : read_stream(vm, in, out, prompt);
    value_xdecref(vm, encoding);
    value_xdecref(vm, errors);
    return line;
}

Value builtin_input(NATIVE_ARGS)
{
    Value in = needed_file(vm, NAME(vm, stdin), "input(): lost sys.stdin");
    Value out =
        in ? needed_file(vm, NAME(vm, stdout), "input(): lost sys.stdout") : VALUE_NULL;
    Value err = out ? needed_file(vm, NAME(vm, stderr), "input(): lost sys.stderr")
                    : VALUE_NULL;
    Value line = VALUE_NULL;
    if (!err || audit(vm, "builtins.input", 1, nargs ? args[0] : VALUE_NONE) < 0)
        goto done;
    flush_quietly(vm, err);
    line = read_input(vm, in, out, nargs ? args[0] : VALUE_NULL);
done:
    value_xdecref(vm, in);
    value_xdecref(vm, out);
    value_xdecref(vm, err);
    return line;
}
