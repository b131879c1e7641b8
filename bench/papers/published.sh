# The papers' figures for the benches: sourced in the top directory.
#
#   published PAPER COLUMN...
#
# prints for each row of the paper's sections with these columns: its name and the figures, a
# space between them.
published() {
  published_paper=$1 published_columns=
  shift
  for published_column; do published_columns="$published_columns|$published_column"; done
  awk -F ' *[|] *' -v paper="$published_paper" -v columns="${published_columns#|}" '
    BEGIN { n = split(columns, want, "|") }
    /^== / { on = $1 == "== " paper; next }
    !on || /^#/ || !NF || $1 == "better" || $1 == "kind" { next }
    $1 == "row" {
      delete at
      for (k = 2; k <= NF; k++) at[$k] = k
      for (k = 1; k <= n; k++) if (!(want[k] in at)) on = 0
      next
    }
    { line = $1; for (k = 1; k <= n; k++) line = line " " $at[want[k]]; print line }' \
    bench/papers/published
}
