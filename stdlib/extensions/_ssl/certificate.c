/* certificate.c - certificates: as the dicts of getpeercert(), as DER, and the class
 * Certificate. Text from a certificate is another's: lengths count, not null bytes.
 */
#include "ssl.h"

/* ---- names ----------------------------------------------------------------------- */

/* By its name (`by_name`), or by its number where it has none. */
static MinipyValue object_text(MinipyVM *vm, const ASN1_OBJECT *o, bool by_name)
{
    char small[256];
    int size = OBJ_obj2txt(small, sizeof small, o, !by_name);
    if (size < 0)
        return ssl_error(vm, NULL, 0);
    if (size == 0 && by_name)
        return minipy_none();
    if ((size_t)size < sizeof small)
        return minipy_str(vm, small, (size_t)size);
    char *all = malloc((size_t)size + 1);
    MinipyValue r = MINIPY_NULL;
    if (!all)
        minipy_raise(vm, "MemoryError", NULL);
    else if ((size = OBJ_obj2txt(all, size + 1, o, !by_name)) >= 0)
        r = minipy_str(vm, all, (size_t)size);
    else
        ssl_error(vm, NULL, 0);
    free(all);
    return r;
}

/* (name, value) */
static MinipyValue attribute(MinipyVM *vm, const X509_NAME_ENTRY *entry)
{
    unsigned char *utf8 = NULL;
    MinipyValue name = object_text(vm, X509_NAME_ENTRY_get_object(entry), true);
    if (!name)
        return MINIPY_NULL;
    int size = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry));
    if (size < 0) {
        minipy_release(vm, name);
        return ssl_error(vm, NULL, 0);
    }
    MinipyValue value = minipy_str(vm, (const char *)utf8, (size_t)size);
    OPENSSL_free(utf8);
    return TUPLE(vm, name, value);
}

/* A tuple of relative names, each a tuple of attributes. */
static MinipyValue name_tuple(MinipyVM *vm, const X509_NAME *name)
{
    MinipyValue all = minipy_list(vm, NULL, 0), part = minipy_list(vm, NULL, 0);
    int count = X509_NAME_entry_count(name), r = all && part ? 0 : -1;
    for (int i = 0; r == 0 && i < count; i++) {
        X509_NAME_ENTRY *entry = X509_NAME_get_entry(name, i);
        int set = X509_NAME_ENTRY_set(entry);
        if (i > 0 && set != X509_NAME_ENTRY_set(X509_NAME_get_entry(name, i - 1))) {
            r = append(vm, all, tuple_of_list(vm, part));
            part = minipy_list(vm, NULL, 0);
        }
        if (r == 0)
            r = part ? append(vm, part, attribute(vm, entry)) : -1;
    }
    if (r == 0 && count > 0) {
        r = append(vm, all, tuple_of_list(vm, part));
        part = MINIPY_NULL;
    }
    minipy_release(vm, part);
    if (r == 0)
        return tuple_of_list(vm, all);
    minipy_release(vm, all);
    return MINIPY_NULL;
}

/* ---- text that OpenSSL prints ---------------------------------------------------- */

/* What lies in a BIO of memory, which is freed. */
static MinipyValue printed(MinipyVM *vm, BIO *bio)
{
    char *text;
    long size = BIO_get_mem_data(bio, &text);
    MinipyValue r = minipy_str(vm, text, size > 0 ? (size_t)size : 0);
    BIO_free(bio);
    return r;
}

static BIO *printer(MinipyVM *vm)
{
    BIO *bio = BIO_new(BIO_s_mem());
    if (!bio)
        minipy_raise(vm, "MemoryError", NULL);
    return bio;
}

static MinipyValue time_text(MinipyVM *vm, const ASN1_TIME *t)
{
    BIO *bio = printer(vm);
    if (bio)
        ASN1_TIME_print(bio, t);
    return bio ? printed(vm, bio) : MINIPY_NULL;
}

static MinipyValue serial_text(MinipyVM *vm, const X509 *x)
{
    BIO *bio = printer(vm);
    if (bio)
        i2a_ASN1_INTEGER(bio, X509_get0_serialNumber(x));
    return bio ? printed(vm, bio) : MINIPY_NULL;
}

/* ---- alternative names ----------------------------------------------------------- */

static MinipyValue ip_text(MinipyVM *vm, const ASN1_OCTET_STRING *ip)
{
    char line[64];
    const unsigned char *p = ASN1_STRING_get0_data(ip);
    int size = ASN1_STRING_length(ip);
    if (size == 4)
        snprintf(line, sizeof line, "%d.%d.%d.%d", p[0], p[1], p[2], p[3]);
    else if (size == 16)
        snprintf(line, sizeof line, "%X:%X:%X:%X:%X:%X:%X:%X", p[0] << 8 | p[1],
                 p[2] << 8 | p[3], p[4] << 8 | p[5], p[6] << 8 | p[7], p[8] << 8 | p[9],
                 p[10] << 8 | p[11], p[12] << 8 | p[13], p[14] << 8 | p[15]);
    else
        strcpy(line, "<invalid>");
    return text_value(vm, line);
}

/* As OpenSSL prints it, "KIND:value". */
static MinipyValue printed_name(MinipyVM *vm, GENERAL_NAME *name)
{
    BIO *bio = printer(vm);
    if (!bio)
        return MINIPY_NULL;
    char *text;
    GENERAL_NAME_print(bio, name);
    long size = BIO_get_mem_data(bio, &text);
    const char *colon = size > 0 ? memchr(text, ':', (size_t)size) : NULL;
    MinipyValue r = MINIPY_NULL;
    if (colon)
        r = TUPLE(vm, minipy_str(vm, text, (size_t)(colon - text)),
                  minipy_str(vm, colon + 1, (size_t)(text + size - colon - 1)));
    else
        minipy_raisef(vm, "ValueError", "Invalid value %.200s",
                      size > 0 ? "of a general name" : "");
    BIO_free(bio);
    return r;
}

static MinipyValue string_name(MinipyVM *vm, const char *kind, const ASN1_STRING *s)
{
    return TUPLE(vm, text_value(vm, kind),
                 minipy_str(vm, (const char *)ASN1_STRING_get0_data(s),
                            (size_t)ASN1_STRING_length(s)));
}

static MinipyValue general_name(MinipyVM *vm, GENERAL_NAME *name)
{
    switch (name->type) {
    case GEN_DIRNAME:
        return TUPLE(vm, text_value(vm, "DirName"), name_tuple(vm, name->d.dirn));
    case GEN_EMAIL: return string_name(vm, "email", name->d.rfc822Name);
    case GEN_DNS: return string_name(vm, "DNS", name->d.dNSName);
    case GEN_URI: return string_name(vm, "URI", name->d.uniformResourceIdentifier);
    case GEN_RID:
        return TUPLE(vm, text_value(vm, "Registered ID"),
                     object_text(vm, name->d.rid, false));
    case GEN_IPADD:
        return TUPLE(vm, text_value(vm, "IP Address"), ip_text(vm, name->d.ip));
    case GEN_OTHERNAME:
    case GEN_X400:
    case GEN_EDIPARTY: return printed_name(vm, name);
    default:
        if (minipy_warn(vm, "RuntimeWarning", "Unknown general name type", 1) < 0)
            return MINIPY_NULL;
        return printed_name(vm, name);
    }
}

/* A tuple, or None where there are none. */
static MinipyValue alternative_names(MinipyVM *vm, X509 *x)
{
    GENERAL_NAMES *names = X509_get_ext_d2i(x, NID_subject_alt_name, NULL, NULL);
    if (!names)
        return minipy_none();
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; r == 0 && i < sk_GENERAL_NAME_num(names); i++)
        r = append(vm, list, general_name(vm, sk_GENERAL_NAME_value(names, i)));
    GENERAL_NAMES_free(names);
    if (r == 0)
        return tuple_of_list(vm, list);
    minipy_release(vm, list);
    return MINIPY_NULL;
}

/* ---- addresses ------------------------------------------------------------------- */

static int append_uri(MinipyVM *vm, MinipyValue list, const ASN1_IA5STRING *uri)
{
    return append(vm, list,
                  minipy_str(vm, (const char *)ASN1_STRING_get0_data(uri),
                             (size_t)ASN1_STRING_length(uri)));
}

/* A list as a tuple, or None if it is empty. */
static MinipyValue tuple_or_none(MinipyVM *vm, MinipyValue list, int r)
{
    if (r == 0 && minipy_length(vm, list) > 0)
        return tuple_of_list(vm, list);
    minipy_release(vm, list);
    return r == 0 ? minipy_none() : MINIPY_NULL;
}

static MinipyValue access_addresses(MinipyVM *vm, X509 *x, int nid)
{
    AUTHORITY_INFO_ACCESS *info = X509_get_ext_d2i(x, NID_info_access, NULL, NULL);
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; info && r == 0 && i < sk_ACCESS_DESCRIPTION_num(info); i++) {
        ACCESS_DESCRIPTION *d = sk_ACCESS_DESCRIPTION_value(info, i);
        if (OBJ_obj2nid(d->method) == nid && d->location->type == GEN_URI)
            r = append_uri(vm, list, d->location->d.uniformResourceIdentifier);
    }
    AUTHORITY_INFO_ACCESS_free(info);
    return tuple_or_none(vm, list, r);
}

static int append_points(MinipyVM *vm, MinipyValue list, const DIST_POINT *point)
{
    if (!point->distpoint || point->distpoint->type != 0)
        return 0;
    GENERAL_NAMES *names = point->distpoint->name.fullname;
    int r = 0;
    for (int i = 0; r == 0 && i < sk_GENERAL_NAME_num(names); i++) {
        GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        if (name->type == GEN_URI)
            r = append_uri(vm, list, name->d.uniformResourceIdentifier);
    }
    return r;
}

static MinipyValue revocation_addresses(MinipyVM *vm, X509 *x)
{
    CRL_DIST_POINTS *points =
        X509_get_ext_d2i(x, NID_crl_distribution_points, NULL, NULL);
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; points && r == 0 && i < sk_DIST_POINT_num(points); i++)
        r = append_points(vm, list, sk_DIST_POINT_value(points, i));
    CRL_DIST_POINTS_free(points);
    return tuple_or_none(vm, list, r);
}

/* ---- a certificate --------------------------------------------------------------- */

/* The same, if there is something to tell. */
static int put_some(MinipyVM *vm, MinipyValue dict, const char *name, MinipyValue v)
{
    return v && minipy_is_none(v) ? 0 : put(vm, dict, name, v);
}

MinipyValue certificate_dict(MinipyVM *vm, X509 *x)
{
    MinipyValue d = minipy_dict(vm);
    if (d && put(vm, d, "subject", name_tuple(vm, X509_get_subject_name(x))) == 0 &&
        put(vm, d, "issuer", name_tuple(vm, X509_get_issuer_name(x))) == 0 &&
        put(vm, d, "version", minipy_int(vm, X509_get_version(x) + 1)) == 0 &&
        put(vm, d, "serialNumber", serial_text(vm, x)) == 0 &&
        put(vm, d, "notBefore", time_text(vm, X509_get0_notBefore(x))) == 0 &&
        put(vm, d, "notAfter", time_text(vm, X509_get0_notAfter(x))) == 0 &&
        put_some(vm, d, "subjectAltName", alternative_names(vm, x)) == 0 &&
        put_some(vm, d, "OCSP", access_addresses(vm, x, NID_ad_OCSP)) == 0 &&
        put_some(vm, d, "caIssuers", access_addresses(vm, x, NID_ad_ca_issuers)) == 0 &&
        put_some(vm, d, "crlDistributionPoints", revocation_addresses(vm, x)) == 0) {
        ERR_clear_error(); /* of extensions that are not there */
        return d;
    }
    minipy_release(vm, d);
    return MINIPY_NULL;
}

MinipyValue certificate_der(MinipyVM *vm, X509 *x)
{
    unsigned char *der = NULL;
    int size = i2d_X509(x, &der);
    if (size < 0)
        return ssl_error(vm, NULL, 0);
    MinipyValue r = minipy_bytes(vm, der, (size_t)size);
    OPENSSL_free(der);
    return r;
}

METHOD(decode_certificate_file)
{
    MinipyValue path = minipy_path(vm, args[0], NULL), r = MINIPY_NULL;
    if (!path)
        return MINIPY_NULL;
    BIO *bio = BIO_new_file(minipy_as_bytes(vm, path, NULL), "r");
    X509 *x = bio ? PEM_read_bio_X509(bio, NULL, NULL, NULL) : NULL;
    minipy_release(vm, path);
    ERR_clear_error();
    if (!bio)
        plain_error(vm, "Can't open file");
    else if (!x)
        plain_error(vm, "Error decoding PEM-encoded file");
    else
        r = certificate_dict(vm, x);
    X509_free(x);
    BIO_free(bio);
    return r;
}

/* ---- Certificate ----------------------------------------------------------------- */

typedef struct Certificate {
    X509 *x; /* owned */
} Certificate;

enum { ENCODING_PEM = 1, ENCODING_DER = 2 };

static DESTROY(certificate_destroy)
{
    X509_free(((Certificate *)data)->x);
}

static X509 *x509_of(MinipyVM *vm, MinipyValue v)
{
    Certificate *c = minipy_data(vm, v, &certificate_type);
    return c ? c->x : NULL;
}

static MinipyValue certificate_new(MinipyVM *vm, X509 *x)
{
    State *s = state_of(vm);
    void *data;
    MinipyValue self = s ? minipy_instance(vm, s->certificate, &data) : MINIPY_NULL;
    if (self && X509_up_ref(x))
        ((Certificate *)data)->x = x;
    return self;
}

MinipyValue certificates_list(MinipyVM *vm, STACK_OF(X509) * chain)
{
    if (!chain)
        return minipy_none();
    MinipyValue list = minipy_list(vm, NULL, 0);
    int r = list ? 0 : -1;
    for (int i = 0; r == 0 && i < sk_X509_num(chain); i++)
        r = append(vm, list, certificate_new(vm, sk_X509_value(chain, i)));
    return unless_failed(vm, list, r);
}

static METHOD(certificate_info)
{
    X509 *x = x509_of(vm, args[0]);
    return x ? certificate_dict(vm, x) : MINIPY_NULL;
}

static METHOD(certificate_bytes)
{
    int format = ENCODING_PEM;
    X509 *x = x509_of(vm, args[0]);
    if (!x || as_c_int(vm, args[1], &format) < 0)
        return MINIPY_NULL;
    if (format == ENCODING_DER)
        return certificate_der(vm, x);
    if (format != ENCODING_PEM)
        return minipy_raise(vm, "ValueError", "Unsupported format");
    BIO *bio = printer(vm);
    if (!bio)
        return MINIPY_NULL;
    if (PEM_write_bio_X509(bio, x))
        return printed(vm, bio);
    BIO_free(bio);
    return ssl_error(vm, NULL, 0);
}

static METHOD(certificate_repr)
{
    X509 *x = x509_of(vm, args[0]);
    BIO *bio = x ? printer(vm) : NULL;
    if (!bio)
        return MINIPY_NULL;
    BIO_printf(bio, "<%s '", minipy_type_name(vm, args[0]));
    X509_NAME_print_ex(bio, X509_get_subject_name(x), 0,
                       XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    BIO_puts(bio, "'>");
    return printed(vm, bio);
}

static MinipyValue compare(MinipyVM *vm, const MinipyValue *args, bool equal)
{
    State *s = state_of(vm);
    int same_class = s ? minipy_isinstance(vm, args[1], s->certificate) : -1;
    X509 *x = x509_of(vm, args[0]);
    if (same_class < 0 || !x)
        return MINIPY_NULL;
    if (!same_class)
        return minipy_not_implemented();
    return minipy_bool((X509_cmp(x, x509_of(vm, args[1])) == 0) == equal);
}

static METHOD(certificate_eq)
{
    return compare(vm, args, true);
}
static METHOD(certificate_ne)
{
    return compare(vm, args, false);
}
/* CPython's has the slot of all six. */
static METHOD(certificate_order)
{
    return minipy_not_implemented();
}

static METHOD(certificate_hash)
{
    X509 *x = x509_of(vm, args[0]);
    return x ? minipy_int(vm, (int64_t)(X509_subject_name_hash(x) & LONG_MAX))
             : MINIPY_NULL;
}

/* clang-format off */
static const MinipyMethod certificate_methods[] = {
    ROW("__repr__", certificate_repr, "(self, /)", NULL),
    ROW("__hash__", certificate_hash, "(self, /)", NULL),
    ROW("__eq__", certificate_eq, "(self, value, /)", NULL),
    ROW("__ne__", certificate_ne, "(self, value, /)", NULL),
    ROW("__lt__", certificate_order, "(self, value, /)", NULL),
    ROW("__le__", certificate_order, "(self, value, /)", NULL),
    ROW("__gt__", certificate_order, "(self, value, /)", NULL),
    ROW("__ge__", certificate_order, "(self, value, /)", NULL),
    ROW("get_info", certificate_info, "(self, /)", "As a dict, as getpeercert() gives it."),
    ROW("public_bytes", certificate_bytes, "(self, /, format=1)", "As PEM (a str) or DER (bytes)."),
    {0}};
const MinipyType certificate_type = {
    .name = "_ssl.Certificate", .size = sizeof(Certificate), .methods = certificate_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = certificate_destroy};
/* clang-format on */
