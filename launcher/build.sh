#!/usr/bin/env bash
# The launcher's builds: one call of SwiftPM for everything that a command runs. `vitals-course` sources this file.
# shellcheck disable=SC2034,SC2154  # names of the launcher and of progress.sh

# The number of steps of a first build. SwiftPM only knows it once it is some way in.
readonly FIRST_STEPS_COURSE=460 FIRST_STEPS_DEMO=2250 FIRST_STEPS_TESTS=3000

# The megabytes that a first build takes, with the tests: 1,600 for the demo alone, and as much again for the tests.
readonly FIRST_MEGABYTES_DEMO=2000 FIRST_MEGABYTES_TESTS=4000
# With less than this, a build that failed has failed because the disk is full.
readonly FULL_MEGABYTES=20

# The traits that the folder was last built with, so that the next build uses them too. A trait is a compiler flag for each
# module, so switching between tests and demo would otherwise compile all modules again.
traits_file="$root/.build/vitals-course.traits"

# free_megabytes: what the clone's disk has left; nothing where `df` doesn't tell.
free_megabytes() { df -Pk "$root/.build" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }'; }

# require_room TARGET: ends with a sentence if the clone can't be written to, or has no room for a first build.
require_room() {
    local needed=$FULL_MEGABYTES free
    if [ -e "$root/.build" ] && ! [ -d "$root/.build" ]; then
        say "$root/.build isn't a folder, and a build needs one there. Move it away, then try again."
        exit "$LACKING"
    fi
    # A mkdir that succeeds says nothing of an old .build on a disk that is now read-only.
    if ! mkdir -p "$root/.build" 2>/dev/null || ! [ -w "$root/.build" ]; then
        say "$root can't be written to, and a build needs the folder .build there. Clone Vitals to a folder of yours."
        exit "$LACKING"
    fi
    if ! [ -e "$root/.build/$configuration" ]; then needed=$FIRST_MEGABYTES_DEMO; fi
    if [ "$1" = tests ] && ! [ -e "$root/.build/debug/vitalsPackageTests.xctest" ]; then
        needed=$((needed + FIRST_MEGABYTES_TESTS - FIRST_MEGABYTES_DEMO))
    fi
    free=$(free_megabytes) || true
    if [ -n "$free" ] && [ "$free" -lt "$needed" ]; then
        say "The disk of $root has $free MB left, and a build needs about $needed MB. Make room, then try again."
        exit "$LACKING"
    fi
}

# build TARGET: course, demo, runner or tests.
build() {
    local target=$1 what first log="$root/.build/vitals-course-build.log" traits="" configuration=$configuration
    mkdir -p "$root/.build"
    case $target in
        runner | tests)
            configuration=debug
            echo TLS >"$traits_file"
            ;;
    esac
    if [ -s "$traits_file" ]; then IFS= read -r traits <"$traits_file"; fi
    case $target in
        course | runner) what="vitals-course" first=$FIRST_STEPS_COURSE ;;
        demo) what="vitals-course, vitals-server and vitals-device" first=$FIRST_STEPS_DEMO ;;
        tests) what="the programs and the tests" first=$FIRST_STEPS_TESTS ;;
    esac
    # We only know the number of steps if nothing has been built yet.
    if [ -e "$root/.build/$configuration" ]; then first=0; fi
    set -- -c "$configuration"
    case $target in
        course | runner) set -- "$@" --product vitals-course ;;
        tests) set -- "$@" --build-tests ;;
    esac
    if [ -n "$traits" ]; then set -- "$@" --traits "$traits"; fi
    stamp_of "$target"
    # Two launchers may build at once: SwiftPM has the second one wait.
    touch "$stamp.new.$$"
    progress_remove="$stamp.new.$$" progress_expected=$first progress_gently=yes
    if ! watched "Building $what" "$log" swift_build "$@"; then
        rm -f "$stamp.new.$$"
        print_errors "$log"
        exit 1
    fi
    mv "$stamp.new.$$" "$stamp"
    # Programs that are newer than this are somebody else's build.
    touch "$stamp.built"
    # A build of more programs also covers the smaller targets.
    case $target in
        demo) touch -r "$stamp" "$root/.build/vitals-course-$configuration.stamp" ;;
        tests)
            touch -r "$stamp" "$root/.build/vitals-course-$configuration.stamp" \
                "$root/.build/vitals-demo-$configuration.stamp"
            ;;
    esac
}

swift_build() {
    cd "$root" || return
    # Editors make an index of their own, and without one the compiler takes about a tenth less.
    local flags=(--disable-index-store)
    # Without the fixed seed SwiftPM would compile packages with traits again whenever it plans. With huge pages the
    # compiler takes about a tenth less.
    SWIFT_DETERMINISTIC_HASHING=1 GLIBC_TUNABLES=glibc.malloc.hugetlb=1 exec swift build "${flags[@]}" "$@"
}

# print_errors LOG: says what failed, and the path of the log. What failed is a sentence if the cause is the machine; otherwise
# the compiler's errors, or else the end of the log.
print_errors() {
    local errors free
    free=$(free_megabytes) || true
    if [ "${free:-$FULL_MEGABYTES}" -lt "$FULL_MEGABYTES" ] || grep -q 'No space left on device' "$1" 2>/dev/null; then
        say "The disk of $root is full. Make room, then try again; what was built so far is kept."
        return
    fi
    if grep -qE "Failed to clone repository|unable to access '|Could not resolve host|Git command .* failed" "$1"; then
        say "A package can't be fetched. Check that this machine reaches github.com, then try again. The log: $1"
        return
    fi
    if grep -qF 'module cache path' "$1"; then
        say "What was built here was built at another path: $root was moved. Delete the old build, then try again:"
        printf '    rm -rf %q\n' "$root/.build" >&2
        return
    fi
    # The compiler repeats each error below its line of code, and once more for the failed step.
    errors=$(grep -E '(^|: )(fatal )?error: ' "$1" | grep -vE '^ *\||^error: .* command failed' |
        awk '!seen[$0]++' | head -n 20) || true
    if [ -z "$errors" ]; then errors=$(tail -n 15 "$1"); fi
    if [ -n "$errors" ]; then printf '%s\n' "$errors" >&2; fi
    say "The build failed. Its full log: $1"
}
