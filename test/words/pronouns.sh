#!/bin/sh
# Pronouns in 1,000 words of comments and documentation, with a bar for each group of files.
# A pronoun makes the reader look for the thing: name the query, the seed, the path.
#
#   test/words/pronouns.sh [BUILD]        asserts the bars
#   test/words/pronouns.sh --files        each file's number, the worst last
#
# Counted: it its that what those which such who whose whom them they one ones, whether
# pronoun, conjunction ("shows that") or numeral ("one state").  Not counted: this these
# their there each.  A word is a run of letters and apostrophes.  Of .h, .c and .def files
# comments count; of pages everything except fenced blocks and `code`.
set -eu
cd "$(dirname "$0")/../.."

# FILE... -> words and pronouns of each file.
count() {
  awk '
    function words(text,   n, i, w) {
      gsub(/`[^`]*`/, " ", text)
      text = tolower(text)
      gsub(/[^a-z'"'"']+/, " ", text)
      n = split(text, w, " ")
      for (i = 1; i <= n; i++) {
        total[FILENAME]++
        if (w[i] in pronoun) found[FILENAME]++
      }
    }
    # Comments of a line of C; `open`: the line begins inside of a comment.
    function comments(line,   at) {
      for (;;) {
        if (open) {
          at = index(line, "*/")
          if (!at) { words(line); return }
          words(substr(line, 1, at - 1))
          line = substr(line, at + 2)
          open = 0
        }
        gsub(/\\./, "", line)
        at = match(line, /"[^"]*"|'"'"'[^'"'"']*'"'"'|\/\*|\/\//)
        if (!at) return
        if (substr(line, at, 2) == "//") { words(substr(line, at + 2)); return }
        open = substr(line, at, 2) == "/*"
        line = substr(line, at + RLENGTH)
      }
    }
    BEGIN {
      n = split("it its that what those which such who whose whom them they one ones", w, " ")
      for (i = 1; i <= n; i++) pronoun[w[i]]
    }
    FNR == 1 { open = 0; fenced = 0 }
    FILENAME ~ /\.(h|c|def)$/ { comments($0); next }
    /^ *```/ { fenced = !fenced; next }
    !fenced { words($0) }
    END { for (f in total) print total[f], found[f] + 0, f }' "$@"
}

if [ "${1-}" = --files ]; then
  count src/*/*.[ch] src/*/*.def include/*.h runtime/*.[ch] runtime/*/*.[ch] doc/*.md *.md src/*.md |
    awk '$1 >= 50 { printf "%4d %6d %s\n", 1000 * $2 / $1, $1, $3 }' | sort -n
  exit 0
fi

# NAME BAR FILE...
failures=0
group() {
  name=$1 bar=$2
  shift 2
  count "$@" | awk -v name="$name" -v bar="$bar" '
    { words += $1; found += $2 }
    END {
      if (words < 1000) { print name ": few words found"; exit 1 }
      printf "%s: %.1f pronouns in 1,000 of %d words (bar %d)\n", name,
        1000 * found / words, words, bar
      exit 1000 * found > bar * words
    }' || failures=1
}
group "comments of headers" 30 src/*/*.h include/*.h
group "comments of tables" 84 src/*/*.def
group "comments of sources" 96 src/*/*.c
group "documentation" 42 README.md CONTRIBUTING.md src/README.md doc/*.md
exit "$failures"
