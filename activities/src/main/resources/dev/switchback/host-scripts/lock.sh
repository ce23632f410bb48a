# Takes the host's lock. The lock is a directory that is moved into place complete.
# Arguments: root, attempt, fencing token, suffix no other call uses.
# Prints: held ATTEMPT | refused ATTEMPT | stale TOKEN
root=$1
attempt=$2
token=$3
new=$root/lock.$4
umask 077
mkdir -p "$root" || exit 1
highest=$(cat "$root/token" 2>/dev/null)
if [ "${highest:-0}" -gt "$token" ]; then
  echo "stale $highest"
  exit 0
fi
mkdir "$new" || exit 1
printf '%s\n' "$attempt" >"$new/attempt" && printf '%s\n' "$token" >"$new/token" || exit 1
if ! mv -T "$new" "$root/lock" 2>/dev/null; then
  rm -rf "$new"
  holder=$(cat "$root/lock/attempt") || exit 1
  if [ "$holder" != "$attempt" ]; then
    echo "refused $holder"
    exit 0
  fi
fi
printf '%s\n' "$token" >"$root/token.$4" && mv -f "$root/token.$4" "$root/token" || exit 1
echo "held $attempt"
