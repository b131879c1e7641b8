#!/bin/sh
# A program may cut off its own file behind each fence, unless an old Landlock could not
# keep it from cutting off others'.
#
#   test/fence/shorter.sh BUILD
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/shorter.c" <<'C'
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat s;
  if (truncate("A", 3) || stat("A", &s) || s.st_size != 3) return 1;
  char *p = malloc(4);
  if (!p) return 2;
  p[s.st_size + 2] = 1;
  free(p);
  return 0;
}
C
cd "$work"
guards=landlock                 # since Linux 6.2 also against cutting off
printf '6.2\n%s\n' "$(uname -r)" | sort -VC || guards=
for fence in namespaces $guards landlock:1; do
  status=0
  BRAID_FENCE=$fence timeout 100 "$build/braid" run --sym-files 1 8 --output-dir=$fence \
    shorter.c >said 2>&1 || status=$?
  [ $status = 10 ] || { echo "$fence: not so in braid (status $status)"; exit 1; }
  case $fence in namespaces) is=namespaces ;; *) is=Landlock ;; esac
  if ! grep -q "confined: $is" said; then
    echo "skipped: no fence here by $fence"
    continue
  fi
  case $fence in landlock:1) says='not reproduced natively' ;; *) says='confirmed natively' ;; esac
  grep -q "$says" said || { echo "$fence: not so natively"; cat said; exit 1; }
done
