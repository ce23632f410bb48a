# Sends a signal to a job, and notes that first.
# Arguments: directory, process id or minus process group, name of the signal.
: >"$1/killed" || exit 1
kill "-$3" "$2"
