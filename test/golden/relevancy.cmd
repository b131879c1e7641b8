# The paper's examples: what is symbolic, and that without refined globals q is
# marked as well.
cd ../relevancy
echo "figure 3"; "$BRAID" relevancy figure3.c
echo; echo "figure 3 without refined globals"
"$BRAID" relevancy --no-refine figure3.c | grep -E ' use\('
echo; echo "figure 1, joined"
"$BRAID" relevancy --joins figure1.c | grep -E "^[a-z_]+ +[0-9]"
echo; echo "figure 1, path by path"
"$BRAID" relevancy figure1.c | grep -E "^[a-z_]+ +[0-9]"
# Nothing is symbolic: no contexts are made.
instances() {
  "$BRAID" relevancy --stats "$@" 2>&1 | sed -n 's/.*; \([0-9]*\) instances.*/\1/p'
}
echo; echo "as many instances with contexts as without"
for program in none figure3; do
  [ "$(instances $program.c)" = "$(instances --no-refine $program.c)" ] &&
    echo "$program: yes" || echo "$program: no"
done
