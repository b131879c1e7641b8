# The bugs of a stats.json as lines for judge.awk:
#   TEST CONFIRMED KIND FILE:FUNCTION...       (the calls, innermost first; "?" for no function)
function word(text) { gsub(/^[^:]*: */, "", text); gsub(/[",]/, "", text); return text }
function base(path,  n, part) { n = split(path, part, "/"); return part[n] }
/^  "bugs": \[\]/ { exit }
/^  "bugs": \[/ { inside = 1; next }
inside && /^  \]/ { exit }
!inside { next }
/^    \{/ { calls = ""; test = "-"; confirmed = "no"; possible = 0 }
/^      "kind":/ { kind = word($0) }
/^      "test":/ { test = word($0) }
/^      "possible": true/ { possible = 1 }
/^      "confirmed":/ {
  confirmed = word($0) ~ /^(asan|lsan|ubsan|msan|native)$/ ? "yes" : "no" }
/^      "stack": \[/ { stack = 1 }
/^      \]/ { stack = 0 }
stack && /^          "function":/ { function_name = word($0); if (function_name == "null") function_name = "?" }
stack && /^          "file":/ { calls = calls " " base(word($0)) ":" function_name }
/^    \}/ { if (!possible) print test, confirmed, kind calls }
