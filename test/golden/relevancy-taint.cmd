# Taint: sources, sinks and the chain between them; points-to by itself.
cd ../relevancy
for sink in system popen; do
  "$BRAID" relevancy --sink=$sink taint.c
  echo "exit $?"
done
"$BRAID" relevancy --source=strcat --sink=system taint.c | head -n 1
"$BRAID" relevancy --points-to fields.c
"$BRAID" relevancy --json=- figure3.c | grep -A 7 '"name": "limit_get"'
"$BRAID" relevancy --html=- figure3.c | grep -c '<span class=s>'
"$BRAID" relevancy --nonsense figure3.c
echo "exit $?"
"$BRAID" relevancy missing.c
echo "exit $?"
