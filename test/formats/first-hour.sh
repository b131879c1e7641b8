#!/bin/sh
# Does doc/first-hour.md: writes its programs, runs its commands in order, and looks for the lines
# below each, in order, among what the command prints; "..." stands for any.
#
#   test/formats/first-hour.sh BUILD
set -eu
build=$(cd "$1" && pwd)
page=$(cd "$(dirname "$0")/../.." && pwd)/doc/first-hour.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
PATH=$build:$PATH
export PATH

# The steps of the page: N.file with N.name, or N.command with N.lines.
mkdir "$work/steps" "$work/here"
awk -v to="$work/steps" '
  function step() { return sprintf("%s/%03d", to, n) }
  /^```c$/ { kind = "c"; n++; next }
  /^```console$/ { kind = "console"; next }
  /^```$/ { kind = ""; next }
  kind == "c" && /^\/\/ [a-z]*\.c$/ { print $2 >(step() ".name") }
  kind == "c" { print >(step() ".file") }
  kind == "console" && /^\$ / { n++; print substr($0, 3) >(step() ".command"); next }
  kind == "console" { print >(step() ".lines") }' "$page"

failures=0 commands=0
cd "$work/here"
status=0
for step in "$work"/steps/*.file "$work"/steps/*.command; do echo "$step"; done | sort |
while read -r step; do
  at=${step%.*}
  if [ "$step" = "$at.file" ]; then cp "$step" "$(cat "$at.name")"; continue; fi
  commands=$((commands + 1))
  [ -e "$at.lines" ] || : >"$at.lines"
  # The status of one command is what "echo $?" as the next one prints.
  (echo "(exit $status)"; cat "$step") >"$work/script"
  status=0
  timeout 120 sh "$work/script" >"$work/said" 2>&1 </dev/null || status=$?
  grep -vx '\.\.\.' "$at.lines" >"$work/wanted" || true
  if [ -s "$work/wanted" ] && ! awk 'NR == FNR { want[++n] = $0; next }
            k < n && index($0, want[k + 1]) { k++ }
            END { if (k < n) { print "not printed: " want[k + 1]; exit 1 } }' \
       "$work/wanted" "$work/said"; then
    echo "  by: $(cat "$step")"
    sed 's/^/    /' "$work/said" | tail -n 15
    failures=$((failures + 1))
  fi
  echo "$commands $failures" >"$work/count"
done
read -r commands failures <"$work/count"
echo "$commands commands, $failures failed"
[ "$commands" -ge 30 ] && [ "$failures" = 0 ]
