# The two commands of the README are `make demo` and `make test`; both install
# what is missing first.  CMake and Ninja do the building, in build/.
BUILD = build
PREFIX = /usr/local
DESTDIR =
CMAKE_FLAGS =
# Its version, for a build directory that is new; doc/building.md has those that work.
LLVM = 19
export LLVM
# Ninja's own choice is one job a processor and two more.
JOBS =
# What Ninja is to make; nothing: all.
WANTED =
# On a terminal Ninja shows how far it is.
QUIETLY = $(shell [ -t 2 ] || echo --quiet)
# For builds with sanitizers.  gcc's needs four seconds on some machines to look for
# leaks at the end of every process, clang's none.
SANITIZING = -DCMAKE_C_COMPILER=clang-$(LLVM)

all: build

build: packages
	@mkdir -p $(BUILD)
	@[ -f $(BUILD)/build.ninja ] || \
	  cmake -S . -B $(BUILD) -G Ninja -DLLVM=$(LLVM) $(CMAKE_FLAGS) >$(BUILD)/cmake.log 2>&1 || \
	  { cat $(BUILD)/cmake.log; exit 1; }
	@[ -e $(BUILD)/braid ] || \
	  echo "building in $(BUILD): three to four minutes on two cores, mostly the C library"
	@ninja -C $(BUILD) $(JOBS) $(QUIETLY) $(WANTED)

packages:
	@setup/packages build

test-packages:
	@setup/packages test

demo: build
	@demo/run $(BUILD)/braid

# With samples of the tests on a slow build, the one whose turn it is: test/sampled, test/turn.
test: test-packages build
	@$(MAKE) --no-print-directory sample-$$(test/run --slow)
	@test/run $(BUILD)

# All turns at once: every configuration of every program, every campaign, both samples.
whole: test-packages build
	@$(MAKE) --no-print-directory sample-hostile
	@$(MAKE) --no-print-directory sample-sanitize
	@TEST_MATRIX= test/run $(BUILD)

sample-hostile: FLAG = -DHOSTILE=ON
sample-sanitize: FLAG = -DSANITIZE=ON
sample-hostile sample-sanitize: sample-%:
	@$(MAKE) --no-print-directory build BUILD=$(BUILD)-$* CMAKE_FLAGS="$(FLAG) $(SANITIZING)" \
	  WANTED="$$(test/run --targets $*)"

# An answer in a minute: no slow build, no script that takes long.
check: test-packages build
	@test/run --check $(BUILD)

# Rewrites the golden files; review the difference as code.
golden: build
	@test/run --golden $(BUILD)

# Which configurations program tests have on slow builds: test/program.sh.  At tiny sizes
# some programs have hundreds of times as many paths, so it is techniques that are tried.
hostile: MATRIX = techniques
sanitize: MATRIX = 1/4
SLOWLY = TEST_MATRIX=$(MATRIX) TEST_LIMIT_S=3600 TEST_RUN_S=600

# Tiny capacities, colliding hashes, checks after each step, ASan and UBSan.
hostile: test-packages
	@$(MAKE) --no-print-directory build BUILD=build-hostile \
	  CMAKE_FLAGS="-DHOSTILE=ON $(SANITIZING)"
	@$(SLOWLY) test/run build-hostile

# ASan and UBSan alone: as hostile, but at the real sizes.
sanitize: test-packages
	@$(MAKE) --no-print-directory build BUILD=build-sanitize \
	  CMAKE_FLAGS="-DSANITIZE=ON $(SANITIZING)"
	@$(SLOWLY) test/run build-sanitize

csmith: test-packages build
	@test/csmith.sh $(BUILD) 300 1

# Random programs, every input enumerated; more by RANDOM_FLAGS=--seed=7.
RANDOM_FLAGS = --seed=1000000 --count=1000
random: test-packages build
	@$(BUILD)/random --braid=$(BUILD)/braid --configurations=2 \
	  --keep=$(BUILD)/random-kept $(RANDOM_FLAGS)

# Random programs under every mode, for an hour or LAB_TIME=SECONDS, two at a
# time; goes on where it stopped.  doc/laboratory.md
LAB_TIME = 3600
lab: test-packages build
	@test/lab.sh $(BUILD) $(LAB_TIME)

# Runs that are killed at fifty random moments and resumed.
kills: test-packages build
	@test/jobs/resume.sh $(abspath $(BUILD)) 50

# A queue with four workers: 2^17 paths, thirty kills of workers, three of the server, six stops;
# by Redis, and by PostgreSQL.
queue: test-packages build
	@test/jobs/queue.sh $(abspath $(BUILD)) 17 30 3 1 6
	@test/jobs/queue.sh $(abspath $(BUILD)) 17 30 3 1 6 postgres

# Random loops, event loops and recursion against enumeration: half an hour.
endless: test-packages build
	@ENDLESS_S=5 test/endless/random.sh $(abspath $(BUILD)) 1000 60
	@PLANTS="1 2 3 5" test/endless/planted.sh $(abspath $(BUILD)) 1000 300
	@test/endless/recursion.sh $(abspath $(BUILD)) 1000 200

# The C library under braid's programs against this machine's: 2000 random arguments for each
# function, five times over; `make test` takes 100.
libc: test-packages build
	@for seed in 11 12 13 14 15; do \
	  echo "seed $$seed"; test/libc/compare.sh $(abspath $(BUILD)) 2000 $$seed || exit 1; done

# Every limit of src/base/limits.def at both ends, on every program of
# test/limits/programs: hours.  `make test` runs a sample.
limits: test-packages build
	@test/limits/run.sh $(BUILD) all

# One-line mutants, fixed in test/mutants/list: is each noticed?  Hours; goes on where it stopped.
# doc/testing.md
MUTANTS = 1 100
mutants: test-packages
	@[ -s build-mutants/reached ] || test/mutants/reach build-mutants
	@test/mutants/run build-mutants $(MUTANTS)

# Broken bitcode, tests, scripts and properties for ten minutes.
fuzz: test-packages build
	@$(BUILD)/unit/unit_fuzz 600

install: build
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX) >/dev/null
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/braid"

# A Debian package of what install installs; the name of the file is printed.
deb: build
	@setup/deb $(BUILD)

# build-musl, the C library as bitcode, stays: nothing here changes it.
clean:
	rm -rf build build-hostile build-sanitize build-mutants

.PHONY: all build packages test-packages demo test whole sample-hostile sample-sanitize check \
  golden hostile sanitize csmith random lab kills queue endless fuzz libc limits mutants install \
  deb clean
