/* blob.c - the class Blob: a value of a row, read and written in place. */
#include "sqlite.h"

typedef struct Blob {
    MinipyValue connection;
    sqlite3_blob *blob; /* owned; NULL: closed */
    int offset;
} Blob;

/* ---- opening and closing --------------------------------------------------------- */

static void shut(MinipyVM *vm, Blob *b)
{
    sqlite3_blob *blob = b->blob;
    int ignored;
    b->blob = NULL;
    if (blob)
        WITHOUT_VM(vm, ignored, sqlite3_blob_close(blob));
    (void)ignored;
}

void blob_shut(MinipyVM *vm, MinipyValue blob)
{
    Blob *b = minipy_data(vm, blob, &blob_type);
    if (b)
        shut(vm, b);
}

static DESTROY(blob_destroy)
{
    shut(vm, data);
}

/* The blob behind v when it may be used. NULL: exception. */
static Blob *blob_open(MinipyVM *vm, MinipyValue v)
{
    Blob *b = minipy_data(vm, v, &blob_type);
    if (!b || !connection_open(vm, b->connection))
        return NULL;
    if (!b->blob)
        raise_error(vm, PROGRAMMING_ERROR, "Cannot operate on a closed blob.");
    return b->blob ? b : NULL;
}

/* The connection remembers those that are there, to close them with itself. */
static int remember(MinipyVM *vm, Connection *c, MinipyValue blob)
{
    if (!c->blobs && !(c->blobs = minipy_list(vm, NULL, 0)))
        return -1;
    for (int64_t i = minipy_length(vm, c->blobs) - 1; i >= 0; i--) {
        MinipyValue weak = minipy_getitem_at(vm, c->blobs, i);
        MinipyValue there = weak ? minipy_weak_get(vm, weak) : MINIPY_NULL;
        MinipyValue index = minipy_int(vm, i);
        if (!there && index)
            minipy_delitem(vm, c->blobs, index);
        minipy_release(vm, index);
        minipy_release(vm, there);
        minipy_release(vm, weak);
    }
    MinipyValue weak = minipy_weak(vm, blob, MINIPY_NULL);
    int r = weak ? minipy_list_append(vm, c->blobs, weak) : -1;
    minipy_release(vm, weak);
    return r;
}

/* blobopen(table, column, row, /, *, readonly=False, name='main') */
METHOD(connection_blobopen)
{
    State *s = state_of(vm);
    Connection *c = s ? connection_open(vm, args[0]) : NULL;
    const char *table = c ? text_argument(vm, args[1], "blobopen() argument 1") : NULL;
    const char *column =
        table ? text_argument(vm, args[2], "blobopen() argument 2") : NULL;
    const char *name = !column ? NULL
                       : args[5]
                           ? text_argument(vm, args[5], "blobopen() argument 'name'")
                           : "main";
    int row = 0;
    int readonly = args[4] ? minipy_truth(vm, args[4]) : 0;
    if (!name || readonly < 0 || as_c_int(vm, args[3], &row) < 0 ||
        !connection_check(c))
        return MINIPY_NULL;
    sqlite3_blob *blob = NULL;
    int rc;
    WITHOUT_VM(vm, rc,
               sqlite3_blob_open(c->db, name, table, column, row, !readonly, &blob));
    if (rc == SQLITE_MISUSE)
        return raise_error(vm, INTERFACE_ERROR, "%s", sqlite3_errstr(rc));
    if (rc != SQLITE_OK)
        return raise_sqlite(vm, c->db, rc);
    Blob *b = NULL;
    MinipyValue v = minipy_instance(vm, s->blob, (void **)(void *)&b);
    if (!v) {
        sqlite3_blob_close(blob);
        return MINIPY_NULL;
    }
    b->connection = minipy_retain(args[0]);
    b->blob = blob;
    if (remember(vm, c, v) < 0)
        replace(vm, &v, MINIPY_NULL);
    return v;
}

static METHOD(blob_close)
{
    Blob *b = minipy_data(vm, args[0], &blob_type);
    if (!b || !connection_open(vm, b->connection))
        return MINIPY_NULL;
    shut(vm, b);
    return minipy_none();
}

static METHOD(blob_enter)
{
    return blob_open(vm, args[0]) ? minipy_retain(args[0]) : MINIPY_NULL;
}

static METHOD(blob_exit)
{
    Blob *b = blob_open(vm, args[0]);
    if (!b)
        return MINIPY_NULL;
    shut(vm, b);
    return minipy_bool(false);
}

/* ---- reading and writing --------------------------------------------------------- */

/* What a failed read or write is; MINIPY_NULL. */
static MinipyValue failed(MinipyVM *vm, Blob *b, int rc)
{
    Connection *c = connection_open(vm, b->connection);
    return c ? raise_sqlite(vm, c->db, rc) : MINIPY_NULL;
}

static MinipyValue read_at(MinipyVM *vm, Blob *b, int offset, int length)
{
    char *data = malloc((size_t)length + 1);
    if (!data)
        return minipy_raise(vm, "MemoryError", NULL);
    int rc;
    sqlite3_blob *blob = b->blob;
    WITHOUT_VM(vm, rc, sqlite3_blob_read(blob, data, length, offset));
    MinipyValue r =
        rc == SQLITE_OK ? minipy_bytes(vm, data, (size_t)length) : failed(vm, b, rc);
    free(data);
    return r;
}

/* -1: exception. */
static int write_at(MinipyVM *vm, Blob *b, const void *data, size_t size, int offset)
{
    int room = sqlite3_blob_bytes(b->blob) - offset, rc;
    if (size > INT_MAX || (int)size > room) {
        minipy_raise(vm, "ValueError", "data longer than blob length");
        return -1;
    }
    sqlite3_blob *blob = b->blob;
    WITHOUT_VM(vm, rc, sqlite3_blob_write(blob, data, (int)size, offset));
    return rc == SQLITE_OK ? 0 : (failed(vm, b, rc), -1);
}

/* read(length=-1, /) */
static METHOD(blob_read)
{
    int length = -1;
    if (as_c_int(vm, args[1], &length) < 0)
        return MINIPY_NULL;
    Blob *b = blob_open(vm, args[0]);
    if (!b)
        return MINIPY_NULL;
    int left = sqlite3_blob_bytes(b->blob) - b->offset;
    if (length < 0 || length > left)
        length = left;
    MinipyValue r =
        length ? read_at(vm, b, b->offset, length) : minipy_bytes(vm, "", 0);
    if (r)
        b->offset += length;
    return r;
}

static METHOD(blob_write)
{
    Bytes data;
    if (get_bytes(vm, args[1], &data) < 0)
        return MINIPY_NULL;
    Blob *b = blob_open(vm, args[0]);
    int r = b ? write_at(vm, b, data.data, data.size, b->offset) : -1;
    if (r == 0)
        b->offset += (int)data.size;
    minipy_release(vm, data.view);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

/* seek(offset, origin=0, /) */
static METHOD(blob_seek)
{
    int offset = 0, origin = 0;
    if (as_c_int(vm, args[1], &offset) < 0 || as_c_int(vm, args[2], &origin) < 0)
        return MINIPY_NULL;
    Blob *b = blob_open(vm, args[0]);
    if (!b)
        return MINIPY_NULL;
    int size = sqlite3_blob_bytes(b->blob);
    int64_t to = offset;
    if (origin == SEEK_CUR)
        to += b->offset;
    else if (origin == SEEK_END)
        to += size;
    else if (origin != SEEK_SET)
        return minipy_raise(vm, "ValueError",
                            "'origin' should be os.SEEK_SET, os.SEEK_CUR, or "
                            "os.SEEK_END");
    if (to > INT_MAX)
        return minipy_raise(vm, "OverflowError", "seek offset results in overflow");
    if (to < 0 || to > size)
        return minipy_raise(vm, "ValueError", "offset out of blob range");
    b->offset = (int)to;
    return minipy_none();
}

static METHOD(blob_tell)
{
    Blob *b = blob_open(vm, args[0]);
    return b ? minipy_int(vm, b->offset) : MINIPY_NULL;
}

/* ---- as a sequence --------------------------------------------------------------- */

static METHOD(blob_length)
{
    Blob *b = blob_open(vm, args[0]);
    return b ? minipy_int(vm, sqlite3_blob_bytes(b->blob)) : MINIPY_NULL;
}

/* What a key selects: a byte, or every step-th from start on. */
typedef struct Selection {
    int64_t start, step, count;
    bool one;
} Selection;

static int select_one(MinipyVM *vm, MinipyValue key, int64_t size, Selection *s)
{
    int64_t i;
    if (minipy_as_int(vm, key, &i) < 0) {
        if (minipy_error_matches(vm, "OverflowError"))
            minipy_raisef(vm, "IndexError",
                          "cannot fit '%s' into an index-sized integer",
                          minipy_type_name(vm, key));
        return -1;
    }
    i += i < 0 ? size : 0;
    if (i < 0 || i >= size) {
        minipy_raise(vm, "IndexError", "Blob index out of range");
        return -1;
    }
    *s = (Selection){i, 1, 1, true};
    return 0;
}

static int select_slice(MinipyVM *vm, MinipyValue key, int64_t size, Selection *s)
{
    int64_t bounds[3] = {0};
    MinipyValue n = minipy_int(vm, size);
    MinipyValue all = n ? minipy_call_method(vm, key, "indices", &n, 1) : MINIPY_NULL;
    minipy_release(vm, n);
    for (int i = 0; all && i < 3; i++) {
        MinipyValue v = minipy_getitem_at(vm, all, i);
        if (!v || minipy_as_int(vm, v, &bounds[i]) < 0)
            replace(vm, &all, MINIPY_NULL);
        minipy_release(vm, v);
    }
    if (!all)
        return -1;
    minipy_release(vm, all);
    int64_t span = bounds[2] > 0 ? bounds[1] - bounds[0] : bounds[0] - bounds[1];
    int64_t step = bounds[2] > 0 ? bounds[2] : -bounds[2];
    *s = (Selection){bounds[0], bounds[2], span > 0 ? (span - 1) / step + 1 : 0, false};
    return 0;
}

static int select_key(MinipyVM *vm, MinipyValue key, int64_t size, Selection *s)
{
    MinipyKind kind = minipy_kind(key);
    if (kind == MINIPY_IS_INT || kind == MINIPY_IS_BOOL)
        return select_one(vm, key, size, s);
    if (strcmp(minipy_type_name(vm, key), "slice") == 0)
        return select_slice(vm, key, size, s);
    int has = has_special(vm, key, "__index__");
    if (has > 0)
        return select_one(vm, key, size, s);
    if (has == 0)
        minipy_raise(vm, "TypeError", "Blob indices must be integers");
    return -1;
}

/* The bytes between the first and the last that are selected; where the first is. */
static MinipyValue read_span(MinipyVM *vm, Blob *b, const Selection *s, int *low)
{
    if (!s->count) { /* what has no bytes is read, too: the blob may have expired */
        *low = (int)s->start;
        return read_at(vm, b, *low, 0);
    }
    int64_t last = s->start + (s->count - 1) * s->step;
    *low = (int)(s->step > 0 ? s->start : last);
    int64_t high = s->step > 0 ? last : s->start;
    return read_at(vm, b, *low, (int)(high - *low + 1));
}

static METHOD(blob_getitem)
{
    Selection s;
    int low;
    Blob *b = blob_open(vm, args[0]);
    if (!b || select_key(vm, args[1], sqlite3_blob_bytes(b->blob), &s) < 0)
        return MINIPY_NULL;
    MinipyValue span = read_span(vm, b, &s, &low);
    const char *from = span ? minipy_as_bytes(vm, span, NULL) : NULL;
    if (!from || !s.count || (s.step == 1 && !s.one))
        return span;
    MinipyValue r = MINIPY_NULL;
    char *to = s.one ? NULL : malloc((size_t)s.count);
    for (int64_t i = 0; to && i < s.count; i++)
        to[i] = from[s.start + i * s.step - low];
    if (s.one)
        r = minipy_int(vm, (unsigned char)*from);
    else
        r = to ? minipy_bytes(vm, to, (size_t)s.count)
               : minipy_raise(vm, "MemoryError", NULL);
    free(to);
    minipy_release(vm, span);
    return r;
}

static int set_one(MinipyVM *vm, Blob *b, const Selection *s, MinipyValue v)
{
    int64_t byte = -1;
    if (minipy_kind(v) != MINIPY_IS_INT && minipy_kind(v) != MINIPY_IS_BOOL) {
        minipy_raisef(vm, "TypeError",
                      "'%s' object cannot be interpreted as an integer",
                      minipy_type_name(vm, v));
        return -1;
    }
    if (minipy_as_int(vm, v, &byte) < 0 || byte < 0 || byte > 255) {
        minipy_raise(vm, "ValueError", "byte must be in range(0, 256)");
        return -1;
    }
    unsigned char c = (unsigned char)byte;
    return write_at(vm, b, &c, 1, (int)s->start);
}

static int set_some(MinipyVM *vm, Blob *b, const Selection *s, MinipyValue v)
{
    Bytes data;
    int r = -1, low;
    if (get_bytes(vm, v, &data) < 0)
        return -1;
    MinipyValue span = MINIPY_NULL;
    size_t size;
    if (data.size != (size_t)s->count)
        minipy_raise(vm, "IndexError", "Blob slice assignment is wrong size");
    else if (s->step == 1)
        r = write_at(vm, b, data.data, data.size, (int)s->start);
    else if ((span = read_span(vm, b, s, &low))) {
        const char *before = minipy_as_bytes(vm, span, &size);
        char *room = malloc(size + 1);
        if (room) {
            memcpy(room, before, size);
            for (int64_t i = 0; i < s->count; i++)
                room[s->start + i * s->step - low] = (char)data.data[i];
            r = write_at(vm, b, room, size, low);
        } else {
            minipy_raise(vm, "MemoryError", NULL);
        }
        free(room);
    }
    minipy_release(vm, span);
    minipy_release(vm, data.view);
    return r;
}

static METHOD(blob_setitem)
{
    Selection s;
    Blob *b = blob_open(vm, args[0]);
    if (!b || select_key(vm, args[1], sqlite3_blob_bytes(b->blob), &s) < 0)
        return MINIPY_NULL;
    int r = s.one     ? set_one(vm, b, &s, args[2])
            : s.count ? set_some(vm, b, &s, args[2])
                      : 0; /* whatever it is that nothing is set to */
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(blob_delitem)
{
    Selection s;
    Blob *b = blob_open(vm, args[0]);
    if (!b || select_key(vm, args[1], sqlite3_blob_bytes(b->blob), &s) < 0)
        return MINIPY_NULL;
    return minipy_raise(vm, "TypeError",
                        s.one ? "Blob doesn't support item deletion"
                              : "Blob doesn't support slice deletion");
}

/* clang-format off */
static const MinipyMethod blob_methods[] = {
    ROW("__enter__", blob_enter, "(self, /)", "Return the blob."),
    ROW("__exit__", blob_exit, "(self, type, val, tb, /)", "Close the blob."),
    ROW("__len__", blob_length, "(self, /)", NULL),
    ROW("__getitem__", blob_getitem, "(self, key, /)", NULL),
    ROW("__setitem__", blob_setitem, "(self, key, value, /)", NULL),
    ROW("__delitem__", blob_delitem, "(self, key, /)", NULL),
    ROW("close", blob_close, "(self, /)", "Close the blob."),
    ROW("read", blob_read, "(self, length=-1, /)", "Bytes from the position on; all that are left if length is negative."),
    ROW("seek", blob_seek, "(self, offset, origin=0, /)", "Set the position, from the start, from where it is, or from the end."),
    ROW("tell", blob_tell, "(self, /)", "The position."),
    ROW("write", blob_write, "(self, data, /)", "Put bytes at the position. The blob's length stays as it is."),
    {0}};
/* clang-format on */

const MinipyType blob_type = {
    .name = "sqlite3.Blob",
    .size = sizeof(Blob),
    .values = 1,
    .methods = blob_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MAPPING_ONLY,
    .destroy = blob_destroy,
};
