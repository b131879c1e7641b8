"$BRAID" help run
