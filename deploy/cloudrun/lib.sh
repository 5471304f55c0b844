# What the scripts of this folder share: steps with a name, commands that are shown before they run, and --dry-run.
# Sourced, not run. Kept to what bash 3.2 has, the one of macOS.
# shellcheck shell=bash disable=SC2034

dry_run=false
step_count=0
step_number=0
step_name="reading the options"

# Commands are shown on descriptor 3, so that `value=$(ask …)` shows its own too.
exec 3>&1

# What deploy.sh makes, by its names in the project.
instance=vitals
readonly NETWORK=vitals DATABASE=vitals DATABASE_USER=vitals REPOSITORY=vitals
readonly SERVICE=vitals-server MIGRATION_JOB=vitals-migrate ADD_USER_JOB=vitals-add-user
readonly SECRET=vitals-database-url TOKEN_SECRET=vitals-new-token
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

# Tells which step went wrong, whatever ended the script.
report_end() {
    local status=$?
    [ "$status" -eq 0 ] && return
    printf '%s: step %d of %d (%s) failed with status %d.\n' \
        "${0##*/}" "$step_number" "$step_count" "$step_name" "$status" >&2
    printf 'What was made before it stays. Mend the cause and run the same command again.\n' >&2
}

# Ends the script for a reason that is known.
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Ends the script for a slip on the command line.
wrong_usage() {
    printf '%s: %s\n' "${0##*/}" "$* (--help lists the options)" >&2
    exit 2
}

step() {
    step_number=$((step_number + 1))
    step_name=$1
    printf '\n# %d/%d %s\n' "$step_number" "$step_count" "$step_name" >&3
}

note() { printf '# %s\n' "$*" >&3; }

# A command, as it could be typed.
show() {
    local prefix=$1 word line=""
    shift
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_@%+=:,./-]* | "") line="$line '${word//\'/\'\\\'\'}'" ;;
            *) line="$line $word" ;;
        esac
    done
    printf '%s%s\n' "$prefix" "${line# }" >&3
}

# Runs a command that changes something.
run() {
    show "" "$@"
    if ! $dry_run; then "$@"; fi
}

# Runs a command that changes something, with a text on its standard input: a secret is then in no argument, where every
# user of the machine could read it. The text goes through printf, which is part of the shell.
#
#   feed WHAT TEXT COMMAND…
feed() {
    local what=$1 text=$2
    shift 2
    show "" "$@"
    note "  standard input: $what"
    if ! $dry_run; then printf '%s' "$text" | "$@"; fi
}

# Prints what a command that only reads says. A dry run is one for an empty project: nothing is there.
ask() {
    show "# asks: " "$@"
    if ! $dry_run; then "$@"; fi
}

# True when a text has a line that is, or a path that ends with, the word.
names() {
    local line
    while IFS= read -r line; do
        [ "${line##*/}" = "$2" ] && return 0
    done <<<"$1"
    return 1
}

# The newest enabled version of a secret, from the lines `NAME STATE` that gcloud prints; nothing where there is none.
newest_enabled() {
    local name state newest=0
    while read -r name state; do
        case $state in enabled | ENABLED) ;; *) continue ;; esac
        name=${name##*/}
        [ "$name" -gt "$newest" ] && newest=$name
    done <<<"$1"
    [ "$newest" -eq 0 ] || printf '%s\n' "$newest"
}

# 256 bits from the system's generator, in the alphabet of base64url. Never with a hyphen first: a command line would read
# that as an option.
random_text() {
    local text=-
    while [ "${text#-}" != "$text" ]; do
        text=$(head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_')
        [ "${#text}" -eq 43 ] || fail "This machine gave no random bytes."
    done
    printf '%s' "$text"
}

# A file of this folder with ${NAME} filled in.
#
#   render FILE NAME=VALUE…
render() {
    local text pair
    text=$(<"$here/$1")
    shift
    for pair in "$@"; do text=${text//"\${${pair%%=*}}"/${pair#*=}}; done
    # shellcheck disable=SC2016
    pair=${text#*'${'}
    [ "$pair" = "$text" ] || fail "There is no value for ${pair%%\}*}."
    printf '%s\n' "$text"
}

# Refuses a value that would be something else in YAML or in a shell.
check_word() {
    case $2 in
        "" | -* | *[!A-Za-z0-9_@:./-]*) wrong_usage "$1 must be a name; '$2' is none." ;;
    esac
}

check_number() {
    case $2 in
        "" | *[!0-9]* | ?????*) wrong_usage "$1 must be a number from 0 to 9999; '$2' is none." ;;
    esac
}

# What all commands of gcloud get.
quiet_gcloud() {
    # gcloud's log file lists every flag with its value, also those that it read from standard input.
    export CLOUDSDK_CORE_DISABLE_FILE_LOGGING=true
    export CLOUDSDK_CORE_DISABLE_PROMPTS=true
    export CLOUDSDK_CORE_PROJECT=$1
}
