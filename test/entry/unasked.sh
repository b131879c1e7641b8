#!/bin/sh
# A null pointer that a function was given and never looks for is the caller's mistake: such a
# bug is named "if called so" and comes last.  One that it looks for somewhere, if late, or
# that a function without code returned, is not.
#
#   test/entry/unasked.sh BUILD
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/nulls.c" <<'C'
struct node { int a; struct node *next; int (*call)(int); };
struct node *find(int);
int late(struct node *p) { int x = p->a; if (!p) return 0; return x; }
int elsewhere(struct node *p, int n) { if (n && p == 0) return 0; return p->a; }
int result(int n) { return find(n)->a; }
int never(struct node *p) { return p->a; }
int behind(struct node *p) { if (!p) return 0; return p->next->a; }
int called(struct node *p) { if (!p) return 0; return p->call(1); }
int both(struct node *p, int n) { if (n) return p->a; return 1 / n; }
C
failed=0
try() {       # try FUNCTION NAMED
  timeout 100 "$build/braid" run --entry="$1" --externals=unknown --replay=off \
    --output-dir="$work/$1" "$work/nulls.c" >"$work/said" 2>&1 || true
  seen=$(grep -c 'if called so: with a null pointer' "$work/said" || true)
  bugs=$(grep -c '^Bug [0-9]*: null' "$work/said" || true)
  if [ "$bugs $seen" != "1 $2" ]; then
    echo "$1: $bugs bugs of null pointers, $seen named so, where 1 and $2 are right"
    cat "$work/said"
    failed=1
  fi
}
try late 0
try elsewhere 0
try result 0
try never 1
try behind 1
try called 1
try both 1
grep -q '^Bug 1: div-by-zero' "$work/said" ||
  { echo "both: what is named so does not come last"; failed=1; }
exit $failed
