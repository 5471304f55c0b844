#!/usr/bin/env bash
# Measures the runner, in one run on one machine: the first check after `jump 12` once that is built ahead; and for some
# steps: status, a check when nothing has changed, and a check after an edit of one line compared with `swift test --filter`
# on the same staged package.
#
#   Benchmarks/check.sh            steps 12 and 8; builds the packages first if they are not there
#   STEPS="4 8 12 15" ROUNDS=10 Benchmarks/check.sh
#   FIRST= STEPS=4 Benchmarks/check.sh    without the first check of step 12
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly steps=${STEPS:-8} rounds=${ROUNDS:-5} first=${FIRST-12}
work=$(mktemp -d)
trap 'kill "${postgres:-}" 2>/dev/null || true; rm -rf "$work"' EXIT

swift build -c release --product vitals-course >&2
course="$PWD/.build/release/vitals-course"
export VITALS_COURSE_ROOT="$PWD" VITALS_COURSE_NO_PREBUILD=1

# seconds COMMAND...: prints how long it took; its output is discarded.
seconds() {
    local begin end
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1 || true
    end=$(date +%s%N)
    awk -v a="$begin" -v b="$end" 'BEGIN { printf "%.3f\n", (b - a) / 1e9 }'
}

# median NAME COMMAND...: prints the median of the rounds, with the smallest and the greatest.
median() {
    local name=$1 round
    shift
    for ((round = 0; round < rounds; round++)); do seconds "$@"; done | sort -n |
        awk -v name="$name" '{ t[NR] = $1 } END { printf "%-44s %7.3f s   (%.3f to %.3f)\n", name, t[int((NR + 1) / 2)], t[1], t[NR] }'
}

# The wait of a learner who jumps to a step, reads its lesson and checks. `jump` builds ahead meanwhile; here we wait for it.
# With --again, because on an author's machine the proof of the course may have checked the starter already.
first_check() {
    "$course" start "$work/first" >/dev/null
    cd "$work/first"
    "$course" jump "$1" >/dev/null
    "$course" dev prebuild "$1" --workspace "$work/first" --own >&2
    printf '%-44s %7.3f s\n' "first check after jump $1, built ahead" "$(seconds "$course" check "$1" --again)"
}

# The same edit for both: a line at the end of a file of the step that comes last to be compiled by everything else.
edit() { { cat "$work/original"; echo "private let edited = $(date +%s%N)"; } >"$file"; }
edited_check() {
    edit
    "$course" check "$step"
}
# With a database, because a check has one; without it the tests that need Postgres would be skipped.
test_package() {
    VITALS_TEST_DATABASE_URL=$database swift test --package-path "$copy" --filter '^StepTests\.'
}
edited_test() {
    edit
    cp "$file" "$copy/Sources/Vitals/Units/Measurement+Canonical.swift"
    test_package
}

measure() {
    step=$1
    "$course" start "$work/mine-$step" >/dev/null
    cd "$work/mine-$step"
    "$course" jump "$step" >/dev/null
    "$course" solution "$step" --apply >/dev/null
    "$course" check "$step" >&2 || true

    median "status" "$course" status
    median "check $step, nothing changed" "$course" check "$step"

    file="$work/mine-$step/Sources/Vitals/Units/Measurement+Canonical.swift"
    cp "$file" "$work/original"
    # The stage of this step is the one that contains the edit.
    edited_check >/dev/null 2>&1 || true
    local cache=${VITALS_COURSE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/vitals-course} staged
    for staged in "$cache"/*/from-*/stage/Sources/Vitals/Units/Measurement+Canonical.swift; do
        if cmp -s "$file" "$staged"; then break; fi
    done
    # A copy of that package with its own build folder, as someone without the runner would have. In one folder, each of the
    # two would undo the other's build, because their flags differ.
    copy="$work/staged-$step"
    cp -R "${staged%/Sources/*}" "$copy"
    test_package >&2 || true
    compare
}

# Alternating, and compared round by round, so that other load on the machine affects both.
compare() {
    local round
    for ((round = 0; round < rounds; round++)); do
        echo "$(seconds edited_check) $(seconds edited_test)"
    done | awk -v step="$step" '
        function median(name, values,    i, j, held) {
            for (i = 2; i <= NR; i++) for (j = i; j > 1 && values[j - 1] > values[j]; j--) {
                held = values[j]; values[j] = values[j - 1]; values[j - 1] = held
            }
            printf "%-44s %7.3f %s   (%.3f to %.3f)\n", name, values[int((NR + 1) / 2)], unit, values[1], values[NR]
        }
        { check[NR] = $1; test[NR] = $2; ratio[NR] = $1 / $2 }
        END {
            unit = "s"
            median("check " step " after an edit of one line", check)
            median("swift test --filter after the same edit", test)
            unit = " "
            median("the one by the other, round by round", ratio)
        }'
}

cd "$work"
"$course" postgres --json >"$work/postgres" &
postgres=$!
until [ -s "$work/postgres" ]; do sleep 0.2; done
database=$(sed -n 's/.*"url" *: *"\(.*\)".*/\1/p' "$work/postgres" | sed 's,\\/,/,g')
readonly database

if [ -n "$first" ]; then first_check "$first"; fi
for number in $steps; do measure "$number"; done
