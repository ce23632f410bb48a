# Gives the host's lock back if the attempt holds it. Arguments: root, attempt, suffix no other call uses.
root=$1
if [ "$(cat "$root/lock/attempt" 2>/dev/null)" = "$2" ]; then
  mv -T "$root/lock" "$root/unlocked.$3" && rm -rf "$root/unlocked.$3"
fi
