#!/usr/bin/env bash
# Measures how long a newcomer waits: from a bare clone to the demo's verdict, and for the second demo.
#
#   Benchmarks/first-run.sh            of what is committed here
#   KEEP=1 Benchmarks/first-run.sh     keeps the clone, its .build/build.db and the logs, and says where
#
# The clone, HOME and the caches are new, so nothing is cached: SwiftPM fetches and reads all packages. Git settings in
# /etc/gitconfig still apply; with a mirror on the local disk, fetching takes less time than over a network. Missing packages
# aren't installed. Leave the machine alone meanwhile: seconds on a busy machine say little, CPU seconds somewhat more.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
work=$(cd "$work" && pwd -P)
sampler=""
finish() {
    if [ -n "$sampler" ]; then kill "$sampler" 2>/dev/null || true; fi
    if [ -n "${KEEP:-}" ]; then echo "kept: $work"; else rm -rf "$work"; fi
}
trap finish EXIT

# A clone with its own objects, like a download.
git clone --quiet --no-local . "$work/vitals"
mkdir "$work/home" "$work/tmp"

# The user's git and SwiftPM settings say where packages come from, so they apply; the caches don't.
if [ -e "$HOME/.gitconfig" ]; then cp "$HOME/.gitconfig" "$work/home/.gitconfig"; fi
if [ -d "$HOME/.swiftpm/configuration" ]; then
    mkdir -p "$work/home/.swiftpm"
    cp -R "$HOME/.swiftpm/configuration" "$work/home/.swiftpm/configuration"
fi

# demo NAME: prints its seconds and its CPU seconds.
demo() {
    local status=0
    local TIMEFORMAT="%R %U %S"
    {
        time env -u VITALS_COURSE_CACHE -u XDG_CACHE_HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u DATABASE_URL \
            HOME="$work/home" TMPDIR="$work/tmp" VITALS_COURSE_NO_INSTALL=1 \
            "$work/vitals/vitals-course" demo --plain >"$work/$1.out" 2>"$work/$1.err"
    } 2>"$work/$1.time" || status=$?
    if [ "$status" -ne 0 ] || ! grep -q '^Verdict: ' "$work/$1.out"; then
        tail -n 20 "$work/$1.out" "$work/$1.err" >&2
        echo "The $1 demo failed with exit status $status." >&2
        exit 1
    fi
    awk -v name="$1" '{ printf "%-8s demo %8.1f s   %8.1f CPU s\n", name, $1, $2 + $3 }' "$work/$1.time"
}

# sample: records which module or package each compiler of this clone is compiling.
sample() {
    while sleep 1; do
        # shellcheck disable=SC2009  # pgrep shows no arguments on macOS
        ps -eo args= | grep -F "$work/vitals/.build" | grep -E '(swift-frontend|clang)[^ ]* (-frontend|-cc1|.* -c )' |
            sed -nE -e 's#.* -module-name ([^ ]+).*#\1#p' -e t -e 's#.*/checkouts/([^/]+)/Sources/([^/]+)/.*#\2#p' || true
    done
}

sample >"$work/samples" &
sampler=$!
demo first
kill "$sampler"
demo second

# A sample each second of what is being compiled: roughly its share of the compilers' time.
echo "Shares of the first demo's compilers:"
sort "$work/samples" | uniq -c | sort -rn |
    awk '{ all += $1; n[NR] = $1; name[NR] = $2 }
         END { for (i = 1; i <= NR && i <= 15; i++) printf "    %5.1f %%  %s\n", 100 * n[i] / all, name[i] }'
