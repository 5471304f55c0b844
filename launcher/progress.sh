#!/usr/bin/env bash
# Shows the progress of a long command; the launcher sources this file. The command's own output goes to a log. On a terminal
# one line changes; elsewhere it prints a line at the start, one at the end and one every 30 seconds in between.
# shellcheck disable=SC2154  # names of the launcher

readonly PROGRESS_LOG_SECONDS=30
# Steps a minute of a first build on two cores: the estimate before there is anything to measure.
readonly PROGRESS_STEPS_A_MINUTE=500

progress_pid=""
progress_log=""
# Set by the caller: a file to delete when a signal comes, the number of steps to expect (0 if unknown), and whether a
# signal only ends the command's children, so that the command itself finishes.
progress_remove=""
progress_expected=0
progress_gently=""

# watched WHAT LOG COMMAND...: runs the command, and returns its status. WHAT is a phrase such as "Building vitals-course".
# On a signal, the command and everything it started get it too, and this script exits.
watched() {
    local what=$1 status=0
    progress_log=$2
    shift 2
    mkdir -p "$(dirname "$progress_log")"
    progress_open "$what"
    : >"$progress_log.$$"
    # A process group of its own, so that we can signal the compilers too.
    set -m
    "$@" >"$progress_log.$$" 2>&1 </dev/null &
    progress_pid=$!
    set +m
    trap 'progress_stop INT 130' INT
    # SwiftPM would leave a core file.
    trap 'progress_stop INT 131' QUIT
    trap 'progress_stop TERM 143' TERM
    trap 'progress_stop HUP 129' HUP
    exec 3<"$progress_log.$$"
    while kill -0 "$progress_pid" 2>/dev/null; do
        progress_read
        progress_show
        # Each sleep is a process, so we look at a long command less often.
        if [ $((SECONDS - progress_begin)) -lt 3 ]; then sleep 0.2; else sleep 1; fi
    done
    wait "$progress_pid" 2>/dev/null || status=$?
    trap - INT QUIT TERM HUP
    progress_read
    exec 3<&-
    progress_pid=""
    mv "$progress_log.$$" "$progress_log"
    progress_close "$status"
    return "$status"
}

# progress_stop SIGNAL STATUS
progress_stop() {
    # Ignore a second Ctrl-C, which must not interrupt this.
    trap '' INT QUIT TERM HUP
    local tries=0
    if [ -n "$progress_gently" ]; then
        while kill -0 "$progress_pid" 2>/dev/null && [ "$tries" -lt 25 ]; do
            progress_end_children "$progress_pid"
            sleep 0.2
            tries=$((tries + 1))
        done
    fi
    kill "-$1" -- "-$progress_pid" 2>/dev/null || true
    # What hasn't ended after five seconds is killed.
    tries=0
    while kill -0 -- "-$progress_pid" 2>/dev/null && [ "$tries" -lt 25 ]; do
        sleep 0.2
        tries=$((tries + 1))
    done
    kill -KILL -- "-$progress_pid" 2>/dev/null || true
    wait "$progress_pid" 2>/dev/null || true
    mv "$progress_log.$$" "$progress_log" 2>/dev/null || true
    if [ -n "$progress_remove" ]; then rm -f "$progress_remove"; fi
    progress_clear
    say "stopped. What was built so far is kept."
    exit "$2"
}

# progress_end_children PROCESS: ends its children, but not the process itself. SwiftPM only records what it has built when it
# exits; if we interrupted it, it would build everything again. When a compiler fails, SwiftPM starts no other and exits cleanly.
progress_end_children() {
    local child
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null || pgrep -P "$1"); do
        progress_end_children "$child"
        kill -TERM "$child" 2>/dev/null || true
    done
}

progress_open() {
    progress_what=$1
    progress_begin=$SECONDS
    progress_next=$PROGRESS_LOG_SECONDS
    progress_done=0 progress_all=0 progress_doing="" progress_total=0 progress_shown="" progress_rest=""
    progress_terminal="" progress_width=80
    if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
        progress_terminal=yes
        progress_width=$(stty size <&2 2>/dev/null || echo 24 80)
        progress_width=${progress_width##* }
        if [ "$progress_width" -lt 20 ]; then progress_width=80; fi
    else
        say "$progress_what; the log: $progress_log"
    fi
    progress_cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
}

# Reads the new lines of the log.
progress_read() {
    local line
    # read fails on an incomplete line; we join it with what follows.
    while IFS= read -r line <&3; do
        progress_line "$progress_rest$line"
        progress_rest=""
    done
    progress_rest=$progress_rest$line
}

# progress_line LINE: reads SwiftPM's progress from a line such as `[12/345] Compiling NIOCore ByteBuffer.swift`.
progress_line() {
    local step all words
    case $1 in
        '['*/*'] '*)
            step=${1#'['} all=${1#*/}
            step=${step%%/*} all=${all%%']'*}
            case $step$all in '' | *[!0-9]*) return ;; esac
            # SwiftPM compiles its plugins first, then starts counting again.
            progress_done=$step progress_all=$all
            if [ "$all" -gt 20 ] && [ "$all" -lt "$progress_expected" ]; then progress_all=$progress_expected; fi
            words=${1#*'] '}
            case $words in
                # For C, SwiftPM only names the file.
                'Compiling '*.c | 'Compiling '*.cc | 'Compiling '*.S) progress_doing="Compiling C" ;;
                'Compiling '* | 'Linking '*)
                    progress_doing=${words#* }
                    progress_doing="${words%% *} ${progress_doing%% *}"
                    ;;
                'Emitting module '*) progress_doing="Compiling ${words#Emitting module }" ;;
            esac
            ;;
        'Fetching '* | 'Creating working copy for '*)
            words=${1##*/}
            words=${words%% *}
            progress_doing="Fetching ${words%.git}"
            ;;
        *'Another instance of SwiftPM'*) progress_doing="Waiting for another build in this folder" ;;
    esac
}

# Estimates the remaining time from the remaining steps. The pace is the first guess at the start and the measured one at the
# end. C files come first and are faster than Swift's last modules, so the guess counts for longer than it seems it should.
# To avoid jumps, the estimate moves a quarter of the way at a time.
progress_estimate() {
    local elapsed=$1 left=$((progress_all - progress_done)) guess measured now
    progress_left=""
    if [ "$progress_done" -lt 10 ] || [ "$progress_all" -lt 60 ] || [ "$elapsed" -lt 5 ]; then return; fi
    guess=$((progress_all * 60 * 2 / (PROGRESS_STEPS_A_MINUTE * progress_cores)))
    measured=$((elapsed * progress_all / progress_done))
    # The whole build, in milliseconds.
    now=$((1000 * (guess * left + measured * progress_done) / progress_all))
    if [ "$progress_total" -eq 0 ]; then progress_total=$now; fi
    progress_total=$((progress_total + (now - progress_total) / 4))
    left=$((progress_total / 1000 - elapsed))
    if [ $((progress_done * 100 / progress_all)) -ge 97 ] || [ "$left" -lt 10 ]; then
        progress_left=", nearly done"
    elif [ "$left" -lt 90 ]; then
        progress_left=", about $(((left + 9) / 10 * 10)) s left"
    else
        progress_left=", about $(((left + 59) / 60)) min left"
    fi
}

progress_show() {
    local elapsed=$((SECONDS - progress_begin)) text
    if [ -z "$progress_terminal" ] && [ "$elapsed" -lt "$progress_next" ]; then return; fi
    text=$progress_what
    if [ "$progress_all" -gt 1 ]; then text="$text: $progress_done of $progress_all steps"; fi
    progress_estimate "$elapsed"
    text="$text$progress_left"
    if [ -n "$progress_doing" ]; then text="$text ($progress_doing)"; fi
    text="$elapsed s  $text"
    if [ -z "$progress_terminal" ]; then
        progress_next=$((elapsed + PROGRESS_LOG_SECONDS))
        say "$text"
        return
    fi
    text=${text:0:progress_width-1}
    if [ "$text" = "$progress_shown" ]; then return; fi
    progress_shown=$text
    printf '\r\033[K%s' "$text" >&2
}

progress_clear() {
    if [ -n "$progress_shown" ]; then printf '\r\033[K' >&2; fi
    progress_shown=""
}

# progress_close STATUS
progress_close() {
    local elapsed=$((SECONDS - progress_begin))
    progress_clear
    if [ "$1" -eq 0 ] && { [ -z "$progress_terminal" ] || [ "$elapsed" -ge 10 ]; }; then
        say "$progress_what took $elapsed s"
    fi
}
