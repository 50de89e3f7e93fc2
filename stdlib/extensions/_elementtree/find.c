/* find.c - find(), findtext(), findall(), iterfind(). A path that is only a tag is
 * looked for here; any other is Python's, in xml.etree.ElementPath. */
#include "elementtree.h"

/* Whether the text is a path and no tag; characters between braces are a tag's. */
static bool is_path_text(const char *text, size_t size)
{
    if (strncmp(text, "{}", 2) == 0 || strncmp(text, "{*}", 3) == 0)
        return true;
    bool in_braces = false; /* to the end, where none closes them */
    for (const char *c = text; c < text + size; c++) {
        if (in_braces)
            in_braces = *c != '}';
        else if (*c == '/' || *c == '*' || *c == '[' || *c == '@' || *c == '.')
            return true;
        else
            in_braces = *c == '{';
    }
    return false;
}

/* Must Python find it? What is no text, or says what its prefixes mean, too. */
static bool is_path(MinipyVM *vm, MinipyValue path, MinipyValue namespaces)
{
    if (namespaces && !minipy_is_none(namespaces))
        return true;
    size_t size;
    MinipyKind kind = minipy_kind(path);
    const char *text = kind == MINIPY_IS_STR     ? minipy_as_str(vm, path, &size)
                       : kind == MINIPY_IS_BYTES ? minipy_as_bytes(vm, path, &size)
                                                 : NULL;
    if (!text && minipy_error_occurred(vm))
        minipy_error_clear(vm);
    return !text || is_path_text(text, size);
}

/* xml.etree.ElementPath.NAME(args...) */
static MinipyValue by_path(MinipyVM *vm, const char *name, const MinipyValue *args,
                           size_t n)
{
    State *s = state_of(vm);
    if (!s || (!s->element_path &&
               !(s->element_path = minipy_import(vm, "xml.etree.ElementPath"))))
        return MINIPY_NULL;
    MinipyValue all[4];
    for (size_t i = 0; i < n; i++)
        all[i] = args[i] ? args[i] : minipy_none();
    return minipy_call_method(vm, s->element_path, name, all, n);
}

/* The first child from *i on with that tag, *i behind it; MINIPY_NULL without an
 * exception: there is none. */
static MinipyValue next_child(MinipyVM *vm, MinipyValue self, Element *e,
                              MinipyValue tag, size_t *i)
{
    while (*i < e->count) {
        MinipyValue child = e->children[(*i)++];
        const Element *c = element_of_child(child, self, e);
        if (c->tag == tag)
            return ref(child);
        MinipyValue its = c->tag ? c->tag : minipy_none();
        ref(child); /* a comparison may be of Python, and take it away */
        ref(its);
        int same = minipy_compare(vm, its, "==", tag);
        unref(vm, its);
        if (same > 0)
            return child;
        unref(vm, child);
        if (same < 0)
            return MINIPY_NULL;
    }
    return MINIPY_NULL;
}

METHOD(element_find)
{
    size_t i = 0;
    if (is_path(vm, args[1], args[2]))
        return by_path(vm, "find", args, 3);
    MinipyValue child = next_child(vm, args[0], user, args[1], &i);
    return child || minipy_error_occurred(vm) ? child : minipy_none();
}

/* findtext(path, default=None, namespaces=None) */
METHOD(element_findtext)
{
    size_t i = 0;
    if (is_path(vm, args[1], args[3]))
        return by_path(vm, "findtext", args, 4);
    MinipyValue child = next_child(vm, args[0], user, args[1], &i);
    if (!child)
        return minipy_error_occurred(vm) ? MINIPY_NULL
               : args[2]                 ? ref(args[2])
                                         : minipy_none();
    MinipyValue text = element_text(element_of_child(child, args[0], user), false);
    MinipyValue r = !text || minipy_is_none(text) ? minipy_str(vm, "", 0) : ref(text);
    unref(vm, child);
    return r;
}

METHOD(element_findall)
{
    if (is_path(vm, args[1], args[2]))
        return by_path(vm, "findall", args, 3);
    MinipyValue list = minipy_list(vm, NULL, 0), child;
    for (size_t i = 0; list && (child = next_child(vm, args[0], user, args[1], &i));) {
        if (minipy_list_append(vm, list, child) < 0)
            replace(vm, &list, MINIPY_NULL);
        unref(vm, child);
    }
    if (list && minipy_error_occurred(vm))
        replace(vm, &list, MINIPY_NULL);
    return list;
}

METHOD(element_iterfind)
{
    return by_path(vm, "iterfind", args, 3);
}
