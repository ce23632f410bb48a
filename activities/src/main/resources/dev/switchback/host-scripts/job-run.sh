# Runs a job and keeps its exit status. Leader of its own session.
# Arguments: directory, argv.
directory=$1
sh -c 'd=$1; shift; { echo "$$"; cat "/proc/$$/stat"; } >"$d/pid.new"; mv -f "$d/pid.new" "$d/pid"; exec "$@"' \
  job-leader "$@" <"$directory/in" >"$directory/out" 2>"$directory/err"
printf '%s\n' "$?" >"$directory/status.new"
mv -f "$directory/status.new" "$directory/status"
