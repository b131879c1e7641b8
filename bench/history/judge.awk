# Is a bug the one that was sought?  Lines TEST CONFIRMED KIND FILE:FUNCTION... come in; kinds,
# places: the list's, commas between them; files: names of the line's files, blanks between.
# Out come a line "found TEST CONFIRMED" for each that is, and "others N", different ones.
function matches(text, pattern) {       # with * for anything
  gsub(/[.+?()]/, "[&]", pattern)
  gsub(/\*/, ".*", pattern)
  return text ~ ("^" pattern "$")
}
BEGIN {
  split(kinds, k, ","); for (i in k) kind[k[i]] = 1
  n = split(places, place, ",")
  split(files, f, " "); for (i in f) file[f[i]] = 1
}
{
  where = ""
  for (i = 4; i <= NF && where == ""; i++) {
    split($i, part, ":")
    if (part[1] in file) where = $i
  }
  if (where == "") where = $4
  split(where, part, ":")
  hit = 0
  if ($3 in kind) for (i = 1; i <= n; i++) {
    split(place[i], want, ":")
    if (part[1] == want[1] && (part[2] == "?" && $3 == "leak" || matches(part[2], want[2]))) hit = 1
  }
  if (hit) print "found", $1, $2
  else if (!(($3, where) in other)) { other[$3, where]; others++ }
}
END { print "others", others + 0 }
