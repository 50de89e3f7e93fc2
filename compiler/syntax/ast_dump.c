/* Prints a tree as Python's ast.dump(tree, indent=3) does.
 *
 * A node whose fields are all "simple" (plain values, empty lists, nodes without
 * fields) and at most three in number stays on one line; all else is one field a line.
 * The walk is over the shapes of ast.h, so no node type is named here. */
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "probes/format.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"
#include "vm/numbers/dtoa.h"
#include "vm/text/unicode.h"

enum { INDENT = 3, MAX_DEPTH = 2000 };

typedef struct Dump {
    AstText *out;
    bool attributes;
    int depth;
} Dump;

/* Any node with its shape; a NULL pointer is None. */
typedef struct Node {
    const void *ptr;
    AstShape shape;
    const AstPos *pos;
} Node;

static void put(Dump *d, const char *text, size_t len)
{
    AstText *out = d->out;
    if (out->capacity - out->len < len + 1) {
        size_t capacity = 2 * out->capacity + len + 4096;
        char *bytes = arena_alloc(out->arena, capacity);
        if (bytes == NULL) {
            out->failed = true;
            out->len = 0;
            if (len >= out->capacity)
                return;
        } else {
            if (out->len > 0)
                memcpy(bytes, out->bytes, out->len);
            out->bytes = bytes;
            out->capacity = capacity;
        }
    }
    memcpy(out->bytes + out->len, text, len);
    out->len += len;
    out->bytes[out->len] = '\0';
}

static void put_text(Dump *d, const char *text)
{
    put(d, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) static void put_format(Dump *d,
                                                             const char *format, ...)
{
    char text[64];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    put(d, text, length);
}

static void put_line(Dump *d, int level)
{
    static const char spaces[] = "                                                ";
    put(d, "\n", 1);
    for (int left = level * INDENT; left > 0; left -= (int)sizeof spaces - 1) {
        int now = left < (int)sizeof spaces - 1 ? left : (int)sizeof spaces - 1;
        put(d, spaces, (size_t)now);
    }
}

/* The quote that repr() chooses. */
static char choose_quote(const char *text, size_t len)
{
    return memchr(text, '\'', len) && !memchr(text, '"', len) ? '"' : '\'';
}

static bool put_escape(Dump *d, uint32_t c, char quote)
{
    switch (c) {
    case '\t': put(d, "\\t", 2); return true;
    case '\n': put(d, "\\n", 2); return true;
    case '\r': put(d, "\\r", 2); return true;
    case '\\': put(d, "\\\\", 2); return true;
    default:
        if (c == (unsigned char)quote) {
            char escaped[2] = {'\\', quote};
            put(d, escaped, 2);
            return true;
        }
        return false;
    }
}

static void put_str(Dump *d, const char *text, size_t len)
{
    char quote = choose_quote(text, len);
    const char *end = text + len;
    put(d, &quote, 1);
    while (text < end) {
        const char *start = text;
        uint32_t cp = utf8_next(&text);
        if (put_escape(d, cp, quote))
            continue;
        if (cp >= ' ' && cp < 127) {
            put(d, start, 1);
        } else if (cp > 127 && unicode_is_printable(cp)) {
            put(d, start, (size_t)(text - start));
        } else {
            put_format(d,
                       cp < 0x100     ? "\\x%02x"
                       : cp < 0x10000 ? "\\u%04x"
                                      : "\\U%08x",
                       (unsigned)cp);
        }
    }
    put(d, &quote, 1);
}

static void put_bytes(Dump *d, const char *text, size_t len)
{
    char quote = choose_quote(text, len);
    put(d, "b", 1);
    put(d, &quote, 1);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (put_escape(d, c, quote))
            continue;
        if (c >= ' ' && c < 127)
            put(d, text + i, 1);
        else
            put_format(d, "\\x%02x", c);
    }
    put(d, &quote, 1);
}

static void put_double(Dump *d, double value, bool imaginary)
{
    char text[40];
    size_t len = double_repr(text, value);
    if (imaginary) {
        if (len > 2 && strcmp(text + len - 2, ".0") == 0)
            len -= 2;
        text[len++] = 'j';
    }
    put(d, text, len);
}

/* The canonical hexadecimal text of a constant, in decimal, 19 digits at a time. */
static void put_bigint(Dump *d, const AstConst *value)
{
    size_t len = value->u.text.len, n = (len + 15) / 16, room = 20 * n + 1;
    mp_limb_t *limbs = arena_calloc(d->out->arena, n * sizeof *limbs);
    char *text = arena_alloc(d->out->arena, room);
    if (limbs == NULL || text == NULL) {
        d->out->failed = true;
        return;
    }
    for (size_t i = 0; i < len; i++) {
        char c = value->u.text.bytes[len - 1 - i];
        mp_limb_t digit = (mp_limb_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        limbs[i / 16] |= digit << i % 16 * 4;
    }
    char *start = text + room, *p = start;
    while (n > 0) {
        mp_limb_t rest =
            mpn_divrem_1(limbs, 0, limbs, (mp_size_t)n, UINT64_C(10000000000000000000));
        n -= limbs[n - 1] == 0;
        for (int i = 0; i < 19; i++, rest /= 10)
            *--p = (char)('0' + rest % 10);
    }
    while (p < start - 1 && *p == '0')
        p++;
    put(d, p, (size_t)(start - p));
}

static void put_constant(Dump *d, const AstConst *value)
{
    switch ((AstConstKind)value->kind) {
    case AST_CONST_NONE: put_text(d, "None"); break;
    case AST_CONST_TRUE: put_text(d, "True"); break;
    case AST_CONST_FALSE: put_text(d, "False"); break;
    case AST_CONST_ELLIPSIS: put_text(d, "Ellipsis"); break;
    case AST_CONST_INT: put_format(d, "%lld", (long long)value->u.integer); break;
    case AST_CONST_BIGINT: put_bigint(d, value); break;
    case AST_CONST_FLOAT: put_double(d, value->u.real, false); break;
    case AST_CONST_IMAG: put_double(d, value->u.real, true); break;
    case AST_CONST_STR: put_str(d, value->u.text.bytes, value->u.text.len); break;
    case AST_CONST_BYTES: put_bytes(d, value->u.text.bytes, value->u.text.len); break;
    case AST_CONST_OBJECT: put_text(d, "<object>"); break;
    }
}

static void put_name(Dump *d, const AstName *name)
{
    if (name == NULL)
        put_text(d, "None");
    else
        put_str(d, name->utf8, name->len);
}

/* A node of that type with its shape; a NULL pointer is None. */
static Node node_of(const AstType *type, const void *ptr)
{
    Node node = {ptr, {0}, NULL};
    if (ptr != NULL) {
        node.shape = ast_shape(ast_node_of(type, ptr));
        node.pos = ast_position(&node.shape, ptr);
    }
    return node;
}

static AstSeq read_seq(const void *field)
{
    AstSeq seq;
    memcpy(&seq, field, sizeof seq);
    return seq;
}

static const void *read_pointer(const void *field)
{
    const void *ptr;
    memcpy(&ptr, field, sizeof ptr);
    return ptr;
}

static const AstType *type_of(const AstField *f)
{
    return &ast_types[f->type];
}

static bool is_node(const AstType *type)
{
    return type->form == AST_SUM || type->form == AST_PRODUCT;
}

/* Whether a field is left out because it is None. */
static bool field_absent(const AstField *f, const void *value)
{
    return f->optional && !f->many && f->type != AST_TYPE_int &&
           read_pointer(value) == NULL;
}

static const void *field_of(const Node *node, int i)
{
    return (const char *)node->ptr + node->shape.base + node->shape.fields[i].offset;
}

/* How many fields and attributes are printed. */
static int shown_count(Dump *d, const Node *node)
{
    int count = d->attributes && node->pos ? 4 : 0;
    for (int i = 0; i < node->shape.field_count; i++)
        count += !field_absent(&node->shape.fields[i], field_of(node, i));
    return count;
}

static bool field_simple(Dump *d, const AstField *f, const void *value)
{
    if (f->many)
        return read_seq(value).count == 0;
    if (field_absent(f, value) || !is_node(type_of(f)))
        return true;
    Node node = node_of(type_of(f), read_pointer(value));
    return shown_count(d, &node) == 0;
}

static bool fits_one_line(Dump *d, const Node *node)
{
    for (int i = 0; i < node->shape.field_count; i++)
        if (!field_simple(d, &node->shape.fields[i], field_of(node, i)))
            return false;
    return shown_count(d, node) <= 3;
}

static void put_node(Dump *d, const Node *node, int level);

static void put_token(Dump *d, const AstType *type, unsigned number)
{
    put_text(d, ast_shape(type->first + number).name);
    put_text(d, "()");
}

/* What a pointer of that type leads to. */
static void put_item(Dump *d, const AstType *type, const void *item, int level)
{
    Node node;
    if (type->form == AST_NAME) {
        put_name(d, item);
    } else {
        node = node_of(type, item);
        put_node(d, &node, level);
    }
}

static void put_seq(Dump *d, const AstType *type, const void *field, int level)
{
    AstSeq seq = read_seq(field);
    put_text(d, "[");
    for (int i = 0; i < seq.count; i++) {
        put_text(d, i ? "," : "");
        put_line(d, level + 1);
        if (type->form == AST_TOKEN)
            put_token(d, type, ((const uint8_t *)seq.items)[i]);
        else
            put_item(d, type, seq.items[i], level + 1);
    }
    put_text(d, "]");
}

static void put_field(Dump *d, const AstField *f, const void *value, int level)
{
    const AstType *type = type_of(f);
    int number;
    if (f->many) {
        put_seq(d, type, value, level);
    } else if (type->form == AST_CONSTANT) {
        put_constant(d, value);
    } else if (type->form == AST_INT || type->form == AST_TOKEN) {
        memcpy(&number, value, sizeof number);
        if (type->form == AST_INT)
            put_format(d, "%d", number);
        else
            put_token(d, type, (unsigned)number);
    } else {
        put_item(d, type, read_pointer(value), level);
    }
}

/* Begins the next field: a separator, unless it is the first, and a new line. */
static void put_separator(Dump *d, bool *first, bool one_line, int level)
{
    if (one_line) {
        put_text(d, *first ? "" : ", ");
    } else {
        put_text(d, *first ? "" : ",");
        put_line(d, level);
    }
    *first = false;
}

static void put_attributes(Dump *d, const AstPos *pos, bool *first, int level)
{
    const struct {
        const char *name;
        int value;
    } rows[] = {{"lineno", pos->lineno},
                {"col_offset", pos->col_offset},
                {"end_lineno", pos->end_lineno},
                {"end_col_offset", pos->end_col_offset}};
    for (int i = 0; i < 4; i++) {
        put_separator(d, first, false, level);
        put_format(d, "%s=%d", rows[i].name, rows[i].value);
    }
}

static void put_node(Dump *d, const Node *node, int level)
{
    if (node->ptr == NULL) {
        put_text(d, "None");
        return;
    }
    if (d->depth >= MAX_DEPTH) {
        d->out->failed = true;
        return;
    }
    d->depth++;
    bool one_line = fits_one_line(d, node), first = true;
    put_text(d, node->shape.name);
    put_text(d, "(");
    for (int i = 0; i < node->shape.field_count; i++) {
        const AstField *field = &node->shape.fields[i];
        const void *value = field_of(node, i);
        if (!field_absent(field, value)) {
            put_separator(d, &first, one_line, level + 1);
            put_text(d, field->name);
            put_text(d, "=");
            put_field(d, field, value, level + 1);
        }
    }
    if (d->attributes && node->pos != NULL)
        put_attributes(d, node->pos, &first, level + 1);
    put_text(d, ")");
    d->depth--;
}

bool ast_dump(AstArena *arena, const Mod *mod, bool attributes, AstText *out)
{
    *out = (AstText){.arena = arena};
    Dump dump = {out, attributes, 0};
    Node node = node_of(&ast_types[AST_TYPE_mod], mod);
    put_node(&dump, &node, 0);
    put_text(&dump, "\n");
    return !out->failed;
}
