#!/usr/bin/env bash
# Compilers for the packages that the course uses. Nobody edits those, so Swift compiles each of their modules as a whole, and
# clang looks up whether it has compiled the same file before, in whatever folder. A first build takes two thirds of the time.
# `vitals-course` sources this file.

# Part of their path. SwiftPM compiles everything again when the path of a compiler changes, which it must if the scripts do.
readonly COMPILERS_VERSION=1

# use_package_compilers: has SwiftPM use them in this command, unless the user has chosen a compiler. It needs a toolchain whose
# programs lie beside its libraries; a program that only finds the toolchain, as swiftly's, is used as it is.
use_package_compilers() {
    local swift toolchain cache folder
    case $OSTYPE in linux*) ;; *) return 0 ;; esac
    swift=$(command -v swift) || return 0
    if [ -L "$swift" ]; then swift=$(readlink -f -- "$swift"); fi
    toolchain=${swift%/bin/*}
    if ! [ -x "$toolchain/bin/swiftc" ] || ! [ -d "$toolchain/lib/swift/host" ]; then return 0; fi
    cache=${VITALS_COURSE_CACHE:-}
    if [ -z "$cache" ]; then
        case ${XDG_CACHE_HOME:-} in
            /*) cache=$XDG_CACHE_HOME/vitals-course ;;
            *) cache=${HOME:+$HOME/.cache/vitals-course} ;;
        esac
    fi
    case $cache in /*) ;; *) return 0 ;; esac
    folder=$cache/compilers/$COMPILERS_VERSION$toolchain
    if ! [ -x "$folder/bin/swiftc" ]; then
        make_package_compilers "$toolchain" "$folder" "$cache/objects" 2>/dev/null || return 0
    fi
    export SWIFT_EXEC=${SWIFT_EXEC:-$folder/bin/swiftc}
    if [ -x "$toolchain/bin/clang-cache" ]; then export CC=${CC:-$folder/bin/clang}; fi
}

# make_package_compilers TOOLCHAIN FOLDER OBJECTS: makes a folder that looks like the toolchain, because SwiftPM looks for the
# toolchain's other parts beside its compiler. OBJECTS is where clang's results are kept.
make_package_compilers() {
    local toolchain=$1 folder=$2 objects=$3 new
    mkdir -p "${folder%/*}" "$objects" || return
    new=$(mktemp -d "$folder.XXXXXX") || return
    ln -s "$toolchain"/* "$new/" && rm "$new/bin" && mkdir "$new/bin" && ln -s "$toolchain"/bin/* "$new/bin/" &&
        rm -f "$new/bin/swiftc" "$new/bin/clang" &&
        write_swiftc "$toolchain" >"$new/bin/swiftc" && write_clang "$toolchain" "$objects" >"$new/bin/clang" &&
        chmod 755 "$new" "$new/bin/swiftc" "$new/bin/clang" && mv -T "$new" "$folder" && return
    rm -rf "$new"
    # Another command may have made it meanwhile.
    [ -x "$folder/bin/swiftc" ]
}

# write_swiftc TOOLCHAIN. In a debug build, SwiftPM has a module compiled by three processes or more: for what other modules see,
# and for each part of its files. That pays when files are edited. VITALS_WHOLE_MODULES says that no file will be: then our own
# modules are compiled as packages are.
write_swiftc() {
    printf '#!/bin/sh\ncompiler=%q\n' "$1/bin/swiftc"
    cat <<'END'
is_whole="" is_debug=""
for argument do
    case $argument in
        @/*.build/sources)
            # SCRATCH/TRIPLE/debug/MODULE.build/sources names the files, and a package's are in SCRATCH/checkouts.
            sources=${argument#@}
            read -r first <"$sources"
            case ${VITALS_WHOLE_MODULES:-}$first in 1* | *"${sources%/*/*/*/*}"/checkouts/*) is_whole=yes ;; esac
            ;;
        -Onone) is_debug=yes ;;
    esac
done
if [ -n "$is_whole" ] && [ -n "$is_debug" ]; then
    for argument do
        shift
        case $argument in
            -incremental | -enable-batch-mode) ;;
            *) set -- "$@" "$argument" ;;
        esac
    done
    # A thread, so that each file has an object file of its own: SwiftPM links those.
    set -- "$@" -whole-module-optimization -num-threads 1 -no-emit-module-separately-wmo
fi
exec "$compiler" "$@"
END
}

# write_clang TOOLCHAIN OBJECTS. Code in a sandbox can't write to the results, so it can't falsify them either.
write_clang() {
    printf '#!/bin/sh\ntools=%q\nobjects=%q\n' "$1/bin" "$2"
    cat <<'END'
packages=""
for argument do
    case $argument in
        # The cache of clang 21 doesn't find modules that are given to it in this way.
        -fmodule-map-file=*) exec "$tools/clang" "$@" ;;
        /*/checkouts/*) packages=${argument%/checkouts/*} ;;
    esac
done
if [ -n "$packages" ] && [ -w "$objects" ]; then
    # Neither the folder of the packages nor the current one is part of the result. The limit is in bytes, 40 times what
    # BoringSSL takes; the files are sparse, and without it they look like 40 GB.
    status=0
    CLANG_CACHE_DISABLE_MCCAS=1 LLVM_CAS_MAX_MAPPING_SIZE=1073741824 \
        LLVM_CACHE_CAS_PATH="$objects" LLVM_CACHE_PREFIX_MAPS="$packages=/packages" \
        "$tools/clang-cache" "$tools/clang" "$@" -ffile-compilation-dir=/packages 2>/dev/null || status=$?
    # Whatever is wrong with the results that are kept, a build doesn't need them. After a signal it ends.
    if [ "$status" -eq 0 ] || [ "$status" -gt 128 ]; then exit "$status"; fi
fi
exec "$tools/clang" "$@"
END
}
