# Starts a job once. The directory is made elsewhere and moved into place when it is complete: who
# moves it starts the job, everyone else finds it there.
# Arguments: directory, suffix no other start uses, boot id, bytes of standard input, runner, argv.
# Prints: started | attached | rebooted | incomplete
directory=$1
new=$1.$2
boot=$3
size=$4
runner=$5
shift 5
umask 077
if [ -d "$directory" ]; then
  echo attached
  exit 0
fi
if [ "$(cat /proc/sys/kernel/random/boot_id)" != "$boot" ]; then
  echo rebooted
  exit 0
fi
mkdir -p "$new" || exit 1
cat >"$new/in" || exit 1
if [ "$(wc -c <"$new/in")" -ne "$size" ]; then
  rm -rf "$new"
  echo incomplete
  exit 0
fi
printf '%s\n' "$boot" >"$new/boot_id" &&
  cat /proc/uptime >"$new/started" &&
  printf '%s\n' "$@" >"$new/command" &&
  : >"$new/out" && : >"$new/err" || exit 1
if mv -T "$new" "$directory" 2>/dev/null; then
  setsid sh -c "$runner" job-run "$directory" "$@" </dev/null >/dev/null 2>&1 &
  echo started
elif [ -d "$directory" ]; then
  rm -rf "$new"
  echo attached
else
  rm -rf "$new"
  echo "job-start: cannot make $directory" >&2
  exit 1
fi
