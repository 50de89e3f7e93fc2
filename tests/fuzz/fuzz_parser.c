/* libFuzzer target: lexer, parser, diagnosis and dumper on arbitrary bytes.
 *
 * The first byte chooses mode and flags. Besides not crashing, the two parsers must
 * agree on what is a program. Build it with clang -fsanitize=fuzzer,address. */
#include <stdlib.h>

#include "compiler/diagnose/diagnose.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 20000) {
        return 0;
    }
    AstArena arena;
    ParseResult result;
    ParseOptions options = {.mode = (ParseMode)(data[0] % 3),
                            .flags = data[0] / 3 % 32,
                            .filename = "fuzz.py"};
    /* Text promises to be valid UTF-8, which these bytes are not. */
    options.flags &= ~(unsigned)PARSE_SOURCE_IS_TEXT;
    arena_init(&arena, NULL);
    bool ok = parse_source(&arena, (const char *)data + 1, size - 1, &options, &result);
    if (ok) {
        AstText text;
        ast_dump(&arena, result.mod, true, &text);
        if (options.mode == PARSE_EXEC &&
            !diagnose_accepts(&arena, &options, result.text)) {
            abort();
        }
    } else if (result.error.kind == COMPILE_OK) {
        abort();
    }
    arena_free(&arena);
    return 0;
}
