# replaces: deploy-dsn
# refused by: Step16DeployTests/noPassword()
# says: into Secret Manager
#
# Makes an address even when there's no password.

    local user password database folder
    password=$(percent_encode)
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
