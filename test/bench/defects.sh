#!/bin/sh
# The driver of collections of labelled defects, on two small ones: what is found, on another
# line, missed, excluded or a false alarm is told apart.
#   test/bench/defects.sh BUILD
set -eu
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/juliet/testcases/CWE369_Divide" "$work/juliet/testcasesupport" \
  "$work/itc/01.w_Defects" "$work/itc/02.wo_Defects" "$work/itc/include"
: >"$work/juliet/testcasesupport/io.c"
: >"$work/itc/include/HeaderFile.h"

# case NAME LABELLED OTHER : a Juliet case whose bad half executes both lines.
case_of() {
  cat >"$work/juliet/testcases/CWE369_Divide/$1.c" <<END
int zero;
int main(void) {
  int x = 0;
#ifndef OMITBAD
  /* POTENTIAL FLAW: Possibly divide by zero */
  $2
  $3
#endif
  return x;
}
END
}
case_of CWE369_Divide__a_01 'x = 1 / zero;' ';'
case_of CWE369_Divide__b_01 'x = zero;' 'x = 1 / zero;'
case_of CWE369_Divide__c_01 'x = 0;' ';'
cat >"$work/juliet/testcases/CWE369_Divide/CWE369_Divide__d_01.c" <<END
int zero;
int main(void) { return 1 / zero; }
END
cat >"$work/itc/01.w_Defects/zero_division.c" <<END
extern volatile int vflag;
int zero;
int zero_division_001(void) { return 1 / zero; } /*Tool should detect this line as error*/
void zero_division_main (void)
{
	if (vflag == 1 || vflag ==888) zero_division_001();
	if (vflag == 8 || vflag ==888) zero_division_001();
}
END
got=$("$here/../../bench/defects/run" --build="$build" --juliet="$work/juliet" --itc="$work/itc" --good \
  --table="$work/table" -- --jobs=1 --no-replay 2>/dev/null) && { echo "a false alarm is no failure"; exit 1; }
cut -f1,3 "$work/table" | sort >"$work/got"
tr ' ' '\t' >"$work/want" <<END
false CWE369_Divide__d_01
found CWE369_Divide__a_01
found zero_division_001
line CWE369_Divide__b_01
line CWE369_Divide__d_01
missed CWE369_Divide__c_01
other zero_division_008
quiet CWE369_Divide__a_01
quiet CWE369_Divide__b_01
quiet CWE369_Divide__c_01
END
diff "$work/want" "$work/got" || { echo "$got"; exit 1; }
