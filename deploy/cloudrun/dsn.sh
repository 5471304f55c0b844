# The address of a database behind a Unix socket. Sourced, not run. Kept to what bash 3.2 has, the one of macOS.
# shellcheck shell=bash

# Prints standard input, each byte as it is or as %XX. As it is stays what RFC 3986 calls unreserved, A-Z a-z 0-9 - . _ ~,
# and what KEPT names by its numbers, such as '2F 3A' for / and :.
#
#   percent_encode [KEPT] <TEXT
percent_encode() {
    # @write 16 deploy-escape
    local kept=${1-} byte
    # With od, which works on bytes; the shell's characters depend on the locale. With -v it does not put a
    # star for lines that repeat.
    for byte in $(od -An -v -tx1 | tr a-f A-F); do
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
    # @starter
    #| printf '@@todo 16 %s:%d %s\n' deploy/cloudrun/dsn.sh "$LINENO" "print each byte as it is, or as %XX" >&2
    #| return 86
    # @end
}

# Prints the DSN, without a newline. The password is standard input, to its last byte: what is in an argument of a
# command can be read by every user of the machine. Fails where there is none, which would be an address without one.
#
#   printf '%s' "$password" | socket_dsn USER DATABASE FOLDER
socket_dsn() {
    # @write 16 deploy-dsn
    local user password database folder
    password=$(percent_encode)
    if [ -z "$password" ]; then
        echo "socket_dsn: standard input is empty, and should be the password." >&2
        return 1
    fi
    user=$(printf '%s' "$1" | percent_encode)
    database=$(printf '%s' "$2" | percent_encode)
    # Behind the question mark, / and : mean nothing else, and a person can read the folder.
    folder=$(printf '%s' "$3" | percent_encode '2F 3A')
    printf 'postgres://%s:%s@/%s?host=%s' "$user" "$password" "$database" "$folder"
    # @starter
    #| printf '@@todo 16 %s:%d %s\n' deploy/cloudrun/dsn.sh "$LINENO" "put the address together" >&2
    #| return 86
    # @end
}
