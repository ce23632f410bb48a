# Says what is known of a job, a line each, name first. Argument: directory.
directory=$1
if [ ! -d "$directory" ]; then
  echo missing
  exit 0
fi
echo "boot_id $(cat "$directory/boot_id")"
echo "booted $(cat /proc/sys/kernel/random/boot_id)"
echo "started $(cat "$directory/started")"
echo "uptime $(cat /proc/uptime)"
if [ -f "$directory/killed" ]; then
  echo "killed"
fi
if [ -f "$directory/pid" ]; then
  pid=$(head -n 1 "$directory/pid")
  echo "pid $pid"
  echo "first $(tail -n 1 "$directory/pid")"
  echo "now $(cat "/proc/$pid/stat" 2>/dev/null)"
fi
if [ -f "$directory/status" ]; then
  echo "status $(cat "$directory/status")"
fi
