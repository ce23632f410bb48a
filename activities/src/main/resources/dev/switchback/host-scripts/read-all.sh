# Prints the content of each file, then a line that no content can hold: TOKEN and cat's exit status.
# Arguments: token, paths.
token=$1
shift
for path in "$@"; do
  cat "$path" 2>/dev/null
  printf '\n%s %s\n' "$token" "$?"
done
