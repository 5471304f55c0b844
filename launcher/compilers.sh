#!/usr/bin/env bash
# Compilers for the packages that the course uses. Nobody edits those, so Swift compiles each of their modules as a whole, and
# both compilers look up whether they have compiled the same before, in whatever folder.
# `vitals-course` sources this file.

# Part of their path. SwiftPM compiles everything again when the path of a compiler changes, which it must if the scripts do.
readonly COMPILERS_VERSION=5

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
        make_package_compilers "$toolchain" "$folder" "$cache" 2>/dev/null || return 0
    fi
    export SWIFT_EXEC=${SWIFT_EXEC:-$folder/bin/swiftc}
    if [ -x "$toolchain/bin/clang-cache" ]; then export CC=${CC:-$folder/bin/clang}; fi
}

# make_package_compilers TOOLCHAIN FOLDER CACHE: makes a folder that looks like the toolchain, because SwiftPM looks for the
# toolchain's other parts beside its compiler.
make_package_compilers() {
    local toolchain=$1 folder=$2 objects=$3/objects modules=$3/modules new
    mkdir -p "${folder%/*}" "$objects" "$modules" || return
    new=$(mktemp -d "$folder.XXXXXX") || return
    ln -s "$toolchain"/* "$new/" && rm "$new/bin" && mkdir "$new/bin" && ln -s "$toolchain"/bin/* "$new/bin/" &&
        rm -f "$new/bin/swiftc" "$new/bin/clang" &&
        write_swiftc "$toolchain" "$modules" >"$new/bin/swiftc" && write_clang "$toolchain" "$objects" >"$new/bin/clang" &&
        chmod 755 "$new" "$new/bin/swiftc" "$new/bin/clang" && mv -T "$new" "$folder" && return
    rm -rf "$new"
    # Another command may have made it meanwhile.
    [ -x "$folder/bin/swiftc" ]
}

# write_swiftc TOOLCHAIN MODULES. In a debug build, SwiftPM has a module compiled by three processes or more: for what other
# modules see, and for each part of its files. That pays when files are edited. VITALS_WHOLE_MODULES says that no file will be:
# then our own modules are compiled as packages are. MODULES is where the results of packages are kept.
write_swiftc() {
    printf '#!/bin/sh\ncompiler=%q\nmodules=%q\n' "$1/bin/swiftc" "$2"
    cat <<'END'
sources="" is_package="" is_debug=""
for argument do
    case $argument in
        @/*.build/sources)
            # SCRATCH/TRIPLE/debug/MODULE.build/sources names the files, and a package's are in SCRATCH/checkouts.
            sources=${argument#@}
            build=${sources%/*} products=${sources%/*/*} scratch=${sources%/*/*/*/*}
            read -r first <"$sources"
            case ${first#\'} in "$scratch"/checkouts/*) is_package=yes ;; esac
            ;;
        -Onone) is_debug=yes ;;
    esac
done
if [ -z "$is_debug" ] || [ -z "$is_package${VITALS_WHOLE_MODULES:-}" ] || [ -z "$sources" ]; then exec "$compiler" "$@"; fi

for argument do
    shift
    case $argument in
        -incremental | -enable-batch-mode) ;;
        # Nobody steps through a package with a debugger, but a backtrace names its lines. All builds share the results.
        # With DEBUG, a package checks itself: swift-argument-parser all options of a program, half a second at each start.
        -g | -gnone | -gline-tables-only | -use-ld=* | -DDEBUG) [ -n "$is_package" ] || set -- "$@" "$argument" ;;
        *) set -- "$@" "$argument" ;;
    esac
done
# With threads, each file has an object file of its own: SwiftPM links those. Packages come first and keep all processors busy;
# our own modules wait for one another, so each has two. LLVM needn't verify what Swift gives it.
threads=2
if [ -n "$is_package" ]; then threads=1; fi
set -- "$@" -whole-module-optimization -num-threads "$threads" -no-emit-module-separately-wmo -Xfrontend \
    -disable-llvm-verify
if [ -z "$is_package" ]; then exec "$compiler" "$@"; fi
set -- "$@" -gline-tables-only -file-prefix-map "$scratch=/packages" -file-compilation-dir /packages \
    -track-system-dependencies

# neutral: copies a text without the folder's path.
pattern=$(printf '%s\n' "$scratch" | sed 's/[][\\.*^$|]/\\&/g')
neutral() { sed "s|$pattern|/packages|g"; }

# fingerprint: of the files named on standard input. Files outside the folder are the toolchain's and the system's: those
# change with their size and time. SwiftPM writes some of the others, with the folder's path in them.
fingerprint() {
    names=$(cat)
    named() { printf '%s\n' "$names" | grep "$@" | tr '\n' '\0'; }
    {
        cd "$scratch" || exit
        named '^/' | xargs -0r stat -Lc '%n %s %Y'
        named '^[^/].*\.build/' | xargs -0r cat | neutral
        named -v -e '^/' -e '\.build/' | xargs -0r sha256sum
    } 2>&1 | sha256sum
}

# The module's name, the arguments, the files to write, the compiler and the sources.
module=${build##*/}
module=${module%.build}
relative() { sed -n "s/^'\(.*\)'\$/\1/; s|^$pattern/||p"; }
key=$({
    printf '%s\n' "$@" | neutral
    neutral <"$build/output-file-map.json"
    stat -Lc '%s %Y' "$compiler"
    relative <"$sources" | fingerprint
} | sha256sum)
key=$module.$(printf %.32s "$key")
header=$build/include/$module-Swift.h

# keep FOLDER: copies what a build needs of the module to FOLDER, and the names of the files that the module depends on.
keep() {
    chmod 755 "$1" && mkdir "$1/objects" "$1/modules" || return
    # A space within a name has a backslash before it.
    sed 's/^.* : //; s/\\ /\x01/g' "$build/$module.d" | tr ' \001' '\n ' | sort -u | grep -v '^$' >"$1/all" || return
    if grep -qF "\\" "$1/all"; then return 1; fi
    { relative <"$1/all"; grep -v "^$pattern/" "$1/all"; } >"$1/names"
    fingerprint <"$1/names" >"$1/fingerprint" && rm "$1/all" || return
    cp "$build"/*.o "$1/objects/" && cp "$products/Modules/$module".swift* "$1/modules/" || return
    if [ -f "$header" ]; then cp "$header" "$1/header" || return; fi
    (cd "$1" && find . -type f ! -name checksums -exec sha256sum {} + >checksums)
}

# restore FOLDER: copies it back, unless a file was lost or damaged, after a power cut for example.
restore() {
    (cd "$1" && sha256sum --status -c checksums) || return
    cp "$1"/objects/* "$build/" && cp "$1"/modules/* "$products/Modules/" || return
    if [ -f "$1/header" ]; then cp "$1/header" "$header" || return; fi
}

for kept in "$modules/$key".*; do
    if [ -d "$kept" ] && [ "$(fingerprint <"$kept/names")" = "$(cat "$kept/fingerprint")" ] && restore "$kept"; then
        touch -c "$kept" 2>/dev/null
        exit 0
    fi
done 2>/dev/null

"$compiler" "$@" || exit
if [ -w "$modules" ] && new=$(mktemp -d "$modules/.new.XXXXXX"); then
    if keep "$new" 2>/dev/null; then
        kept=$modules/$key.$(printf %.32s "$(cat "$new/fingerprint")")
        rm -rf "$kept"
        mv -T "$new" "$kept" 2>/dev/null
    fi
    rm -rf "$new"
    # A version of a package that nobody has built for a month.
    find "$modules" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} + 2>/dev/null
fi
exit 0
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
