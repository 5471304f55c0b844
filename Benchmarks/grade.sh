#!/usr/bin/env bash
# Compares grading with the loop that an instructor would type otherwise: `swift test` in each submission, from a clean
# build. Both run once on one machine, on the same submissions.
#
#   Benchmarks/grade.sh                              20 submissions through step 12; the loop takes the first 2 of them
#   SUBMISSIONS=4 STEP=8 LOOP=4 Benchmarks/grade.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly step=${STEP:-12} count=${SUBMISSIONS:-20} loop=${LOOP:-2} jobs=${JOBS:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift build -c release --product vitals-course >&2
course="$PWD/.build/release/vitals-course"
export VITALS_COURSE_ROOT="$PWD" VITALS_COURSE_NO_PREBUILD=1

# Every learner has solved it, except every fourth, who has only the starter. No two have the same bytes.
for ((number = 1; number <= count; number++)); do
    name=$(printf '%s/class/learner-%02d' "$work" "$number")
    if ((number % 4 == 0)); then
        "$course" dev project "$step" --starter --to "$name" >/dev/null
    else
        "$course" dev project "$step" --to "$name" >/dev/null
    fi
    while IFS= read -r file; do
        echo "// learner $number" >>"$file"
    done < <(find "$name/Sources" -name '*.swift' ! -name NotWritten.swift)
done

now() { date +%s%N; }
seconds() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", (b - a) / 1e9 }'; }

# proportional UID: memory of a user's processes, in KiB; shared pages count once (PSS).
proportional() {
    local id
    for id in $(ps -o pid= -U "$1"); do cat "/proc/$id/smaps_rollup" 2>/dev/null || true; done |
        awk '$1 == "Pss:" { sum += $2 } END { print sum + 0 }'
}

# The peak memory of one job's processes; as root, every job has its own user.
watch_memory() {
    local most=0 seen uid
    while :; do
        for ((uid = 64000; uid < 64000 + jobs; uid++)); do
            seen=$(proportional "$uid")
            if ((seen > most)); then most=$seen && echo "$most" >"$work/memory"; fi
        done
        sleep 0.2
    done
}
echo 0 >"$work/memory"
watch_memory &
watcher=$!

begin=$(now)
"$course" grade "$work"/class/* --steps "1-$step" --jobs "$jobs" --out "$work/grades" >&2
graded=$(seconds "$begin" "$(now)")
kill "$watcher"

looped=0
for ((number = 1; number <= loop; number++)); do
    begin=$(now)
    (cd "$(printf '%s/class/learner-%02d' "$work" "$number")" && swift test) >"$work/loop.log" 2>&1 || true
    looped=$(awk -v a="$looped" -v b="$(seconds "$begin" "$(now)")" 'BEGIN { print a + b }')
done

awk -v count="$count" -v graded="$graded" -v loop="$loop" -v looped="$looped" -v memory="$(cat "$work/memory")" '
    BEGIN {
        printf "grading %d submissions            %8.1f s   %6.1f s each\n", count, graded, graded / count
        printf "swift test in %d of them          %8.1f s   %6.1f s each\n", loop, looped, looped / loop
        printf "a loop over all of them          %8.1f s   %6.1f times as long\n", looped / loop * count, looped / loop * count / graded
        printf "the most memory that a job took  %8.1f GiB\n", memory / 1048576
    }'
