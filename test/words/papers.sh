#!/bin/sh
# doc/papers.tsv: every file, function and test that it names is there; what is not as in the
# paper says how; the page's counts are those of the table.
#
#   test/words/papers.sh BUILD
set -eu
build=$1
case $build in /*) ;; *) build=$PWD/$build ;; esac
cd "$(dirname "$0")/../.."
tests=$(test/run --list "$build")
tab=$(printf '\t')
failures=0
wrong() {
  echo "doc/papers.tsv: $paper, $item: $*"
  failures=1
}
while IFS=$tab read -r paper item what here where shown; do
  case $paper in '#'*) continue ;; esac
  case $paper in multise | lattice | compact | relevancy | zeq) ;; *) wrong "no paper" ;; esac
  case $here in
  built* | 'differs: '?* | 'not built') ;;
  'not built: '?*) ;;
  *) wrong "neither built, differs: HOW nor not built: $here" ;;
  esac
  [ -n "$where" ] && [ -n "$shown" ] || wrong "no place or no test"
  for place in $where; do
    file=${place%%:*} function=${place#"$file"}
    [ -f "$file" ] || { wrong "no file $file"; continue; }
    [ -z "$function" ] || grep -qE "\b${function#:}\(" "$file" || wrong "no $place"
  done
  for name in $shown; do
    echo "$tests" | grep -qxF -- "$name" || wrong "no test $name"
  done
done <doc/papers.tsv
lines=$(grep -vc '^#' doc/papers.tsv)
[ "$lines" -ge 100 ] || { echo "few lines"; exit 1; }
# "| multise | built | differs | not built |" on the page.
awk -F "$tab" '!/^#/ { n[$1]++; if ($4 ~ /^differs/) d[$1]++; if ($4 ~ /^not/) m[$1]++ }
  END { for (p in n) printf "| %s | %d | %d | %d |\n", p, n[p] - d[p] - m[p], d[p], m[p] }' \
  doc/papers.tsv | while read -r row; do
  grep -qF "$row" doc/papers.md || { echo "doc/papers.md has no line: $row"; exit 1; }
done
exit "$failures"
