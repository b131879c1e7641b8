#!/bin/sh
# A run on a Slurm cluster: the first task leads, all others work.
#
#   BRAID_QUEUE=redis://HOST/NAME BRAID_QUEUE_PASSWORD=... sbatch doc/launch/slurm.sh prog.c
#
#SBATCH --job-name=braid
#SBATCH --ntasks=16
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=2G
#SBATCH --time=12:00:00
set -eu
: "${BRAID_QUEUE:?redis://HOST/NAME}"
if [ -z "${SLURM_STEP_ID+set}" ] || [ "$SLURM_STEP_ID" = 4294967291 ]; then
  exec srun --kill-on-bad-exit=0 sh "$0" "$@"
fi
if [ "$SLURM_PROCID" -eq 0 ]; then
  exec braid run --queue="$BRAID_QUEUE" --merge=off --max-memory=1536M "$@"
fi
exec braid work --max-memory=1536M "$BRAID_QUEUE"
