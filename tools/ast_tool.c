/* ast_tool: the front half of the compiler as a command, for the tests.
 *
 *   ast_tool [-a] [-q] [-m MODE] FILE...   dump each tree, as `python3.11 -m ast [-a]`
 *
 * -q only parses; -m is exec (the default), eval or single; -l reads the names of files
 * from standard input; -p has the grammar of the diagnosis check the fast parser;
 * -w prints warnings; -f, -t, -i set the options "is a file", "is text", "may be
 * incomplete". With several files each dump is preceded by "== NAME". A file
 * that is not valid gives one line: kind, message, line, offset, end line, end offset
 * and text, separated by "\x1f". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/codegen/compile.h"
#include "compiler/diagnose/diagnose.h"
#include "minipy.h"

typedef struct Tool {
    bool attributes, quiet, many, both_parsers, warnings;
    ParseOptions options;
} Tool;

static char *read_file(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    size_t capacity = 1 << 16;
    char *bytes = malloc(capacity);
    *len = 0;
    for (size_t got; bytes && (got = fread(bytes + *len, 1, capacity - *len, file));) {
        *len += got;
        if (*len == capacity) {
            capacity *= 2;
            bytes = realloc(bytes, capacity);
        }
    }
    fclose(file);
    return bytes;
}

/* The codecs are a vm's: one is made for the first file that is not UTF-8. */
static const char *decode(void *context, AstArena *arena, const char *encoding,
                          const char *bytes, size_t len, size_t *size,
                          const char **message)
{
    static MinipyVM *vm;
    MinipyConfig config;
    (void)context;
    minipy_config_init(&config);
    if (vm == NULL && (vm = minipy_new(&config)) == NULL) {
        *message = "no vm";
        return NULL;
    }
    return compile_decode(vm, arena, encoding, bytes, len, size, message);
}

static void print_error(const CompileError *error)
{
    static const char *const kinds[] = {
        "OK",          "SyntaxError", "IndentationError", "TabError",     "ValueError",
        "MemoryError", "MemoryError", "RecursionError",   "OverflowError"};
    printf("%s\x1f%s\x1f%d\x1f%d\x1f%d\x1f%d\x1f", kinds[error->kind],
           error->message ? error->message : "", error->lineno, error->offset,
           error->end_lineno, error->end_offset);
    if (error->text) {
        printf("'%.*s'", (int)error->text_len, error->text);
    } else {
        printf("None");
    }
    printf("%s\n", error->incomplete ? "\x1fincomplete" : "");
}

static bool dump_file(const Tool *tool, const char *path)
{
    AstArena arena;
    ParseResult result;
    ParseOptions options = tool->options;
    size_t len = 0;
    options.filename = path;
    char *bytes = read_file(path, &len);
    if (bytes == NULL) {
        fprintf(stderr, "ast_tool: cannot read %s\n", path);
        return false;
    }
    if (tool->many) {
        printf("== %s\n", path);
    }
    arena_init(&arena, NULL);
    bool ok = parse_source(&arena, bytes, len, &options, &result);
    for (const CompileWarning *w = result.warnings; w && tool->warnings; w = w->next) {
        printf("%s:%d: %s\n",
               w->kind == COMPILE_SYNTAX_WARNING ? "SyntaxWarning"
                                                 : "DeprecationWarning",
               w->lineno, w->message);
    }
    if (ok && tool->both_parsers && !diagnose_accepts(&arena, &options, result.text)) {
        printf("the two parsers disagree\n");
        ok = false;
    } else if (!ok) {
        print_error(&result.error);
    } else if (!tool->quiet) {
        AstText text;
        if (ast_dump(&arena, result.mod, tool->attributes, &text)) {
            fwrite(text.bytes, 1, text.len, stdout);
        } else {
            printf("RecursionError\n");
        }
    }
    arena_free(&arena);
    free(bytes);
    return ok;
}

int main(int argc, char **argv)
{
    Tool tool = {.options = {.mode = PARSE_EXEC, .decode = decode}};
    bool ok = true, from_list = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        tool.attributes |= strcmp(argv[i], "-a") == 0;
        tool.quiet |= strcmp(argv[i], "-q") == 0;
        tool.both_parsers |= strcmp(argv[i], "-p") == 0;
        from_list |= strcmp(argv[i], "-l") == 0;
        tool.warnings |= strcmp(argv[i], "-w") == 0;
        if (strcmp(argv[i], "-i") == 0) {
            tool.options.flags |= PARSE_ALLOW_INCOMPLETE | PARSE_DONT_IMPLY_DEDENT;
        }
        if (strcmp(argv[i], "-f") == 0) {
            tool.options.flags |= PARSE_SOURCE_IS_FILE;
        }
        if (strcmp(argv[i], "-t") == 0) {
            tool.options.flags |= PARSE_SOURCE_IS_TEXT;
        }
        if (strcmp(argv[i], "-m") == 0 && i + 1 < argc) {
            const char *mode = argv[++i];
            tool.options.mode = mode[0] == 's'                     ? PARSE_SINGLE
                                : mode[0] == 'e' && mode[1] == 'v' ? PARSE_EVAL
                                                                   : PARSE_EXEC;
        }
    }
    tool.many = from_list || argc - i > 1;
    for (; i < argc; i++) {
        ok &= dump_file(&tool, argv[i]);
    }
    char path[4096];
    while (from_list && fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        ok &= dump_file(&tool, path);
    }
    return ok ? 0 : 1;
}
