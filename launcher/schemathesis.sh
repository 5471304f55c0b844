#!/usr/bin/env bash
# Installs Schemathesis, which generates requests from openapi.yaml, in a Python environment below .build, so that nothing
# else on the machine changes. `vitals-course` sources this file.
# shellcheck disable=SC2154  # names of the launcher

readonly SCHEMATHESIS=4.32.5

# seek_schemathesis: installs it if it's missing. If that fails, the tests that need it are left out.
seek_schemathesis() {
    local folder="$root/.build/schemathesis" log="$root/.build/vitals-course-schemathesis.log"
    if [ -x "$folder/bin/st" ] && [ "$(cat "$folder/version" 2>/dev/null)" = "$SCHEMATHESIS" ]; then return; fi
    if [ -n "${VITALS_COURSE_NO_INSTALL:-}" ]; then return; fi
    mkdir -p "$root/.build"
    if have python3 && watched "Installing Schemathesis $SCHEMATHESIS" "$log" install_schemathesis "$folder"; then
        echo "$SCHEMATHESIS" >"$folder/version"
        return
    fi
    say "Schemathesis $SCHEMATHESIS can't be installed ($log); the test of openapi.yaml that needs it is left out."
}

install_schemathesis() {
    rm -rf "$1"
    python3 -m venv "$1" && "$1/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS"
}
