"$BRAID" help; "$BRAID" help replay; "$BRAID" help solve; "$BRAID" version
