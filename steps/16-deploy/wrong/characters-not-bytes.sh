# replaces: deploy-escape
# refused by: Step16DeployTests/escapes()
# says: several escapes
#
# Takes a character's number for the number of its bytes.

    local LC_ALL=C.UTF-8 text character position
    text=$(od -An -v -tx1 | tr -d ' \n' | sed 's/../\\x&/g')
    text=$(printf '%b.' "$text") && text=${text%.}
    for ((position = 0; position < ${#text}; position++)); do
        character=${text:position:1}
        case $character in
            [A-Za-z0-9._~-]) printf '%s' "$character" ;;
            *) printf '%%%02X' "'$character" ;;
        esac
    done
