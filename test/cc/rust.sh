#!/bin/sh
# Rust with panic=abort: each program reaches its planted bug, at the line that a person would
# name, and without the bug none is reported.  The bitcode is of Debian's rustc, which has an
# older LLVM; without it there is nothing to compile.
#
#   test/cc/rust.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
rustc=${RUSTC:-/usr/bin/rustc}
[ -x "$rustc" ] || { echo "no rustc here"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"
failures=0
fail() { echo "FAILED $*"; failures=$((failures + 1)); }

compile() {     # NAME BUG
  sed "s/BUG/$2/g" "$1.rs" >"$1$2.rs"
  "$rustc" -g -C panic=abort -C lto=fat -C opt-level=1 -C overflow-checks=on \
    --emit=llvm-bc "$1$2.rs" -o "$1$2.bc"
}

# program NAME WHAT WORDS CHECKED OPTION...: standard input is a program with BUG for true or
# false.
program() {
  name=$1 what=$2 words=$3 checked=$4
  shift 4
  cat >"$name.rs"
  compile "$name" true
  compile "$name" false
  status=0
  timeout 150 "$braid" run --max-time=100s --output-dir="o$name" "$@" "${name}true.bc" \
    >log 2>&1 || status=$?
  if [ $status != 10 ] || ! grep -q "^Bug 1: $what at ${name}true.rs:$(
         sed -n '/HERE/=' "$name.rs") in ${name}true::" log || ! grep -qF -- "$words" log ||
     ! grep -q "^  checked .*$checked" log
  then fail "$name: exit $status"; tail -n 30 log; fi
  status=0
  timeout 150 "$braid" run --no-replay --max-time=100s --output-dir="n$name" "$@" \
    "${name}false.bc" >log 2>&1 || status=$?
  [ $status = 5 ] && grep -q 'PROVED UNDER ASSUMPTIONS' log ||
    { fail "$name without its bug: exit $status"; tail -n 20 log; }
}

# A sum that overflows, as debug builds check.
program sum 'assert (CWE-617)' 'attempt to add with overflow' 'confirmed natively' \
  --sym-stdin=2 <<'EOF'
use std::io::Read;
fn sum(v: &[u8]) -> u8 {
    let mut s: u8 = 0;
    for x in v {
        s = if BUG { s + *x } else { s.wrapping_add(*x) }; // HERE
    }
    s
}
fn main() {
    let mut b = [0u8; 2];
    if std::io::stdin().read(&mut b).unwrap() == 2 {
        println!("{}", sum(&b) > 3);
    }
}
EOF

# A word of the command line that a map does not have.
program map 'assert (CWE-617)' 'no such number' 'confirmed natively' --sym-args 0 1 3 <<'EOF'
use std::collections::BTreeMap;
fn main() {
    let mut known: BTreeMap<&str, u32> = BTreeMap::new();
    known.insert("one", 1);
    known.insert("two", 2);
    let a: Vec<std::ffi::OsString> = std::env::args_os().collect();
    if a.len() != 2 || a[1].len() != 3 {
        return;
    }
    use std::os::unix::ffi::OsStrExt;
    let key = if a[1].as_bytes()[0] == b't' && BUG { "ten" } else { "two" };
    println!("{}", known.get(key).expect("no such number")); // HERE
}
EOF

# What unsafe code reads; natively no sanitizer looks.
program raw 'out-of-bounds (CWE-119)' 'of an object of 32 bytes' 're-executed in braid' \
  --sym-stdin=1 <<'EOF'
use std::io::Read;
fn main() {
    let mut b = [0u8; 1];
    if std::io::stdin().read(&mut b).unwrap() < 1 {
        return;
    }
    let v = vec![1u32; 8];
    let p = v.as_ptr();
    let mask = if BUG { 15 } else { 7 };
    let x = unsafe { *p.add((b[0] & mask) as usize) }; // HERE
    if x != 1 {
        println!("odd");
    }
}
EOF

[ $failures = 0 ]
