/* traceback_source.c - lines of source files, as tracebacks, warnings and SyntaxErrors
 * show them. What a line and an encoding declaration are, compiler/syntax/source.c
 * knows.
 *
 * CPython has two readers with habits of their own, which are kept: a traceback's line
 * is read through io.TextIOWrapper, an error's by fgets() into a small buffer.
 */
#include "compiler/syntax/source.h"
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/eval/audit.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/list.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"
#include "vm/report/report.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

enum {
    DECODE_CHUNK = 8192, /* of TextIOWrapper: what it decodes at a time */
    FGETS_MOST = 999,    /* characters that CPython's reader of an error's line takes */
    ENCODING_ROOM = 128
};

/* The bytes of a regular file, mem_alloc'ed, or NULL without error. Others are not read
 * to show a line: a pipe would wait, /dev/zero never ends. */
static char *read_regular(MinipyVM *vm, Value filename, size_t *size)
{
    struct stat st;
    /* The name is the program's: a confined one would show itself any file. */
    char *path = import_check_path(vm, filename) < 0 ? NULL : str_path(vm, filename);
    bool regular = path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    mem_free(vm, path);
    char *data = regular ? file_read(vm, filename, size) : NULL;
    error_clear(vm);
    return data;
}

/* The name's part behind the last slash; NULL: an exception is set. */
static Value name_tail(MinipyVM *vm, Value filename)
{
    int64_t n = str_length(filename), start = n;
    while (start > 0 && str_char_at(STR(filename), start - 1) != '/')
        start--;
    return str_substring(vm, filename, start, n);
}

/* The same with the audit event of opening it; a hook that objects has it not read. */
static char *read_audited(MinipyVM *vm, Value filename, const char *mode, int flags,
                          size_t *size)
{
    if (audit_open(vm, filename, mode, flags) == 0)
        return read_regular(vm, filename, size);
    error_clear(vm);
    return NULL;
}

static char *read_source(MinipyVM *vm, Value filename, size_t *size)
{
    char *data = read_audited(vm, filename, "r", O_RDONLY | O_CLOEXEC, size);
    Value path = vm->sysdict
                     ? value_xincref(dict_get_cstr_borrow(vm, vm->sysdict, "path"))
                     : VALUE_NULL; /* an audit hook may put another in its place */
    Value tail = data ? VALUE_NULL : name_tail(vm, filename);
    for (int64_t i = 0;
         !data && tail && path && value_is_list(path) && i < list_size(path); i++) {
        Value dir = list_get_borrow(path, i), full = VALUE_NULL;
        if (value_is_str(dir))
            full = str_format_c(vm, str_length(dir) ? "%U/%U" : "%U%U", dir, tail);
        if (full)
            data = read_audited(vm, full, "r", O_RDONLY | O_CLOEXEC, size);
        value_xdecref(vm, full);
    }
    value_xdecref(vm, tail);
    value_xdecref(vm, path);
    error_clear(vm);
    return data;
}

/* Where the bytes that a UnicodeDecodeError, which is set, complains of are; 0: another
 * exception is set. It is cleared. */
static int64_t error_start(MinipyVM *vm)
{
    Value exc = error_fetch(vm);
    bool decoding =
        type_is_subtype(value_type(vm, exc), vm->exc[EXC_UnicodeDecodeError]);
    Value start = decoding ? object_getattr(vm, exc, NAME(vm, start)) : VALUE_NULL;
    int64_t n = start && value_is_int_imm(start) ? value_imm(start) : 0;
    value_xdecref(vm, start);
    value_decref(vm, exc);
    error_clear(vm);
    return n;
}

/* The text, up to the chunk that cannot be decoded; *whole: there is none. VALUE_NULL
 * without error: that is the first one. */
static Value decode_chunks(MinipyVM *vm, const char *data, size_t size,
                           const char *encoding, bool *whole)
{
    Value text = str_decode(vm, data, (int64_t)size, encoding, "strict");
    *whole = text != VALUE_NULL;
    if (text)
        return text;
    int64_t start = error_start(vm);
    if (start >= DECODE_CHUNK && start < (int64_t)size)
        text = str_decode(vm, data, start - start % DECODE_CHUNK, encoding, "ignore");
    error_clear(vm);
    return text;
}

static Value text_line(MinipyVM *vm, Value text, int lineno, bool whole)
{
    int64_t size;
    size_t n, newline;
    const char *utf8 = str_utf8(vm, text, &size);
    const char *line =
        utf8 ? source_find_line(utf8, (size_t)size, lineno, &n, &newline) : NULL;
    return line && (whole || newline) ? str_from_utf8(vm, line, (int64_t)n)
                                      : VALUE_NULL;
}

/* At the end of a vm no more than when its modules go, with io among them, by which
 * CPython reads. */
static bool may_read(MinipyVM *vm)
{
    Value sys = vm->finalizing && vm->modules
                    ? dict_get_cstr_borrow(vm, vm->modules, "sys")
                    : VALUE_NULL;
    return !vm->finalizing || (sys && sys != VALUE_NONE);
}

Value source_line(MinipyVM *vm, Value filename, int lineno)
{
    size_t size;
    char encoding[ENCODING_ROOM];
    bool whole;
    bool no_file = str_length(filename) > 0 && str_char_at(STR(filename), 0) == '<';
    if (lineno <= 0 || no_file || !may_read(vm))
        return VALUE_NULL;
    char *data = read_source(vm, filename, &size);
    if (!data)
        return VALUE_NULL;
    SourceHead head = source_head(data, size);
    source_encoding(&head, encoding, sizeof encoding);
    Value text = decode_chunks(vm, data, size, encoding, &whole);
    if (!text) /* an encoding that does not work is as none */
        text = decode_chunks(vm, data, size, "utf-8", &whole);
    Value line = text ? text_line(vm, text, lineno, whole) : VALUE_NULL;
    value_xdecref(vm, text);
    mem_free(vm, data);
    error_clear(vm);
    return line;
}

/* What fgets() has left in its buffer of a line: the last piece, up to a null byte. */
static Value last_piece(MinipyVM *vm, const char *line, size_t n, bool ends,
                        const char *encoding)
{
    char piece[FGETS_MOST + 1];
    size_t total = n + ends;
    if (!total || (!ends && total % FGETS_MOST == 0))
        return VALUE_NULL; /* the end of the file comes first */
    size_t start = (total - 1) / FGETS_MOST * FGETS_MOST, size = n - start;
    memcpy(piece, line + start, size);
    if (ends)
        piece[size++] = '\n';
    piece[size] = '\0';
    size = strlen(piece);
    return encoding ? str_decode(vm, piece, (int64_t)size, encoding, "replace")
                    : str_from_utf8(vm, piece, (int64_t)size);
}

Value source_error_line(MinipyVM *vm, Value filename, int lineno, const char *encoding)
{
    size_t size, n, newline;
    char *data = lineno > 0 ? read_audited(vm, filename, "rb", 0, &size) : NULL;
    const char *line = data ? source_find_line(data, size, lineno, &n, &newline) : NULL;
    Value text = line ? last_piece(vm, line, n, newline > 0, encoding) : VALUE_NULL;
    mem_free(vm, data);
    error_clear(vm);
    return text;
}
