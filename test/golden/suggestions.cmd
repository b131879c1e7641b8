for words in 'rnu x.c' 'prog.c' 'run --serach=bfs x.c' 'run --max-time=soon x.c' \
  'run --check=overlfow x.c' 'run --search=depth x.c' 'run -z x.c' 'run' \
  'run --no-replay=yes x.c' 'run --max-memory=1KiB x.c' 'run --tests=pdf x.c'; do
  "$BRAID" $words
  echo "exit $?"
done
