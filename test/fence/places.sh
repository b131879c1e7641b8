#!/bin/sh
# Paths lead natively where they lead in braid: test/fence/places.c, behind the fence
# that has namespaces.
#
#   test/fence/places.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for way in files absolute device temporary new here listing nothing; do
  status=0
  timeout 100 "$build/braid" run --sym-files 1 8 --sym-file /srv/data/x:4 \
    --output-dir="$work/$way" "$here/places.c" -- $way >"$work/said" 2>&1 || status=$?
  if [ $status != 10 ] || ! grep -q '^Bug 1: out-of-bounds' "$work/said"; then
    echo "$way: not so in braid (status $status)"
    cat "$work/said"
    failed=1
  elif ! grep -q 'confined: namespaces' "$work/said"; then
    ! bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc true 2>/dev/null ||
      { echo "bubblewrap works here, and the fence has no namespaces"; exit 1; }
    echo "skipped: the fence here has no namespaces"
    exit 0
  elif ! grep -q 'confirmed natively' "$work/said"; then
    echo "$way: not so natively"
    cat "$work/said"
    failed=1
  fi
done
exit $failed
