# replaces: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: An address has the form
#
# Takes it that folders have plain names.

    local user password database folder
    password=$(percent_encode)
    if [ -z "$password" ]; then
        echo "socket_dsn: standard input is empty, and should be the password." >&2
        return 1
    fi
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    folder=$3
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
