#!/usr/bin/env bash
# Builds the archive of vitals-server for Linux: the program with the Swift library linked in, and what it needs beside it.
#
#   deploy/release/build.sh VERSION OUT [--tls] [--program PATH]
#
#   VERSION          such as 0.7.0
#   OUT              the folder for the archive and its checksum; made if it isn't there
#   --tls            with HTTPS built in (the trait TLS); takes some minutes more
#   --program PATH   packs this program instead of building one
#
# It prints the archive's path. The same files give the same archive: names are sorted, and times are SOURCE_DATE_EPOCH or 0.
set -euo pipefail

usage() {
    sed -n '4,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

traits=() program='' words=()
while (($#)); do
    case $1 in
        --tls) traits=(--traits TLS) ;;
        --program) program=${2:-} && [[ -n $program ]] || usage && shift ;;
        -*) usage ;;
        *) words+=("$1") ;;
    esac
    shift
done
((${#words[@]} == 2)) || usage
version=${words[0]}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+.][0-9A-Za-z.-]+)?$ ]] || {
    echo "build.sh: \"$version\" isn't a version such as 0.7.0" >&2
    exit 2
}
mkdir -p "${words[1]}"
out=$(cd "${words[1]}" && pwd)
if [[ -n $program ]]; then program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program"); fi
cd "$(dirname "$0")/../.."

if [[ -z $program ]]; then
    build=(swift build --configuration release --product vitals-server --static-swift-stdlib "${traits[@]}")
    "${build[@]}" >&2
    program=$("${build[@]}" --show-bin-path)/vitals-server
fi

name=vitals-server-$version-linux-$(uname -m)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
root=$stage/$name
install -d "$root/bin" "$root/share/vitals" "$root/share/doc/vitals" "$root/lib/systemd/system"
install -m 755 "$program" "$root/bin/vitals-server"
# Symbols for a debugger are most of the size.
strip --strip-debug "$root/bin/vitals-server"
cp -R web db prompts "$root/share/vitals/"
install -m 644 LICENSE README.md docs/operations.md deploy/home/Caddyfile deploy/home/vitals-server.env "$root/share/doc/vitals/"
install -m 644 deploy/home/vitals-server.service "$root/lib/systemd/system/"
find "$root/share" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +

archive=$out/$name.tar.gz
tar --create --directory="$stage" --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" --owner=0 --group=0 --numeric-owner \
    --format=gnu "$name" | gzip --no-name >"$archive.part"
mv "$archive.part" "$archive"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$archive"
