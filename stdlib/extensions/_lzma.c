/* _lzma.c - the module _lzma, on which lzma stands: CPython 3.11's objects over
 * liblzma. First filters, as dicts and as liblzma has them; then the two objects. Their
 * methods stay in the vm: two threads in one lzma_stream would ruin it.
 */
#include <lzma.h>

#include "common.h"

extern const MinipyModule minipy_module__lzma;

enum { RAISED = -100 }; /* beside the codes of liblzma: an exception is pending */
enum { FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW };
enum { CHECK_UNKNOWN = LZMA_CHECK_ID_MAX + 1 };
#define PRESET_DEFAULT LZMA_PRESET_DEFAULT

typedef struct State {
    MinipyValue error;
} State;

/* ---- errors ---------------------------------------------------------------------- */

static int fail(MinipyVM *vm, const char *text)
{
    State *s = minipy_module_state(vm, &minipy_module__lzma);
    if (s)
        raise_of(vm, s->error, text);
    return -1;
}

/* Raises what a code stands for. -1; 0: nothing was wrong. */
static int check(MinipyVM *vm, int code)
{
    switch (code) {
    case LZMA_OK:
    case LZMA_GET_CHECK:
    case LZMA_NO_CHECK:
    case LZMA_STREAM_END: return 0;
    case RAISED: return -1;
    case LZMA_UNSUPPORTED_CHECK: return fail(vm, "Unsupported integrity check");
    case LZMA_MEM_ERROR: minipy_raise(vm, "MemoryError", NULL); return -1;
    case LZMA_MEMLIMIT_ERROR: return fail(vm, "Memory usage limit exceeded");
    case LZMA_FORMAT_ERROR: return fail(vm, "Input format not supported by decoder");
    case LZMA_OPTIONS_ERROR: return fail(vm, "Invalid or unsupported options");
    case LZMA_DATA_ERROR: return fail(vm, "Corrupt input data");
    case LZMA_BUF_ERROR: return fail(vm, "Insufficient buffer space");
    case LZMA_PROG_ERROR: return fail(vm, "Internal error");
    default:
        minipy_raisef(vm, "OSError", "Unrecognized error from liblzma: %d", code);
        return -1;
    }
}

static int value_error(MinipyVM *vm, const char *text)
{
    minipy_raise(vm, "ValueError", text);
    return -1;
}

/* ---- filters --------------------------------------------------------------------- */

/* An unsigned number of at most that; an int that is too large: OverflowError. */
static int as_unsigned(MinipyVM *vm, MinipyValue v, uint64_t most, uint64_t *out)
{
    MinipyKind kind = minipy_kind(v);
    if (kind != MINIPY_IS_INT && kind != MINIPY_IS_BOOL) {
        minipy_raise(vm, "TypeError", "an integer is required");
        return -1;
    }
    if (minipy_as_uint(vm, v, out) < 0)
        return -1;
    if (*out <= most)
        return 0;
    minipy_raise(vm, "OverflowError", "Value too large for uint32_t type");
    return -1;
}

/* A filter's options, of any kind. */
typedef union Options {
    lzma_options_lzma lzma;
    lzma_options_delta delta;
    lzma_options_bcj bcj;
} Options;

/* The fields that a specifier may set, beside "id". */
typedef struct Setting {
    const char *name;
    size_t offset;
} Setting;
/* clang-format off */
static const Setting lzma_settings[] = {
    {"dict_size", offsetof(lzma_options_lzma, dict_size)}, {"lc", offsetof(lzma_options_lzma, lc)},
    {"lp", offsetof(lzma_options_lzma, lp)}, {"pb", offsetof(lzma_options_lzma, pb)},
    {"mode", offsetof(lzma_options_lzma, mode)}, {"nice_len", offsetof(lzma_options_lzma, nice_len)},
    {"mf", offsetof(lzma_options_lzma, mf)}, {"depth", offsetof(lzma_options_lzma, depth)}, {0}};
static const Setting delta_settings[] = {{"dist", offsetof(lzma_options_delta, dist)}, {0}};
static const Setting bcj_settings[] = {{"start_offset", offsetof(lzma_options_bcj, start_offset)}, {0}};
/* clang-format on */

/* The entry of a mapping: 1, *out; 0: none; -1: exception. */
static int entry(MinipyVM *vm, MinipyValue spec, const char *name, uint64_t most,
                 uint64_t *out)
{
    MinipyValue v = minipy_getitem_str(vm, spec, name);
    if (!v && !minipy_error_matches(vm, "KeyError"))
        return -1;
    if (!v)
        return minipy_error_clear(vm), 0;
    int r = as_unsigned(vm, v, most, out);
    minipy_release(vm, v);
    return r < 0 ? -1 : 1;
}

/* Reads the settings of a specifier; wrong: what to say of one that has others, or
 * what is no number. */
static int read_settings(MinipyVM *vm, MinipyValue spec, const Setting *settings,
                         void *options, const char *wrong)
{
    int64_t known = 1; /* id */
    for (const Setting *s = settings; s->name; s++) {
        uint64_t n = 0;
        int r = entry(vm, spec, s->name, UINT32_MAX, &n);
        if (r < 0)
            return minipy_error_matches(vm, "MemoryError") ? -1
                                                           : value_error(vm, wrong);
        if (r > 0)
            *(uint32_t *)(void *)((char *)options + s->offset) = (uint32_t)n;
        known += r;
    }
    uint64_t preset;
    if (settings == lzma_settings)
        known += entry(vm, spec, "preset", UINT32_MAX, &preset) > 0;
    return minipy_length(vm, spec) == known ? 0 : value_error(vm, wrong);
}

static int bad_preset(MinipyVM *vm, uint32_t preset)
{
    char text[60];
    snprintf(text, sizeof text, "Invalid compression preset: %u", preset);
    return fail(vm, text);
}

static int read_lzma(MinipyVM *vm, MinipyValue spec, lzma_options_lzma *o)
{
    uint64_t preset = PRESET_DEFAULT;
    if (entry(vm, spec, "preset", UINT32_MAX, &preset) < 0)
        return -1;
    if (lzma_lzma_preset(o, (uint32_t)preset))
        return bad_preset(vm, (uint32_t)preset);
    return read_settings(vm, spec, lzma_settings, o,
                         "Invalid filter specifier for LZMA filter");
}

static int read_filter(MinipyVM *vm, MinipyValue spec, lzma_filter *f, Options *o)
{
    uint64_t id;
    MinipyValue keys = minipy_lookup_attr(vm, spec, "__getitem__");
    int r = keys ? entry(vm, spec, "id", UINT64_MAX, &id) : -2;
    minipy_release(vm, keys);
    if (r == -2) {
        minipy_raise(vm, "TypeError",
                     "Filter specifier must be a dict or dict-like object");
        return -1;
    }
    if (r <= 0)
        return r < 0 ? -1
                     : value_error(vm, "Filter specifier must have an \"id\" entry");
    memset(o, 0, sizeof *o);
    f->id = id;
    f->options = o;
    switch (id) {
    case LZMA_FILTER_LZMA1:
    case LZMA_FILTER_LZMA2: return read_lzma(vm, spec, &o->lzma);
    case LZMA_FILTER_DELTA:
        o->delta.dist = 1;
        return read_settings(vm, spec, delta_settings, o,
                             "Invalid filter specifier for delta filter");
    case LZMA_FILTER_X86:
    case LZMA_FILTER_POWERPC:
    case LZMA_FILTER_IA64:
    case LZMA_FILTER_ARM:
    case LZMA_FILTER_ARMTHUMB:
    case LZMA_FILTER_SPARC:
        return read_settings(vm, spec, bcj_settings, o,
                             "Invalid filter specifier for BCJ filter");
    default:
        minipy_raisef(vm, "ValueError", "Invalid filter ID: %llu",
                      (unsigned long long)id);
        return -1;
    }
}

typedef struct Chain {
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    Options options[LZMA_FILTERS_MAX];
} Chain;

static int read_chain(MinipyVM *vm, MinipyValue specs, Chain *c)
{
    if (minipy_kind(specs) == MINIPY_IS_DICT) {
        minipy_raise(vm, "TypeError", "dict is not a sequence");
        return -1;
    }
    int64_t n = minipy_length(vm, specs);
    if (n > LZMA_FILTERS_MAX)
        return value_error(vm, "Too many filters - liblzma supports a maximum of 4");
    for (int64_t i = 0; i < n; i++) {
        MinipyValue spec = minipy_getitem_at(vm, specs, i);
        int r = spec ? read_filter(vm, spec, &c->filters[i], &c->options[i]) : -1;
        minipy_release(vm, spec);
        if (r < 0)
            return -1;
    }
    if (n >= 0)
        c->filters[n].id = LZMA_VLI_UNKNOWN;
    return n < 0 ? -1 : 0;
}

static METHOD(lzma_encode_properties)
{
    lzma_filter f;
    Options o;
    uint32_t size = 0;
    unsigned char data[256];
    if (read_filter(vm, args[0], &f, &o) < 0 ||
        check(vm, lzma_properties_size(&size, &f)) < 0)
        return MINIPY_NULL;
    if (size > sizeof data)
        return minipy_raise(vm, "MemoryError", NULL);
    return check(vm, lzma_properties_encode(&f, data)) < 0
               ? MINIPY_NULL
               : minipy_bytes(vm, data, size);
}

static int put(MinipyVM *vm, MinipyValue dict, const char *name, uint64_t n)
{
    MinipyValue v = minipy_uint(vm, n);
    int r = v ? minipy_setitem_str(vm, dict, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

/* What the encoded properties say: of LZMA1 all that its header has. */
static int put_settings(MinipyVM *vm, MinipyValue dict, const lzma_filter *f)
{
    const lzma_options_lzma *o = f->options;
    if (put(vm, dict, "id", f->id) < 0)
        return -1;
    if (f->id == LZMA_FILTER_LZMA2)
        return put(vm, dict, "dict_size", o->dict_size);
    if (f->id == LZMA_FILTER_LZMA1)
        return put(vm, dict, "lc", o->lc) < 0 || put(vm, dict, "lp", o->lp) < 0 ||
                       put(vm, dict, "pb", o->pb) < 0
                   ? -1
                   : put(vm, dict, "dict_size", o->dict_size);
    if (f->id == LZMA_FILTER_DELTA)
        return put(vm, dict, "dist", ((lzma_options_delta *)f->options)->dist);
    if (!f->options) /* of a branch filter without an offset */
        return 0;
    return put(vm, dict, "start_offset",
               ((lzma_options_bcj *)f->options)->start_offset);
}

static METHOD(lzma_decode_properties)
{
    uint64_t id;
    Bytes in;
    if (as_unsigned(vm, args[0], UINT64_MAX, &id) < 0 ||
        get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    lzma_filter f = {.id = id};
    int r = check(vm, lzma_properties_decode(&f, NULL, in.data, in.size));
    minipy_release(vm, in.view);
    MinipyValue dict = r == 0 ? minipy_dict(vm) : MINIPY_NULL;
    if (dict && put_settings(vm, dict, &f) < 0) {
        minipy_release(vm, dict);
        dict = MINIPY_NULL;
    }
    free(f.options);
    return dict;
}

static METHOD(lzma_is_check_supported)
{
    int id = 0;
    if (as_c_int(vm, args[0], &id) < 0)
        return MINIPY_NULL;
    return minipy_bool(lzma_check_is_supported((lzma_check)id));
}

/* ---- memory ---------------------------------------------------------------------- */

static void *stream_alloc(void *vm, size_t count, size_t size)
{
    return library_alloc(vm, count * size);
}

static void stream_free(void *vm, void *block)
{
    (void)vm;
    library_free(block);
}

static void use_memory_of(MinipyVM *vm, lzma_stream *z, lzma_allocator *memory)
{
    *memory = (lzma_allocator){stream_alloc, stream_free, vm};
    z->allocator = memory;
}

/* ---- LZMACompressor -------------------------------------------------------------- */

typedef struct Compressor {
    bool flushed;
    lzma_stream z;
    lzma_allocator memory;
} Compressor;
static const MinipyType compressor_type;

static DESTROY(compressor_destroy)
{
    lzma_end(&((Compressor *)data)->z);
}

static int start_compressor(MinipyVM *vm, lzma_stream *z, int format, int id,
                            uint32_t preset, const lzma_filter *filters)
{
    lzma_options_lzma options;
    if (!filters && format == FORMAT_ALONE && lzma_lzma_preset(&options, preset))
        return bad_preset(vm, preset);
    switch (format) {
    case FORMAT_XZ:
        return check(vm, filters ? lzma_stream_encoder(z, filters, (lzma_check)id)
                                 : lzma_easy_encoder(z, preset, (lzma_check)id));
    case FORMAT_ALONE:
        if (!filters)
            return check(vm, lzma_alone_encoder(z, &options));
        if (filters[0].id == LZMA_FILTER_LZMA1 && filters[1].id == LZMA_VLI_UNKNOWN)
            return check(vm, lzma_alone_encoder(z, filters[0].options));
        return value_error(vm, "Invalid filter chain for FORMAT_ALONE - must be a "
                               "single LZMA1 filter");
    case FORMAT_RAW: return check(vm, lzma_raw_encoder(z, filters));
    default:
        minipy_raisef(vm, "ValueError", "Invalid container format: %d", format);
        return -1;
    }
}

static bool given(MinipyValue v)
{
    return v && !minipy_is_none(v);
}

static METHOD(compressor_init)
{
    int format = FORMAT_XZ, id = -1;
    uint64_t preset = PRESET_DEFAULT;
    Chain chain;
    Compressor *c = user;
    if (as_c_int(vm, args[1], &format) < 0 || as_c_int(vm, args[2], &id) < 0)
        return MINIPY_NULL;
    if (format != FORMAT_XZ && id != -1 && id != LZMA_CHECK_NONE)
        return value_error(vm, "Integrity checks are only supported by FORMAT_XZ"), 0;
    if (given(args[3]) && given(args[4]))
        return value_error(vm, "Cannot specify both preset and filter chain"), 0;
    if (given(args[3]) && as_unsigned(vm, args[3], UINT32_MAX, &preset) < 0)
        return MINIPY_NULL;
    if (format == FORMAT_RAW && !given(args[4]))
        return value_error(vm, "Must specify filters for FORMAT_RAW"), 0;
    if (given(args[4]) && read_chain(vm, args[4], &chain) < 0)
        return MINIPY_NULL;
    c->flushed = false;
    use_memory_of(vm, &c->z, &c->memory);
    return start_compressor(vm, &c->z, format, id == -1 ? LZMA_CHECK_CRC64 : id,
                            (uint32_t)preset, given(args[4]) ? chain.filters : NULL) < 0
               ? MINIPY_NULL
               : minipy_none();
}

/* One call of the library into the room of o, `most` bytes at most. */
static int step(Output *o, lzma_stream *z, lzma_action action, size_t most)
{
    size_t room = sizeof o->room - o->used;
    if (room > most)
        room = most;
    z->next_out = o->room + o->used;
    z->avail_out = room;
    int code = (int)lzma_code(z, action);
    o->used += room - z->avail_out;
    return code;
}

static int compress_all(Output *o, lzma_stream *z, lzma_action action)
{
    for (;;) {
        if (o->used == sizeof o->room && output_flush(o) < 0)
            return RAISED;
        int code = step(o, z, action, SIZE_MAX);
        bool nothing = code == LZMA_BUF_ERROR && !z->avail_in && z->avail_out;
        if (nothing)
            return LZMA_OK;
        if (code != LZMA_OK || (action == LZMA_RUN && !z->avail_in && z->avail_out))
            return code;
    }
}

static MinipyValue compressed(MinipyVM *vm, Compressor *c, Bytes in, lzma_action action)
{
    Output *o = output_new(vm);
    if (!o)
        return MINIPY_NULL;
    c->z.next_in = in.data;
    c->z.avail_in = in.size;
    return output_end(o, check(vm, compress_all(o, &c->z, action)));
}

static MinipyValue run(MinipyVM *vm, void *compressor, Bytes in)
{
    return compressed(vm, compressor, in, LZMA_RUN);
}

static METHOD(compressor_compress)
{
    Compressor *c = user;
    return compress_more(vm, c, c->flushed, args[1], run);
}

static METHOD(compressor_flush)
{
    Compressor *c = user;
    if (c->flushed)
        return minipy_raise(vm, "ValueError", "Repeated call to flush()");
    c->flushed = true;
    return compressed(vm, c, (Bytes){0}, LZMA_FINISH);
}

/* ---- LZMADecompressor ------------------------------------------------------------ */

typedef struct Decompressor {
    Unpacker u;
    int32_t check;
    lzma_stream z;
    lzma_allocator memory;
} Decompressor;
static const MinipyType decompressor_type;

static DESTROY(decompressor_destroy)
{
    lzma_end(&((Decompressor *)data)->z);
}

static int start_decompressor(MinipyVM *vm, Decompressor *d, int format, uint64_t limit,
                              const lzma_filter *filters)
{
    const uint32_t flags = LZMA_TELL_ANY_CHECK | LZMA_TELL_NO_CHECK;
    d->check = format == FORMAT_ALONE || format == FORMAT_RAW ? LZMA_CHECK_NONE
                                                              : CHECK_UNKNOWN;
    switch (format) {
    case FORMAT_AUTO: return check(vm, lzma_auto_decoder(&d->z, limit, flags));
    case FORMAT_XZ: return check(vm, lzma_stream_decoder(&d->z, limit, flags));
    case FORMAT_ALONE: return check(vm, lzma_alone_decoder(&d->z, limit));
    case FORMAT_RAW: return check(vm, lzma_raw_decoder(&d->z, filters));
    default:
        minipy_raisef(vm, "ValueError", "Invalid container format: %d", format);
        return -1;
    }
}

static METHOD(decompressor_init)
{
    int format = FORMAT_AUTO;
    uint64_t limit = UINT64_MAX;
    Chain chain;
    Decompressor *d = user;
    if (as_c_int(vm, args[1], &format) < 0)
        return MINIPY_NULL;
    bool filters = given(args[3]);
    if (given(args[2]) && format == FORMAT_RAW)
        return value_error(vm, "Cannot specify memory limit with FORMAT_RAW"), 0;
    if (given(args[2]) && as_unsigned(vm, args[2], UINT64_MAX, &limit) < 0)
        return MINIPY_NULL;
    if (format == FORMAT_RAW && !filters)
        return value_error(vm, "Must specify filters for FORMAT_RAW"), 0;
    if (format != FORMAT_RAW && filters)
        return value_error(vm, "Cannot specify filters except with FORMAT_RAW"), 0;
    if (filters && read_chain(vm, args[3], &chain) < 0)
        return MINIPY_NULL;
    if (unpacker_begin(vm, &d->u) < 0)
        return MINIPY_NULL;
    use_memory_of(vm, &d->z, &d->memory);
    return start_decompressor(vm, d, format, limit, chain.filters) < 0 ? MINIPY_NULL
                                                                       : minipy_none();
}

/* Until the input or the stream ends, or there are `most` bytes. */
static int decompress_some(Output *o, Decompressor *d, size_t most)
{
    lzma_stream *z = &d->z;
    for (;;) {
        if (o->used == sizeof o->room && output_flush(o) < 0)
            return RAISED;
        int code = step(o, z, LZMA_RUN, most - (o->size + o->used));
        if (code == LZMA_GET_CHECK || code == LZMA_NO_CHECK)
            d->check = (int32_t)lzma_get_check(z);
        else if (code == LZMA_BUF_ERROR && z->avail_in && z->avail_out)
            return code; /* else it wants more of one of them */
        else if (code != LZMA_OK && code != LZMA_BUF_ERROR)
            return code;
        if (o->size + o->used == most || (z->avail_out && !z->avail_in))
            return LZMA_OK;
    }
}

static METHOD(decompressor_decompress)
{
    int64_t most = -1;
    Bytes in;
    Decompressor *d = user;
    if (get_bytes(vm, args[1], &in) < 0)
        return MINIPY_NULL;
    minipy_release(vm, in.view);
    if (as_size(vm, args[2], &most) < 0)
        return MINIPY_NULL;
    if (d->u.eof)
        return minipy_raise(vm, "EOFError", "Already at end of stream");
    if (unpacker_input(vm, &d->u, args[1], &in) < 0)
        return MINIPY_NULL;
    d->z.next_in = in.data;
    d->z.avail_in = in.size;
    Output *o = output_new(vm);
    int code = o ? decompress_some(o, d, most < 0 ? SIZE_MAX : (size_t)most) : RAISED;
    int r = check(vm, code);
    d->u.eof = code == LZMA_STREAM_END;
    bool full = r == 0 && o->size + o->used == (size_t)most;
    if (r == 0)
        r = unpacker_keep(vm, &d->u, d->z.next_in, d->z.avail_in);
    d->u.needs_input = r == 0 && !d->u.eof && !d->u.pending && !full;
    minipy_release(vm, in.view);
    return output_end(o, r);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod compressor_methods[] = {
    DATA_ROW("__init__", compressor_init, "(self, format=1, check=-1, preset=None, filters=None)", NULL),
    COMPRESSOR_ROWS,
    {0}};
static const MinipyType compressor_type = {
    .name = "_lzma.LZMACompressor", .doc = "Compresses a stream.", .size = sizeof(Compressor),
    .methods = compressor_methods, .flags = COMPRESSOR_FLAGS, .destroy = compressor_destroy};

static const MinipyMethod decompressor_methods[] = {
    DATA_ROW("__init__", decompressor_init, "(self, format=0, memlimit=None, filters=None)", NULL),
    UNPACKER_ROW,
    {0}};
static const MinipyMember decompressor_members[] = {
    FIELD("check", MINIPY_INT32, Decompressor, check),
    UNPACKER_FIELDS,
    {0}};
static const MinipyType decompressor_type = {
    .name = "_lzma.LZMADecompressor", .doc = "Decompresses a stream.", .size = sizeof(Decompressor), .values = 2,
    .methods = decompressor_methods, .members = decompressor_members, .flags = COMPRESSOR_FLAGS, .destroy = decompressor_destroy};

static const MinipyMethod functions[] = {
    ROW("is_check_supported", lzma_is_check_supported, "(check_id, /)", "Can integrity be checked in that way?"),
    ROW("_encode_filter_properties", lzma_encode_properties, "(filter, /)", "A filter's options as bytes."),
    ROW("_decode_filter_properties", lzma_decode_properties, "(filter_id, encoded_props, /)", "A filter that bytes describe, as a dict."),
    {0}};

#define NUMBER(name) {#name, (int64_t)name}
#define LZMA_NUMBER(name) {#name, (int64_t)LZMA_##name}
static const Number numbers[] = {
    NUMBER(FORMAT_AUTO), NUMBER(FORMAT_XZ), NUMBER(FORMAT_ALONE), NUMBER(FORMAT_RAW), NUMBER(CHECK_UNKNOWN),
    LZMA_NUMBER(CHECK_NONE), LZMA_NUMBER(CHECK_CRC32), LZMA_NUMBER(CHECK_CRC64), LZMA_NUMBER(CHECK_SHA256), LZMA_NUMBER(CHECK_ID_MAX),
    LZMA_NUMBER(FILTER_LZMA1), LZMA_NUMBER(FILTER_LZMA2), LZMA_NUMBER(FILTER_DELTA), LZMA_NUMBER(FILTER_X86), LZMA_NUMBER(FILTER_IA64),
    LZMA_NUMBER(FILTER_ARM), LZMA_NUMBER(FILTER_ARMTHUMB), LZMA_NUMBER(FILTER_SPARC), LZMA_NUMBER(FILTER_POWERPC),
    LZMA_NUMBER(MF_HC3), LZMA_NUMBER(MF_HC4), LZMA_NUMBER(MF_BT2), LZMA_NUMBER(MF_BT3), LZMA_NUMBER(MF_BT4),
    LZMA_NUMBER(MODE_FAST), LZMA_NUMBER(MODE_NORMAL), NUMBER(PRESET_DEFAULT), LZMA_NUMBER(PRESET_EXTREME), {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = minipy_module_state(vm, &minipy_module__lzma);
    s->error = minipy_exception_class(vm, "_lzma.LZMAError", "Call to liblzma failed.",
                                      MINIPY_NULL);
    if (!s->error || minipy_setattr(vm, module, "LZMAError", s->error) < 0 ||
        add_type(vm, module, "LZMACompressor", &compressor_type) < 0 ||
        add_type(vm, module, "LZMADecompressor", &decompressor_type) < 0)
        return -1;
    return add_numbers(vm, module, numbers);
}

MINIPY_MODULE(_lzma) = {MINIPY_MODULE_HEAD,     .name = "_lzma",
                        .functions = functions, .state_size = sizeof(State),
                        .state_values = 1,      .exec = fill};
