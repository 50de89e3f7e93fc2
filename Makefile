# minipy - the README tells what it is. The two commands: `make demo` and `make test`.

PROBES ?= gate
CC ?= gcc
OUT ?= .
OPT ?= $(if $(DEBUG),-O0 -g,-O3 -g1)
BUILD ?= build/$(PROBES)$(if $(DEBUG),-debug)$(if $(HOSTILE),-$(HOSTILE))$(if $(ENABLE_SHARED),-shared)
PYTHON := /usr/bin/python3.11

PROBES_DEFINE_none := -DMINIPY_PROBES_NONE
PROBES_DEFINE_nop := -DMINIPY_PROBES_NOP
PROBES_DEFINE_semaphore := -DMINIPY_PROBES_SEMAPHORE
PROBES_DEFINE_gate := -DMINIPY_PROBES_GATE
PROBES_DEFINE := $(or $(PROBES_DEFINE_$(PROBES)),$(error PROBES must be none, nop, semaphore or gate))

# Hostile builds: every block from malloc, so that sanitizers see each one.
HOSTILE_CFLAGS_asan := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -DMINIPY_MALLOC
HOSTILE_CFLAGS_gc-stress := -DMINIPY_GC_STRESS
HOSTILE_CFLAGS_fail-alloc := -DMINIPY_FAIL_ALLOC
HOSTILE_CFLAGS_switch-stress := $(HOSTILE_CFLAGS_asan) -DMINIPY_SWITCH_STRESS
HOSTILE_CFLAGS_tsan := -fsanitize=thread -fno-omit-frame-pointer -DMINIPY_MALLOC
HOSTILE_CFLAGS := $(HOSTILE_CFLAGS_$(HOSTILE))

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(OPT) $(WARN) -fno-strict-aliasing -fvisibility=hidden \
             $(if $(ENABLE_SHARED),-fPIC) -I. -Iinclude -MMD -MP $(PROBES_DEFINE) $(HOSTILE_CFLAGS) $(CFLAGS)
LIBS := -lgmp -lm -ldl
# The command carries GMP in itself and is linked at a fixed address: nothing is left to relocate
# when it starts, and fewer pages are touched (bench/compare.py, -c pass).
EXE_LIBS := -Wl,-Bstatic -lgmp -Wl,-Bdynamic -lm -ldl

LIB_SRC := $(filter-out vm/main.c,$(wildcard vm/*.c vm/objects/*.c compiler/*.c probes/*.c stdlib/*.c))
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o) $(BUILD)/frozen.o
MAIN_OBJ := $(BUILD)/vm/main.o
GOALS_WITHOUT_BUILD := clean help install-build install-test install-bench format

all: $(OUT)/minipy ## ./minipy (PROBES=none|nop|semaphore|gate, ENABLE_SHARED=1, DEBUG=1, CC=clang)

ifdef ENABLE_SHARED
$(OUT)/minipy: $(MAIN_OBJ) $(OUT)/libminipy.so
	$(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $(MAIN_OBJ) -L$(OUT) -lminipy -Wl,-rpath,'$$ORIGIN' $(LIBS)
$(OUT)/libminipy.so: $(LIB_OBJ)
	$(CC) -shared -Wl,-soname,libminipy.so $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $^ $(LIBS)
else
$(OUT)/minipy: $(MAIN_OBJ) $(LIB_OBJ)
	$(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -no-pie -o $@ $^ $(EXE_LIBS)
libminipy.so: $(LIB_SRC) ## the shared library, with the markers in it
	@mkdir -p build/shared
	$(MAKE) ENABLE_SHARED=1 OUT=build/shared
	cp build/shared/libminipy.so $@
endif

# One object with every internal name hidden, so that only minipy_* can clash with a host's.
libminipy.a: $(LIB_OBJ) ## the static library (exports minipy_* alone)
	ld -r -o $(BUILD)/libminipy.o $^
	objcopy --localize-hidden $(BUILD)/libminipy.o
	rm -f $@
	ar rcs $@ $(BUILD)/libminipy.o

# The loop's code is laid out by hand: no cross-jumping, no merged dispatch.
$(BUILD)/vm/eval.o: EXTRA := -fno-gcse -fno-crossjumping
# Marker sites: nothing may keep data below the stack pointer there (docs/PROBES.md).
$(BUILD)/probes/sites.o: EXTRA := -mno-red-zone

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(EXTRA) -c -o $@ $<

# The folders too: their time changes when a file is taken away.
$(BUILD)/frozen.c: tools/freeze.sh stdlib/py $(wildcard stdlib/py/*.py stdlib/py/*/ stdlib/py/*/*.py)
	@mkdir -p $(@D)
	sh tools/freeze.sh stdlib/py > $@
$(BUILD)/frozen.o: $(BUILD)/frozen.c
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d)

# ---- set-up -----------------------------------------------------------------------------------

install-build install-test install-bench:
	@sh tools/install.sh build $(filter test bench,$(@:install-%=%))

JOBS := -j2

demo: install-build ## installs what is missing, builds, and shows a program's calls and returns
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh examples/demo.sh

test: install-test ## all tests; the last line counts them
	@$(MAKE) --no-print-directory $(JOBS) all libminipy.a libminipy.so build/ast_tool
	@sh tests/run.sh

build/ast_tool: tools/ast_tool.c $(LIB_OBJ)
	$(CC) $(ALL_CFLAGS) -o $@ tools/ast_tool.c $(LIB_OBJ) $(LIBS)

golden: ## makes the expected outputs again with python3.11 (must leave no diff)
	$(PYTHON) tests/run_lang.py --golden

check-ast: build/ast_tool ## compares every syntax tree of CPython's library with python3.11's
	$(PYTHON) tools/check_ast.py build/ast_tool

check-events: all ## compares the event streams of all programs, library included, with python3.11
	$(PYTHON) tests/run_events.py

check-trace: all ## compares what sys.settrace and sys.setprofile report with python3.11, generated programs too
	$(PYTHON) tests/run_trace.py --seeds 0 1000
	$(PYTHON) tests/run_trace.py

check-stap-vm: all ## a real SystemTap session, in a virtual machine
	tests/probes/stap_vm.sh --install

check-cpython: all test-modules ## CPython's own test files, with python3.11's figure beside each
	$(PYTHON) tests/run_cpython.py --test-modules $(TEST_MODULES)

# An interpreter of the same objects that has the modules in C which CPython's tests import.
TEST_MODULES := $(BUILD)/minipy-testmodules
TEST_MODULES_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cpython_support/*.c))
test-modules: $(TEST_MODULES) ## the interpreter for check-cpython: minipy and the modules of CPython's tests
$(TEST_MODULES): $(MAIN_OBJ) $(filter-out %/stdlib/modules.o,$(LIB_OBJ)) $(TEST_MODULES_OBJ) $(OUT)/minipy
	$(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -no-pie -Wl,--wrap=mem_alloc,--wrap=mem_calloc,--wrap=mem_realloc,--wrap=mem_free -o $@ \
	    $(filter %.o,$^) $(EXE_LIBS)
-include $(TEST_MODULES_OBJ:.o=.d)

# ---- hostile builds over the goldens ---------------------------------------------------------------

asan: ## address and undefined-behaviour sanitizers
	$(MAKE) $(JOBS) HOSTILE=asan OPT="-O1 -g" OUT=build/hostile-asan build-dir all
	ASAN_OPTIONS=detect_leaks=0 $(PYTHON) tests/run_lang.py --minipy build/hostile-asan/minipy

gc-stress: ## a collection at every allocation of a container
	$(MAKE) $(JOBS) HOSTILE=gc-stress OPT="-O2 -g" OUT=build/hostile-gc build-dir all
	TEST_TIMEOUT=600 $(PYTHON) tests/run_lang.py --minipy build/hostile-gc/minipy

refleak: all ## references and memory must not grow when a program runs again and again
	$(PYTHON) tests/run_refleak.py

fail-alloc: ## every allocation fails in turn
	$(MAKE) $(JOBS) HOSTILE=fail-alloc OPT="-O1 -g" OUT=build/hostile-alloc build-dir all
	$(PYTHON) tests/run_fail_alloc.py --minipy build/hostile-alloc/minipy

build-dir:
	@mkdir -p $(OUT)

# ---- measuring -----------------------------------------------------------------------------------------

bench: install-bench ## probes on versus off: instructions and time; a table and a plot
	@$(PYTHON) bench/probe_cost.py

bench-compare: all ## time against python3.11 on the same workloads
	@$(PYTHON) bench/compare.py

bench-compile: build/ast_tool all ## compile speed against python3.11's compile()
	@$(PYTHON) bench/compile_speed.py

# ---- housekeeping ------------------------------------------------------------------------------------------

format: ## lays the C sources out with clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')

clean: ## removes everything built
	rm -rf build minipy libminipy.a libminipy.so

help: ## this list
	@sed -n 's/^\([a-z.-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 16

.PHONY: all demo test golden check-ast check-events check-trace check-stap-vm check-cpython test-modules \
        asan gc-stress refleak fail-alloc \
        build-dir bench bench-compare bench-compile format clean help install-build install-test install-bench
