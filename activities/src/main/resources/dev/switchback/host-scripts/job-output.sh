# Prints what a job has written so far, to the same streams. Arguments: directory, limit in bytes.
head -c "$2" "$1/out"
head -c "$2" "$1/err" >&2
