/* codecs.c - which codec an encoding's name means: the built-in ones directly, all
 * others through the registry that Python's `codecs` and `encodings` fill.
 *
 * The registry is made on first use; finding an encoding that is not built in imports
 * the `encodings` package, as CPython does. Read next: codec_errors.c.
 */
#include "vm/text/codecs.h"

#include <string.h>

#include "vm/text/codecs_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/types/shape.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/objects/call.h"

typedef struct CodecState {
    Value search_path; /* list of functions */
    Value cache;       /* normalised name -> codec tuple */
    Value errors;      /* name -> handler */
    bool imported;     /* `encodings` has been asked for */
} CodecState;

/* ---- built-in encodings by name -------------------------------------------------- */

/* Lower case, runs of anything but letters, digits and dots as one '_' between them. */
static bool normalize(const char *name, char *out, size_t room)
{
    size_t n = 0;
    bool gap = false;

    for (; *name; name++) {
        char c = *name;
        bool upper = c >= 'A' && c <= 'Z';
        bool kept =
            upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
        if (!kept) {
            gap = true;
            continue;
        }
        if (n + 3 > room)
            return false;
        if (gap && n > 0)
            out[n++] = '_';
        gap = false;
        out[n++] = upper ? (char)(c + 32) : c;
    }
    out[n] = '\0';
    return true;
}

static BuiltinCodec named_so(const char *name)
{
#define CODEC_NAME(name, codec)                                                        \
    {                                                                                  \
        name, sizeof name - 1, codec                                                   \
    }
    static const struct {
        const char *name;
        uint8_t length; /* most differ by it, or by the last letter */
        BuiltinCodec codec;
    } names[] = {
        CODEC_NAME("utf-16", CODEC_UTF16),     CODEC_NAME("utf-32", CODEC_UTF32),
        CODEC_NAME("latin-1", CODEC_LATIN1),   CODEC_NAME("utf_8", CODEC_UTF8),
        CODEC_NAME("utf8", CODEC_UTF8),        CODEC_NAME("ascii", CODEC_ASCII),
        CODEC_NAME("us_ascii", CODEC_ASCII),   CODEC_NAME("latin1", CODEC_LATIN1),
        CODEC_NAME("latin_1", CODEC_LATIN1),   CODEC_NAME("iso_8859_1", CODEC_LATIN1),
        CODEC_NAME("iso8859_1", CODEC_LATIN1), CODEC_NAME("utf_16", CODEC_UTF16),
        CODEC_NAME("utf16", CODEC_UTF16),      CODEC_NAME("utf_32", CODEC_UTF32),
        CODEC_NAME("utf32", CODEC_UTF32),
    };
#undef CODEC_NAME
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].length == n && names[i].name[n - 1] == name[n - 1] &&
            memcmp(name, names[i].name, n) == 0)
            return names[i].codec;
    return CODEC_NONE;
}

BuiltinCodec codec_builtin(const char *encoding)
{
    char name[32];

    if (strcmp(encoding, "utf-8") == 0)
        return CODEC_UTF8;
    BuiltinCodec codec = named_so(encoding); /* as programs mostly write it */
    if (codec == CODEC_NONE && normalize(encoding, name, sizeof name))
        codec = named_so(name);
    return codec;
}

const char *codec_builtin_name(const char *encoding)
{
    static const char *const names[] = {
        [CODEC_UTF8] = "utf-8",       [CODEC_ASCII] = "ascii",
        [CODEC_LATIN1] = "iso8859-1", [CODEC_UTF16] = "utf-16",
        [CODEC_UTF32] = "utf-32",     [CODEC_NONE] = NULL};
    return names[codec_builtin(encoding)];
}

/* ---- the registry ---------------------------------------------------------------- */

static CodecState *state(MinipyVM *vm)
{
    CodecState *s = vm->codecs;

    if (s)
        return s;
    s = mem_calloc(vm, sizeof *s);
    if (!s)
        return NULL;
    vm->codecs = s;
    s->search_path = value_hide(list_new(vm, 0));
    s->cache = value_hide(dict_new(vm));
    s->errors = value_hide(dict_new(vm));
    if (s->search_path && s->cache && s->errors &&
        codec_add_builtin_handlers(vm, s->errors) == 0)
        return s;
    codecs_fini(vm);
    return NULL;
}

void codecs_fini(MinipyVM *vm)
{
    CodecState *s = vm->codecs;

    if (!s)
        return;
    vm->codecs = NULL;
    value_xdecref(vm, s->search_path);
    value_xdecref(vm, s->cache);
    value_xdecref(vm, s->errors);
    mem_free(vm, s);
}

/* Imports `encodings` once, whose search function then knows the library's codecs. */
static int import_encodings(MinipyVM *vm, CodecState *s)
{
    if (s->imported)
        return 0;
    s->imported = true;
    Value import = vm->builtins ? dict_get_cstr_borrow(vm, vm->builtins, "__import__")
                                : VALUE_NULL;
    if (!import)
        return 0;
    Value name = str_intern_cstr(vm, "encodings");
    Value module = name ? call1(vm, import, name) : VALUE_NULL;
    value_xdecref(vm, name);
    if (!module) {
        if (!error_matches(vm, EXC_ImportError)) {
            s->imported = false;
            return -1;
        }
        error_clear(vm);
        return 0;
    }
    value_decref(vm, module);
    return 0;
}

/* The state, for something callable to be put into it; else TypeError and NULL. */
static CodecState *state_to_take(MinipyVM *vm, Value callable, const char *message)
{
    if (object_callable(callable))
        return state(vm);
    error_set(vm, EXC_TypeError, "%s", message);
    return NULL;
}

int codec_register(MinipyVM *vm, Value search_function)
{
    CodecState *s = state_to_take(vm, search_function, "argument must be callable");
    if (!s)
        return -1;
    /* The library's comes first, as if it were there from the start. */
    if (import_encodings(vm, s) < 0)
        return -1;
    return list_append(vm, s->search_path, search_function);
}

int codec_unregister(MinipyVM *vm, Value search_function)
{
    CodecState *s = vm->codecs;

    for (int64_t i = 0; s && i < list_size(s->search_path); i++) {
        if (list_get_borrow(s->search_path, i) != search_function)
            continue;
        dict_clear(vm, s->cache);
        Value gone = list_pop(vm, s->search_path, i);
        value_xdecref(vm, gone);
        return gone ? 0 : -1;
    }
    return 0;
}

/* The name as search functions get it. */
static Value search_name(MinipyVM *vm, const char *encoding)
{
    size_t room = strlen(encoding) + 3;
    char *name = mem_alloc(vm, room);
    Value s =
        name && normalize(encoding, name, room) ? str_from_cstr(vm, name) : VALUE_NULL;
    mem_free(vm, name);
    return s ? str_intern_steal(vm, s) : VALUE_NULL;
}

Value codec_lookup(MinipyVM *vm, const char *encoding)
{
    CodecState *s = state(vm);

    if (!s || import_encodings(vm, s) < 0)
        return VALUE_NULL;
    Value name = search_name(vm, encoding);
    if (!name)
        return VALUE_NULL;
    Value found = value_xincref(dict_get_borrow(vm, s->cache, name));
    bool failed = !found && error_occurred(vm);
    for (int64_t i = 0; !found && !failed && i < list_size(s->search_path); i++) {
        Value search = value_incref(list_get_borrow(s->search_path, i));
        Value result = call1(vm, search, name);
        value_decref(vm, search);
        if (!result)
            break;
        if (result == VALUE_NONE)
            continue;
        if (!value_is_tuple(result) || tuple_size(result) != 4) {
            error_set(vm, EXC_TypeError, "codec search functions must return 4-tuples");
            value_decref(vm, result);
            break;
        }
        found = result;
        if ((failed = dict_set(vm, s->cache, name, found) < 0))
            value_clear(vm, &found);
    }
    value_decref(vm, name);
    if (!found && !error_occurred(vm))
        error_set(vm, EXC_LookupError, "unknown encoding: %s", encoding);
    return found;
}

int codec_register_error(MinipyVM *vm, const char *name, Value handler)
{
    CodecState *s = state_to_take(vm, handler, "handler must be callable");
    if (!s)
        return -1;
    return dict_set_cstr(vm, s->errors, name, handler);
}

Value codec_lookup_error(MinipyVM *vm, const char *name)
{
    CodecState *s = state(vm);

    if (!s)
        return VALUE_NULL;
    Value key = str_from_cstr(vm, name ? name : "strict");
    if (!key)
        return VALUE_NULL;
    Value handler = dict_get_str_borrow(vm, DICT(s->errors), key);
    value_decref(vm, key);
    if (handler)
        return value_incref(handler);
    return error_set(vm, EXC_LookupError, "unknown error handler name '%.400s'", name);
}

/* ---- calling registered codecs --------------------------------------------------- */

/* An exception that knows no more than a message is raised again as one that says which
 * codec failed; all others pass as they are. */
static void say_which_codec(MinipyVM *vm, int index, const char *encoding)
{
    Value exc = error_fetch(vm);
    TypeObj *type = value_type(vm, exc);
    Value args = EXC_OBJ(exc)->args;
    TypeObj *base = vm->exc[EXC_BaseException];
    bool plain = type->slots.init == base->slots.init &&
                 type->slots.new_ == base->slots.new_ &&
                 inst_is_empty(&EXC_OBJ(exc)->head) && args && tuple_size(args) <= 1 &&
                 (tuple_size(args) == 0 || value_is_str(tuple_get_borrow(args, 0)));
    Value text = plain ? str_format_c(vm, "%s with '%s' codec failed (%s: %S)",
                                      index == 0 ? "encoding" : "decoding", encoding,
                                      type_name_cstr(type), exc)
                       : VALUE_NULL;
    error_clear(vm);
    Value fresh = text ? exception_new(vm, type, &text, 1) : VALUE_NULL;
    value_xdecref(vm, text);
    if (!fresh) {
        error_clear(vm);
        error_restore_steal(vm, exc);
        return;
    }
    EXC_OBJ(fresh)->cause = exc; /* and no context, in CPython neither */
    EXC_OBJ(fresh)->suppress_context = true;
    error_restore_steal(vm, fresh);
}

/* Calls member INDEX (0 encode, 1 decode) of the codec; its result's first item. */
static Value call_codec_steal(MinipyVM *vm, Value codec, int index, Value object,
                              const char *encoding, const char *errors)
{
    Value args[2] = {object, VALUE_NULL}, result = VALUE_NULL, first = VALUE_NULL;

    if (!codec)
        return VALUE_NULL;
    if (errors && !(args[1] = str_from_cstr(vm, errors)))
        goto done;
    result = call(vm, tuple_get_borrow(codec, index), args, errors ? 2 : 1, VALUE_NULL);
    if (!result) {
        say_which_codec(vm, index, encoding);
        goto done;
    }
    if (!value_is_tuple(result) || tuple_size(result) != 2)
        error_set(vm, EXC_TypeError,
                  index == 0 ? "encoder must return a tuple (object, integer)"
                             : "decoder must return a tuple (object,integer)");
    else
        first = value_incref(tuple_get_borrow(result, 0));
done:
    value_xdecref(vm, result);
    value_xdecref(vm, args[1]);
    value_decref(vm, codec);
    return first;
}

Value codec_encode_object(MinipyVM *vm, Value object, const char *encoding,
                          const char *errors)
{
    return call_codec_steal(vm, codec_lookup(vm, encoding), 0, object, encoding,
                            errors);
}

Value codec_decode_object(MinipyVM *vm, Value object, const char *encoding,
                          const char *errors)
{
    return call_codec_steal(vm, codec_lookup(vm, encoding), 1, object, encoding,
                            errors);
}

Value codec_lookup_text(MinipyVM *vm, const char *encoding, const char *alternative)
{
    Value codec = codec_lookup(vm, encoding), mark;

    if (!codec || value_is_exact(vm, codec, KIND_TUPLE))
        return codec;
    int found = attr_lookup(vm, codec, "_is_text_encoding", &mark);
    int is_text = found > 0 ? object_is_true(vm, mark) : found == 0 ? 1 : -1;
    value_xdecref(vm, mark);
    if (is_text == 0)
        error_set(vm, EXC_LookupError,
                  "'%.400s' is not a text encoding; use %s to handle arbitrary codecs",
                  encoding, alternative);
    if (is_text <= 0)
        value_clear(vm, &codec);
    return codec;
}

/* ---- str.encode and bytes.decode ------------------------------------------------- */

/* The development mode looks the encoding and the error handler up even where they
 * would not be needed. */
static int check_names(MinipyVM *vm, const char *encoding, const char *errors)
{
    static const char *const known[] = {"strict", "ignore", "replace",
                                        "surrogateescape", "surrogatepass"};
    if (!vm->modules || !dict_get_cstr_borrow(vm, vm->modules, "__main__"))
        return 0; /* the library is not there yet */
    if (encoding && codec_builtin(encoding) == CODEC_NONE) {
        Value codec = codec_lookup(vm, encoding);
        value_xdecref(vm, codec);
        if (!codec)
            return -1;
    }
    for (size_t i = 0; errors && i < sizeof known / sizeof *known; i++)
        if (strcmp(errors, known[i]) == 0)
            return 0;
    Value handler = codec_lookup_error(vm, errors);
    value_xdecref(vm, handler);
    return handler ? 0 : -1;
}

Value str_encode(MinipyVM *vm, Value s, const char *encoding, const char *errors)
{
    if (unlikely(vm->settings.dev_mode) && check_names(vm, encoding, errors) < 0)
        return VALUE_NULL;
    switch (codec_builtin(encoding)) {
    case CODEC_UTF8: return codec_encode_utf8(vm, s, errors);
    case CODEC_ASCII: return codec_encode_ascii(vm, s, errors);
    case CODEC_LATIN1: return codec_encode_latin1(vm, s, errors);
    case CODEC_UTF16: return codec_encode_utf16(vm, s, errors, ORDER_NATIVE);
    case CODEC_UTF32: return codec_encode_utf32(vm, s, errors, ORDER_NATIVE);
    case CODEC_NONE: break;
    }
    Value codec = codec_lookup_text(vm, encoding, "codecs.encode()");
    Value result = call_codec_steal(vm, codec, 0, s, encoding, errors);
    if (!result || value_is_bytes(result))
        return result;
    if (value_is_kind(result, KIND_BYTEARRAY)) {
        if (error_warn(vm, EXC_RuntimeWarning, 1,
                       "encoder %s returned bytearray instead of bytes; use "
                       "codecs.encode() to encode to arbitrary types",
                       encoding) < 0) {
            value_decref(vm, result);
            return VALUE_NULL;
        }
        Value bytes = bytes_from(vm, BYTEARRAY(result)->data, BYTEARRAY(result)->size);
        value_decref(vm, result);
        return bytes;
    }
    error_set(
        vm, EXC_TypeError,
        "'%.400s' encoder returned '%T' instead of 'bytes'; use codecs.encode() to "
        "encode to arbitrary types",
        encoding, result);
    value_decref(vm, result);
    return VALUE_NULL;
}

static Value decode_registered(MinipyVM *vm, const void *data, int64_t size,
                               const char *encoding, const char *errors)
{
    Value codec = codec_lookup_text(vm, encoding, "codecs.decode()");
    Value bytes = codec ? bytes_from(vm, data, size) : VALUE_NULL;
    Value view = bytes ? memoryview_new(vm, bytes) : VALUE_NULL;

    value_xdecref(vm, bytes);
    if (!view) {
        value_xdecref(vm, codec);
        return VALUE_NULL;
    }
    MEMORYVIEW(view)->nameless = true; /* CPython shows the memory, not whose it is */
    Value result = call_codec_steal(vm, codec, 1, view, encoding, errors);
    value_decref(vm, view);
    if (!result || value_is_str(result))
        return result;
    error_set(vm, EXC_TypeError,
              "'%.400s' decoder returned '%T' instead of 'str'; use codecs.decode() to "
              "decode to arbitrary types",
              encoding, result);
    value_decref(vm, result);
    return VALUE_NULL;
}

Value str_decode(MinipyVM *vm, const void *data, int64_t size, const char *encoding,
                 const char *errors)
{
    if (unlikely(vm->settings.dev_mode) && check_names(vm, encoding, errors) < 0)
        return VALUE_NULL;
    switch (codec_builtin(encoding)) {
    case CODEC_UTF8: return codec_decode_utf8(vm, data, size, errors, NULL);
    case CODEC_ASCII: return codec_decode_ascii(vm, data, size, errors);
    case CODEC_LATIN1: return codec_decode_latin1(vm, data, size);
    case CODEC_UTF16: return codec_decode_utf16(vm, data, size, errors, NULL, NULL);
    case CODEC_UTF32: return codec_decode_utf32(vm, data, size, errors, NULL, NULL);
    case CODEC_NONE: break;
    }
    return decode_registered(vm, data, size, encoding, errors);
}

/* ---- the arguments of encode() and decode() ------------------------------------- */

bool codec_names_args(MinipyVM *vm, const char *method, const Value *args, size_t nargs,
                      const char *names[2])
{
    for (size_t i = 0; i < 2; i++) {
        int64_t size;
        names[i] = NULL;
        if (i >= nargs || !args[i])
            continue;
        if (!value_is_str(args[i]))
            return error_set(vm, EXC_TypeError,
                             "%s() argument '%s' must be str, not %.50s", method,
                             i == 0 ? "encoding" : "errors",
                             type_name_for_message(vm, args[i])),
                   false;
        names[i] = str_utf8(vm, args[i], &size);
        if (!names[i])
            return false;
        if ((size_t)size != strlen(names[i]))
            return error_set(vm, EXC_ValueError, "embedded null character"), false;
    }
    return true;
}
