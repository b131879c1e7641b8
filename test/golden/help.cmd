"$BRAID" help; "$BRAID" help replay; "$BRAID" help report; "$BRAID" help solve; "$BRAID" version | head -1
