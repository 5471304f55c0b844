# replaces: deploy-dsn
# refused by: Step16DeployTests/escapes()
# says: a newline belongs to the password
#
# Reads the password into a variable, which drops the newlines at its end.

    local user password database folder
    password=$(cat)
    password=$(printf '%s' "$password" | percent_encode)
    if [ -z "$password" ]; then
        echo "socket_dsn: standard input is empty, and should be the password." >&2
        return 1
    fi
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
