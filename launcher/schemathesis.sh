#!/usr/bin/env bash
# Installs Schemathesis, which generates requests from openapi.yaml, in a Python environment below .build, so that nothing
# else on the machine changes. `vitals-course` sources this file.
# shellcheck disable=SC2154  # names of the launcher

readonly SCHEMATHESIS=4.32.5

schemathesis_folder="$root/.build/schemathesis"
schemathesis_log="$root/.build/vitals-course-schemathesis.log"
schemathesis_pid=""

# begin_schemathesis: starts to install it if it's missing. A build may go on meanwhile; it begins with what one processor does.
begin_schemathesis() {
    if [ -x "$schemathesis_folder/bin/st" ] &&
        [ "$(cat "$schemathesis_folder/version" 2>/dev/null)" = "$SCHEMATHESIS" ]; then return; fi
    if [ -n "${VITALS_COURSE_NO_INSTALL:-}" ]; then return; fi
    mkdir -p "$root/.build"
    say "Installing Schemathesis $SCHEMATHESIS; the log: $schemathesis_log"
    # A process group of its own, so that its end is also the end of what it starts.
    set -m
    install_schemathesis >"$schemathesis_log" 2>&1 </dev/null &
    set +m
    schemathesis_pid=$!
    trap 'kill -TERM -- "-$schemathesis_pid" 2>/dev/null || true' EXIT
}

# end_schemathesis: waits until it's installed. If that failed, the tests that need it are left out.
end_schemathesis() {
    if [ -z "$schemathesis_pid" ]; then return; fi
    if kill -0 "$schemathesis_pid" 2>/dev/null; then
        watched "Waiting for Schemathesis" "$root/.build/vitals-course-wait.log" outlast "$schemathesis_pid" || true
    fi
    trap - EXIT
    if wait "$schemathesis_pid"; then return; fi
    say "Schemathesis $SCHEMATHESIS can't be installed ($schemathesis_log); the test of openapi.yaml that needs it is left out."
}

install_schemathesis() {
    rm -rf "$schemathesis_folder"
    python3 -m venv "$schemathesis_folder" &&
        "$schemathesis_folder/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS" &&
        echo "$SCHEMATHESIS" >"$schemathesis_folder/version"
}

# outlast PROCESS: waits for its end. It's another process's child, so `wait` doesn't do.
outlast() {
    while kill -0 "$1" 2>/dev/null; do sleep 0.2; done
}
