/* parser.c - the class XMLParser: libexpat's events told to a target. A TreeBuilder is
 * told by direct calls, any other target by those of its methods that were there when
 * the parser was made.
 *
 * Names of tags and attributes come again and again: a table by their bytes keeps the
 * str of each, so that a document has one for each name.
 */
#include "../expat_shared.h"
#include "elementtree.h"

/* What of a target is called: TARGET(number, its name). */
#define TARGETS                                                                        \
    TARGET(ON_START, "start")                                                          \
    TARGET(ON_DATA, "data")                                                            \
    TARGET(ON_END, "end")                                                              \
    TARGET(ON_START_NS, "start_ns")                                                    \
    TARGET(ON_END_NS, "end_ns")                                                        \
    TARGET(ON_COMMENT, "comment")                                                      \
    TARGET(ON_PI, "pi")                                                                \
    TARGET(ON_CLOSE, "close")                                                          \
    TARGET(ON_DOCTYPE, "doctype")

enum {
#define TARGET(number, name) number,
    TARGETS
#undef TARGET
        TARGET_COUNT
};
static const char *const target_names[] = {
#define TARGET(number, name) name,
    TARGETS
#undef TARGET
};

typedef struct Name {
    char *bytes; /* as libexpat has it, "uri}local"; owned, NULL: free */
    MinipyValue text;
} Name;
enum { NAMES = 256, PROBES = 8 };

typedef struct Parser {
    MinipyValue entity, target;
    MinipyValue methods[TARGET_COUNT]; /* of the target; or MINIPY_NULL */
    MinipyVM *vm;
    XML_Parser expat; /* owned; NULL before __init__ */
    Builder *builder; /* the target's, if it is exactly a TreeBuilder */
    Name *names;      /* owned: NAMES */
    MinipyValue self; /* borrowed */
    bool parsing;
} Parser;

/* ---- names ----------------------------------------------------------------------- */

/* "{uri}local" for "uri}local". */
static MinipyValue name_text(MinipyVM *vm, const char *bytes, size_t size)
{
    if (!memchr(bytes, '}', size))
        return minipy_str(vm, bytes, size);
    char *text = malloc(size + 1);
    if (!text)
        return minipy_raise(vm, "MemoryError", NULL);
    text[0] = '{';
    memcpy(text + 1, bytes, size);
    MinipyValue v = minipy_str(vm, text, size + 1);
    free(text);
    return v;
}

/* The place of the name in the table: its own, or a free one; NULL: a crowd is there.
 */
static Name *name_place(Parser *p, const char *bytes, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    for (int i = 0; i < PROBES; i++) {
        Name *at = &p->names[(hash + (uint32_t)i) % NAMES];
        if (!at->bytes || strcmp(at->bytes, bytes) == 0)
            return at;
    }
    return NULL;
}

/* The str of a name, new. */
static MinipyValue name_of(Parser *p, const char *bytes)
{
    size_t size = strlen(bytes);
    Name *at = name_place(p, bytes, size);
    if (at && at->bytes)
        return ref(at->text);
    MinipyValue v = name_text(p->vm, bytes, size);
    if (v && at && (at->bytes = library_alloc(p->vm, size + 1))) {
        memcpy(at->bytes, bytes, size + 1);
        at->text = ref(v);
    }
    return v;
}

static void drop_names(MinipyVM *vm, Name *names)
{
    for (int i = 0; names && i < NAMES; i++) {
        library_free(names[i].bytes);
        unref(vm, names[i].text);
    }
    library_free(names);
}

/* ---- errors ---------------------------------------------------------------------- */

/* Raises ParseError, with code and position. message NULL: libexpat's. */
static void raise_parse_error(Parser *p, enum XML_Error code, const char *message)
{
    MinipyVM *vm = p->vm;
    State *s = state_of(vm);
    unsigned long line = XML_GetErrorLineNumber(p->expat);
    unsigned long column = XML_GetErrorColumnNumber(p->expat);
    char text[256];
    snprintf(text, sizeof text, "%s: line %lu, column %lu",
             message ? message : XML_ErrorString(code), line, column);
    MinipyValue arg = s ? minipy_str(vm, text, strlen(text)) : MINIPY_NULL;
    MinipyValue e = arg ? minipy_call(vm, s->parse_error, &arg, 1) : MINIPY_NULL;
    MinipyValue at[] = {minipy_int(vm, (int64_t)line), minipy_int(vm, (int64_t)column)};
    MinipyValue number = minipy_int(vm, code);
    MinipyValue position = at[0] && at[1] ? minipy_tuple(vm, at, 2) : MINIPY_NULL;
    if (e && number && position && minipy_setattr(vm, e, "code", number) == 0 &&
        minipy_setattr(vm, e, "position", position) == 0)
        minipy_raise_value(vm, e);
    MinipyValue used[] = {arg, e, at[0], at[1], number, position};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        unref(vm, used[i]);
}

/* Ends what a handler did with its result, which it releases. While an exception is
 * pending no handler does anything; libexpat reads on, as it does for CPython's, so
 * that the parser can be closed. */
static void end(Parser *p, MinipyValue r)
{
    unref(p->vm, r);
}

/* Calls a method of the target with values that it releases; one that could not be made
 * is MINIPY_NULL. */
static MinipyValue tell(Parser *p, int which, MinipyValue *args, size_t n)
{
    MinipyVM *vm = p->vm;
    bool made = true;
    for (size_t i = 0; i < n; i++)
        made = made && args[i];
    MinipyValue method = p->methods[which];
    MinipyValue r = MINIPY_NULL;
    if (made && method) {
        ref(method);
        r = minipy_call(vm, method, args, n);
        unref(vm, method);
    }
    for (size_t i = 0; i < n; i++)
        unref(vm, args[i]);
    return r;
}

static MinipyValue text_or_none(Parser *p, const char *text)
{
    return text ? minipy_str(p->vm, text, strlen(text)) : minipy_none();
}

static MinipyValue text_of(Parser *p, const char *text)
{
    return minipy_str(p->vm, text ? text : "", text ? strlen(text) : 0);
}

/* ---- what libexpat calls --------------------------------------------------------- */

/* {name: value, ...}; MINIPY_NULL: exception. */
static MinipyValue attributes_of(Parser *p, const char **attributes)
{
    MinipyVM *vm = p->vm;
    MinipyValue dict = minipy_dict(vm);
    for (; dict && *attributes; attributes += 2) {
        MinipyValue name = name_of(p, attributes[0]);
        MinipyValue value = name ? text_of(p, attributes[1]) : MINIPY_NULL;
        if (!value || minipy_setitem(vm, dict, name, value) < 0)
            replace(vm, &dict, MINIPY_NULL);
        unref(vm, name);
        unref(vm, value);
    }
    return dict;
}

static void on_start(void *user, const char *name, const char **attributes)
{
    Parser *p = user;
    MinipyVM *vm = p->vm;
    if (minipy_error_occurred(vm) || (!p->builder && !p->methods[ON_START]))
        return;
    MinipyValue tag = name_of(p, name);
    bool some = *attributes || !p->builder;
    MinipyValue attrib = tag && some ? attributes_of(p, attributes) : MINIPY_NULL;
    if (!p->builder) {
        end(p, tell(p, ON_START, (MinipyValue[]){tag, attrib}, 2));
        return;
    }
    MinipyValue r = tag && (attrib || !some)
                        ? builder_start(vm, p->builder, tag, attrib)
                        : MINIPY_NULL;
    unref(vm, tag);
    unref(vm, attrib);
    end(p, r);
}

static void on_end(void *user, const char *name)
{
    Parser *p = user;
    if (minipy_error_occurred(p->vm))
        return;
    if (p->builder)
        end(p, builder_end(p->vm, p->builder));
    else if (p->methods[ON_END])
        end(p, tell(p, ON_END, (MinipyValue[]){name_of(p, name)}, 1));
}

/* Text, which it releases. */
static MinipyValue tell_data(Parser *p, MinipyValue text)
{
    if (!p->builder)
        return tell(p, ON_DATA, &text, 1);
    MinipyValue r = text ? builder_data(p->vm, p->builder, text) : MINIPY_NULL;
    unref(p->vm, text);
    return r;
}

static void on_data(void *user, const char *text, int size)
{
    Parser *p = user;
    if (!minipy_error_occurred(p->vm) && (p->builder || p->methods[ON_DATA]))
        end(p, tell_data(p, minipy_str(p->vm, text, (size_t)size)));
}

/* A reference that libexpat does not expand: what the program has in `entity`. */
static void on_default(void *user, const char *text, int size)
{
    Parser *p = user;
    MinipyVM *vm = p->vm;
    if (size < 2 || text[0] != '&' || minipy_error_occurred(vm))
        return;
    MinipyValue key = minipy_str(vm, text + 1, (size_t)size - 2);
    MinipyValue value = key ? minipy_dict_get(vm, p->entity, key) : MINIPY_NULL;
    unref(vm, key);
    if (value) {
        end(p, tell_data(p, value));
        return;
    }
    if (!minipy_error_occurred(vm)) {
        char message[128];
        snprintf(message, sizeof message, "undefined entity %.*s",
                 size < 100 ? size : 100, text);
        raise_parse_error(p, XML_ERROR_UNDEFINED_ENTITY, message);
    }
    end(p, MINIPY_NULL);
}

static void on_start_ns(void *user, const char *prefix, const char *uri)
{
    Parser *p = user;
    MinipyVM *vm = p->vm;
    bool event = p->builder && p->builder->events[EVENT_START_NS];
    if (minipy_error_occurred(vm) ||
        (!event && (p->builder || !p->methods[ON_START_NS])))
        return;
    MinipyValue pair[] = {text_of(p, prefix), text_of(p, uri)};
    if (!p->builder) {
        end(p, tell(p, ON_START_NS, pair, 2));
        return;
    }
    MinipyValue both = pair[0] && pair[1] ? minipy_tuple(vm, pair, 2) : MINIPY_NULL;
    if (both)
        builder_event(vm, p->builder, EVENT_START_NS, both);
    unref(vm, pair[0]);
    unref(vm, pair[1]);
    end(p, both);
}

static void on_end_ns(void *user, const char *prefix)
{
    Parser *p = user;
    if (minipy_error_occurred(p->vm))
        return;
    if (p->builder) {
        builder_event(p->vm, p->builder, EVENT_END_NS, minipy_none());
        end(p, MINIPY_NULL);
    } else if (p->methods[ON_END_NS]) {
        end(p, tell(p, ON_END_NS, (MinipyValue[]){text_of(p, prefix)}, 1));
    }
}

static void on_comment(void *user, const char *text)
{
    Parser *p = user;
    if (minipy_error_occurred(p->vm))
        return;
    MinipyValue v = text_of(p, text);
    if (!p->builder) {
        end(p, tell(p, ON_COMMENT, &v, 1));
        return;
    }
    MinipyValue r = v ? builder_comment(p->vm, p->builder, v) : MINIPY_NULL;
    unref(p->vm, v);
    end(p, r);
}

static void on_pi(void *user, const char *target, const char *data)
{
    Parser *p = user;
    const Builder *b = p->builder;
    /* Other than a comment it is made only if somebody sees it. */
    if (minipy_error_occurred(p->vm) || (b && !b->insert_pis && !b->events[EVENT_PI]))
        return;
    MinipyValue args[] = {text_of(p, target), text_or_none(p, data)};
    if (!p->builder) {
        end(p, tell(p, ON_PI, args, 2));
        return;
    }
    MinipyValue r = args[0] && args[1] ? builder_pi(p->vm, p->builder, args[0], args[1])
                                       : MINIPY_NULL;
    unref(p->vm, args[0]);
    unref(p->vm, args[1]);
    end(p, r);
}

static void on_doctype(void *user, const char *name, const char *system,
                       const char *public, int has_internal_subset)
{
    (void)has_internal_subset;
    Parser *p = user;
    MinipyVM *vm = p->vm;
    if (minipy_error_occurred(vm))
        return;
    if (p->methods[ON_DOCTYPE]) {
        end(p, tell(p, ON_DOCTYPE,
                    (MinipyValue[]){name_of(p, name), text_or_none(p, public),
                                    text_or_none(p, system)},
                    3));
        return;
    }
    MinipyValue own = minipy_lookup_attr(vm, p->self, "doctype");
    if (own)
        minipy_warn(vm, "RuntimeWarning",
                    "The doctype() method of XMLParser is ignored.  "
                    "Define doctype() method on the TreeBuilder target.",
                    1);
    end(p, own);
}

static int on_unknown_encoding(void *user, const char *name, XML_Encoding *info)
{
    return expat_encoding(((Parser *)user)->vm, name, info);
}

/* ---- parsing --------------------------------------------------------------------- */

static Parser *parser_of(MinipyVM *vm, MinipyValue self)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    if (p && !p->expat) {
        minipy_raise(vm, "ValueError", "XMLParser.__init__() wasn't called");
        return NULL;
    }
    if (p && p->parsing) { /* libexpat cannot */
        minipy_raise(vm, "RuntimeError", "the parser is parsing: a target cannot");
        return NULL;
    }
    return p;
}

enum { CHUNK = 1 << 20 };

/* -1: exception. */
static int parse(Parser *p, const char *data, size_t size, bool final)
{
    int status = XML_STATUS_OK;
    p->parsing = true;
    do {
        size_t part = size > CHUNK ? CHUNK : size;
        CALL(p->vm, status,
             (int)XML_Parse(p->expat, data, (int)part, final && part == size));
        data += part;
        size -= part;
    } while (size && status == XML_STATUS_OK && !minipy_error_occurred(p->vm) &&
             minipy_poll(p->vm) == 0);
    p->parsing = false;
    if (!minipy_error_occurred(p->vm) && status != XML_STATUS_OK)
        raise_parse_error(p, XML_GetErrorCode(p->expat), NULL);
    return minipy_error_occurred(p->vm) ? -1 : 0;
}

/* A piece of a document: a str, or anything with a buffer. -1: exception. */
static int parse_piece(Parser *p, MinipyValue data)
{
    MinipyVM *vm = p->vm;
    Bytes b = {0};
    if (minipy_kind(data) == MINIPY_IS_STR) {
        b.data = (const unsigned char *)minipy_as_str(vm, data, &b.size);
        if (b.data) { /* once it parses, it goes on as it began */
            int ignored;
            CALL(vm, ignored, (int)XML_SetEncoding(p->expat, "utf-8"));
            (void)ignored;
        }
    } else if (get_bytes(vm, data, &b) < 0) {
        b.data = NULL;
    }
    int r = b.data ? parse(p, (const char *)b.data, b.size, false) : -1;
    unref(vm, b.view);
    return r;
}

static METHOD(parser_feed)
{
    Parser *p = parser_of(vm, args[0]);
    return p && parse_piece(p, args[1]) == 0 ? minipy_none() : MINIPY_NULL;
}

static METHOD(parser_close)
{
    Parser *p = parser_of(vm, args[0]);
    if (!p || parse(p, "", 0, true) < 0)
        return MINIPY_NULL;
    if (p->builder)
        return builder_close(p->builder);
    return p->methods[ON_CLOSE] ? tell(p, ON_CLOSE, NULL, 0) : minipy_none();
}

/* A str as the bytes of its UTF-8, lone surrogates and all; bytes are themselves. Takes
 * v over; MINIPY_NULL: it is neither, or empty, or an exception. */
static MinipyValue piece_read(MinipyVM *vm, MinipyValue v)
{
    MinipyKind kind = v ? minipy_kind(v) : MINIPY_IS_NOTHING;
    if ((kind == MINIPY_IS_STR || kind == MINIPY_IS_BYTES) &&
        minipy_length(vm, v) > 0) {
        if (kind == MINIPY_IS_BYTES)
            return v;
        const MinipyValue how[] = {minipy_str(vm, "utf-8", 5),
                                   minipy_str(vm, "surrogatepass", 13)};
        MinipyValue bytes = how[0] && how[1]
                                ? minipy_call_method(vm, v, "encode", how, 2)
                                : MINIPY_NULL;
        unref(vm, how[0]);
        unref(vm, how[1]);
        unref(vm, v);
        return bytes;
    }
    unref(vm, v);
    return MINIPY_NULL;
}

static METHOD(parser_parse_whole)
{
    Parser *p = parser_of(vm, args[0]);
    MinipyValue read = p ? minipy_getattr(vm, args[1], "read") : MINIPY_NULL;
    MinipyValue size = read ? minipy_int(vm, 64 * 1024) : MINIPY_NULL, piece;
    int r = size ? 0 : -1;
    while (r == 0 && (piece = piece_read(vm, minipy_call(vm, read, &size, 1)))) {
        r = parse_piece(p, piece);
        unref(vm, piece);
    }
    unref(vm, size);
    unref(vm, read);
    if (r < 0 || minipy_error_occurred(vm) || parse(p, "", 0, true) < 0)
        return MINIPY_NULL;
    return p->builder ? builder_close(p->builder) : minipy_none();
}

/* ---- events ---------------------------------------------------------------------- */

static const char *const event_names[EVENTS] = {
    [EVENT_START] = "start",       [EVENT_END] = "end",
    [EVENT_START_NS] = "start-ns", [EVENT_END_NS] = "end-ns",
    [EVENT_COMMENT] = "comment",   [EVENT_PI] = "pi"};

/* What libexpat tells only on demand. */
static void listen(Parser *p, int event)
{
    if (event == EVENT_START_NS || event == EVENT_END_NS)
        XML_SetNamespaceDeclHandler(p->expat, on_start_ns, on_end_ns);
    else if (event == EVENT_COMMENT)
        XML_SetCommentHandler(p->expat, on_comment);
    else if (event == EVENT_PI)
        XML_SetProcessingInstructionHandler(p->expat, on_pi);
}

/* One of the events to report. -1: exception. */
static int want_event(Parser *p, MinipyValue name)
{
    MinipyVM *vm = p->vm;
    MinipyKind kind = minipy_kind(name);
    const char *text = kind == MINIPY_IS_STR     ? minipy_as_str(vm, name, NULL)
                       : kind == MINIPY_IS_BYTES ? minipy_as_bytes(vm, name, NULL)
                                                 : NULL;
    if (!text) {
        minipy_raise(vm, "ValueError", "invalid events sequence");
        return -1;
    }
    for (int i = 0; i < EVENTS; i++)
        if (strcmp(text, event_names[i]) == 0) {
            replace(vm, &p->builder->events[i], ref(name));
            listen(p, i);
            return 0;
        }
    minipy_raisef(vm, "ValueError", "unknown event '%s'", text);
    return -1;
}

/* Those of a sequence; None: "end" alone. */
static int want_events(Parser *p, MinipyValue events)
{
    MinipyVM *vm = p->vm;
    for (int i = 0; i < EVENTS; i++)
        replace(vm, &p->builder->events[i], MINIPY_NULL);
    if (!events || minipy_is_none(events)) {
        p->builder->events[EVENT_END] = minipy_str(vm, "end", 3);
        return p->builder->events[EVENT_END] ? 0 : -1;
    }
    MinipyValue it = minipy_iter(vm, events), one;
    if (!it && minipy_error_matches(vm, "TypeError"))
        minipy_raise(vm, "TypeError", "events must be a sequence");
    int r = it ? 0 : -1;
    while (r == 0 && (one = minipy_next(vm, it))) {
        r = want_event(p, one);
        unref(vm, one);
    }
    unref(vm, it);
    return minipy_error_occurred(vm) ? -1 : r;
}

/* _setevents(events_queue, events_to_report=None) */
static METHOD(parser_setevents)
{
    Parser *p = parser_of(vm, args[0]);
    if (!p)
        return MINIPY_NULL;
    if (!p->builder)
        return minipy_raise(vm, "TypeError",
                            "event handling only supported for ElementTree.TreeBuilder "
                            "targets");
    MinipyValue append = minipy_getattr(vm, args[1], "append");
    if (!append)
        return MINIPY_NULL;
    replace(vm, &p->builder->append, append);
    return want_events(p, args[2]) == 0 ? minipy_none() : MINIPY_NULL;
}

/* ---- making parsers -------------------------------------------------------------- */

static DESTROY(parser_destroy)
{
    Parser *p = data;
    if (p->expat)
        XML_ParserFree(p->expat);
    drop_names(vm, p->names);
    p->expat = NULL;
    p->names = NULL;
    p->builder = NULL;
}

/* The encoding as text in *out, NULL for None. -1: exception. */
static int encoding_of(MinipyVM *vm, MinipyValue v, const char **out)
{
    *out = NULL;
    if (!v || minipy_is_none(v))
        return 0;
    if (minipy_kind(v) != MINIPY_IS_STR) {
        argument_error(vm, "XMLParser() argument 'encoding'", "str or None", v);
        return -1;
    }
    size_t size;
    *out = minipy_as_str(vm, v, &size);
    if (*out && strlen(*out) != size) {
        minipy_raise(vm, "ValueError", "embedded null character");
        return -1;
    }
    return *out ? 0 : -1;
}

/* A target (MINIPY_NULL: a new TreeBuilder) and what of it is called. */
static int set_target(MinipyVM *vm, Parser *p, MinipyValue target)
{
    State *s = state_of(vm);
    if (!s)
        return -1;
    MinipyValue v = target ? ref(target) : minipy_call(vm, s->builder, NULL, 0);
    if (!v)
        return -1;
    replace(vm, &p->target, v);
    p->builder = data_if_exactly(vm, v, s->builder, &builder_type);
    for (int i = 0; i < TARGET_COUNT; i++) {
        replace(vm, &p->methods[i], minipy_lookup_attr(vm, v, target_names[i]));
        if (minipy_error_occurred(vm))
            return -1;
    }
    return 0;
}

static void set_handlers(Parser *p)
{
    XML_SetUserData(p->expat, p);
    XML_SetElementHandler(p->expat, on_start, on_end);
    XML_SetDefaultHandlerExpand(p->expat, on_default);
    XML_SetCharacterDataHandler(p->expat, on_data);
    XML_SetStartDoctypeDeclHandler(p->expat, on_doctype);
    XML_SetUnknownEncodingHandler(p->expat, on_unknown_encoding, p);
    if (p->methods[ON_START_NS] || p->methods[ON_END_NS])
        XML_SetNamespaceDeclHandler(p->expat, on_start_ns, on_end_ns);
    if (p->methods[ON_COMMENT])
        XML_SetCommentHandler(p->expat, on_comment);
    if (p->methods[ON_PI])
        XML_SetProcessingInstructionHandler(p->expat, on_pi);
}

/* __init__(self, *, target=None, encoding=None) */
static METHOD(parser_init)
{
    const char *encoding;
    Parser *p = minipy_data(vm, args[0], &parser_type);
    if (p && p->expat)
        p = parser_of(vm, args[0]);
    if (!p || encoding_of(vm, args[2], &encoding) < 0)
        return MINIPY_NULL;
    parser_destroy(vm, NULL, p);
    p->vm = vm;
    p->self = args[0];
    bool own = !args[1] || minipy_is_none(args[1]);
    replace(vm, &p->entity, minipy_dict(vm));
    if (!p->entity || set_target(vm, p, own ? MINIPY_NULL : args[1]) < 0)
        return MINIPY_NULL;
    p->names = library_alloc(vm, NAMES * sizeof *p->names);
    if (!p->names)
        return minipy_raise(vm, "MemoryError", NULL);
    memset(p->names, 0, NAMES * sizeof *p->names);
    CALL(vm, p->expat, XML_ParserCreate_MM(encoding, &expat_memory, "}"));
    if (!p->expat)
        return minipy_raise(vm, "MemoryError", NULL);
    key_tables(vm, p->expat);
    set_handlers(p);
    return minipy_none();
}

static GETTER(version_get)
{
    XML_Expat_Version v = XML_ExpatVersionInfo();
    char text[64];
    snprintf(text, sizeof text, "Expat %d.%d.%d", v.major, v.minor, v.micro);
    return minipy_str(vm, text, strlen(text));
}

/* clang-format off */
static const MinipyMethod parser_methods[] = {
    ROW("__init__", parser_init, "(self, *, target=None, encoding=None)", NULL),
    ROW("feed", parser_feed, "(self, data, /)", NULL),
    ROW("close", parser_close, "(self, /)", NULL),
    ROW("_parse_whole", parser_parse_whole, "(self, file, /)", NULL),
    ROW("_setevents", parser_setevents, "(self, events_queue, events_to_report=None, /)", NULL),
    {0}};
static const MinipyMember parser_members[] = {
    FIELD("entity", MINIPY_VALUE, Parser, entity),
    FIELD("target", MINIPY_VALUE, Parser, target),
    {.name = "version", .get = version_get},
    {0}};
/* clang-format on */

const MinipyType parser_type = {
    .name = "xml.etree.ElementTree.XMLParser",
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS,
    .size = sizeof(Parser),
    .values = 2 + TARGET_COUNT,
    .methods = parser_methods,
    .members = parser_members,
    .destroy = parser_destroy,
    .clear = parser_destroy,
};
