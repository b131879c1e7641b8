#!/bin/sh
# C++ without exceptions: each program reaches its planted bug, which is confirmed natively, and
# without the bug is proved; and bitcode of another compiler's run.
#
#   test/cc/cxx.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
failures=0
fail() { echo "FAILED $*"; failures=$((failures + 1)); }

# program KIND PLACE: standard input is a program with BUG defined as 0 or 1; the bug is of that
# kind, at that place or in that function.
number=0
program() {
  number=$((number + 1))
  { echo '#include <braid.h>'; cat; } >"p$number.cpp"
  status=0
  timeout 100 "$braid" run --max-time=60s --output-dir="o$number" -std=c++17 -DBUG=1 "p$number.cpp" \
    >log 2>&1 || status=$?
  if [ $status != 10 ] || ! grep "^Bug 1: $1 " log | grep -qF -- "$2" ||
     ! grep -q 'confirmed natively' log
  then fail "program $number: exit $status"; tail -n 25 log; fi
  status=0
  timeout 100 "$braid" run --no-replay --max-time=60s --output-dir="m$number" -std=c++17 -DBUG=0 \
    "p$number.cpp" >log 2>&1 || status=$?
  [ $status = 0 ] || { fail "program $number without its bug: exit $status"; tail -n 12 log; }
}

# Virtual calls and destructors.
program use-after-free 'area_of(shape const*)' <<'EOF'
struct shape { virtual int area() const = 0; virtual ~shape() {} };
struct square : shape { int s; square(int s) : s(s) {} int area() const override { return s * s; } };
struct flat : shape { int area() const override { return 1; } };
static int area_of(const shape *s) { return s->area(); }
int main() {
  int x = braid_range(0, 9, "x");
  shape *p = x > 5 ? static_cast<shape *>(new square(x)) : new flat;
  if (BUG && x == 7) delete p;
  int a = area_of(p);
  if (!(BUG && x == 7)) delete p;
  return a == 0;
}
EOF

# Static objects, initialised before main and at the first call.
program div-by-zero 'share(int)' <<'EOF'
struct counter { int n; counter(int n) : n(n) {} ~counter() { n = 0; } };
static counter before(3);
static int share(int x) { static counter once(x); return 12 / (once.n + before.n - 3 * !BUG); }
int main() {
  int x = braid_range(-3, 3, "x");
  if (!BUG && x <= 0) return 0;
  return share(x) + share(x + 1) > 100;
}
EOF

# Templates, references, operators.
program array-bounds 'ring<int, 4u>::put(int)' <<'EOF'
template <typename T, unsigned N> struct ring {
  T items[N]; unsigned at = 0;
  ring &operator<<(T x) { put(x); return *this; }
  void put(T x) { items[at] = x; at = (at + 1) % (N + BUG); }
};
int main() {
  ring<int, 4> r;
  unsigned n = braid_range(0, 8, "n");
  for (unsigned i = 0; i < n; i++) r << static_cast<int>(i);
  return 0;
}
EOF

# A vector, sorted; a lambda.
program assert main <<'EOF'
#include <algorithm>
#include <cassert>
#include <vector>
int main() {
  std::vector<int> v;
  for (int i = 0; i < 3; i++) v.push_back(braid_int("v"));
  std::sort(v.begin(), v.end() - BUG, [](int a, int b) { return a < b; });
  assert(v[0] <= v[1] && v[1] <= v[2]);
  return 0;
}
EOF

# A string.
program out-of-bounds 'tail(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&, int)' <<'EOF'
#include <string>
static char tail(const std::string &s, int n) { static const int t[3] = {1, 2, 3}; return s[t[n]]; }
int main() {
  std::string s = "ab";
  char c = braid_char("c");
  if (c == 'x') s += c;
  return tail(s, s.size() == 3 ? 2 + BUG : 0) == 'q';
}
EOF

# Memory that has one owner.
program leak unique_ptr.h <<'EOF'
#include <memory>
int main() {
  auto p = std::make_unique<int>(braid_int("x"));
  if (*p == 42 && BUG) p.release();
  return 0;
}
EOF

# optional, an enum class, structured bindings.
program overflow 'doubled(std::optional<int>)' <<'EOF'
#include <optional>
#include <utility>
enum class kind : unsigned char { none, some };
static std::pair<kind, int> read(int x) { return x > 0 ? std::pair(kind::some, x) : std::pair(kind::none, 0); }
static int doubled(std::optional<int> x) { return x ? *x * 2 : 0; }
int main() {
  auto [k, n] = read(braid_int("x"));
  std::optional<int> x;
  if (k == kind::some && (BUG || n < 1000)) x = n;
  return doubled(x) < 0;
}
EOF

# A function object.
program div-by-zero 'main::$_0::operator()(int) const' <<'EOF'
#include <functional>
int main() {
  int base = braid_range(0, 4, "base");
  std::function<int(int)> f = [base](int x) { return x / (base + !BUG); };
  return f(3) > 5;
}
EOF

# Inheritance from two classes: the pointer moves.
program null 'right::get() const' <<'EOF'
struct left { int a = 1; virtual int one() const { return a; } };
struct right { const int *b = nullptr; virtual int get() const { return *b; } };
struct both : left, right { int c = 5; both(bool set) { if (set) b = &c; } };
int main() {
  both x(braid_int("x") != 9 || !BUG);
  right *r = &x;
  left *l = &x;
  return l->one() + r->get() == 0;
}
EOF

# new[] and delete[], placement, a move.
program out-of-bounds 'p10.cpp:16' <<'EOF'
#include <new>
#include <utility>
struct buffer {
  int *p; unsigned n;
  explicit buffer(unsigned n) : p(new int[n]()), n(n) {}
  buffer(buffer &&o) noexcept : p(std::exchange(o.p, nullptr)), n(o.n) {}
  ~buffer() { delete[] p; }
  int &at(unsigned i) { return p[i]; }
};
int main() {
  alignas(buffer) unsigned char room[sizeof(buffer)];
  buffer *b = new (room) buffer(4), c(std::move(*b));
  b->~buffer();
  unsigned i = braid_range(0, 5, "i");
  c.at(BUG ? i : i & 3) = 1;
  return 0;
}
EOF

# As a suite of its own.
"$braid" export o4 --as=c >log || { fail "export"; cat log; }
make -s -C o4/suite-c check KNOWN=--known >log 2>&1 && grep -q '[1-9][0-9]* known' log ||
  { fail "the exported suite"; tail -n 5 log; }

# A fuzz target in C++ around a library in C.
cat >part.c <<'EOF'
#include <stddef.h>
int part(const unsigned char *p, size_t n) { return n == 2 && p[0] == 'h' && p[1] == 'i' ? 1 / (int) (n - 2) : 0; }
EOF
cat >target.cc <<'EOF'
#include <cstddef>
#include <cstdint>
extern "C" int part(const unsigned char *, size_t);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return part(data, size); }
EOF
status=0
timeout 100 "$braid" run --max-time=60s --output-dir=fuzz target.cc part.c >log 2>&1 || status=$?
if [ $status != 10 ] || ! grep -q 'div-by-zero .* at part.c:2' log || ! grep -q 'confirmed natively' log
then fail "a fuzz target: exit $status"; tail -n 20 log; fi

# What needs exceptions says so; what is in the C++ library alone is cut.
echo 'int main() { try { return 0; } catch (...) { return 1; } }' >e.cpp
status=0; "$braid" run --output-dir=e e.cpp >log 2>&1 || status=$?
[ $status = 2 ] && grep -q 'exceptions disabled' log || { fail "exceptions: exit $status"; cat log; }
printf '#include <map>\nint main() { std::map<int, int> m; m[3] = 4; return m[3] != 4; }\n' >m.cpp
status=0; "$braid" run --no-replay --output-dir=m m.cpp >log 2>&1 || status=$?
[ $status = 5 ] && grep -q 'external: .*Rb_tree' log || { fail "map: exit $status"; cat log; }

# Bitcode by another command.
clang-19 -x c++ -std=c++17 -DBUG=1 -fno-exceptions -g -O1 -Xclang -disable-llvm-passes \
  -I"$(dirname "$braid")/share/braid/include" -emit-llvm -c p1.cpp -o p1.bc
status=0; "$braid" run --no-replay --output-dir=bc p1.bc >log 2>&1 || status=$?
[ $status = 10 ] || { fail "bitcode: exit $status"; cat log; }

echo "$number programs of C++, $failures failed"
[ $failures = 0 ]
