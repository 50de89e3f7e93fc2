/*
 * unicode.h: the facts of Unicode 14.0 (Python 3.11's), about one code point at a time,
 * and the four normalisation forms.
 *
 * Plain C: code points in, code points and bools out; nothing here knows the vm. Every
 * function takes any 32-bit number and answers "no" (or "itself") above 0x10FFFF.
 * The tables are made by tools/make_unicode.py from python3.11's own unicodedata.
 */
#ifndef MINIPY_VM_TEXT_UNICODE_H
#define MINIPY_VM_TEXT_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNICODE_MAX 0x10FFFFu
#define UNICODE_NONE UINT32_MAX

/* Identifiers: what str.isidentifier() accepts first ('_' included) and afterwards. */
bool unicode_is_xid_start(uint32_t cp);
bool unicode_is_xid_continue(uint32_t cp);

/* The str.is*() questions. */
bool unicode_is_printable(uint32_t cp);
bool unicode_is_alpha(uint32_t cp);
bool unicode_is_decimal(uint32_t cp);
bool unicode_is_digit(uint32_t cp);
bool unicode_is_numeric(uint32_t cp);
bool unicode_is_lower(uint32_t cp);
bool unicode_is_upper(uint32_t cp);
bool unicode_is_title(uint32_t cp);
bool unicode_is_space(uint32_t cp);
bool unicode_is_linebreak(uint32_t cp);
bool unicode_is_alnum(uint32_t cp);
/* What the rule of the final sigma asks (Cased and Case_Ignorable). */
bool unicode_is_cased(uint32_t cp);
bool unicode_is_case_ignorable(uint32_t cp);

/* The value of a decimal or digit character, or -1. */
int unicode_to_decimal(uint32_t cp);
/* What numbers are read from: an ASCII character as it is, a decimal digit and a space
 * of any script as the ASCII ones, anything else as '?'. */
char unicode_to_number_char(uint32_t cp);
int unicode_to_digit(uint32_t cp);
/* True, with the value, when CP has a numeric value (fractions and -1/2 included). */
bool unicode_to_numeric(uint32_t cp, double *value);

/* Full mappings: fill OUT with one to three code points and return how many. The final
   sigma depends on the neighbours and is the caller's (str.lower's) business. */
typedef enum { CASE_LOWER, CASE_UPPER, CASE_TITLE, CASE_FOLD } CaseKind;
int unicode_full_case(uint32_t cp, CaseKind kind, uint32_t out[3]);

/* What the methods of a text do to its characters, one by one, in place: those that
   have no full mapping and are not a capital sigma, up to the first other one. How many
   they are. *IN_WORD: whether a cased character is before them, for TEXT_TITLE. */
typedef enum { TEXT_LOWER, TEXT_UPPER, TEXT_FOLD, TEXT_TITLE, TEXT_SWAP } TextCase;
enum { UNICODE_SIGMA = 0x3a3 };
size_t unicode_map_case(uint32_t *text, size_t n, TextCase kind, bool *in_word);

/* Normalisation into OUT, which must have room for so many code points as
   unicode_normalize_room says (some of it is only worked in). Returns how many it made.
 */
typedef enum {
    UNICODE_NFC,
    UNICODE_NFD,
    UNICODE_NFKC,
    UNICODE_NFKD,
    UNICODE_BY_3_2 = 4, /* added to a form: with the decompositions of Unicode 3.2 */
} UnicodeForm;
size_t unicode_normalize_room(UnicodeForm form, const uint32_t *text, size_t count);
size_t unicode_normalize(UnicodeForm form, const uint32_t *text, size_t count,
                         uint32_t *out);

/* The remaining columns of the database, as the unicodedata module spells them. */
const char *unicode_category(uint32_t cp);
const char *unicode_bidirectional(uint32_t cp);
const char *unicode_east_asian_width(uint32_t cp);
unsigned unicode_combining(uint32_t cp);
bool unicode_is_mirrored(uint32_t cp);
/* CP's own decomposition (one step): its code points in OUT (room for 18), their number
   returned (0: none), and the tag ("<compat>", "<font>", "" when canonical) in *TAG. */
int unicode_decomposition(uint32_t cp, uint32_t out[18], const char **tag);

/* Unicode 3.2, by which domain names and the like are prepared: how it differs from
   today's for CP. */
typedef struct UnicodeChange {
    const char *category, *bidirectional; /* NULL: the same */
    int8_t mirrored;                      /* -1: the same */
    int8_t decimal;                       /* -2: the same; -1: none */
} UnicodeChange;
const UnicodeChange *unicode_3_2(uint32_t cp);
/* Whether Unicode 3.2 had CP, or no version has it. */
bool unicode_3_2_has(uint32_t cp);
const char *unicode_3_2_width(uint32_t cp);

/* Names. unicode_name writes the name and a null byte and returns its length, or 0 when
   CP has none. unicode_lookup finds a name or alias in any case of ASCII letters and
   returns the code point, or UNICODE_NONE (this is what "\N{...}" needs). */
#define UNICODE_NAME_MAX 120
size_t unicode_name(uint32_t cp, char out[UNICODE_NAME_MAX]);
uint32_t unicode_lookup(const char *name, size_t length);
/* A named sequence (unicodedata.lookup accepts them, "\N{...}" does not): the number of
   code points written to OUT, or 0. */
int unicode_lookup_sequence(const char *name, size_t length, uint32_t out[4]);

#endif
