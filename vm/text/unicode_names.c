/*
 * unicode_names.c: from a character to its name and back.
 *
 * The names, by code points, are front coded: each says how many words it shares with
 * the one before it, then its other words as numbers into a lexicon; every NAME_BLOCK
 * names the chain starts afresh. A hash table has their numbers: what has another mark,
 * a byte of the hash, need not be spelt. Ideographs and Hangul syllables have computed
 * names. Data: unicode_names.inc, made by tools/make_unicode.py.
 */
#include "vm/text/unicode.h"

#include <stdio.h>
#include <string.h>

typedef struct NameRange {
    uint32_t first, last;
    const char *prefix;
} NameRange;

/* From code point CODE on, named code points follow one another; CODE is the RANK-th.
 */
typedef struct NameRun {
    uint32_t code, rank;
} NameRun;

typedef struct NameAlias {
    const char *name;
    uint32_t code;
} NameAlias;

typedef struct NameSequence {
    const char *name;
    uint32_t codes[4];
} NameSequence;

#include "vm/text/generated/unicode_names.inc"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { HANGUL_FIRST = 0xAC00, HANGUL_LAST = 0xD7A3 };

static const char *const hangul_leads[] = {"G", "GG", "N", "D",  "DD", "R", "M",
                                           "B", "BB", "S", "SS", "",   "J", "JJ",
                                           "C", "K",  "T", "P",  "H"};
static const char *const hangul_vowels[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                            "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                            "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char *const hangul_tails[] = {
    "",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
    "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};

/* A name being put together out of word numbers. */
typedef struct NameWords {
    uint16_t words[NAME_WORDS];
    unsigned count;
} NameWords;

/* Decode the entry at AT over the entry before it, in *NAME; returns the next entry. */
static const uint8_t *next_name(const uint8_t *at, NameWords *name)
{
    name->count = *at++;
    while (*at != 0) {
        unsigned word = *at++;
        if (word >= 0x80)
            word = (word & 0x7f) << 8 | *at++;
        name->words[name->count++] = (uint16_t)word;
    }
    return at + 1;
}

static size_t spell_name(const NameWords *name, char out[UNICODE_NAME_MAX])
{
    char *end = out;

    for (unsigned i = 0; i < name->count; i++) {
        unsigned word = name->words[i];
        const char *text = word_text + word_block[word / WORD_BLOCK];
        for (unsigned w = word / WORD_BLOCK * WORD_BLOCK; w < word; w++)
            text += word_length[w];
        if (i > 0)
            *end++ = ' ';
        memcpy(end, text, word_length[word]);
        end += word_length[word];
    }
    *end = '\0';
    return (size_t)(end - out);
}

/* The text of the name numbered RANK. */
static size_t name_at(size_t rank, char out[UNICODE_NAME_MAX])
{
    const uint8_t *at = name_pool + name_block[rank / NAME_BLOCK];
    NameWords name = {.count = 0};

    for (size_t i = 0; i <= rank % NAME_BLOCK; i++)
        at = next_name(at, &name);
    return spell_name(&name, out);
}

size_t unicode_name(uint32_t cp, char out[UNICODE_NAME_MAX])
{
    size_t low = 0, high = COUNT(name_runs);

    if (cp >= HANGUL_FIRST && cp <= HANGUL_LAST) {
        unsigned s = cp - HANGUL_FIRST;
        return (size_t)snprintf(out, UNICODE_NAME_MAX, "HANGUL SYLLABLE %s%s%s",
                                hangul_leads[s / 28 / 21], hangul_vowels[s / 28 % 21],
                                hangul_tails[s % 28]);
    }
    for (size_t i = 0; i < COUNT(name_ranges); i++)
        if (cp >= name_ranges[i].first && cp <= name_ranges[i].last)
            return (size_t)snprintf(out, UNICODE_NAME_MAX, "%s%04X",
                                    name_ranges[i].prefix, (unsigned)cp);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (name_runs[middle].code <= cp)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    const NameRun *run = &name_runs[low - 1];
    size_t n = run->rank + (cp - run->code);
    if (n >= (low < COUNT(name_runs) ? run[1].rank : NAME_COUNT))
        return 0;
    return name_at(n, out);
}

/* The code point whose name is number RANK. */
static uint32_t code_of_rank(size_t rank)
{
    size_t low = 0, high = COUNT(name_runs);

    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (name_runs[middle].rank <= rank)
            low = middle;
        else
            high = middle;
    }
    return name_runs[low].code + (uint32_t)(rank - name_runs[low].rank);
}

/* The longest of COUNT parts that TEXT starts with; -1 if none does. */
static int longest_part(const char *const *parts, int count, const char **text)
{
    int best = -1;
    size_t best_length = 0;

    for (int i = 0; i < count; i++) {
        size_t length = strlen(parts[i]);
        if ((best < 0 || length > best_length) && !strncmp(*text, parts[i], length)) {
            best = i;
            best_length = length;
        }
    }
    *text += best_length;
    return best;
}

static uint32_t lookup_hangul(const char *text)
{
    int lead = longest_part(hangul_leads, COUNT(hangul_leads), &text);
    int vowel = longest_part(hangul_vowels, COUNT(hangul_vowels), &text);
    int tail = longest_part(hangul_tails, COUNT(hangul_tails), &text);

    if (lead < 0 || vowel < 0 || tail < 0 || *text != '\0')
        return UNICODE_NONE;
    return HANGUL_FIRST + (uint32_t)((lead * 21 + vowel) * 28 + tail);
}

/* Does it end with a hyphen and the four or five digits of a computed name? */
static bool has_number(const char *name, size_t length)
{
    return length > 6 && (name[length - 5] == '-' || name[length - 6] == '-');
}

/* NAME as a prefix and hexadecimal digits within a range. Python knows only the unified
   ideographs as computed names: for them case counts and a leading zero does not. */
static uint32_t lookup_range(const char *folded, const char *exact)
{
    for (size_t i = 0; i < COUNT(name_ranges); i++) {
        size_t length = strlen(name_ranges[i].prefix);
        bool unified = strcmp(name_ranges[i].prefix, "CJK UNIFIED IDEOGRAPH-") == 0;
        const char *name = unified ? exact : folded;
        if (strncmp(name, name_ranges[i].prefix, length) != 0)
            continue;
        uint32_t code = 0;
        size_t digits = strspn(name + length, "0123456789ABCDEF");
        if ((digits != 4 && digits != 5) || name[length + digits] != '\0')
            continue;
        for (const char *p = name + length; *p; p++)
            code = code * 16 + (uint32_t)(*p <= '9' ? *p - '0' : *p - 'A' + 10);
        if (code >= name_ranges[i].first && code <= name_ranges[i].last &&
            (unified || (digits == 4) == (code < 0x10000)))
            return code;
    }
    return UNICODE_NONE;
}

/* FNV-1a, folded: the generator has the same. */
static uint32_t hash_name(const char *name)
{
    uint32_t h = 0x811c9dc5;

    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 0x01000193;
    return h ^ h >> 15;
}

static uint32_t lookup_hashed(const char *name)
{
    char text[UNICODE_NAME_MAX];
    uint32_t h = hash_name(name), bucket = h % NAME_BUCKETS;

    for (size_t i = name_bucket[bucket]; i < name_bucket[bucket + 1]; i++) {
        if (name_mark[i] != h >> 24)
            continue;
        name_at(name_hashed[i], text);
        if (strcmp(text, name) == 0)
            return code_of_rank(name_hashed[i]);
    }
    return UNICODE_NONE;
}

/* The row of that name in a sorted table whose rows begin with it, or NULL. */
static const void *find_row(const char *name, const void *rows, size_t count,
                            size_t size)
{
    const char *row = rows;

    for (; count > 0; count /= 2) {
        const char *middle = row + count / 2 * size;
        int order = strcmp(name, *(const char *const *)(const void *)middle);
        if (order == 0)
            return middle;
        if (order > 0) {
            row = middle + size;
            count--;
        }
    }
    return NULL;
}

/* NAME in upper case and null-terminated; false when it cannot be a name. */
static bool fold_name(const char *name, size_t length, char out[UNICODE_NAME_MAX])
{
    if (length == 0 || length >= UNICODE_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (c == '\0')
            return false;
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    out[length] = '\0';
    return true;
}

uint32_t unicode_lookup(const char *name, size_t length)
{
    char text[UNICODE_NAME_MAX], exact[UNICODE_NAME_MAX];

    if (!fold_name(name, length, text))
        return UNICODE_NONE;
    memcpy(exact, name, length);
    exact[length] = '\0';
    if (strncmp(exact, "HANGUL SYLLABLE ", 16) == 0)
        return lookup_hangul(exact + 16);
    uint32_t code = has_number(text, length) ? lookup_range(text, exact) : UNICODE_NONE;
    if (code == UNICODE_NONE)
        code = lookup_hashed(text);
    if (code != UNICODE_NONE)
        return code;
    const NameAlias *alias =
        find_row(text, name_aliases, COUNT(name_aliases), sizeof *name_aliases);
    return alias ? alias->code : UNICODE_NONE;
}

int unicode_lookup_sequence(const char *name, size_t length, uint32_t out[4])
{
    char text[UNICODE_NAME_MAX];
    int count = 0;

    if (!fold_name(name, length, text))
        return 0;
    const NameSequence *row =
        find_row(text, name_sequences, COUNT(name_sequences), sizeof *name_sequences);
    if (!row)
        return 0;
    memcpy(out, row->codes, sizeof row->codes);
    while (count < 4 && out[count] != 0)
        count++;
    return count;
}
