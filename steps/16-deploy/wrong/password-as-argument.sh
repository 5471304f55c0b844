# replaces: deploy-dsn
# refused by: Step16DeployTests/noArgument()
# says: `ps` shows
#
# Leaves the escaping of the password to perl, and passes it the password as an argument.

    local user password database folder
    password=$(perl -e '$_ = shift; s/([^A-Za-z0-9._~-])/sprintf "%%%02X", ord $1/ge; print' "$(cat)")
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
