/* locale.c - the module _locale: the C library's locale as programs see and set it. */
#include <errno.h>
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "stdlib/os/posix_private.h"
#include "vm/core/confine.h"
#include "vm/containers/list.h"
#include "vm/text/search.h"
#include "vm/text/str_private.h"

static const ErrorClass error_class = {
    .module = "locale", .name = "Error", .base = EXC_Exception};

static Value locale_text(MinipyVM *vm, const char *s)
{
    return str_from_path(vm, s);
}

FN(locale_setlocale)
{
    int category;
    if (!arg_int(vm, args[0], &category))
        return VALUE_NULL;
    const char *name = NULL;
    if (nargs > 1 && args[1] != VALUE_NONE) {
        if (!value_is_str(args[1]))
            return arg_type_error(vm, "setlocale", "2", "str or None", args[1]);
        if (!(name = str_cstr(vm, args[1])))
            return VALUE_NULL;
    }
    if (name && confine_check(vm, MINIPY_ALLOW_HOST, "setlocale") < 0)
        return VALUE_NULL;
    const char *result = setlocale(category, name);
    if (!result)
        return module_error(vm, &error_class,
                            name ? "unsupported locale setting"
                                 : "locale query failed");
    return locale_text(vm, result);
}

/* The sizes of digit groups as a list, ended by CHAR_MAX or 0 as in C. */
static Value grouping_list(MinipyVM *vm, const char *grouping)
{
    Value list = list_new(vm, 0);
    if (!list || !*grouping)
        return list;
    for (const char *g = grouping; list; g++) {
        if (list_append(vm, list, value_from_imm(*g)) < 0)
            value_clear(vm, &list);
        if (*g == 0 || *g == CHAR_MAX)
            break;
    }
    return list;
}

FN(locale_localeconv)
{
    Value d = dict_new(vm);
    const struct lconv *l = localeconv();
    bool ok = d != VALUE_NULL;
#define TEXT(field)                                                                    \
    ok = ok && dict_set_cstr_steal(vm, d, #field, locale_text(vm, l->field)) == 0
#define NUMBER(field)                                                                  \
    ok = ok && dict_set_cstr_steal(vm, d, #field, value_from_imm(l->field)) == 0
#define GROUPS(field)                                                                  \
    ok = ok && dict_set_cstr_steal(vm, d, #field, grouping_list(vm, l->field)) == 0
    TEXT(int_curr_symbol);
    TEXT(currency_symbol);
    TEXT(mon_decimal_point);
    TEXT(mon_thousands_sep);
    GROUPS(mon_grouping);
    TEXT(positive_sign);
    TEXT(negative_sign);
    NUMBER(int_frac_digits);
    NUMBER(frac_digits);
    NUMBER(p_cs_precedes);
    NUMBER(p_sep_by_space);
    NUMBER(n_cs_precedes);
    NUMBER(n_sep_by_space);
    NUMBER(p_sign_posn);
    NUMBER(n_sign_posn);
    TEXT(decimal_point);
    TEXT(thousands_sep);
    GROUPS(grouping);
    if (!ok)
        value_clear(vm, &d);
    return d;
}

/* The text as wide characters, mem_alloc'ed. */
static wchar_t *wide(MinipyVM *vm, Value s)
{
    Text t = str_text(s);
    if (search_char(t.data, (size_t)t.length, 0, t.width) >= 0) {
        error_set(vm, EXC_ValueError, "embedded null character");
        return NULL;
    }
    wchar_t *w = mem_alloc(vm, (size_t)(t.length + 1) * sizeof *w);
    if (w) {
        text_copy(w, sizeof *w, 0, t);
        w[t.length] = 0;
    }
    return w;
}

FN(locale_strcoll)
{
    for (int i = 0; i < 2; i++)
        if (!value_is_str(args[i]))
            return arg_type_error(vm, "strcoll", i ? "2" : "1", "str", args[i]);
    wchar_t *a = wide(vm, args[0]), *b = a ? wide(vm, args[1]) : NULL;
    int r = b ? wcscoll(a, b) : 0;
    bool ok = b != NULL;
    mem_free(vm, a);
    mem_free(vm, b);
    return ok ? value_from_imm(r) : VALUE_NULL;
}

FN(locale_strxfrm)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "strxfrm", NULL, "str", args[0]);
    wchar_t *w = wide(vm, args[0]), *out = NULL;
    if (!w)
        return VALUE_NULL;
    size_t n = wcsxfrm(NULL, w, 0);
    Value v = VALUE_NULL;
    if ((out = mem_alloc(vm, (n + 1) * sizeof *out))) {
        wcsxfrm(out, w, n + 1);
        v = str_from_ucs4(vm, (const uint32_t *)out, (int64_t)n);
    }
    mem_free(vm, out);
    mem_free(vm, w);
    return v;
}

enum { FIRST_LANGINFO = 8 };
static CONTENTS(contents,
    HAS_C(LC_CTYPE), HAS_C(LC_TIME), HAS_C(LC_COLLATE), HAS_C(LC_MONETARY), HAS_C(LC_MESSAGES), HAS_C(LC_NUMERIC),
    HAS_C(LC_ALL), HAS_C(CHAR_MAX), HAS_C(DAY_1), HAS_C(DAY_2), HAS_C(DAY_3), HAS_C(DAY_4), HAS_C(DAY_5), HAS_C(DAY_6),
    HAS_C(DAY_7), HAS_C(ABDAY_1), HAS_C(ABDAY_2), HAS_C(ABDAY_3), HAS_C(ABDAY_4), HAS_C(ABDAY_5), HAS_C(ABDAY_6),
    HAS_C(ABDAY_7), HAS_C(MON_1), HAS_C(MON_2), HAS_C(MON_3), HAS_C(MON_4), HAS_C(MON_5), HAS_C(MON_6), HAS_C(MON_7),
    HAS_C(MON_8), HAS_C(MON_9), HAS_C(MON_10), HAS_C(MON_11), HAS_C(MON_12), HAS_C(ABMON_1), HAS_C(ABMON_2),
    HAS_C(ABMON_3), HAS_C(ABMON_4), HAS_C(ABMON_5), HAS_C(ABMON_6), HAS_C(ABMON_7), HAS_C(ABMON_8), HAS_C(ABMON_9),
    HAS_C(ABMON_10), HAS_C(ABMON_11), HAS_C(ABMON_12), HAS_C(RADIXCHAR), HAS_C(THOUSEP), HAS_C(CRNCYSTR), HAS_C(D_FMT),
    HAS_C(D_T_FMT), HAS_C(T_FMT), HAS_C(AM_STR), HAS_C(PM_STR), HAS_C(CODESET), HAS_C(T_FMT_AMPM), HAS_C(ERA),
    HAS_C(ERA_D_FMT), HAS_C(ERA_D_T_FMT), HAS_C(ERA_T_FMT), HAS_C(ALT_DIGITS), HAS_C(YESEXPR), HAS_C(NOEXPR),
    HAS_C(_DATE_FMT), HAS_ERROR("Error", &error_class),
);

FN(locale_nl_langinfo)
{
    int item;
    if (!arg_int(vm, args[0], &item))
        return VALUE_NULL;
    for (const ModuleItem *row = contents + FIRST_LANGINFO; row->kind == ITEM_INT;
         row++)
        if (row->of.number == item)
            return locale_text(vm, nl_langinfo(item));
    return error_set(vm, EXC_ValueError, "unsupported langinfo constant");
}

FN(locale_getencoding)
{
    return str_from_cstr(vm, nl_langinfo(CODESET));
}

/* ---- messages: the C library's catalogues ---------------------------------------- */

/* The text of a str without NULs, NULL for None where that is allowed, into *out.
 * False: the error that names the function and the argument ("1"; NULL if it has only
 * one). */
static bool text_arg(MinipyVM *vm, const char *fname, const char *argname, Value v,
                     bool none, const char **out)
{
    *out = NULL;
    if (none && v == VALUE_NONE)
        return true;
    if (value_is_str(v))
        return (*out = str_cstr(vm, v));
    arg_type_error(vm, fname, argname, none ? "str or None" : "str", v);
    return false;
}

FN(locale_gettext)
{
    const char *text;
    return text_arg(vm, "gettext", NULL, args[0], false, &text)
               ? locale_text(vm, gettext(text))
               : VALUE_NULL;
}

FN(locale_dgettext)
{
    const char *domain, *text;
    return text_arg(vm, "dgettext", "1", args[0], true, &domain) &&
                   text_arg(vm, "dgettext", "2", args[1], false, &text)
               ? locale_text(vm, dgettext(domain, text))
               : VALUE_NULL;
}

FN(locale_dcgettext)
{
    const char *domain, *text;
    int category;
    return text_arg(vm, "dcgettext", "1", args[0], true, &domain) &&
                   text_arg(vm, "dcgettext", "2", args[1], false, &text) &&
                   arg_int(vm, args[2], &category)
               ? locale_text(vm, dcgettext(domain, text, category))
               : VALUE_NULL;
}

FN(locale_textdomain)
{
    const char *domain, *now;
    if (!text_arg(vm, "textdomain", NULL, args[0], true, &domain))
        return VALUE_NULL;
    now = textdomain(domain);
    return now ? locale_text(vm, now) : error_set_errno(vm, errno, VALUE_NULL);
}

FN(locale_bindtextdomain)
{
    const char *domain, *now, *folder = NULL;
    Value path = VALUE_NULL;
    if (!text_arg(vm, "bindtextdomain", "1", args[0], false, &domain))
        return VALUE_NULL;
    if (!*domain)
        return module_error(vm, &error_class, "domain must be a non-empty string");
    if (args[1] != VALUE_NONE) {
        if (!(path = fs_encode(vm, args[1])))
            return VALUE_NULL;
        folder = (const char *)BYTES(path)->data;
    }
    now = bindtextdomain(domain, folder);
    int err = errno;
    value_xdecref(vm, path);
    return now ? locale_text(vm, now) : error_set_errno(vm, err, VALUE_NULL);
}

FN(locale_bind_codeset)
{
    const char *domain, *codeset, *now;
    if (!text_arg(vm, "bind_textdomain_codeset", "1", args[0], false, &domain) ||
        !text_arg(vm, "bind_textdomain_codeset", "2", args[1], true, &codeset))
        return VALUE_NULL;
    now = bind_textdomain_codeset(domain, codeset);
    return now ? locale_text(vm, now) : VALUE_NONE;
}

static METHODS(functions,
    {"setlocale", locale_setlocale, 0, "($module, category, locale=<unrepresentable>, /)",
     "Activates/queries locale processing."},
    {"localeconv", locale_localeconv, 0, "($module, /)", "Returns numeric and monetary locale-specific parameters."},
    {"strcoll", locale_strcoll, 0, "($module, os1, os2, /)", "Compares two strings according to the locale."},
    {"strxfrm", locale_strxfrm, 0, "($module, string, /)",
     "Return a string that can be used as a key for locale-aware comparisons."},
    {"nl_langinfo", locale_nl_langinfo, 0, "($module, key, /)",
     "Return the value for the locale information associated with key."},
    {"getencoding", locale_getencoding, 0, "($module, /)", "Get the current locale encoding."},
    {"gettext", locale_gettext, 0, "($module, msg, /)",
     "The message in the locale's language, from the catalogue of the text domain."},
    {"dgettext", locale_dgettext, 0, "($module, domain, msg, /)", "The message from the catalogue of a domain."},
    {"dcgettext", locale_dcgettext, 0, "($module, domain, msg, category, /)",
     "The message from the catalogue of a domain, for a category of the locale."},
    {"textdomain", locale_textdomain, 0, "($module, domain, /)",
     "Sets the text domain, if it is not None; returns the one there is now."},
    {"bindtextdomain", locale_bindtextdomain, 0, "($module, domain, dir, /)",
     "Sets where a domain's catalogues are, if dir is not None; returns the place."},
    {"bind_textdomain_codeset", locale_bind_codeset, 0, "($module, domain, codeset, /)",
     "Sets the encoding of a domain's messages, if it is not None; returns it."},
);

static int locale_exec(MinipyVM *vm, Value m)
{
    /* What python does at its start (vm/api/main.c saw to LC_CTYPE in the environment).
     * For the command alone: the locale of a host is the host's. */
    if (vm->owns_signals)
        setlocale(LC_CTYPE, "");
    (void)m;
    vm->settings.locale_in_use = true;
    return 0;
}

MODULE_SPEC(locale_module_spec,
    .name = "_locale",
    .doc = "Support for POSIX locales.",
    .methods = functions, .contents = contents, .exec = locale_exec,
);
