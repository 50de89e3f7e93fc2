# minipy - the README tells what it is. The two commands: `make demo` and `make test`, or
# `./make demo` and `./make test` where make itself may be missing.

PROBES ?= gate
SITE_NOP ?= 5
# Not ?=, because make gives CC a value of its own.
ifeq ($(origin CC),default)
CC := gcc
endif
CLANG := $(findstring clang,$(CC))
NOP1 := $(if $(filter 1,$(SITE_NOP)),-nop1)
OUT ?= $(if $(HOSTILE),build/hostile-$(HOSTILE),.)
OPT ?= $(if $(DEBUG),-O0 -g,$(if $(HOSTILE),-O1 -g,-O3 -g1))
# Laid out by a profile (below): the command alone, by gcc.
LAID_OUT := $(and $(OPTIMIZED),$(if $(DEBUG)$(HOSTILE)$(CLANG)$(ENABLE_SHARED),,yes))
BUILD ?= build/objects$(if $(DEBUG),-debug)$(if $(HOSTILE),-$(HOSTILE))$(if $(CLANG),-clang)$(if $(ENABLE_SHARED),-shared)$(if $(LAID_OUT),-optimized)
PYTHON := /usr/bin/python3.11

PROBES_DEFINE_none := -DMINIPY_PROBES_NONE
PROBES_DEFINE_nop := -DMINIPY_PROBES_NOP
PROBES_DEFINE_call := -DMINIPY_PROBES_CALL
PROBES_DEFINE_semaphore := -DMINIPY_PROBES_SEMAPHORE
PROBES_DEFINE_jump := -DMINIPY_PROBES_JUMP
PROBES_DEFINE_patched := -DMINIPY_PROBES_PATCHED
PROBES_DEFINE_gate := -DMINIPY_PROBES_GATE
PROBES_DEFINE := $(or $(PROBES_DEFINE_$(PROBES)),$(error PROBES must be none, nop, call, semaphore, jump, patched or gate))

# Bytes of the nop at a marker: 5 is the faster when traced, 1 that of <sys/sdt.h> (docs/PROBES.md).
SITE_NOP_DEFINE := $(if $(filter 1 5,$(SITE_NOP)),-DMINIPY_SITE_NOP=$(SITE_NOP),$(error SITE_NOP must be 1 or 5))

# Hostile builds: every block from malloc, so that sanitizers see each one.
# Those with MINIPY_CHECK_MEMORY stop if a vm ends with a block in use.
HOSTILE_CFLAGS_asan := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -DMINIPY_MALLOC -DMINIPY_CHECK_MEMORY
# The sanitizer asks the libraries that the command began with for crypt(), which it watches, and calls NULL if none has it.
HOSTILE_LIBS_asan := -Wl,--push-state,--no-as-needed -lcrypt -Wl,--pop-state
HOSTILE_LIBS_switch-stress := $(HOSTILE_LIBS_asan)
HOSTILE_CFLAGS_gc-stress := -DMINIPY_GC_STRESS
# Small chunks: the compiler's requests fail one by one, too.
HOSTILE_CFLAGS_fail-alloc := -fno-omit-frame-pointer -DMINIPY_FAIL_ALLOC -DMINIPY_CHECK_MEMORY -DARENA_FIRST_CHUNK=128 -DARENA_LARGEST_CHUNK=128
# The same with the sanitizers: a block that a failed request left used or held twice is named where that happens.
HOSTILE_CFLAGS_fail-alloc-asan := $(HOSTILE_CFLAGS_asan) $(HOSTILE_CFLAGS_fail-alloc)
HOSTILE_LIBS_fail-alloc-asan := $(HOSTILE_LIBS_asan)
HOSTILE_CFLAGS_switch-stress := $(HOSTILE_CFLAGS_asan) -DMINIPY_SWITCH_STRESS
HOSTILE_CFLAGS_spec-off := -DMINIPY_SPEC_OFF
HOSTILE_CFLAGS_spec-eager := -DMINIPY_SPEC_EAGER
HOSTILE_CFLAGS_few-versions := -DMINIPY_FEW_VERSIONS
HOSTILE_CFLAGS_tsan := -fsanitize=thread -fno-omit-frame-pointer -DMINIPY_MALLOC
# With CC=clang: what libFuzzer is guided by, too. clang takes NULL + 0 for an overflow.
HOSTILE_CFLAGS_fuzz := -fsanitize=fuzzer-no-link $(HOSTILE_CFLAGS_asan) -fno-sanitize=pointer-overflow
# Not hostile at all, but a build with modules of its own, too.
HOSTILE_CFLAGS_coverage := --coverage -fprofile-update=prefer-atomic
HOSTILE_CFLAGS := $(HOSTILE_CFLAGS_$(HOSTILE))
# These and DEBUG=1 hold every native call and every instruction to "a result xor an exception".
DEBUG_CFLAGS := $(if $(DEBUG)$(filter-out coverage,$(HOSTILE)),-DMINIPY_DEBUG)

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(OPT) $(WARN) -fno-strict-aliasing -fvisibility=hidden \
             $(if $(ENABLE_SHARED),-fPIC,$(NO_UNWIND) $(FIXED)) -I. -Iinclude -MMD -MP $(HOSTILE_CFLAGS) $(DEBUG_CFLAGS) $(CFLAGS)
# Tables to unwind by are a tenth of the command; debuggers have them in .debug_frame, which strip takes away.
# The libraries keep them: a host's C++ exceptions pass through their frames.
NO_UNWIND := -fno-asynchronous-unwind-tables -fno-unwind-tables
comma := ,
# The command's code and tables lie at fixed addresses, and each function, and each table, in a section of its own, so that
# vm/command/start.ld can lay side by side what a start touches.
FIXED := $(if $(HOSTILE),,-fno-pie -ffunction-sections -fdata-sections)
START := $(if $(HOSTILE),,-Wl$(comma)-T$(comma)vm/command/start.ld)
LIBS := -lgmp -lm -ldl
# The command carries GMP in itself and is linked at a fixed address: nothing is left to relocate
# when it starts, and fewer pages are touched (bench/compare.py, -c pass). Extension modules find minipy_* in it.
EXE_LIBS := -Wl,--export-dynamic-symbol='minipy_*' -Wl,-Bstatic -lgmp -Wl,-Bdynamic -lm -ldl $(HOSTILE_LIBS_$(HOSTILE))

# What a command makes, in one line each; V=1 shows the commands themselves.
SAY = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,printf '%-5s %s\n' $(1) $(2);))

# The number changes when a program that was built against the library must be built anew.
SONAME := libminipy.so.$(shell sed -n "s/^.define MINIPY_VERSION_MAJOR //p" include/minipy.h)

LIB_SRC := $(filter-out vm/command/% stdlib/extensions/%,$(wildcard vm/*/*.c compiler/*/*.c probes/*.c probes/*/*.c stdlib/*.c stdlib/*/*.c))
# Made for each design: what includes one of these headers, which depend on it. (Who does so through another header is
# told by an #error.) The nop itself, of each length, is in NOPPED.
BY_DESIGN := probes/(design|sites|report|jump)|vm/eval/audit_wanted
SITED := $(patsubst %.c,%,$(shell grep -lE '^.include "($(BY_DESIGN)).h"' $(LIB_SRC)))
NOPPED := probes/sites $(if $(filter nop,$(PROBES)),vm/eval/eval)
object = $(BUILD)/$(if $(filter $(1),$(SITED)),$(PROBES)/)$(1)$(if $(filter $(1),$(NOPPED)),$(NOP1)).o
LIB_OBJ := $(foreach name,$(LIB_SRC:%.c=%),$(call object,$(name))) $(BUILD)/frozen.o
MAIN_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard vm/command/*.c))

all: $(OUT)/minipy modules ## ./minipy (options: OPTIMIZED=1, HOSTILE=asan|gc-stress|tsan..., PROBES=none|nop|call|semaphore|jump|patched|gate, SITE_NOP=1|5, ENABLE_SHARED=1, DEBUG=1, CC=clang; V=1 shows the commands)

# Which objects were linked last: those of another design are as new, so their times do not tell.
LINKED := build/linked$(subst /,-,/$(OUT))
$(LINKED): always
	@mkdir -p $(@D) $(OUT)
	@echo '$(BUILD) $(PROBES)$(NOP1)' | cmp -s - $@ || echo '$(BUILD) $(PROBES)$(NOP1)' >$@

ifdef ENABLE_SHARED
$(OUT)/minipy: $(MAIN_OBJ) $(OUT)/libminipy.so
	$(call SAY,LD,$@) $(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $(MAIN_OBJ) -L$(OUT) -lminipy -Wl,-rpath,'$$ORIGIN' $(LIBS)
$(OUT)/libminipy.so: $(LIB_OBJ) $(LINKED)
	$(call SAY,LD,$@) $(CC) -shared -Wl,-soname,$(SONAME) $(LDFLAGS) $(HOSTILE_CFLAGS) -o $@ $(LIB_OBJ) $(LIBS)
	@ln -sf libminipy.so $(@D)/$(SONAME)
else
$(OUT)/minipy: $(MAIN_OBJ) $(LIB_OBJ) $(LINKED) vm/command/start.ld
	$(call SAY,LD,$@) $(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) $(LAYING_OUT) -no-pie $(START) -o $@ $(MAIN_OBJ) $(LIB_OBJ) $(EXE_LIBS)
libminipy.so: always ## the shared library, with the markers in it, and build/shared/minipy, which uses it
libminipy.a: always ## the archive (exports minipy_* alone), for programs and for shared objects
# Both of the same position-independent objects, by one make: two would build them twice at the same time.
libminipy.so libminipy.a &:
	@mkdir -p build/shared
	@$(MAKE) --no-print-directory ENABLE_SHARED=1 OUT=build/shared build/shared/minipy build/shared/libminipy.a
	@for made in libminipy.so libminipy.a; do cmp -s build/shared/$$made $$made || cp build/shared/$$made $$made; done
	@ln -sf libminipy.so $(SONAME)
endif

ifneq ($(OUT),.)
# One object with every internal name hidden, so that only minipy_* can clash with a host's.
WHOLE := $(BUILD)/$(PROBES)/libminipy$(NOP1).o
$(OUT)/libminipy.a: $(LIB_OBJ) $(LINKED)
	$(call SAY,LD,$(WHOLE)) ld -r -o $(WHOLE) $(LIB_OBJ)
	$(call SAY,HIDE,$(WHOLE)) objcopy --localize-hidden $(WHOLE)
	$(call SAY,AR,$@) rm -f $@ && ar rcDs $@ $(WHOLE)
endif

# ---- extension modules ------------------------------------------------------------------------
# They stand on minipy.h alone: one build serves every interpreter, and what they depend on is that header.

MODULE_SUFFIX := $(shell sed -n 's/^.define MINIPY_MODULE_SUFFIX "\(.*\)"/\1/p' include/minipy.h)
# A hostile build with a folder of its own has them there, made with its flags: the command looks beside itself first.
HOSTILE_MODULES := $(and $(HOSTILE),$(filter-out .,$(OUT)))
MODULE_DIR := $(if $(HOSTILE_MODULES),$(OUT),build)/minipy-3.11
MODULE_BUILD := build/modules$(if $(HOSTILE_MODULES),-$(HOSTILE))
# BUNDLED(_ssl, "openssl/ssl.h", "ssl crypto") -> _ssl:openssl/ssl.h:-lssl+-lcrypto
BUNDLED := $(shell awk -F '[(,)] *' '/^BUNDLED/ { gsub(/"/, ""); gsub(/[a-z0-9_]+/, "-l&", $$4); gsub(/ /, "+", $$4); print $$2 ":" $$3 ":" $$4 }' \
             vm/import/bundled.def)
# Those whose library's header is there, or that need none.
MODULES := $(foreach b,$(BUNDLED),$(if $(wildcard $(addsuffix /$(word 2,$(subst :, ,$b)),/usr/include /usr/include/*-linux-gnu)),$(word 1,$(subst :, ,$b))))
MODULE_LIBS = $(subst +, ,$(word 3,$(subst :, ,$(filter $(1):%,$(BUNDLED)))))
# One file, or all files of a folder.
MODULE_SOURCES = $(or $(wildcard stdlib/extensions/$(1)/*.c),stdlib/extensions/$(1).c)
MODULE_OBJECTS = $(patsubst %.c,$(MODULE_BUILD)/%.o,$(MODULE_SOURCES))
MODULE_CFLAGS := $(if $(HOSTILE_MODULES),$(HOSTILE_CFLAGS) -O1 -g,-O2 -g1)

# The same with all names, for tests of what is inside.
INTERNALS := $(if $(filter .,$(OUT)),build,$(OUT))/internals.a
$(INTERNALS): $(LIB_OBJ) $(LINKED)
	$(call SAY,AR,$@) rm -f $@ && ar rcDsT $@ $(LIB_OBJ)

modules: $(MODULES:%=$(MODULE_DIR)/%$(MODULE_SUFFIX)) ## the extension modules whose libraries are there (stdlib/extensions/): build/minipy-3.11
$(MODULE_BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call SAY,CC,$<) $(CC) -std=gnu11 -fPIC -fno-plt $(MODULE_CFLAGS) $(WARN) -fvisibility=hidden -Iinclude -MMD -MP $(CFLAGS) -c -o $@ $<
define MODULE_RULE
$(MODULE_DIR)/$(1)$(MODULE_SUFFIX): $(MODULE_OBJECTS)
	@mkdir -p $$(@D)
	$$(call SAY,LD,$$@) $$(CC) -shared $$(if $$(HOSTILE_MODULES),$$(HOSTILE_CFLAGS)) $$(CFLAGS) -o $$@ $$^ $(MODULE_LIBS)
endef
$(foreach m,$(MODULES),$(eval $(call MODULE_RULE,$m)))
-include $(wildcard $(MODULE_BUILD)/stdlib/extensions/*.d $(MODULE_BUILD)/stdlib/extensions/*/*.d)

# ---- laid out by a profile ------------------------------------------------------------------------
# `make OPTIMIZED=1`, as CPython's --enable-optimizations: gcc builds a minipy that counts, this runs half of the workloads of
# bench/, and all is built again by what was counted: inlining, order of blocks, what is cold (docs/BENCH.md has what it brings).
# A source that has changed since goes on without; `rm -r build/profile` has it counted again.

PROFILE := $(CURDIR)/build/profile
COUNTING := -fprofile-generate=$(PROFILE) -fprofile-update=single -Wno-maybe-uninitialized -Wno-psabi
# What no workload ran is built as if there were no profile, not made small.
COUNTED := -fprofile-use=$(PROFILE) -fprofile-partial-training -fprofile-correction -Wno-missing-profile -Wno-coverage-mismatch \
           -Wno-maybe-uninitialized -Wno-psabi
ifdef LAID_OUT
ifeq ($(OPTIMIZED),counting)
LAYING_OUT := $(COUNTING)
OPT += $(COUNTING)
else
OPT += $(COUNTED)
$(LIB_OBJ) $(MAIN_OBJ): | $(PROFILE)/counted
endif
endif
# The objects must have the names that they will have, as gcc finds a file's counts by them.
$(PROFILE)/counted: | modules
	@rm -rf $(PROFILE)
	@mkdir -p build/counting $(BUILD)
	@find $(BUILD) -name "*.o" -delete
	@ln -sfn ../minipy-3.11 build/counting/minipy-3.11
	@$(MAKE) --no-print-directory OPTIMIZED=counting OUT=build/counting build/counting/minipy
	$(call SAY,RUN,bench/train.py) build/counting/minipy bench/train.py
	@find $(BUILD) -name "*.o" -delete
	@rm -rf build/counting
	@touch $@

# What decides which code a source becomes: cached code of other sources is not used (vm/code/code_pack.h).
CODE_ORIGIN := $(shell cat compiler/*/*.[ch] compiler/*/*.def vm/code/*.[ch] vm/code/*.def vm/core/value.h | cksum | cut -d' ' -f1)
build/code_origin: always
	@mkdir -p $(@D)
	@echo $(CODE_ORIGIN) | cmp -s - $@ || echo $(CODE_ORIGIN) >$@
$(call object,vm/code/code_pack): build/code_origin
$(call object,vm/code/code_pack): EXTRA := -DMINIPY_CODE_ORIGIN=$(CODE_ORIGIN)u

# The loop's code is laid out by hand: no cross-jumping, no merged dispatch, no two words put together to be stored at
# once; -O3 finds nothing in it and keeps less in registers. (clang has no such options.)
$(call object,vm/eval/eval): OPT := $(subst -O3,-O2,$(OPT))
$(call object,vm/eval/eval): EXTRA := $(if $(CLANG),,-fno-gcse -fno-crossjumping -fno-tree-slp-vectorize) $(if $(filter nop,$(PROBES)),-mno-red-zone $(SITE_NOP_DEFINE))
# Rooms where -O3, or -O2, gains nothing that callgrind shows on `-c pass` and the programs of bench/programs (more than
# 0.2 % is something): smaller code, and sooner built.
SMALL := compiler/syntax probes probes/dscript probes/views stdlib/data stdlib/datetime stdlib/decimal stdlib/io stdlib/math stdlib/runtime \
         stdlib/text vm/code vm/errors
COLD := compiler/diagnose stdlib/ctypes stdlib/os stdlib/syntax stdlib/threads vm/attach vm/debug vm/import vm/report vm/threads
of_rooms = $(filter $(foreach room,$(1),$(BUILD)/$(room)/%.o $(BUILD)/$(PROBES)/$(room)/%.o),$(LIB_OBJ))
$(call of_rooms,$(SMALL)): OPT := $(subst -O3,-O2,$(OPT))
$(call of_rooms,$(COLD)): OPT := $(subst -O3,-O1,$(OPT))
# Structs on the stack of up to 256 bytes are zeroed by stores, as the `rep stos` that gcc takes for them costs some 30
# cycles to begin. Not where smaller code is wanted (-O1).
ZEROING := $(if $(or $(CLANG),$(DEBUG),$(HOSTILE),$(filter-out x86_64,$(shell uname -m))),,-mmemset-strategy=unrolled_loop:256:noalign$(comma)libcall:-1:noalign)
# Two neighbouring fields that are put into a vector to be stored at once are read one by one soon after, for which the
# processor waits: the iterator of deque took twice its time, 65 programs 1.5 %.
APART := $(if $(CLANG),,-fno-tree-slp-vectorize)
$(filter-out $(call of_rooms,$(COLD)),$(LIB_OBJ)): OPT += $(ZEROING) $(APART)
# Marker sites: nothing may keep data below the stack pointer there (docs/PROBES.md).
$(call object,probes/sites): EXTRA := -mno-red-zone $(SITE_NOP_DEFINE)

define COMPILE
	@mkdir -p $(@D)
	$(call SAY,CC,$<) $(CC) $(ALL_CFLAGS) $(if $(filter $(BUILD)/$(PROBES)/%,$@),$(PROBES_DEFINE)) $(EXTRA) -c -o $@ $<
endef
$(BUILD)/$(PROBES)/%$(NOP1).o: %.c
	$(COMPILE)
$(BUILD)/$(PROBES)/%.o: %.c
	$(COMPILE)
$(BUILD)/%.o: %.c
	$(COMPILE)

# The folders too: their time changes when a file is taken away.
$(BUILD)/frozen.c: tools/freeze.sh stdlib/py $(wildcard stdlib/py/*.py stdlib/py/*/ stdlib/py/*/*.py)
	@mkdir -p $(@D)
	$(call SAY,GEN,$@) sh tools/freeze.sh stdlib/py > $@
$(BUILD)/frozen.o: $(BUILD)/frozen.c
	$(call SAY,CC,$<) $(CC) $(ALL_CFLAGS) -c -o $@ $<

# The flags that stand in this file: what others made is made anew.
FLAGS := $(WARN) $(NO_UNWIND) $(FIXED) $(ZEROING) $(APART)
$(BUILD)/flags: always
	@mkdir -p $(@D)
	@echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@
$(LIB_OBJ) $(MAIN_OBJ): $(BUILD)/flags

-include $(LIB_OBJ:.o=.d) $(MAIN_OBJ:.o=.d)

# ---- set-up -----------------------------------------------------------------------------------

install-build: ## installs what building needs, if it is missing (Debian, as root)
install-test: ## installs what the tests need
install-bench: ## installs what measuring needs
install-build install-test install-bench:
	@sh tools/install.sh build $(filter test bench,$(@:install-%=%))

JOBS := -j2

# Without bpftrace, or a way to install it, the demo shows its first part.
demo: install-build ## installs what is missing, builds, and shows a program's calls and returns
	@sh tools/install.sh --optional demo
	@$(MAKE) --no-print-directory $(JOBS) all
	@sh examples/demo.sh

test: install-test ## all tests; the last line counts them
	@$(MAKE) --no-print-directory $(JOBS) all libminipy.a libminipy.so build/ast_tool
	@sh tests/run.sh

check-fresh: ## the README's two commands on a minimal Debian 12 made for it; what is committed counts
	@sh tools/install.sh dev
	@sh tools/check_fresh.sh

build/ast_tool: ## dumps syntax trees, for the tests of the parser
build/ast_tool $(OUT)/ast_tool: tools/ast_tool.c $(LIB_OBJ)
	$(call SAY,LD,$@) $(CC) $(ALL_CFLAGS) $(if $(FIXED),-no-pie) -o $@ tools/ast_tool.c $(LIB_OBJ) $(LIBS)

golden: ## makes the expected outputs again with python3.11 (must leave no diff)
	$(PYTHON) tests/run_lang.py --golden

start-layout: ## lays out anew what a start touches (vm/command/start.ld), as valgrind sees it
	@rm -f minipy && $(MAKE) --no-print-directory START=-Wl,-Map=build/minipy.map minipy
	$(PYTHON) tools/lay_out_start.py build/minipy.map
	@$(MAKE) --no-print-directory minipy

generated: ## makes again what is made of something else: tables, and what repeats the marker list
	$(PYTHON) tools/make_generated.py

check-ast: build/ast_tool ## compares every syntax tree of CPython's library with python3.11's
	$(PYTHON) tools/check_ast.py build/ast_tool

check-audit: all ## compares the audit events of all goldens with python3.11
	$(PYTHON) tests/run_audit.py
check-events: all ## compares the event streams of all programs, library included, with python3.11
	$(PYTHON) tests/run_events.py

check-stdlib: all ## every module of the library: imported, with python3.11's names, its classes too
	$(PYTHON) tests/run_stdlib.py

check-trace: all ## compares what sys.settrace and sys.setprofile report with python3.11, generated programs too
	$(PYTHON) tests/run_trace.py --seeds 0 1000
	$(PYTHON) tests/run_trace.py

.PHONY: check-stdlib check-recipes
check-recipes: ## walks CONTRIBUTING.md's recipes in a copy of the sources, and sees at work what was added
	$(PYTHON) tests/recipes/run.py

.PHONY: check-programs
check-programs: all ## programs of other people beside python3.11: installs some 250 packages, takes twenty minutes (RESUME=1 goes on)
	@sh tools/install.sh programs
	$(PYTHON) tests/run_programs.py --minipy $(OUT)/minipy $(if $(RESUME),--resume)

.PHONY: check-caches
check-caches: all ## what caches remember, against every change that could make it wrong, with python3.11
	$(PYTHON) tests/run_caches.py

.PHONY: check-server
check-server: libminipy.a ## the HTTP server of examples/ under load: REQUESTS=100000 of CLIENTS=64, of which one in twelve is hostile
	sh examples/http_server/run.sh $(or $(REQUESTS),100000) $(or $(CLIENTS),64)

.PHONY: soak
soak: all ## servers, threads, imports, exec and garbage for MINUTES=10, while observers come and go: memory flat, no event lost
	$(PYTHON) tests/soak/run.py $(or $(MINUTES),10) --minipy $(OUT)/minipy

.PHONY: check-attaching
check-attaching: all ## a thousand tracers come to a program and go, some by SIGKILL: each event, each semaphore
	$(PYTHON) tests/probes/attaching.py

# npm's packages. Later ones of the second have no messages any more.
READERS = speedscope@1.25.0 @opentelemetry/otlp-transformer@0.56.0
.PHONY: check-readers
check-readers: all libminipy.a ## what the views write, by every reader: installs chromium, golang-go, prometheus, speedscope, and skips nothing
	@sh tools/install.sh test readers
	@[ -d build/readers/node_modules/@opentelemetry ] || npm install --silent --no-audit --no-fund --prefix build/readers $(READERS)
	$(PYTHON) tests/observe/run.py --no-skips

check-stap-vm: all ## a real SystemTap session, in a virtual machine
	tests/probes/stap_vm.sh --install

SANITIZED := $(if $(filter asan,$(HOSTILE)),ASAN_OPTIONS=detect_leaks=0 setarch -R)
check-cpython: all test-modules ## CPython's own test files, with python3.11's figure beside each
	$(SANITIZED) $(PYTHON) tests/run_cpython.py --test-modules $(TEST_MODULES)

check-cpython-all: all test-modules ## every file of CPython's tests, method by method (JOBS=2 SHARD=1/4; RESUME=1 goes on; HOSTILE=asan: under the sanitizers)
	$(SANITIZED) $(PYTHON) tests/run_cpython.py --all --test-modules $(TEST_MODULES) --jobs $(patsubst -j%,%,$(JOBS)) $(if $(SHARD),--shard $(SHARD)) $(if $(RESUME),--resume)

# An interpreter of the same objects that has the modules in C which CPython's tests import.
# It lies where it finds the bundled extensions, as minipy does.
TEST_MODULES := $(if $(filter .,$(OUT)),build/testmodules,$(OUT))/minipy-testmodules
TEST_MODULES_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/cpython_support/*.c))
TEST_CTYPES := $(dir $(TEST_MODULES))ctypes_functions.so
test-modules: $(TEST_MODULES) $(TEST_CTYPES) ## the interpreter for check-cpython: minipy and the modules of CPython's tests
$(TEST_MODULES): $(MAIN_OBJ) $(filter-out %/stdlib/modules.o,$(LIB_OBJ)) $(TEST_MODULES_OBJ) $(OUT)/minipy
	@mkdir -p $(@D)
	$(call SAY,LD,$@) $(CC) $(LDFLAGS) $(HOSTILE_CFLAGS) -no-pie -Wl,--wrap=mem_alloc,--wrap=mem_calloc,--wrap=mem_realloc,--wrap=mem_free -o $@ \
	    $(filter %.o,$^) $(EXE_LIBS)
-include $(TEST_MODULES_OBJ:.o=.d)
$(TEST_CTYPES): tests/ctypes/functions.c # what CPython's tests of ctypes call
	@mkdir -p $(@D)
	$(call SAY,LD,$@) $(CC) -O1 -shared -fPIC -o $@ $< -lm

# ---- hostile builds over the goldens ---------------------------------------------------------------

# Each lies in build/hostile-NAME. setarch: the sanitizer of gcc 12 cannot run where the kernel puts memory at random over more than 28 bits.
HOSTILE_OPT := -O1 -g
built-gc-stress: HOSTILE_OPT := -O2 -g
built-%:
	@$(MAKE) $(JOBS) HOSTILE=$* OPT="$(HOSTILE_OPT)" OUT=build/hostile-$* build-dir all

asan: built-asan ## address and undefined-behaviour sanitizers
	$(MAKE) $(JOBS) HOSTILE=asan OPT="-O1 -g" OUT=build/hostile-asan build/hostile-asan/libminipy.a
	ASAN_OPTIONS=detect_leaks=0 LIBDIR=build/hostile-asan KINDS=a CFLAGS="$(HOSTILE_CFLAGS_asan)" sh tests/embed/run.sh
	ASAN_OPTIONS=detect_leaks=0 $(PYTHON) tests/run_lang.py --minipy build/hostile-asan/minipy

gc-stress: built-gc-stress ## a collection at every allocation of a container
	TEST_TIMEOUT=600 $(PYTHON) tests/run_lang.py --minipy build/hostile-gc-stress/minipy

tsan: built-tsan ## thread sanitizer, over the embedding programs and the goldens of threads
	@$(MAKE) $(JOBS) HOSTILE=tsan OPT="-O1 -g" OUT=build/hostile-tsan build/hostile-tsan/libminipy.a
	TSAN_OPTIONS="die_after_fork=0 allocator_may_return_null=1 suppressions=$(CURDIR)/tests/embed/tsan.txt" PATIENCE=1500 LIBDIR=build/hostile-tsan WORK=build/hostile-tsan/embed KINDS=a CFLAGS="$(HOSTILE_CFLAGS_tsan)" \
	    setarch -R sh tests/embed/run.sh
	TSAN_OPTIONS=die_after_fork=0 TEST_TIMEOUT=600 setarch -R $(PYTHON) tests/run_lang.py --minipy build/hostile-tsan/minipy lang/threads

switch-stress: built-switch-stress ## another thread at every chance, under the sanitizers of asan, over the goldens of threads
	ASAN_OPTIONS=detect_leaks=0 TEST_TIMEOUT=600 $(PYTHON) tests/run_lang.py --minipy build/hostile-switch-stress/minipy lang/threads

SECONDS ?= 60
fuzz: all ## every fuzzer of tests/fuzz for SECONDS=60 each (TARGET=reentry: that one; TARGET=targets: libFuzzer's; HOSTILE=asan: under sanitizers)
	@sh tools/install.sh fuzz
	@MINIPY=$(abspath $(OUT))/minipy sh tests/fuzz/run.sh $(SECONDS) $(TARGET)

fuzz-diff: all ## random programs beside python3.11 for SECONDS=60, goldens with mistakes, and accesses to attributes while classes change
	@MINIPY=$(abspath $(OUT))/minipy sh tests/fuzz/run.sh $(SECONDS) programs mutants attributes

fuzz-replay: $(INTERNALS) ## every target of tests/fuzz/targets.py over its seeds and what was kept of it, as in make test
	@sh tests/fuzz/replay.sh

coverage: ## which lines and functions the tests run: a table, the functions that none calls, and pages
	@sh tools/install.sh coverage
	@sh tools/coverage.sh

analyze: ## clang's static analyser and cppcheck; tools/analyze.txt answers what is no defect (ROOM=vm/memory: that one)
	@sh tools/install.sh analyze
	@$(PYTHON) tools/analyze.py $(ROOM)

refleak: all ## references and memory must not grow when a program runs again and again
	$(PYTHON) tests/run_refleak.py

fail-alloc: built-fail-alloc ## every allocation fails in turn, then each new place, in embedding programs too (ALL=1: over all programs; SHARD=1/4; RESUME=1 goes on where it was broken off)
	$(PYTHON) tests/run_fail_alloc.py --minipy build/hostile-fail-alloc/minipy $(FAIL_ALLOC_PART)
	$(PYTHON) tests/run_fail_alloc.py --recover --minipy build/hostile-fail-alloc/minipy $(FAIL_ALLOC_PART)
	$(if $(RESUME),,rm -f build/hostile-fail-alloc/places)
	$(PYTHON) tests/fail_alloc_in_turn.py --minipy build/hostile-fail-alloc/minipy --places build/hostile-fail-alloc/places --every $(if $(ALL),1,5)
	$(MAKE) $(JOBS) HOSTILE=fail-alloc OPT="-O1 -g" OUT=build/hostile-fail-alloc build/hostile-fail-alloc/libminipy.a
	LIBDIR=build/hostile-fail-alloc WORK=build/hostile-fail-alloc/embed KINDS=a CFLAGS="$(HOSTILE_CFLAGS_fail-alloc)" sh tests/embed/run.sh
	$(PYTHON) tests/failures/embedded.py build/hostile-fail-alloc/embed
FAIL_ALLOC_PART = $(if $(ALL),--all) $(if $(SHARD),--shard $(SHARD)) $(if $(RESUME),--resume build/hostile-fail-alloc/passed)

.PHONY: fail-syscalls
fail-syscalls: all ## each call of the C library fails in turn, and what comes of it is what comes in python3.11
	$(PYTHON) tests/failures/run.py

# What caches and specialised instructions may not change: anything that a program can see.
SPEC_BUILDS := spec-off spec-eager few-versions
.PHONY: $(SPEC_BUILDS)
$(SPEC_BUILDS):
	$(MAKE) $(JOBS) HOSTILE=$@ OPT=-O2 OUT=build/hostile-$@ build-dir all
	sh tests/run.sh --minipy build/hostile-$@/minipy code lang caches cli events
spec-off: ## no caches and no specialised instructions, over goldens, code and events
spec-eager: ## instructions are specialised at their first run, over the same
few-versions: ## the version tags of caches run out, over the same

# Of the shipped build's time reading the sources is a twentieth; the rest is the optimiser. So a build that
# is made often does without: of CPU 21 s after a change to vm/core/value.h, 1.4 s instead of
# 6.1 after one to vm/eval/eval.c (time make -s JOBS=-j1 dev).
dev: ## build/dev/minipy, not optimised: quick to build, good to step through
	@$(MAKE) --no-print-directory $(JOBS) OPT="-O0 -g -pipe" BUILD=build/dev OUT=build/dev build-dir all

# What a variable is: tools/objects.py asks for the objects.
print-%:
	@echo $($*)

build-dir:
	@mkdir -p $(OUT)

# ---- measuring -----------------------------------------------------------------------------------------

# Nothing is installed here, lest a measurement wait for the lock of apt: what is missing is named in the report.
bench: ## what probes cost, by design, state and workload: bench/results (QUICK=1: 3 minutes; DESIGNS=jump,call: these; RESUME=FOLDER goes on)
	@$(PYTHON) bench/run.py $(if $(QUICK),--quick) $(if $(DESIGNS),--designs '$(DESIGNS)') $(if $(RESUME),--resume $(RESUME))

bench-report: ## makes the report of RESULTS=FOLDER (the last one) anew from its raw data
	@$(PYTHON) bench/run.py --report $(or $(RESULTS),latest)

bench-docs: ## tables, code and plots of docs/BENCH.md, of RESULTS=FOLDER (or `latest`) or of what bench/figures has
	@$(PYTHON) bench/docs.py $(RESULTS)

bench-check: all ## instructions of every workload against the committed ones: 1 % more is a failure
	@$(PYTHON) bench/check.py

bench-compare: all ## speed against python3.11 on the same workloads, and start-up (DOCS=1: into docs/BENCH.md)
	@$(PYTHON) bench/versus.py $(if $(ROUNDS),--rounds $(ROUNDS))
	@$(if $(DOCS),$(PYTHON) bench/docs.py)

bench-operations: all ## single operations beside python3.11, at three sizes (BELOW=1: the slower ones; WORDS='list sort': those)
	@$(PYTHON) bench/operations.py $(if $(BELOW),--below $(BELOW)) $(WORDS)

bench-embed: libminipy.a ## what embedding costs, beside Lua 5.4 and CPython 3.11 (QUICK=1: a few seconds; DOCS=1: into docs/BENCH.md)
	@$(PYTHON) bench/embed.py $(if $(QUICK),--quick) $(if $(ROUNDS),--rounds $(ROUNDS))
	@$(if $(DOCS),$(PYTHON) bench/docs.py)

bench-lua: all ## speed beside Lua 5.4: ten programs in both languages (ROUNDS=9)
	@$(PYTHON) bench/lua.py $(if $(ROUNDS),--rounds $(ROUNDS))

bench-scale: all ## what an operation costs as things grow, to 100,000,000 items (12 GB, 15 minutes); PLOT=FILE.svg draws it
	@$(PYTHON) bench/scale.py $(if $(PLOT),--plot $(PLOT))

bench-compile: all ## compile speed against python3.11's compile()
	@$(PYTHON) bench/compile_speed.py

# ---- where tools look for it -------------------------------------------------------------------------------

PREFIX ?= /usr/local
install: all libminipy.a libminipy.so ## puts program, libraries, header, tapset and scripts below PREFIX=/usr/local (DESTDIR= before it)
	@sh tools/put_files.sh install "$(DESTDIR)" "$(PREFIX)"
uninstall: ## takes them away
	@sh tools/put_files.sh uninstall "$(DESTDIR)" "$(PREFIX)"

# ---- housekeeping ------------------------------------------------------------------------------------------

format: ## lays the C sources out with clang-format
	@sh tools/check_format.sh --mend

clean: ## removes everything built
	rm -rf build minipy libminipy.a libminipy.so*

help: ## this list
	@sed -n 's/^\([a-z._/-]*\):.*## \(.*\)/\1	\2/p' Makefile | expand -t 16

.PHONY: all always modules demo test golden start-layout generated check-ast check-audit check-events check-trace check-stap-vm check-cpython check-cpython-all check-fresh test-modules \
        asan gc-stress refleak fail-alloc tsan switch-stress fuzz fuzz-diff fuzz-replay coverage analyze dev install uninstall \
        build-dir bench bench-report bench-docs bench-check bench-compare bench-operations bench-embed bench-compile format clean help install-build install-test install-bench
