# What a sanitizer printed as a line for judge.awk (see bugs.awk); test: the input's file.
function base(path,  n, part) { n = split(path, part, "/"); return part[n] }
function take(name) { if (kind == "") kind = name }
/AddressSanitizer: (heap|stack|global|dynamic-stack|unknown)[a-z-]*-(overflow|underflow)|AddressSanitizer: (stack-buffer|global-buffer|heap-buffer)/ { take("out-of-bounds") }
/AddressSanitizer: (container-overflow|negative-size-param|intra-object)/ { take("out-of-bounds") }
/AddressSanitizer: heap-use-after-free/ { take("use-after-free") }
/AddressSanitizer: stack-use-after/ { take("use-after-scope") }
/AddressSanitizer: attempting double-free/ { take("double-free") }
/AddressSanitizer: attempting free/ { take("invalid-free") }
/AddressSanitizer: [a-z]*-param-overlap/ { take("overlap") }
/AddressSanitizer: stack-overflow/ { take("stack-overflow") }
/AddressSanitizer: FPE/ { take("div-by-zero") }
/AddressSanitizer: ABRT|libFuzzer: deadly signal/ { take("abort") }
/AddressSanitizer: SEGV.*address 0x0*[0-9a-f]?[0-9a-f]?[0-9a-f]? / { take("null") }
/AddressSanitizer: (SEGV|BUS)/ { take("out-of-bounds") }
/LeakSanitizer: detected memory leaks/ { take("leak") }
/runtime error:/ && !said {
  said = 1
  if (/signed integer overflow|negation of/) take("overflow")
  else if (/division by zero/) take("div-by-zero")
  else if (/shift exponent/) take("shift")
  else if (/left shift/) take("shift-base")
  else if (/out of bounds for type/) take("array-bounds")
  else if (/outside the range of representable/) take("float-cast-overflow")
  else if (/(load of|store to) null/) take("null")
  else if (/null pointer of type/) take("null-member")
  else if (/null pointer passed/) take("nonnull")
  else if (/offset to null|null pointer/) take("pointer-overflow")
  else take("undefined")
}
# The first stack is the error's; a leak's first stack is where the memory came from.
/^ *#[0-9]+ / && kind != "" && !done {
  if ($1 == "#0" && calls != "") { done = 1; next }
  name = file = "?"
  for (i = 2; i < NF; i++) if ($i == "in") { name = $(i + 1); file = $(i + 2) }
  sub(/:[0-9:]*$/, "", file)
  calls = calls " " base(file) ":" name
}
END { if (kind != "") print test, "yes", kind calls }
