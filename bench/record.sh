# What a benchmark measured, for other programs to read: sourced by the runners.
#
#   record TABLE ROW COLUMN VALUE [COLUMN VALUE]...
#
# appends a line TABLE, ROW, COLUMN, VALUE for each value to the file that
# $BENCH_TSV names, tabs between them; without it nothing happens.  A column ends
# with its unit: "classic ms".  Growth is a table TABLE-growth with rows NAME/SIZE;
# bench/run draws one panel a NAME and one line a COLUMN.  A value ">N" is one that
# was not reached: it is more than N.
record() {
  [ -n "${BENCH_TSV:-}" ] || return 0
  record_table=$1 record_row=$2
  shift 2
  while [ $# -ge 2 ]; do
    [ -z "$2" ] || [ "$2" = - ] ||
      printf '%s\t%s\t%s\t%s\n' "$record_table" "$record_row" "$1" "$2" \
        >>"$BENCH_TSV"
    shift 2
  done
}
