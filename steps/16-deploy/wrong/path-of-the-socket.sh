# replaces: deploy-dsn
# refused by: Step16DeployTests/parts()
# says: The folder should be
#
# Names the socket itself, where libpq wants the folder in which it is.

    local user password database folder
    password=$(percent_encode)
    if [ -z "$password" ]; then
        echo "socket_dsn: standard input is empty, and should be the password." >&2
        return 1
    fi
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    folder=$(printf '%s' "$3/.s.PGSQL.5432" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
