# shellcheck shell=sh
# Source packages of the archive that this machine's apt is configured for, for scripts of sh:
# nothing is installed, and the system's lists stay as they are.

# A list of deb-src lines that says of the sources what apt's own configuration
# says of the packages.  One-line entries (.list) and paragraphs (.sources).
source_list() {
  etc=${APT_ETC:-/etc/apt}
  for list in "$etc"/sources.list "$etc"/sources.list.d/*.list; do
    [ -r "$list" ] && sed -n \
      '/cdrom:/d; s/^[[:space:]]*deb[[:space:]]/deb-src /p' "$list"
  done
  for list in "$etc"/sources.list.d/*.sources; do
    [ -r "$list" ] && awk '
      function flush(  i, j, nu, ns, u, s, options) {
        if (!off && (" " field["types"] " ") ~ / deb /) {
          options = field["signed-by"] ~ /^\// \
            ? "[signed-by=" field["signed-by"] "] " : ""
          nu = split(field["uris"], u, " "); ns = split(field["suites"], s, " ")
          for (i = 1; i <= nu; i++) for (j = 1; j <= ns; j++)
            print "deb-src " options u[i] " " s[j] " " field["components"]
        }
        split("", field); off = 0; key = ""
      }
      /^#/ { next }
      /^[[:space:]]*$/ { flush(); next }
      /^[^[:space:]]/ {
        key = tolower(substr($0, 1, index($0, ":") - 1))
        value = substr($0, index($0, ":") + 1)
        gsub(/^[[:space:]]+|[[:space:]]+$/, "", value)
        field[key] = value
        if (key == "enabled" && tolower(value) ~ /^(no|false|0)$/) off = 1
        next
      }
      { gsub(/^[[:space:]]+|[[:space:]]+$/, "")
        field[key] = field[key] " " $0 }
      END { flush() }' "$list"
  done
  return 0
}

# apt with lists of its own below the directory $fetch: needs no root.
private_apt() {
  apt-get -q -o Dir::Etc::sourcelist="$fetch/sources.list" \
    -o Dir::Etc::sourceparts=- -o Dir::State::lists="$fetch/lists" \
    -o Dir::Cache="$fetch/cache" -o APT::Sandbox::User="$(id -un)" \
    -o Acquire::Languages=none "$@"
}
