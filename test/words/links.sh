#!/bin/sh
# Each link of a document leads to a file that is there, and its anchor to a heading.
#
#   test/words/links.sh [BUILD]
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
trap 'exit 130' INT TERM

# The anchors of a page, as GitHub makes them of headings.
anchors() {
  sed '/^ *```/,/^ *```/d' "$1" | sed -n 's/^##* //p' | tr 'A-Z' 'a-z' |
    sed 's/[^a-z0-9_ -]//g; s/ /-/g'
}

for page in *.md doc/*.md src/*.md; do
  # Code is no link.
  sed '/^ *```/,/^ *```/d; s/`[^`]*`//g' "$page" | grep -oE '\]\([^) ]+\)' |
    sed "s,^](\(.*\))$,$page \1," || true
done | grep -vE ' (https?|mailto):' >"$out/links"
# Pages that the sources, the tests and the help name.
grep -rIoE 'doc/[a-z-]+\.md(#[a-z0-9-]+)?' src runtime include test bench setup Makefile \
  CMakeLists.txt | sed 's,^\([^:]*\):,\1 /,' >>"$out/links"
[ "$(wc -l <"$out/links")" -ge 200 ] || { echo "few links found"; exit 1; }

failures=0
while read -r page target; do
  file=${target%%#*}
  case $file in
  '') file=$page ;;
  /*) file=${file#/} ;;
  *) file=$(dirname "$page")/$file ;;
  esac
  if [ ! -e "$file" ]; then
    echo "$page: no file $target"
    failures=1
    continue
  fi
  case $target in
  *.md'#'* | '#'*)
    anchors "$file" | grep -qxF -- "${target#*#}" || {
      echo "$page: no heading for $target"
      failures=1
    } ;;
  esac
done <"$out/links"
exit "$failures"
