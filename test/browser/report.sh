#!/bin/sh
# The page of `braid report` in a real browser: it is complete, its script works,
# and no name or text of the program under test gets to be anything but text.
#
#   test/browser/report.sh BUILD
set -eu
braid=$(cd "$1" && pwd)/braid
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
cd "$scratch"

fail() { echo "$*"; exit 1; }

# dom FILE: what the browser makes of the page, once its scripts ran
dom() {
  timeout -k 5 60 chromium --headless --no-sandbox --disable-gpu \
    --user-data-dir="$scratch/profile" --virtual-time-budget=2000 \
    --dump-dom "file://$scratch/$1" 2>"$scratch/browser.log" ||
    fail "the browser failed: $(tail -n 5 "$scratch/browser.log")"
}

# A name and a text that would like to be more than that.
name='"><img src=x onerror=document.title=1>.c'
cat >"$name" <<'END'
int __VERIFIER_nondet_int(void);
/* </table></script><script>document.title = "owned"</script> &amp; */
static int choose(int x) {
  if (x > 1000) return 3;
  return x == 7 ? 0 : 1; /* <b onclick="x"> */
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = choose(x);
  if (x > 5000000 && x < 4000000) y++;
  return 12 / y;
}
END
status=0
"$braid" run --quiet --classic --no-replay --output-dir=out "./$name" ||
  status=$?
[ "$status" = 10 ] || fail "the run ended with $status, not 10"
[ "$("$braid" report out)" = out/report.html ] || fail "no report was written"
grep -Eq '(src|href)="?(https?:|//)' out/report.html && fail "not self-contained"

dom out/report.html >page
grep -q 'data-ready="yes"' page || fail "its script did not run to the end"
grep -q '<title>./&quot;&gt;&lt;img\|<title>./"&gt;&lt;img' page ||
  fail "its title is not the program's name"
grep -q 'onerror=document.title=1&gt;.c - braid</title>' page ||
  fail "the title was changed"
! grep -Eq '<img|<b onclick|owned"</script>' page || fail "text became markup"

# Every event is drawn, and every line of the source is there with its mark.
events=$(grep -c '"kind"' out/history.json)
[ "$(grep -o '<g class="n [a-z]*" data-n=' page | wc -l)" = "$events" ] ||
  fail "not all of $events events are drawn"
[ "$(grep -c '<tr id="f0L' page)" = 12 ] || fail "not 12 lines of source"
grep -q '<tr id="f0L10" class="part"' page || fail "line 10 is half covered"
grep -q '<tr id="f0L11" class="hit bugline"' page || fail "line 11 has the bug"
grep -q '<tr id="f0L2" class=""' page || fail "line 2 has no code"

# Even a script that got into the page must not run.
sed 's#</body>#<script>document.documentElement.dataset.owned = 1</script></body>#' \
  out/report.html >injected.html
dom injected.html >page
! grep -q 'data-owned' page || fail "an injected script ran"

# The script: a click on the bug marks the way to it, and the link unfolds the
# source; the buttons zoom.
cat >steps.js <<'END'
var root = document.documentElement, svg = document.getElementById("braid");
function click(e) { e.dispatchEvent(new MouseEvent("click", {bubbles: true})); }
var all = svg.getAttribute("viewBox");
click(document.querySelector("[data-do=in]"));
root.dataset.zoomed = svg.getAttribute("viewBox") !== all;
click(document.querySelector("[data-do=fit]"));
root.dataset.back = svg.getAttribute("viewBox") === all;
click(svg.querySelector(".n.bug circle"));
root.dataset.way = svg.querySelectorAll(".n.way").length;
root.dataset.told = document.getElementById("picked").textContent;
document.querySelector("#f0").open = false;
click(document.querySelector("#picked a"));
root.dataset.shown = document.querySelector(".shown").id;
root.dataset.open = document.querySelector("#f0").open;
END
sed -e '/Content-Security-Policy/d' -e '/^<\/body>/d' out/report.html >steps.html
{ echo '<script>'; cat steps.js; echo '</script></body></html>'; } >>steps.html
dom steps.html >page
has() { grep -q "$1" page || fail "after the clicks there is no $1"; }
has 'data-zoomed="true"'
has 'data-back="true"'
has 'data-told="div-by-zero: '
has 'data-shown="f0L11"'
has 'data-open="true"'
# The start, the split before the bug, and the bug itself: where a check splits
# off the path with the bug there is no node of its own.
has 'data-way="3"'
echo "report: $events events, 12 lines"
