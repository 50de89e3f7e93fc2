/* pyexpat.c - the module pyexpat, on which xml.sax, xml.dom and xml.etree stand:
 * CPython 3.11's parser object over libexpat.
 *
 * A handler that raises ends the parse: the library is told to stop, every handler is
 * forgotten, and Parse() gives the exception on. While one is pending no other handler
 * is called.
 */
#include "expat_shared.h"

extern const MinipyModule minipy_module_pyexpat;

/* ---- the parser ------------------------------------------------------------------ */

/* HANDLER(its number here, its name in Python, who sets it in libexpat, what it calls,
 * the line of CPython's pyexpat.c that a traceback names) */
#define HANDLERS                                                                       \
    HANDLER(START_ELEMENT, "StartElementHandler", StartElement, on_start_element, 417) \
    HANDLER(END_ELEMENT, "EndElementHandler", EndElement, on_end_element, 469)         \
    HANDLER(INSTRUCTION, "ProcessingInstructionHandler", ProcessingInstruction,        \
            on_instruction, 473)                                                       \
    HANDLER(TEXT, "CharacterDataHandler", CharacterData, on_text, 282)                 \
    HANDLER(UNPARSED_ENTITY, "UnparsedEntityDeclHandler", UnparsedEntityDecl,          \
            on_unparsed_entity, 479)                                                   \
    HANDLER(NOTATION, "NotationDeclHandler", NotationDecl, on_notation, 619)           \
    HANDLER(START_NAMESPACE, "StartNamespaceDeclHandler", StartNamespaceDecl,          \
            on_start_namespace, 629)                                                   \
    HANDLER(END_NAMESPACE, "EndNamespaceDeclHandler", EndNamespaceDecl,                \
            on_end_namespace, 636)                                                     \
    HANDLER(COMMENT, "CommentHandler", Comment, on_comment, 641)                       \
    HANDLER(START_CDATA, "StartCdataSectionHandler", StartCdataSection,                \
            on_start_cdata, 645)                                                       \
    HANDLER(END_CDATA, "EndCdataSectionHandler", EndCdataSection, on_end_cdata, 649)   \
    HANDLER(DEFAULT, "DefaultHandler", Default, on_default, 653)                       \
    HANDLER(DEFAULT_EXPAND, "DefaultHandlerExpand", DefaultHandlerExpand,              \
            on_default_expand, 657)                                                    \
    HANDLER(NOT_STANDALONE, "NotStandaloneHandler", NotStandalone, on_not_standalone,  \
            662)                                                                       \
    HANDLER(EXTERNAL_ENTITY, "ExternalEntityRefHandler", ExternalEntityRef,            \
            on_external_entity, 666)                                                   \
    HANDLER(START_DOCTYPE, "StartDoctypeDeclHandler", StartDoctypeDecl,                \
            on_start_doctype, 681)                                                     \
    HANDLER(END_DOCTYPE, "EndDoctypeDeclHandler", EndDoctypeDecl, on_end_doctype, 689) \
    HANDLER(ENTITY, "EntityDeclHandler", EntityDecl, on_entity, 491)                   \
    HANDLER(XML, "XmlDeclHandler", XmlDecl, on_xml, 508)                               \
    HANDLER(ELEMENT, "ElementDeclHandler", ElementDecl, on_element, 583)               \
    HANDLER(ATTLIST, "AttlistDeclHandler", AttlistDecl, on_attlist, 598)               \
    HANDLER(SKIPPED_ENTITY, "SkippedEntityHandler", SkippedEntity, on_skipped_entity,  \
            611)

enum {
#define HANDLER(number, name, setter, callback, line) number,
    HANDLERS
#undef HANDLER
        HANDLER_COUNT
};

enum { TEXT_BUFFER = 8192, CHUNK = 1 << 20, READ_SIZE = 2048 };

typedef struct Parser {
    MinipyValue intern; /* a dict of the names that came; or MINIPY_NULL */
    MinipyValue parent; /* whose external entity this is: libexpat looks there */
    MinipyValue handlers[HANDLER_COUNT];
    MinipyVM *vm;
    XML_Parser expat; /* owned */
    bool ordered_attributes, specified_attributes, namespace_prefixes;
    bool in_callback, parsing;
    char *text; /* owned: character data that waits; NULL: none ever does */
    int text_size, text_used;
} Parser;

/* What a module object keeps. */
typedef struct State {
    MinipyValue parser_class, error;
} State;

static const MinipyType parser_type;

static State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module_pyexpat);
}

/* ---- errors ---------------------------------------------------------------------- */

static int set_number(MinipyVM *vm, MinipyValue o, const char *name, int64_t number)
{
    MinipyValue v = minipy_int(vm, number);
    int r = v ? minipy_setattr(vm, o, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

/* Raises ExpatError for a code of libexpat. */
static MinipyValue expat_error(Parser *p, enum XML_Error code)
{
    MinipyVM *vm = p->vm;
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    int64_t line = (int64_t)XML_GetErrorLineNumber(p->expat);
    int64_t column = (int64_t)XML_GetErrorColumnNumber(p->expat);
    char text[200];
    snprintf(text, sizeof text, "%s: line %lld, column %lld", XML_ErrorString(code),
             (long long)line, (long long)column);
    MinipyValue message = minipy_str(vm, text, strlen(text));
    MinipyValue e = message ? minipy_call(vm, s->error, &message, 1) : MINIPY_NULL;
    if (e && set_number(vm, e, "code", code) == 0 &&
        set_number(vm, e, "offset", column) == 0 &&
        set_number(vm, e, "lineno", line) == 0)
        minipy_raise_value(vm, e);
    minipy_release(vm, message);
    minipy_release(vm, e);
    return MINIPY_NULL;
}

/* ---- calls of handlers ----------------------------------------------------------- */

static void set_handler(Parser *p, int which, bool on);

static void forget_handlers(Parser *p)
{
    for (int i = 0; i < HANDLER_COUNT; i++) {
        if (p->handlers[i])
            set_handler(p, i, false);
        replace(p->vm, &p->handlers[i], MINIPY_NULL);
    }
}

/* An exception is pending: no handler is called any more. */
static void stop(Parser *p)
{
    XML_StopParser(p->expat, XML_FALSE);
    forget_handlers(p);
}

/* A traceback shows the C function that called the handler. */
static void add_caller(MinipyVM *vm, int which)
{
    static const struct {
        const char *name;
        int line;
    } callers[] = {
#define HANDLER(number, name, setter, callback, line) {#setter, line},
        HANDLERS
#undef HANDLER
    };
    minipy_error_add_frame(vm, callers[which].name, "../Modules/pyexpat.c",
                           callers[which].line);
}

/* Calls a handler with arguments that it releases. One that could not be made is
 * MINIPY_NULL. The result, or MINIPY_NULL: an exception has stopped the parser. */
static MinipyValue call(Parser *p, int which, MinipyValue *args, size_t n)
{
    MinipyVM *vm = p->vm;
    MinipyValue r = MINIPY_NULL;
    bool made = true;
    for (size_t i = 0; i < n; i++)
        made = made && args[i];
    if (made) {
        MinipyValue handler = minipy_retain(p->handlers[which]);
        bool outer = p->in_callback;
        p->in_callback = true;
        r = minipy_call(vm, handler, args, n);
        if (!r)
            add_caller(vm, which);
        p->in_callback = outer;
        minipy_release(vm, handler);
    }
    for (size_t i = 0; i < n; i++)
        minipy_release(vm, args[i]);
    if (!r)
        stop(p);
    return r;
}

/* The same for handlers whose result means nothing. */
static void tell(Parser *p, int which, MinipyValue *args, size_t n)
{
    minipy_release(p->vm, call(p, which, args, n));
}

#define TELL(p, which, ...)                                                            \
    tell(p, which, (MinipyValue[]){__VA_ARGS__},                                       \
         sizeof((MinipyValue[]){__VA_ARGS__}) / sizeof(MinipyValue))

/* The character data that waits goes to its handler. -1: exception. */
static int flush_text(Parser *p)
{
    int size = p->text_used;
    p->text_used = 0;
    if (!p->text || size == 0)
        return 0;
    if (p->handlers[TEXT])
        TELL(p, TEXT, minipy_str(p->vm, p->text, (size_t)size));
    return minipy_error_occurred(p->vm) ? -1 : 0;
}

/* Is that handler to be called? What came before it has been told then. */
static bool ready(Parser *p, int which)
{
    return p->handlers[which] && !minipy_error_occurred(p->vm) && flush_text(p) == 0 &&
           p->handlers[which];
}

/* ---- values that handlers get ---------------------------------------------------- */

static MinipyValue text_of(Parser *p, const char *text)
{
    return text ? minipy_str(p->vm, text, strlen(text)) : minipy_none();
}

static MinipyValue piece_of(Parser *p, const char *text, int size)
{
    return text ? minipy_str(p->vm, text, (size_t)size) : minipy_none();
}

/* A name, as the object that has stood for it before. */
static MinipyValue name_of(Parser *p, const char *name)
{
    MinipyVM *vm = p->vm;
    MinipyValue v = text_of(p, name);
    if (!v || !p->intern || !name)
        return v;
    MinipyValue known = minipy_dict_get(vm, p->intern, v);
    if (known) {
        minipy_release(vm, v);
        return known;
    }
    if (minipy_error_occurred(vm) || minipy_setitem(vm, p->intern, v, v) < 0) {
        minipy_release(vm, v);
        return MINIPY_NULL;
    }
    return v;
}

static int attribute_count(Parser *p, const char **attributes)
{
    if (p->specified_attributes)
        return XML_GetSpecifiedAttributeCount(p->expat);
    int n = 0;
    while (attributes[n])
        n += 2;
    return n;
}

/* [name, value, ...] or {name: value}. */
static MinipyValue attributes_of(Parser *p, const char **attributes)
{
    MinipyVM *vm = p->vm;
    bool list = p->ordered_attributes;
    MinipyValue all = list ? minipy_list(vm, NULL, 0) : minipy_dict(vm);
    for (int i = 0, n = attribute_count(p, attributes), r = 0; all && i < n; i += 2) {
        MinipyValue name = name_of(p, attributes[i]);
        MinipyValue value = name ? text_of(p, attributes[i + 1]) : MINIPY_NULL;
        if (!value)
            r = -1;
        else if (list)
            r = minipy_list_append(vm, all, name) < 0 ||
                        minipy_list_append(vm, all, value) < 0
                    ? -1
                    : 0;
        else
            r = minipy_setitem(vm, all, name, value);
        minipy_release(vm, name);
        minipy_release(vm, value);
        if (r < 0)
            replace(vm, &all, MINIPY_NULL);
    }
    return all;
}

/* (type, quantifier, name, children) of an element's declaration, whose depth libexpat
 * bounds no more than the document does: DEPTH is where Python's recursion would end.
 */
enum { DEPTH = 900 };

static MinipyValue model_of(Parser *p, const XML_Content *model, int depth)
{
    MinipyVM *vm = p->vm;
    if (depth > DEPTH)
        return minipy_raise(vm, "RecursionError", "maximum recursion depth exceeded");
    MinipyValue children = minipy_list(vm, NULL, 0);
    for (unsigned i = 0; children && i < model->numchildren; i++) {
        MinipyValue child = model_of(p, &model->children[i], depth + 1);
        if (!child || minipy_list_append(vm, children, child) < 0)
            replace(vm, &children, MINIPY_NULL);
        minipy_release(vm, child);
    }
    if (!children)
        return MINIPY_NULL;
    MinipyValue list = children;
    size_t n = model->numchildren;
    MinipyValue parts[] = {minipy_int(vm, model->type), minipy_int(vm, model->quant),
                           name_of(p, model->name), MINIPY_NULL};
    MinipyValue *items = calloc(n + 1, sizeof *items);
    for (size_t i = 0; items && i < n; i++)
        items[i] = minipy_getitem_at(vm, list, (int64_t)i);
    parts[3] =
        items ? minipy_tuple(vm, items, n) : minipy_raise(vm, "MemoryError", NULL);
    for (size_t i = 0; items && i < n; i++)
        minipy_release(vm, items[i]);
    free(items);
    MinipyValue r =
        parts[0] && parts[1] && parts[2] && parts[3] ? minipy_tuple(vm, parts, 4) : 0;
    for (int i = 0; i < 4; i++)
        minipy_release(vm, parts[i]);
    minipy_release(vm, list);
    return r;
}

/* ---- what libexpat calls --------------------------------------------------------- */

static void on_start_element(void *user, const char *name, const char **attributes)
{
    Parser *p = user;
    if (!ready(p, START_ELEMENT))
        return;
    MinipyValue all = attributes_of(p, attributes);
    TELL(p, START_ELEMENT, all ? name_of(p, name) : MINIPY_NULL, all);
}

static void on_end_element(void *user, const char *name)
{
    if (ready(user, END_ELEMENT))
        TELL(user, END_ELEMENT, name_of(user, name));
}

static void on_instruction(void *user, const char *target, const char *data)
{
    if (ready(user, INSTRUCTION))
        TELL(user, INSTRUCTION, name_of(user, target), text_of(user, data));
}

static void on_text(void *user, const char *text, int size)
{
    Parser *p = user;
    if (!p->handlers[TEXT] || minipy_error_occurred(p->vm))
        return;
    if (p->text && p->text_used + size > p->text_size &&
        (flush_text(p) < 0 || !p->handlers[TEXT]))
        return;
    if (!p->text || size > p->text_size) {
        TELL(p, TEXT, piece_of(p, text, size));
        return;
    }
    memcpy(p->text + p->text_used, text, (size_t)size);
    p->text_used += size;
}

/* The handler of text was taken away by a handler that runs: libexpat has read where it
 * was, so it is given one that does nothing. */
static void on_unwanted_text(void *user, const char *text, int size)
{
    (void)user, (void)text, (void)size;
}

static void on_unparsed_entity(void *user, const char *entity, const char *base,
                               const char *system, const char *public,
                               const char *notation)
{
    if (ready(user, UNPARSED_ENTITY))
        TELL(user, UNPARSED_ENTITY, name_of(user, entity), name_of(user, base),
             name_of(user, system), name_of(user, public), name_of(user, notation));
}

static void on_notation(void *user, const char *notation, const char *base,
                        const char *system, const char *public)
{
    if (ready(user, NOTATION))
        TELL(user, NOTATION, name_of(user, notation), name_of(user, base),
             name_of(user, system), name_of(user, public));
}

static void on_start_namespace(void *user, const char *prefix, const char *uri)
{
    if (ready(user, START_NAMESPACE))
        TELL(user, START_NAMESPACE, name_of(user, prefix), name_of(user, uri));
}

static void on_end_namespace(void *user, const char *prefix)
{
    if (ready(user, END_NAMESPACE))
        TELL(user, END_NAMESPACE, name_of(user, prefix));
}

static void on_comment(void *user, const char *text)
{
    if (ready(user, COMMENT))
        TELL(user, COMMENT, text_of(user, text));
}

static void on_start_cdata(void *user)
{
    if (ready(user, START_CDATA))
        tell(user, START_CDATA, NULL, 0);
}

static void on_end_cdata(void *user)
{
    if (ready(user, END_CDATA))
        tell(user, END_CDATA, NULL, 0);
}

static void on_default(void *user, const char *text, int size)
{
    if (ready(user, DEFAULT))
        TELL(user, DEFAULT, piece_of(user, text, size));
}

static void on_default_expand(void *user, const char *text, int size)
{
    if (ready(user, DEFAULT_EXPAND))
        TELL(user, DEFAULT_EXPAND, piece_of(user, text, size));
}

/* What a handler answered, cut to a C int as CPython does; releases it. 0, which ends
 * the parse: exception. */
static int answer(Parser *p, MinipyValue r)
{
    int64_t n = 0;
    if (r && minipy_as_int(p->vm, r, &n) < 0)
        stop(p);
    minipy_release(p->vm, r);
    return minipy_error_occurred(p->vm) ? 0 : (int)n;
}

static int on_not_standalone(void *user)
{
    return ready(user, NOT_STANDALONE)
               ? answer(user, call(user, NOT_STANDALONE, NULL, 0))
               : 0;
}

static int on_external_entity(XML_Parser expat, const char *context, const char *base,
                              const char *system, const char *public)
{
    Parser *p = XML_GetUserData(expat);
    if (!ready(p, EXTERNAL_ENTITY))
        return 0;
    MinipyValue args[] = {text_of(p, context), name_of(p, base), name_of(p, system),
                          name_of(p, public)};
    return answer(p, call(p, EXTERNAL_ENTITY, args, 4));
}

static void on_start_doctype(void *user, const char *name, const char *system,
                             const char *public, int has_internal_subset)
{
    Parser *p = user;
    if (ready(p, START_DOCTYPE))
        TELL(p, START_DOCTYPE, name_of(p, name), name_of(p, system), name_of(p, public),
             minipy_int(p->vm, has_internal_subset));
}

static void on_end_doctype(void *user)
{
    if (ready(user, END_DOCTYPE))
        tell(user, END_DOCTYPE, NULL, 0);
}

static void on_entity(void *user, const char *name, int is_parameter, const char *value,
                      int size, const char *base, const char *system,
                      const char *public, const char *notation)
{
    Parser *p = user;
    if (ready(p, ENTITY))
        TELL(p, ENTITY, name_of(p, name), minipy_int(p->vm, is_parameter),
             piece_of(p, value, size), name_of(p, base), name_of(p, system),
             name_of(p, public), name_of(p, notation));
}

static void on_xml(void *user, const char *version, const char *encoding,
                   int standalone)
{
    Parser *p = user;
    if (ready(p, XML))
        TELL(p, XML, text_of(p, version), text_of(p, encoding),
             minipy_int(p->vm, standalone));
}

static void on_element(void *user, const char *name, XML_Content *model)
{
    Parser *p = user;
    if (ready(p, ELEMENT)) {
        MinipyValue content = model_of(p, model, 0);
        TELL(p, ELEMENT, content ? name_of(p, name) : MINIPY_NULL, content);
    }
    XML_FreeContentModel(p->expat, model);
}

static void on_attlist(void *user, const char *element, const char *attribute,
                       const char *type, const char *value, int required)
{
    Parser *p = user;
    if (ready(p, ATTLIST))
        TELL(p, ATTLIST, name_of(p, element), name_of(p, attribute), text_of(p, type),
             text_of(p, value), minipy_int(p->vm, required));
}

static void on_skipped_entity(void *user, const char *name, int is_parameter)
{
    Parser *p = user;
    if (ready(p, SKIPPED_ENTITY))
        TELL(p, SKIPPED_ENTITY, name_of(p, name), minipy_int(p->vm, is_parameter));
}

static int on_unknown_encoding(void *user, const char *name, XML_Encoding *info)
{
    return expat_encoding(((Parser *)user)->vm, name, info);
}

/* ---- handlers as attributes ------------------------------------------------------ */

#define XML_SetDefaultHandlerExpandHandler XML_SetDefaultHandlerExpand

static void set_handler(Parser *p, int which, bool on)
{
    if (which == TEXT && !on && p->in_callback) {
        XML_SetCharacterDataHandler(p->expat, on_unwanted_text);
        return;
    }
    switch (which) {
#define HANDLER(number, name, setter, callback, line)                                  \
    case number: XML_Set##setter##Handler(p->expat, on ? callback : NULL); break;
        HANDLERS
#undef HANDLER
    }
}

static GETTER(handler_get)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    MinipyValue v = p ? p->handlers[(intptr_t)user] : MINIPY_NULL;
    return !p ? MINIPY_NULL : v ? minipy_retain(v) : minipy_none();
}

static SETTER(handler_set)
{
    int which = (int)(intptr_t)user;
    Parser *p = minipy_data(vm, self, &parser_type);
    if (!p)
        return -1;
    if (!v) {
        minipy_raise(vm, "RuntimeError", "Cannot delete attribute");
        return -1;
    }
    if (which == TEXT && flush_text(p) < 0) /* it belongs to the one before */
        return -1;
    bool on = !minipy_is_none(v);
    replace(vm, &p->handlers[which], on ? minipy_retain(v) : MINIPY_NULL);
    set_handler(p, which, on);
    return 0;
}

/* ---- other attributes ------------------------------------------------------------ */

/* Which of a parser's numbers: libexpat's functions, by the attribute's name. */
#define POSITIONS                                                                      \
    POSITION(ErrorCode, XML_GetErrorCode)                                              \
    POSITION(ErrorLineNumber, XML_GetErrorLineNumber)                                  \
    POSITION(ErrorColumnNumber, XML_GetErrorColumnNumber)                              \
    POSITION(ErrorByteIndex, XML_GetErrorByteIndex)                                    \
    POSITION(CurrentLineNumber, XML_GetCurrentLineNumber)                              \
    POSITION(CurrentColumnNumber, XML_GetCurrentColumnNumber)                          \
    POSITION(CurrentByteIndex, XML_GetCurrentByteIndex)

#define POSITION(name, function)                                                       \
    static MinipyValue get_##name(MinipyVM *vm, void *user, MinipyValue self)          \
    {                                                                                  \
        (void)user;                                                                    \
        Parser *p = minipy_data(vm, self, &parser_type);                               \
        return p ? minipy_int(vm, (int64_t)function(p->expat)) : MINIPY_NULL;          \
    }
POSITIONS
#undef POSITION

static GETTER(buffer_text_get)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    return p ? minipy_bool(p->text != NULL) : MINIPY_NULL;
}

/* 1 or 0; -1: exception, which deleting the attribute is, too. */
static int truth_to_set(MinipyVM *vm, MinipyValue v)
{
    if (v)
        return minipy_truth(vm, v);
    minipy_raise(vm, "RuntimeError", "Cannot delete attribute");
    return -1;
}

static SETTER(buffer_text_set)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    int on = p ? truth_to_set(vm, v) : -1;
    if (on < 0)
        return -1;
    if (on && !p->text) {
        p->text = library_alloc(vm, (size_t)p->text_size);
        if (!p->text) {
            minipy_raise(vm, "MemoryError", NULL);
            return -1;
        }
    } else if (!on && p->text) {
        if (flush_text(p) < 0)
            return -1;
        library_free(p->text);
        p->text = NULL;
    }
    return 0;
}

static GETTER(buffer_size_get)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    return p ? minipy_int(vm, p->text_size) : MINIPY_NULL;
}

/* The new size of the buffer; -1: exception. */
static int size_to_set(MinipyVM *vm, MinipyValue v)
{
    int64_t size;
    if (!v)
        minipy_raise(vm, "RuntimeError", "Cannot delete attribute");
    else if (minipy_kind(v) != MINIPY_IS_INT && minipy_kind(v) != MINIPY_IS_BOOL)
        minipy_raise(vm, "TypeError", "buffer_size must be an integer");
    else if (minipy_as_int(vm, v, &size) < 0)
        minipy_raise(vm, "OverflowError", "Python int too large to convert to C long");
    else if (size <= 0)
        minipy_raise(vm, "ValueError", "buffer_size must be greater than zero");
    else if (size > INT_MAX)
        minipy_raisef(vm, "ValueError", "buffer_size must not be greater than %i",
                      INT_MAX);
    else
        return (int)size;
    return -1;
}

static SETTER(buffer_size_set)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    int size = p ? size_to_set(vm, v) : -1;
    if (size < 0 || size == p->text_size)
        return size < 0 ? -1 : 0;
    if (p->text) {
        if (flush_text(p) < 0)
            return -1;
        char *text = library_alloc(vm, (size_t)size);
        if (!text) {
            minipy_raise(vm, "MemoryError", NULL);
            return -1;
        }
        library_free(p->text);
        p->text = text;
    }
    p->text_size = size;
    return 0;
}

static GETTER(buffer_used_get)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    return p ? minipy_int(vm, p->text_used) : MINIPY_NULL;
}

/* The three that are true or false; user is where in a Parser. */
static GETTER(flag_get)
{
    char *p = minipy_data(vm, self, &parser_type);
    return p ? minipy_bool(*(bool *)(p + (size_t)user)) : MINIPY_NULL;
}

static SETTER(flag_set)
{
    Parser *p = minipy_data(vm, self, &parser_type);
    int on = p ? truth_to_set(vm, v) : -1;
    if (on < 0)
        return -1;
    *(bool *)((char *)p + (size_t)user) = on > 0;
    if ((size_t)user == offsetof(Parser, namespace_prefixes))
        XML_SetReturnNSTriplet(p->expat, on);
    return 0;
}

/* clang-format off */
#define FLAG(name_) {.name = #name_, .get = flag_get, .set = flag_set, .user = (void *)offsetof(Parser, name_)}
static const MinipyMember parser_members[] = {
#define HANDLER(number, name_, setter, callback, line) \
    {.name = name_, .get = handler_get, .set = handler_set, .user = (void *)(intptr_t)number},
    HANDLERS
#undef HANDLER
#define POSITION(name_, function) {.name = #name_, .get = get_##name_},
    POSITIONS
#undef POSITION
    {.name = "buffer_text", .get = buffer_text_get, .set = buffer_text_set},
    {.name = "buffer_size", .get = buffer_size_get, .set = buffer_size_set},
    {.name = "buffer_used", .get = buffer_used_get},
    FIELD("intern", MINIPY_VALUE, Parser, intern),
    FLAG(ordered_attributes), FLAG(specified_attributes), FLAG(namespace_prefixes),
    {0}};
/* clang-format on */

/* ---- parsing --------------------------------------------------------------------- */

/* What comes of a step of libexpat: its status as an int, or its error. */
static MinipyValue parsed(Parser *p, int status)
{
    if (minipy_error_occurred(p->vm))
        return MINIPY_NULL;
    if (status == XML_STATUS_ERROR)
        return expat_error(p, XML_GetErrorCode(p->expat));
    return flush_text(p) < 0 ? MINIPY_NULL : minipy_int(p->vm, status);
}

/* libexpat cannot parse while it parses. */
static bool begin(MinipyVM *vm, Parser *p)
{
    if (p->parsing) {
        minipy_raise(vm, "RuntimeError", "the parser is parsing: a handler cannot");
        return false;
    }
    return p->parsing = true;
}

static int parse_all(Parser *p, Bytes in, int final)
{
    int status = XML_STATUS_OK;
    while (in.size > CHUNK && status == XML_STATUS_OK) {
        CALL(p->vm, status, XML_Parse(p->expat, (const char *)in.data, CHUNK, 0));
        in.data += CHUNK;
        in.size -= CHUNK;
        if (minipy_error_occurred(p->vm) || minipy_poll(p->vm) < 0)
            return XML_STATUS_ERROR;
    }
    if (status == XML_STATUS_OK)
        CALL(p->vm, status,
             XML_Parse(p->expat, (const char *)in.data, (int)in.size, final));
    return status;
}

static METHOD(parser_parse)
{
    Parser *p = user;
    int final = 0;
    Bytes in = {0};
    if (as_c_int(vm, args[2], &final) < 0 || !begin(vm, p))
        return MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if (minipy_kind(args[1]) == MINIPY_IS_STR) {
        in.data = (const unsigned char *)minipy_as_str(vm, args[1], &in.size);
        if (in.data) { /* once it parses, it goes on as it began */
            int ignored;
            CALL(vm, ignored, (int)XML_SetEncoding(p->expat, "utf-8"));
            (void)ignored;
        }
    } else if (get_bytes(vm, args[1], &in) < 0) {
        in.data = NULL;
    }
    if (in.data)
        r = parsed(p, parse_all(p, in, final));
    p->parsing = false;
    minipy_release(vm, in.view);
    return r;
}

/* The bytes that `read` gives now, at `room`; how many, or -1: exception. */
static int read_some(MinipyVM *vm, MinipyValue read, void *room)
{
    MinipyValue size = minipy_int(vm, READ_SIZE);
    MinipyValue got = size ? minipy_call(vm, read, &size, 1) : MINIPY_NULL;
    minipy_release(vm, size);
    MinipyKind kind = got ? minipy_kind(got) : MINIPY_IS_NOTHING;
    Bytes b = {0};
    int r = -1;
    if (got && kind != MINIPY_IS_BYTES && kind != MINIPY_IS_BYTEARRAY)
        minipy_raisef(vm, "TypeError",
                      "read() did not return a bytes object (type=%.400s)",
                      minipy_type_name(vm, got));
    else if (got && get_bytes(vm, got, &b) == 0 && b.size > READ_SIZE)
        minipy_raisef(vm, "ValueError",
                      "read() returned too much data: %i bytes requested, %zu returned",
                      READ_SIZE, b.size);
    else if (b.data)
        memcpy(room, b.data, b.size), r = (int)b.size;
    minipy_release(vm, b.view);
    minipy_release(vm, got);
    return r;
}

/* Until the end or an error; XML_STATUS_ERROR with an exception pending, too. */
static int parse_file(Parser *p, MinipyValue read)
{
    for (;;) {
        void *room;
        int status;
        CALL(p->vm, room, XML_GetBuffer(p->expat, READ_SIZE));
        if (!room)
            return XML_STATUS_ERROR;
        int size = read_some(p->vm, read, room);
        if (size < 0)
            return XML_STATUS_ERROR;
        CALL(p->vm, status, (int)XML_ParseBuffer(p->expat, size, size == 0));
        if (minipy_error_occurred(p->vm) || status != XML_STATUS_OK || size == 0)
            return status;
    }
}

static METHOD(parser_parse_file)
{
    Parser *p = user;
    MinipyValue read = minipy_lookup_attr(vm, args[1], "read");
    if (!read)
        return minipy_error_occurred(vm)
                   ? MINIPY_NULL
                   : minipy_raise(vm, "TypeError",
                                  "argument must have 'read' attribute");
    MinipyValue r = MINIPY_NULL;
    if (begin(vm, p)) {
        r = parsed(p, parse_file(p, read));
        p->parsing = false;
    }
    minipy_release(vm, read);
    return r;
}

/* ---- other methods --------------------------------------------------------------- */

/* The text of an argument that must be a str, or may be None where that is said; -1:
 * TypeError of that function's. */
static int text_argument(MinipyVM *vm, MinipyValue v, const char *which, bool or_none,
                         const char **text)
{
    *text = NULL;
    if (!v || (or_none && minipy_is_none(v)))
        return 0;
    if (minipy_kind(v) != MINIPY_IS_STR) {
        minipy_raisef(vm, "TypeError", "%s must be str%s, not %s", which,
                      or_none ? " or None" : "",
                      minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
        return -1;
    }
    size_t size;
    *text = minipy_as_str(vm, v, &size);
    if (*text && strlen(*text) != size) {
        minipy_raise(vm, "ValueError", "embedded null character");
        return -1;
    }
    return *text ? 0 : -1;
}

static METHOD(parser_set_base)
{
    const char *base;
    Parser *p = user;
    if (text_argument(vm, args[1], "SetBase() argument", false, &base) < 0)
        return MINIPY_NULL;
    int set;
    CALL(vm, set, (int)XML_SetBase(p->expat, base));
    return set ? minipy_none() : minipy_raise(vm, "MemoryError", NULL);
}

static METHOD(parser_get_base)
{
    Parser *p = user;
    return text_of(p, XML_GetBase(p->expat));
}

static METHOD(parser_get_input_context)
{
    Parser *p = user;
    int offset, size;
    const char *text =
        p->in_callback ? XML_GetInputContext(p->expat, &offset, &size) : NULL;
    return text ? minipy_bytes(vm, text + offset, (size_t)(size - offset))
                : minipy_none();
}

static METHOD(parser_set_param_entity_parsing)
{
    int flag = 0;
    Parser *p = user;
    if (as_c_int(vm, args[1], &flag) < 0)
        return MINIPY_NULL;
    return minipy_int(
        vm, XML_SetParamEntityParsing(p->expat, (enum XML_ParamEntityParsing)flag));
}

static METHOD(parser_use_foreign_dtd)
{
    Parser *p = user;
    int flag = args[1] ? minipy_truth(vm, args[1]) : 1;
    if (flag < 0)
        return MINIPY_NULL;
    enum XML_Error code = XML_UseForeignDTD(p->expat, flag ? XML_TRUE : XML_FALSE);
    return code == XML_ERROR_NONE ? minipy_none() : expat_error(p, code);
}

/* ---- making parsers -------------------------------------------------------------- */

/* An object around a parser of libexpat, which it owns from now on. */
static MinipyValue parser_object(MinipyVM *vm, XML_Parser expat, Parser **out)
{
    State *s = state_of(vm);
    Parser *p = NULL;
    MinipyValue self =
        s && expat ? minipy_instance(vm, s->parser_class, (void **)&p) : MINIPY_NULL;
    if (!self) {
        if (s && !expat)
            minipy_raise(vm, "RuntimeError", "XML_ParserCreate failed");
        if (expat)
            XML_ParserFree(expat);
        return MINIPY_NULL;
    }
    p->vm = vm;
    p->expat = expat;
    key_tables(vm, expat);
    p->text_size = TEXT_BUFFER;
    XML_SetUserData(expat, p);
    XML_SetUnknownEncodingHandler(expat, on_unknown_encoding, p);
    *out = p;
    return self;
}

static DESTROY(parser_destroy)
{
    Parser *p = data;
    if (p->expat)
        XML_ParserFree(p->expat);
    library_free(p->text);
}

/* The child sees what the parent sees. */
static int inherit(MinipyVM *vm, Parser *child, Parser *parent, MinipyValue object)
{
    child->parent = minipy_retain(object);
    child->intern = minipy_retain(parent->intern);
    child->ordered_attributes = parent->ordered_attributes;
    child->specified_attributes = parent->specified_attributes;
    child->namespace_prefixes = parent->namespace_prefixes;
    child->text_size = parent->text_size;
    if (parent->text && !(child->text = library_alloc(vm, (size_t)child->text_size))) {
        minipy_raise(vm, "MemoryError", NULL);
        return -1;
    }
    for (int i = 0; i < HANDLER_COUNT; i++) {
        if (!parent->handlers[i])
            continue;
        child->handlers[i] = minipy_retain(parent->handlers[i]);
        set_handler(child, i, true);
    }
    return 0;
}

static METHOD(parser_for_entity)
{
    static const char *const names[] = {"ExternalEntityParserCreate() argument 1",
                                        "ExternalEntityParserCreate() argument 2"};
    const char *context, *encoding;
    Parser *p = user, *child;
    if (text_argument(vm, args[1], names[0], true, &context) < 0 ||
        text_argument(vm, args[2], names[1], false, &encoding) < 0)
        return MINIPY_NULL;
    XML_Parser expat;
    CALL(vm, expat, XML_ExternalEntityParserCreate(p->expat, context, encoding));
    if (!expat)
        return minipy_raise(vm, "MemoryError", NULL);
    MinipyValue self = parser_object(vm, expat, &child);
    if (self && inherit(vm, child, p, args[0]) < 0) {
        minipy_release(vm, self);
        return MINIPY_NULL;
    }
    return self;
}

/* The dict in which a new parser keeps names: a new one, the one given, or none. */
static int intern_argument(MinipyVM *vm, MinipyValue v, MinipyValue *intern)
{
    *intern = MINIPY_NULL;
    if (!v)
        return (*intern = minipy_dict(vm)) ? 0 : -1;
    if (minipy_is_none(v))
        return 0;
    if (minipy_kind(v) != MINIPY_IS_DICT) {
        minipy_raise(vm, "TypeError", "intern must be a dictionary");
        return -1;
    }
    *intern = minipy_retain(v);
    return 0;
}

static METHOD(parser_create)
{
    const char *encoding, *separator;
    MinipyValue intern;
    if (text_argument(vm, args[0], "ParserCreate() argument 'encoding'", true,
                      &encoding) < 0 ||
        text_argument(vm, args[1], "ParserCreate() argument 'namespace_separator'",
                      true, &separator) < 0)
        return MINIPY_NULL;
    if (separator && strlen(separator) > 1)
        return minipy_raise(
            vm, "ValueError",
            "namespace_separator must be at most one character, omitted, "
            "or None");
    if (intern_argument(vm, args[2], &intern) < 0)
        return MINIPY_NULL;
    Parser *p;
    XML_Parser expat;
    CALL(vm, expat, XML_ParserCreate_MM(encoding, &expat_memory, separator));
    MinipyValue self = parser_object(vm, expat, &p);
    if (self)
        p->intern = intern;
    else
        minipy_release(vm, intern);
    return self;
}

static const MinipyMethod parser_methods[] = {
    CLASS_DATA_ROW("Parse", parser_parse, "(self, data, isfinal=False, /)",
                   "Parse the data, a str or bytes; isfinal says that no more comes."),
    CLASS_DATA_ROW("ParseFile", parser_parse_file, "(self, file, /)",
                   "Parse all that the file's read() gives."),
    DATA_ROW("SetBase", parser_set_base, "(self, base, /)",
             "Set what relative system identifiers are relative to."),
    DATA_ROW("GetBase", parser_get_base, "(self, /)",
             "What SetBase() was last told, or None."),
    DATA_ROW(
        "GetInputContext", parser_get_input_context, "(self, /)",
        "The input that caused the handler that runs, from the event on, or None."),
    CLASS_DATA_ROW("ExternalEntityParserCreate", parser_for_entity,
                   "(self, context, encoding='', /)",
                   "A parser for the external entity that a handler was called for."),
    DATA_ROW("SetParamEntityParsing", parser_set_param_entity_parsing,
             "(self, flag, /)",
             "Say whether external parameter entities are to be parsed; 1 if that was "
             "heard."),
    CLASS_DATA_ROW("UseForeignDTD", parser_use_foreign_dtd, "(self, flag=True, /)",
                   "Ask for an external subset where the document names none."),
    {0},
};

static const MinipyType parser_type = {
    .name = "pyexpat.xmlparser",
    .doc = "A parser of XML.",
    .size = sizeof(Parser),
    .values = 2 + HANDLER_COUNT,
    .methods = parser_methods,
    .members = parser_members,
    .flags = MINIPY_FINAL | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS | MINIPY_NO_NEW,
    .destroy = parser_destroy,
};

/* ---- the module ------------------------------------------------------------------ */

static METHOD(error_string)
{
    int64_t code;
    if (as_size(vm, args[0], &code) < 0)
        return MINIPY_NULL;
    const char *text = XML_ErrorString((enum XML_Error)code);
    return text ? minipy_str(vm, text, strlen(text)) : minipy_none();
}

static const MinipyMethod functions[] = {
    ROW("ParserCreate", parser_create,
        "(encoding=None, namespace_separator=None, intern=<unrepresentable>)",
        "A new parser."),
    ROW("ErrorString", error_string, "(code, /)", "The text of an error's number."),
    {0},
};

/* clang-format off */
#define CONSTANT(name) {#name, name}
#define ERROR(name) {"XML_ERROR_" #name, XML_ERROR_##name}
static const Number error_codes[] = {
    ERROR(NO_MEMORY), ERROR(SYNTAX), ERROR(NO_ELEMENTS), ERROR(INVALID_TOKEN), ERROR(UNCLOSED_TOKEN),
    ERROR(PARTIAL_CHAR), ERROR(TAG_MISMATCH), ERROR(DUPLICATE_ATTRIBUTE), ERROR(JUNK_AFTER_DOC_ELEMENT),
    ERROR(PARAM_ENTITY_REF), ERROR(UNDEFINED_ENTITY), ERROR(RECURSIVE_ENTITY_REF), ERROR(ASYNC_ENTITY),
    ERROR(BAD_CHAR_REF), ERROR(BINARY_ENTITY_REF), ERROR(ATTRIBUTE_EXTERNAL_ENTITY_REF),
    ERROR(MISPLACED_XML_PI), ERROR(UNKNOWN_ENCODING), ERROR(INCORRECT_ENCODING),
    ERROR(UNCLOSED_CDATA_SECTION), ERROR(EXTERNAL_ENTITY_HANDLING), ERROR(NOT_STANDALONE),
    ERROR(UNEXPECTED_STATE), ERROR(ENTITY_DECLARED_IN_PE), ERROR(FEATURE_REQUIRES_XML_DTD),
    ERROR(CANT_CHANGE_FEATURE_ONCE_PARSING), ERROR(UNBOUND_PREFIX), ERROR(UNDECLARING_PREFIX),
    ERROR(INCOMPLETE_PE), ERROR(XML_DECL), ERROR(TEXT_DECL), ERROR(PUBLICID), ERROR(SUSPENDED),
    ERROR(NOT_SUSPENDED), ERROR(ABORTED), ERROR(FINISHED), ERROR(SUSPEND_PE),
    ERROR(RESERVED_PREFIX_XML), ERROR(RESERVED_PREFIX_XMLNS), ERROR(RESERVED_NAMESPACE_URI),
    ERROR(INVALID_ARGUMENT), ERROR(NO_BUFFER), ERROR(AMPLIFICATION_LIMIT_BREACH),
    {0}};
static const Number model_numbers[] = {
    CONSTANT(XML_CTYPE_EMPTY), CONSTANT(XML_CTYPE_ANY), CONSTANT(XML_CTYPE_MIXED),
    CONSTANT(XML_CTYPE_NAME), CONSTANT(XML_CTYPE_CHOICE), CONSTANT(XML_CTYPE_SEQ),
    CONSTANT(XML_CQUANT_NONE), CONSTANT(XML_CQUANT_OPT), CONSTANT(XML_CQUANT_REP),
    CONSTANT(XML_CQUANT_PLUS),
    {0}};
static const Number numbers[] = {
    CONSTANT(XML_PARAM_ENTITY_PARSING_NEVER), CONSTANT(XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE),
    CONSTANT(XML_PARAM_ENTITY_PARSING_ALWAYS),
    {0}};
/* clang-format on */

/* The module `name` of the package that pyexpat is for these two; in sys.modules, too.
 */
static MinipyValue submodule(MinipyVM *vm, MinipyValue module, const char *name,
                             const char *doc)
{
    char full[40];
    snprintf(full, sizeof full, "pyexpat.%s", name);
    MinipyValue sys = minipy_import(vm, "sys");
    MinipyValue modules = sys ? minipy_getattr(vm, sys, "modules") : MINIPY_NULL;
    MinipyValue cls = module ? minipy_getattr(vm, module, "__class__") : MINIPY_NULL;
    MinipyValue args[] = {minipy_str(vm, full, strlen(full)),
                          minipy_str(vm, doc, strlen(doc))};
    MinipyValue made = modules && cls && args[0] && args[1]
                           ? minipy_call(vm, cls, args, 2)
                           : MINIPY_NULL;
    if (made && (minipy_setitem(vm, modules, args[0], made) < 0 ||
                 minipy_setattr(vm, module, name, made) < 0))
        replace(vm, &made, MINIPY_NULL);
    MinipyValue used[] = {sys, modules, cls, args[0], args[1]};
    for (size_t i = 0; i < sizeof used / sizeof used[0]; i++)
        minipy_release(vm, used[i]);
    return made;
}

/* One error: its name is the text, and the two tables have it. */
static int add_error(MinipyVM *vm, MinipyValue errors, MinipyValue codes,
                     MinipyValue messages, const Number *row)
{
    const char *text = XML_ErrorString((enum XML_Error)row->value);
    if (!text)
        return 0;
    MinipyValue message = minipy_str(vm, text, strlen(text));
    MinipyValue code = minipy_int(vm, row->value);
    int r = message && code && minipy_setattr(vm, errors, row->name, message) == 0 &&
                    minipy_setitem(vm, codes, message, code) == 0 &&
                    minipy_setitem(vm, messages, code, message) == 0
                ? 0
                : -1;
    minipy_release(vm, message);
    minipy_release(vm, code);
    return r;
}

static int add_errors(MinipyVM *vm, MinipyValue module)
{
    MinipyValue errors =
        submodule(vm, module, "errors", "Constants used to describe error conditions.");
    MinipyValue codes = minipy_dict(vm), messages = minipy_dict(vm);
    int r = errors && codes && messages ? 0 : -1;
    for (const Number *row = error_codes; r == 0 && row->name; row++)
        r = add_error(vm, errors, codes, messages, row);
    if (r == 0 && (minipy_setattr(vm, errors, "codes", codes) < 0 ||
                   minipy_setattr(vm, errors, "messages", messages) < 0))
        r = -1;
    minipy_release(vm, errors);
    minipy_release(vm, codes);
    minipy_release(vm, messages);
    return r;
}

static int add_model(MinipyVM *vm, MinipyValue module)
{
    MinipyValue model = submodule(
        vm, module, "model", "Constants used to interpret content model information.");
    int r = model ? add_numbers(vm, model, model_numbers) : -1;
    minipy_release(vm, model);
    return r;
}

/* Stores v, whose reference it takes over. */
static int add(MinipyVM *vm, MinipyValue module, const char *name, MinipyValue v)
{
    int r = v ? minipy_setattr(vm, module, name, v) : -1;
    minipy_release(vm, v);
    return r;
}

static MinipyValue version_info(MinipyVM *vm)
{
    XML_Expat_Version v = XML_ExpatVersionInfo();
    MinipyValue parts[] = {minipy_int(vm, v.major), minipy_int(vm, v.minor),
                           minipy_int(vm, v.micro)};
    return minipy_tuple(vm, parts,
                        3); /* small ints: they cannot fail, nor be released */
}

/* [(name, value), ...] */
static MinipyValue features(MinipyVM *vm)
{
    MinipyValue list = minipy_list(vm, NULL, 0);
    for (const XML_Feature *f = XML_GetFeatureList();
         list && f->feature != XML_FEATURE_END; f++) {
        MinipyValue pair[] = {minipy_str(vm, f->name, strlen(f->name)),
                              minipy_int(vm, f->value)};
        MinipyValue v = pair[0] && pair[1] ? minipy_tuple(vm, pair, 2) : MINIPY_NULL;
        if (!v || minipy_list_append(vm, list, v) < 0)
            replace(vm, &list, MINIPY_NULL);
        minipy_release(vm, pair[0]);
        minipy_release(vm, pair[1]);
        minipy_release(vm, v);
    }
    return list;
}

static int exec(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    if (!s)
        return -1;
    s->parser_class = minipy_type(vm, &parser_type, MINIPY_NULL);
    s->error =
        minipy_exception_class(vm, "xml.parsers.expat.ExpatError", NULL, MINIPY_NULL);
    if (!s->parser_class || !s->error ||
        minipy_setattr(vm, module, "XMLParserType", s->parser_class) < 0 ||
        minipy_setattr(vm, module, "ExpatError", s->error) < 0 ||
        minipy_setattr(vm, module, "error", s->error) < 0)
        return -1;
    if (add_text(vm, module, "EXPAT_VERSION", XML_ExpatVersion()) < 0 ||
        add_text(vm, module, "native_encoding", "UTF-8") < 0 ||
        add(vm, module, "version_info", version_info(vm)) < 0 ||
        add(vm, module, "features", features(vm)) < 0 ||
        add_numbers(vm, module, numbers) < 0)
        return -1;
    return add_errors(vm, module) < 0 ? -1 : add_model(vm, module);
}

/* clang-format off */
MINIPY_MODULE(pyexpat) = {MINIPY_MODULE_HEAD, .name = "pyexpat", .doc = "Python wrapper for Expat parser.",
    .functions = functions, .state_size = sizeof(State), .state_values = 2, .exec = exec};
/* clang-format on */
