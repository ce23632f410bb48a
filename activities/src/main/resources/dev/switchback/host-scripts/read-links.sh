# Prints where each link points, then a line that no link can hold: TOKEN and readlink's exit status.
# Arguments: token, paths.
token=$1
shift
for path in "$@"; do
  readlink "$path" 2>/dev/null
  printf '\n%s %s\n' "$token" "$?"
done
