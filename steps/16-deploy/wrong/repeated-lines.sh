# replaces: deploy-escape
# refused by: Step16DeployTests/escapes()
# says: od shortens lines that repeat
#
# Forgets that od prints a star for lines like the one before.

    local kept=${1-} byte
    for byte in $(od -An -tx1 | tr a-f A-F); do
        case $byte in
            2[DE] | 3[0-9] | 4[1-9A-F] | 5[0-9AF] | 6[1-9A-F] | 7[0-9AE]) printf '%b' "\\x$byte" ;;
            *)
                case " $kept " in
                    *" $byte "*) printf '%b' "\\x$byte" ;;
                    *) printf '%%%s' "$byte" ;;
                esac
                ;;
        esac
    done
