/* io.c - the module _io: its types, open(), and the standard streams. The classes are
 * in io_base.c, io_file.c, io_buffered.c, io_memory.c and io_text.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "stdlib/io/io_private.h"
#include "vm/objects/fs_path.h"
#include "vm/eval/audit.h"
#include "vm/text/codecs.h"
#include "vm/import/import.h"
#include "vm/objects/native.h"
#include "vm/objects/call.h"
#include "stdlib/io/io.h"
#include "vm/core/hooks.h"

/* ---- types ----------------------------------------------------------------------- */

static Value make_unsupported(MinipyVM *vm)
{
    Value bases = tuple_pack(vm, 2, value_from_obj(vm->exc[EXC_OSError]),
                             value_from_obj(vm->exc[EXC_ValueError]));
    Value dict = dict_new(vm), name = str_from_cstr(vm, "UnsupportedOperation"),
          cls = VALUE_NULL;
    if (bases && dict && name &&
        dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, "io")) == 0) {
        Value args[3] = {name, bases, dict};
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    }
    value_xdecref(vm, bases);
    value_xdecref(vm, dict);
    value_xdecref(vm, name);
    return cls;
}

static const struct TypeRow {
    size_t offset;
    const TypeSpec *spec;
    size_t base; /* offset in IoState, or SIZE_MAX for object */
} type_rows[] = {
#define ROW(field, spec, base)                                                         \
    {                                                                                  \
        offsetof(struct IoState, field), &spec, base                                   \
    }
#define AT(field) offsetof(struct IoState, field)
    ROW(base, io_base_spec, SIZE_MAX),
    ROW(raw, io_raw_spec, AT(base)),
    ROW(buffered, io_buffered_spec, AT(base)),
    ROW(text, io_text_spec, AT(base)),
    ROW(file, io_file_spec, AT(raw)),
    ROW(bytes_io, io_bytesio_spec, AT(buffered)),
    ROW(string_io, io_stringio_spec, AT(text)),
    ROW(reader, io_reader_spec, AT(buffered)),
    ROW(writer, io_writer_spec, AT(buffered)),
    ROW(random, io_random_spec, AT(buffered)),
    ROW(pair, io_pair_spec, AT(buffered)),
    ROW(wrapper, io_wrapper_spec, AT(text)),
    ROW(newline_decoder, io_newline_decoder_spec, SIZE_MAX),
};
enum { TYPE_ROWS = sizeof type_rows / sizeof *type_rows };

static TypeObj **type_slot(struct IoState *io, size_t offset)
{
    return (TypeObj **)(void *)((char *)io + offset);
}

/* Makes the types on first use. -1: error. */
static int io_types_init(MinipyVM *vm)
{
    if (vm->io)
        return 0;
    if (!(vm->io = mem_calloc(vm, sizeof *vm->io)))
        return -1;
    for (int i = 0; i < TYPE_ROWS; i++) {
        const struct TypeRow *r = &type_rows[i];
        TypeObj *base =
            r->base == SIZE_MAX ? vm->types[KIND_OBJECT] : *type_slot(vm->io, r->base);
        if (!(*type_slot(vm->io, r->offset) = type_from_spec_base(vm, r->spec, base)))
            return -1;
    }
    return 0;
}

/* Made when first asked for: a class with two bases is dear, and few programs meet it.
 */
TypeObj *io_unsupported_class_borrow(MinipyVM *vm)
{
    if (!vm->io->unsupported)
        vm->io->unsupported = make_unsupported(vm);
    return vm->io->unsupported ? TYPE_OF(vm->io->unsupported) : NULL;
}

int io_make_exceptions(MinipyVM *vm)
{
    return !vm->io || io_unsupported_class_borrow(vm) ? 0 : -1;
}

void io_fini(MinipyVM *vm)
{
    struct IoState *io = vm->io;
    if (!io)
        return;
    value_clear(vm, &io->std_in);
    value_clear(vm, &io->std_out);
    value_clear(vm, &io->std_err);
    value_clear(vm, &io->open);
    value_clear(vm, &io->unsupported);
    for (int i = TYPE_ROWS; i-- > 0;) {
        TypeObj *t = *type_slot(io, type_rows[i].offset);
        if (t)
            obj_decref(vm, &t->ob);
    }
    mem_free(vm, io);
    vm->io = NULL;
}

/* ---- open ------------------------------------------------------------------------ */

typedef struct OpenMode {
    bool creating, reading, writing, appending, updating, text, binary;
} OpenMode;

static int parse_mode(MinipyVM *vm, const char *mode, OpenMode *m)
{
    *m = (OpenMode){0};
    for (const char *p = mode; *p; p++) {
        bool *flag = *p == 'x'   ? &m->creating
                     : *p == 'r' ? &m->reading
                     : *p == 'w' ? &m->writing
                     : *p == 'a' ? &m->appending
                     : *p == '+' ? &m->updating
                     : *p == 't' ? &m->text
                     : *p == 'b' ? &m->binary
                                 : NULL;
        if (!flag || *flag)
            return error_set(vm, EXC_ValueError, "invalid mode: '%s'", mode), -1;
        *flag = true;
    }
    if (m->text && m->binary)
        return error_set(vm, EXC_ValueError, "can't have text and binary mode at once"),
               -1;
    if (m->creating + m->reading + m->writing + m->appending > 1)
        return error_set(vm, EXC_ValueError,
                         "must have exactly one of create/read/write/append mode"),
               -1;
    return 0;
}

static int check_text_args(MinipyVM *vm, const OpenMode *m, Value encoding,
                           Value errors, Value newline)
{
    if (!m->binary)
        return 0;
    const char *bad = encoding && encoding != VALUE_NONE ? "an encoding"
                      : errors && errors != VALUE_NONE   ? "an errors"
                      : newline && newline != VALUE_NONE ? "a newline"
                                                         : NULL;
    return bad ? (error_set(vm, EXC_ValueError, "binary mode doesn't take %s argument",
                            bad),
                  -1)
               : 0;
}

static Value open_raw(MinipyVM *vm, Value file, const OpenMode *m, bool closefd,
                      Value opener)
{
    char raw_mode[4];
    snprintf(raw_mode, sizeof raw_mode, "%s%s",
             m->creating    ? "x"
             : m->reading   ? "r"
             : m->writing   ? "w"
             : m->appending ? "a"
                            : "", /* which FileIO refuses */
             m->updating ? "+" : "");
    Value mode = str_from_cstr(vm, raw_mode);
    Value args[4] = {file, mode, value_from_bool(closefd),
                     opener ? opener : VALUE_NONE};
    Value raw =
        mode ? call(vm, value_from_obj(vm->io->file), args, 4, VALUE_NULL) : VALUE_NULL;
    value_xdecref(vm, mode);
    return raw;
}

/* Closes what was opened when a later step fails; the first exception stays. */
static Value give_up(MinipyVM *vm, Value stream)
{
    Value error = error_fetch(vm);
    Value r = io_close(vm, stream);
    value_xdecref(vm, r);
    value_decref(vm, stream);
    error_clear(vm);
    error_restore_steal(vm, error);
    return VALUE_NULL;
}

static Value open_named(MinipyVM *vm, Value file, const char *mode, int buffering,
                        Value encoding, Value errors, Value newline, bool closefd,
                        Value opener)
{
    OpenMode m;
    if (parse_mode(vm, mode, &m) < 0 ||
        check_text_args(vm, &m, encoding, errors, newline) < 0)
        return VALUE_NULL;
    if (m.binary && buffering == 1 &&
        error_warn(vm, EXC_RuntimeWarning, 1,
                   "line buffering (buffering=1) isn't supported in binary mode, the "
                   "default buffer size will be used") < 0)
        return VALUE_NULL;
    Value raw = open_raw(vm, file, &m, closefd, opener);
    if (!raw)
        return VALUE_NULL;
    bool tty = FILEIO(raw)->fd >= 0 && buffering < 0 && !FILEIO(raw)->regular &&
               isatty(FILEIO(raw)->fd);
    bool line_buffering = (buffering == 1 && !m.binary) || tty;
    int64_t size = buffering > 1 ? buffering
                   : FILEIO(raw)->blksize > 1 && buffering != 0
                       ? (int64_t)FILEIO(raw)->blksize
                       : IO_BUFFER_SIZE;
    if (buffering == 0) {
        if (m.binary)
            return raw;
        error_set(vm, EXC_ValueError, "can't have unbuffered text I/O");
        return give_up(vm, raw);
    }
    TypeObj *type = m.updating  ? vm->io->random
                    : m.reading ? vm->io->reader
                                : vm->io->writer;
    Value size_v = int_new(vm, size), args[2] = {raw, size_v};
    Value buffer = type == vm->io->random
                       ? call(vm, value_from_obj(type), args, 2, VALUE_NULL)
                       : buffered_new(vm, type, raw, size);
    if (!buffer)
        return give_up(vm, raw);
    value_decref(vm, raw);
    if (m.binary)
        return buffer;
    Value targs[5] = {buffer, encoding ? encoding : VALUE_NONE,
                      errors ? errors : VALUE_NONE, newline ? newline : VALUE_NONE,
                      value_from_bool(line_buffering)};
    Value text = call(vm, value_from_obj(vm->io->wrapper), targs, 5, VALUE_NULL);
    if (!text)
        return give_up(vm, buffer);
    value_decref(vm, buffer);
    Value mode_v = str_from_cstr(vm, mode);
    if (!mode_v || object_setattr(vm, text, NAME(vm, mode), mode_v) < 0) {
        value_xdecref(vm, mode_v);
        return give_up(vm, text);
    }
    value_decref(vm, mode_v);
    return text;
}

/* FileIO gets the text of a path, but what could be a number as it is. */
static Value io_open(MinipyVM *vm, Value file, const char *mode, int buffering,
                     Value encoding, Value errors, Value newline, bool closefd,
                     Value opener)
{
    const TypeSlots *s = &value_type(vm, file)->slots;
    bool number =
        s->nb_index || s->nb_int || s->nb_float || value_is_kind(file, KIND_COMPLEX);
    Value name = number ? value_incref(file) : fs_path(vm, file);
    Value r = name ? open_named(vm, name, mode, buffering, encoding, errors, newline,
                                closefd, opener)
                   : VALUE_NULL;
    value_xdecref(vm, name);
    return r;
}

/* open()'s arguments in the order in which CPython converts them. */
static bool convert_open_args(MinipyVM *vm, Value *a, int *buffering, int *closefd)
{
    if (a[1] && !value_is_str(a[1]))
        return arg_type_error(vm, "open", "mode", "str", a[1]), false;
    return (!a[1] || str_cstr(vm, a[1])) && (!a[2] || arg_int(vm, a[2], buffering)) &&
           io_text_arg(vm, a[3], "open", "encoding") &&
           io_text_arg(vm, a[4], "open", "errors") &&
           io_text_arg(vm, a[5], "open", "newline") &&
           (!a[6] || arg_int(vm, a[6], closefd));
}

FN(py_open)
{
    Value a[8];
    int buffering = -1, closefd = 1;
    for (size_t i = 0; i < 8; i++)
        a[i] = GIVEN(i);
    if (!convert_open_args(vm, a, &buffering, &closefd))
        return VALUE_NULL;
    const char *mode = a[1] ? str_utf8(vm, a[1], NULL) : "r";
    return mode ? io_open(vm, a[0], mode, buffering, a[3], a[4], a[5], closefd, a[7])
                : VALUE_NULL;
}

FN(py_open_code)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "open_code", "path", "str", args[0]);
    return io_open(vm, args[0], "rb", -1, VALUE_NULL, VALUE_NULL, VALUE_NULL, true,
                   VALUE_NULL);
}

int io_warn_default_encoding(MinipyVM *vm, int stack_level)
{
    if (!vm->settings.warn_default_encoding)
        return 0;
    Value text = str_from_cstr(vm, "'encoding' argument not specified");
    int r = text ? warnings_warn(vm, vm->exc[EXC_EncodingWarning], text, stack_level,
                                 VALUE_NULL)
                 : -1;
    value_xdecref(vm, text);
    return r;
}

FN(py_text_encoding)
{
    int level = 2;
    if (GIVEN(1) && !arg_int(vm, args[1], &level))
        return VALUE_NULL;
    if (args[0] != VALUE_NONE)
        return value_incref(args[0]);
    if (io_warn_default_encoding(vm, level) < 0)
        return VALUE_NULL;
    return str_from_cstr(vm, vm->settings.utf8_mode ? "utf-8" : "locale");
}

static METHODS(io_functions,
    {"open", py_open, 0,
     "($module, /, file, mode='r', buffering=-1, encoding=None,\n"
     "     errors=None, newline=None, closefd=True, opener=None)",
     "Open file and return a stream.  Raise OSError upon failure."},
    {"open_code", py_open_code, 0, "($module, /, path)",
     "Opens a file whose content is to be executed, as open(path, 'rb') does."},
    {"text_encoding", py_text_encoding, 0, "($module, encoding, stacklevel=2, /)",
     "The encoding itself; for None the one that open() takes, perhaps with a warning."},
);

/* The builtin open was there before the module, and becomes its function now. */
static int add_functions(MinipyVM *vm, Value m)
{
    Value name = str_from_cstr(vm, "io");
    int r = name ? 0 : -1;
    if (vm->io->open)
        value_set_steal(vm, &NATIVE(vm->io->open)->self, value_incref(m));
    for (const MethodDef *d = io_functions; r == 0 && d->name; d++)
        r = module_add_steal(vm, m, d->name,
                             vm->io->open && d->fn == py_open
                                 ? value_incref(vm->io->open)
                                 : native_new(vm, d, m, name));
    value_xdecref(vm, name);
    return r;
}

static int io_exec(MinipyVM *vm, Value m)
{
    if (io_types_init(vm) < 0 || add_functions(vm, m) < 0)
        return -1;
    for (int i = 0; i < TYPE_ROWS; i++) {
        TypeObj *t = *type_slot(vm->io, type_rows[i].offset);
        if (module_add_steal(vm, m, str_utf8_or_null(vm, t->name),
                             value_incref(value_from_obj(t))) < 0)
            return -1;
    }
    return io_make_exceptions(vm) < 0 ||
                   module_add_steal(vm, m, "UnsupportedOperation",
                                    value_incref(vm->io->unsupported)) < 0 ||
                   module_add_steal(
                       vm, m, "BlockingIOError",
                       value_incref(value_from_obj(vm->exc[EXC_BlockingIOError]))) < 0
               ? -1
               : module_add_steal(vm, m, "DEFAULT_BUFFER_SIZE",
                                  value_from_imm(IO_BUFFER_SIZE));
}

MODULE_SPEC(io_module_spec,
    .name = "_io",
    .shown_as = "io",
    .doc = "The io module provides the Python interfaces to stream handling.",
    .exec = io_exec,
);

/* ---- the standard streams -------------------------------------------------------- */

const char *io_locale_encoding(MinipyVM *vm)
{
    return vm->settings.locale_in_use ? nl_langinfo(CODESET)
                                      : vm->settings.locale_encoding;
}

/* The C locale, and the locales that python takes in its place: any byte may come. */
static bool locale_says_nothing(void)
{
    static const char *const names[] = {"", "C", "POSIX", "C.UTF-8", "C.utf8", "UTF-8"};
    const char *lc = getenv("LC_ALL");
    if (!lc || !*lc)
        lc = getenv("LC_CTYPE");
    if (!lc || !*lc)
        lc = getenv("LANG");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!lc || strcmp(lc, names[i]) == 0)
            return true;
    return false;
}

/* Puts what the codec calls itself in the place of a name for it. */
static int codec_own_name(MinipyVM *vm, char encoding[64])
{
    const char *known = codec_builtin_name(encoding);
    if (known) {
        strcpy(encoding, known);
        return 0;
    }
    Value codec = codec_lookup(vm, encoding);
    Value name = codec ? object_getattr(vm, codec, NAME(vm, name)) : VALUE_NULL;
    const char *text = name && value_is_str(name) ? str_utf8(vm, name, NULL) : NULL;
    if (text) {
        snprintf(encoding, 64, "%s", text);
        value_set_steal(vm, &codec, codec_lookup_text(vm, encoding, "codecs.open()"));
    }
    int r = codec && name && !error_occurred(vm) ? 0 : -1;
    value_xdecref(vm, name);
    value_xdecref(vm, codec);
    return r;
}

/* PYTHONIOENCODING "encoding[:errors]"; otherwise that of file names. */
static int std_encoding(MinipyVM *vm, char encoding[64], char errors[64])
{
    const char *v = vm->settings.ignore_env ? NULL : getenv("PYTHONIOENCODING"),
               *fs = vm->settings.fs_encoding;
    bool escape = vm->settings.utf8_mode || locale_says_nothing() ||
                  (fs && strcmp(fs, "ascii") == 0);
    snprintf(encoding, 64, "%s", fs ? fs : "utf-8");
    snprintf(errors, 64, "%s", escape ? "surrogateescape" : "strict");
    if (!v || !*v)
        return 0;
    const char *colon = strchr(v, ':');
    size_t n = colon ? (size_t)(colon - v) : strlen(v);
    if (n) {
        snprintf(encoding, 64, "%.*s", (int)n, v);
        snprintf(errors, 64, "strict");
        if (codec_own_name(vm, encoding) < 0)
            return -1;
    }
    if (colon && colon[1])
        snprintf(errors, 64, "%s", colon + 1);
    return 0;
}

static Value std_stream(MinipyVM *vm, int fd, const char *name, bool unbuffered)
{
    bool reading = fd == 0, error = fd == 2;
    char encoding[64], errors[64];
    bool host = io_host_has_stream(vm, fd);
    if (!host && fcntl(fd, F_GETFD) < 0)
        return VALUE_NONE; /* the descriptor is closed */
    if (std_encoding(vm, encoding, errors) < 0)
        return VALUE_NULL;
    if (host)
        strcpy(encoding, "utf-8"); /* minipy.h says so of all text */
    Value raw = file_from_fd(vm, fd, reading, !reading, name), text = VALUE_NULL;
    Value buffer = !raw ? VALUE_NULL
                   : unbuffered && !reading
                       ? value_incref(raw)
                       : buffered_new(vm, reading ? vm->io->reader : vm->io->writer,
                                      raw, FILEIO(raw)->blksize);
    if (buffer)
        text = text_new(vm, buffer, encoding, error ? "backslashreplace" : errors,
                        reading ? NULL : "\n",
                        !unbuffered && (error || (host ? !reading : isatty(fd))),
                        unbuffered);
    Value mode = text ? str_from_cstr(vm, reading ? "r" : "w") : VALUE_NULL;
    if (text && (!mode || io_set_own(vm, text, NAME(vm, mode), mode) < 0))
        value_clear(vm, &text);
    value_xdecref(vm, mode);
    value_xdecref(vm, raw);
    value_xdecref(vm, buffer);
    return text;
}

int io_init_std(MinipyVM *vm)
{
    static const struct {
        const char *attr, *saved, *name;
    } rows[] = {{"stdin", "__stdin__", "<stdin>"},
                {"stdout", "__stdout__", "<stdout>"},
                {"stderr", "__stderr__", "<stderr>"}};
    if (io_types_init(vm) < 0)
        return -1;
    Value *kept[] = {&vm->io->std_in, &vm->io->std_out, &vm->io->std_err};
    for (int fd = 0; fd < 3; fd++) {
        Value s = std_stream(vm, fd, rows[fd].name, vm->settings.unbuffered);
        if (!s || dict_set_cstr(vm, vm->sysdict, rows[fd].attr, s) < 0 ||
            dict_set_cstr(vm, vm->sysdict, rows[fd].saved, s) < 0) {
            value_xdecref(vm, s);
            return -1;
        }
        *kept[fd] = s;
    }
    for (const MethodDef *d = io_functions; d->name; d++)
        if (strcmp(d->name, "open") == 0) {
            Value module = str_from_cstr(vm, "io");
            Value f = module ? native_new(vm, d, VALUE_NULL, module) : VALUE_NULL;
            value_xdecref(vm, module);
            vm->io->open = f;
            return f ? dict_set_cstr(vm, vm->builtins, "open", f) : -1;
        }
    return 0;
}

int io_set_output(MinipyVM *vm, int fd,
                  void (*write)(void *user, const char *text, size_t size), void *user)
{
    bool out = fd == 1;
    HostSink before = vm->io->sinks[fd - 1];
    if (io_flush_std(vm) < 0) /* which was reported */
        error_clear(vm);
    vm->io->sinks[fd - 1] = (HostSink){write, user};
    Value s = write ? std_stream(vm, fd, out ? "<stdout>" : "<stderr>", true)
                    : value_xincref(dict_get_cstr_borrow(
                          vm, vm->sysdict, out ? "__stdout__" : "__stderr__"));
    int r = write && !s
                ? -1
                : dict_set_cstr_steal(vm, vm->sysdict, out ? "stdout" : "stderr",
                                      s ? s : VALUE_NONE);
    if (r < 0)
        vm->io->sinks[fd - 1] = before;
    return r;
}

/* Flushes one stream; a failure is reported as CPython does at exit. */
static int flush_one(MinipyVM *vm, Value stream, bool report)
{
    if (!stream || stream == VALUE_NONE)
        return 0;
    value_incref(stream);
    int closed = io_is_closed(vm, stream);
    error_clear(vm);
    Value r = closed > 0 ? VALUE_NONE : io_flush(vm, stream);
    int status = r ? 0 : -1;
    if (!r && report)
        error_unraisable(vm, NULL, stream);
    value_xdecref(vm, r);
    error_clear(vm);
    value_decref(vm, stream);
    return status;
}

/* Drops what could not be written, so that it is not tried again by a finalizer. */
static void drop_pending(MinipyVM *vm, Value stream)
{
    if (value_is_obj(stream) && value_type(vm, stream) == vm->io->wrapper) {
        Value name = NAME(vm, buffer), b = object_getattr(vm, stream, name);
        if (b && value_type(vm, b) == vm->io->writer)
            buffered_drop_pending(BUFFERED(b));
        value_xdecref(vm, b);
        error_clear(vm);
    }
}

int io_flush_std(MinipyVM *vm)
{
    if (!vm->io || !vm->sysdict)
        return 0;
    Value out = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stdout));
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    if (!out || out == VALUE_NONE)
        out = vm->io->std_out;
    if (!err || err == VALUE_NONE)
        err = vm->io->std_err;
    int r = flush_one(vm, out, true);
    if (r < 0)
        drop_pending(vm, vm->io->std_out);
    r |= flush_one(vm, err, false);
    if (vm->io->std_out && vm->io->std_out != out)
        flush_one(vm, vm->io->std_out, false);
    return r;
}
