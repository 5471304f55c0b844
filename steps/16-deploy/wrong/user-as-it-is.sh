# replaces: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: An address has the form
#
# Escapes the password alone, since a user has a plain name.

    local user password database folder
    password=$(percent_encode)
    if [ -z "$password" ]; then
        echo "socket_dsn: standard input is empty, and should be the password." >&2
        return 1
    fi
    user=$1
    database=$(printf '%s' "$2" | percent_encode)
    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
