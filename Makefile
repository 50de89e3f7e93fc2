# minipy - see README.md. The two commands: `make demo` and `make test`.
#
#   make [PROBES=none|nop|semaphore|gate] [ENABLE_SHARED=1] [DEBUG=1] [CC=clang]
#   make demo | test | bench | bench-compare | check-ast | check-events | check-cpython
#   make asan | gc-stress | refleak | fail-alloc      hostile builds over the goldens
#   make help                                         all targets, a line each

PROBES ?= gate
BUILD ?= build/$(PROBES)$(if $(DEBUG),-debug)$(HOSTILE)
OUT ?= .
CC ?= gcc
OPT ?= $(if $(DEBUG),-O0 -g,-O3 -g1)

PROBES_DEFINE := $(if $(filter gate,$(PROBES)),-DMINIPY_PROBES_GATE,$(if $(filter none,$(PROBES)),-DMINIPY_PROBES_NONE,$(if $(filter nop,$(PROBES)),-DMINIPY_PROBES_NOP,$(if $(filter semaphore,$(PROBES)),-DMINIPY_PROBES_SEMAPHORE,$(error PROBES must be none, nop, semaphore or gate)))))
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(OPT) $(WARN) -fno-strict-aliasing -fvisibility=hidden -I. -Iinclude \
             -MMD -MP $(PROBES_DEFINE) $(HOSTILE_CFLAGS) $(CFLAGS)
LIBS := -lgmp -lpcre2-8 -lpcre2-16 -lpcre2-32 -lm

LIB_SRC := $(filter-out vm/main.c,$(wildcard vm/*.c vm/objects/*.c compiler/*.c probes/*.c stdlib/*.c))
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/frozen.o
MAIN_OBJ := $(BUILD)/vm/main.o

all: $(OUT)/minipy

$(OUT)/minipy: $(MAIN_OBJ) $(LIB_OBJ)
	$(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $^ $(LIBS)

# The loop's code is laid out by hand: no cross-jumping, no hoisting of the dispatch.
$(BUILD)/vm/eval.o: EXTRA := -fno-gcse -fno-crossjumping
# Marker sites: nothing may keep data below the stack pointer there (docs/PROBES.md).
$(BUILD)/probes/sites.o: EXTRA := -mno-red-zone

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(EXTRA) -c -o $@ $<

$(BUILD)/frozen.c: tools/freeze.sh $(wildcard stdlib/py/*.py stdlib/py/*/*.py)
	@mkdir -p $(@D)
	sh tools/freeze.sh stdlib/py > $@
$(BUILD)/frozen.o: $(BUILD)/frozen.c
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# The front half of the compiler as a command, for its tests: it needs no vm.
FRONT_SRC := $(wildcard $(addprefix compiler/,arena.c source.c lexer*.c parser*.c string_decode.c diagnose*.c \
             ast.c ast_dump.c)) vm/unicode.c vm/unicode_names.c vm/utf8.c vm/dtoa.c
FRONT_OBJ := $(FRONT_SRC:%.c=$(BUILD)/%.o) $(BUILD)/tools/ast_tool.o

$(BUILD)/ast_tool: $(FRONT_OBJ)
	$(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $^ -lgmp -lm

# Every tree of the library equal to python3.11's (AST_SAMPLE=150: of that many files);
# every wrong source of tests/syntax with its message and place.
check-ast: $(BUILD)/ast_tool
	/usr/bin/python3.11 tools/check_ast.py $(if $(AST_SAMPLE),--sample $(AST_SAMPLE)) $(BUILD)/ast_tool
check-syntax: $(BUILD)/ast_tool
	/usr/bin/python3.11 tests/syntax/run.py $(BUILD)/ast_tool

# Every allocation of the front half failing in turn, over small sources.
check-parser-memory:
	@mkdir -p $(BUILD)
	$(CC) -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize=alignment -I. \
	    -DARENA_FIRST_CHUNK=32 -DARENA_LARGEST_CHUNK=32 -o $(BUILD)/parser_memory \
	    tests/unit/parser_memory.c $(FRONT_SRC) -lgmp -lm
	$(BUILD)/parser_memory tests/syntax/memory/*.py

# Fuzzes both parsers for FUZZ_SECONDS, with what earlier runs found.
FUZZ_SECONDS ?= 60
fuzz-parser:
	@mkdir -p $(BUILD)/fuzz-parser-corpus
	clang -std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address -I. -o $(BUILD)/fuzz_parser \
	    tests/fuzz/fuzz_parser.c $(FRONT_SRC) -lgmp -lm
	ulimit -s 65536; $(BUILD)/fuzz_parser -max_total_time=$(FUZZ_SECONDS) -max_len=1500 $(BUILD)/fuzz-parser-corpus

-include $(FRONT_OBJ:.o=.d) $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d)

clean:
	rm -rf build minipy libminipy.a libminipy.so*

.PHONY: all clean check-ast check-syntax check-parser-memory fuzz-parser
