/* row.c - the class Row: a tuple whose items have the names of the columns, too. */
#include <strings.h>

#include "sqlite.h"

typedef struct Row {
    MinipyValue data, description; /* tuples */
} Row;

/* __new__(cls, cursor, data, /) */
static METHOD(row_new)
{
    Row *row;
    Cursor *cursor = data_if(vm, args[1], &cursor_type);
    if (!cursor)
        return argument_error(vm, "Row() argument 1", cursor_type.name, args[1]);
    if (minipy_kind(args[2]) != MINIPY_IS_TUPLE)
        return argument_error(vm, "Row() argument 2", "tuple", args[2]);
    MinipyValue v = minipy_instance(vm, args[0], (void **)(void *)&row);
    if (v) {
        row->data = minipy_retain(args[2]);
        row->description = retained(cursor->description);
    }
    return v;
}

/* Has it what __new__ gives? */
static bool is_made(MinipyVM *vm, const Row *row)
{
    if (!row->data)
        minipy_raise(vm, "SystemError", "the row has no data");
    return row->data != MINIPY_NULL;
}

/* The columns, borrowed, and how many; NULL: there are none, or an exception. */
static const MinipyValue *columns_of(MinipyVM *vm, Row *row, size_t *count)
{
    *count = 0;
    return minipy_is_none(row->description) ? NULL
                                            : minipy_items(vm, row->description, count);
}

/* A column's name, borrowed; MINIPY_NULL: exception. */
static MinipyValue name_of(MinipyVM *vm, MinipyValue column)
{
    size_t size = 0;
    const MinipyValue *parts = minipy_items(vm, column, &size);
    return parts && size ? *parts : MINIPY_NULL;
}

/* By a name, whose ASCII letters may be large or small. */
static MinipyValue by_name(MinipyVM *vm, Row *row, MinipyValue key)
{
    size_t size, count, length;
    const char *wanted = minipy_as_str(vm, key, &size), *text;
    const MinipyValue *columns = columns_of(vm, row, &count);
    for (size_t i = 0; wanted && i < count; i++) {
        MinipyValue name = name_of(vm, columns[i]);
        if (name == key)
            return minipy_getitem_at(vm, row->data, (int64_t)i);
        if (!(text = name ? minipy_as_str(vm, name, &length) : NULL))
            return MINIPY_NULL;
        if (length == size && strncasecmp(text, wanted, size) == 0)
            return minipy_getitem_at(vm, row->data, (int64_t)i);
    }
    if (!wanted && minipy_error_matches(vm, "UnicodeEncodeError"))
        minipy_error_clear(vm); /* no column has such a name */
    return !minipy_error_occurred(vm)
               ? minipy_raise(vm, "IndexError", "No item with that key")
               : MINIPY_NULL;
}

static METHOD(row_getitem)
{
    Row *row = user;
    MinipyKind kind = minipy_kind(args[1]);
    if (!is_made(vm, row))
        return MINIPY_NULL;
    if (kind == MINIPY_IS_STR)
        return by_name(vm, row, args[1]);
    if (kind == MINIPY_IS_INT || kind == MINIPY_IS_BOOL ||
        strcmp(minipy_type_name(vm, args[1]), "slice") == 0)
        return minipy_getitem(vm, row->data, args[1]);
    return minipy_raise(vm, "IndexError", "Index must be int or string");
}

static METHOD(row_length)
{
    Row *row = user;
    int64_t length = is_made(vm, row) ? minipy_length(vm, row->data) : -1;
    return length < 0 ? MINIPY_NULL : minipy_int(vm, length);
}

static METHOD(row_iter)
{
    Row *row = user;
    return is_made(vm, row) ? minipy_iter(vm, row->data) : MINIPY_NULL;
}

static METHOD(row_hash)
{
    int64_t names, values;
    Row *row = user;
    if (!is_made(vm, row) || minipy_hash(vm, row->description, &names) < 0 ||
        minipy_hash(vm, row->data, &values) < 0)
        return MINIPY_NULL;
    return minipy_int(vm, names ^ values);
}

static METHOD(row_keys)
{
    enum { FEW = 32 };
    MinipyValue few[FEW], *names = few, list;
    size_t count;
    Row *row = user;
    const MinipyValue *columns = is_made(vm, row) ? columns_of(vm, row, &count) : NULL;
    if (!columns)
        return !minipy_error_occurred(vm) ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    if (count > FEW && !(names = malloc(count * sizeof *names)))
        return minipy_raise(vm, "MemoryError", NULL);
    for (size_t i = 0; i < count; i++)
        names[i] = name_of(vm, columns[i]);
    list = minipy_error_occurred(vm) ? MINIPY_NULL : minipy_list(vm, names, count);
    if (names != few)
        free(names);
    return list;
}

/* == and !=; user is which, as a bool. */
static METHOD(row_compare)
{
    Row *row = minipy_data(vm, args[0], &row_type);
    if (!row || !is_made(vm, row))
        return MINIPY_NULL;
    Row *other = data_if(vm, args[1], &row_type);
    if (!other)
        return minipy_not_implemented();
    int same = !is_made(vm, other) ? -1
               : row->description == other->description
                   ? 1 /* of one statement */
                   : minipy_compare(vm, row->description, "==", other->description);
    if (same > 0 && row->data != other->data) /* a tuple equals itself */
        same = minipy_compare(vm, row->data, "==", other->data);
    return same < 0 ? MINIPY_NULL : minipy_bool((same > 0) == (user != NULL));
}

/* The other comparisons, which a type in C has with these. */
static METHOD(row_order)
{
    return minipy_not_implemented();
}

/* clang-format off */
static const MinipyMethod row_methods[] = {
    ROW("__new__", row_new, "(cls, cursor, data, /)", NULL),
    DATA_ROW("__getitem__", row_getitem, "(self, key, /)", NULL),
    DATA_ROW("__len__", row_length, "(self, /)", NULL),
    DATA_ROW("__iter__", row_iter, "(self, /)", NULL),
    DATA_ROW("__hash__", row_hash, "(self, /)", NULL),
    {.name = "__eq__", .function = row_compare, .signature = "(self, value, /)", .user = (void *)1},
    {.name = "__ne__", .function = row_compare, .signature = "(self, value, /)"},
    ROW("__lt__", row_order, "(self, value, /)", NULL),
    ROW("__le__", row_order, "(self, value, /)", NULL),
    ROW("__gt__", row_order, "(self, value, /)", NULL),
    ROW("__ge__", row_order, "(self, value, /)", NULL),
    DATA_ROW("keys", row_keys, "(self, /)", "The names of the columns, as a list."),
    {0}};
/* clang-format on */

const MinipyType row_type = {
    .name = "sqlite3.Row",
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS | FIRST_VALUE_IS_ITEMS,
    .size = sizeof(Row),
    .values = 2,
    .methods = row_methods,
};
