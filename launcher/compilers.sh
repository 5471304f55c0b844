#!/usr/bin/env bash
# Compilers for the packages that the course uses. Nobody edits those, so Swift compiles each of their modules as a whole, and
# both compilers look up whether they have compiled the same before, in whatever folder.
# `vitals-course` sources this file.

# Part of their path. SwiftPM compiles everything again when the path of a compiler changes, which it must if the scripts do.
readonly COMPILERS_VERSION=7

# use_package_compilers: has SwiftPM use them in this command, unless the user has chosen a compiler. It needs a toolchain whose
# programs lie beside its libraries; a program that only finds the toolchain, as swiftly's, is used as it is.
use_package_compilers() {
    local swift toolchain cache folder
    case $OSTYPE in linux*) ;; *) return 0 ;; esac
    swift=$(command -v swift) || return 0
    if [ -L "$swift" ]; then swift=$(readlink -f -- "$swift"); fi
    toolchain=${swift%/bin/*}
    if ! [ -x "$toolchain/bin/swiftc" ] || ! [ -x "$toolchain/bin/clang" ] || ! [ -d "$toolchain/lib/swift/host" ]; then return 0; fi
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
    export CC=${CC:-$folder/bin/clang}
}

# make_package_compilers TOOLCHAIN FOLDER CACHE: makes a folder that looks like the toolchain, because SwiftPM looks for the
# toolchain's other parts beside its compiler.
make_package_compilers() {
    local toolchain=$1 folder=$2 objects=$3/objects modules=$3/modules new
    mkdir -p "${folder%/*}" "$objects" "$modules" || return
    new=$(mktemp -d "$folder.XXXXXX") || return
    ln -s "$toolchain"/* "$new/" && rm "$new/bin" && mkdir "$new/bin" && ln -s "$toolchain"/bin/* "$new/bin/" &&
        rm -f "$new/bin/swiftc" "$new/bin/clang" && "$toolchain/bin/clang" -x c -c /dev/null -o "$new/empty.o" >/dev/null &&
        write_swiftc "$toolchain" "$modules" "$folder/empty.o" >"$new/bin/swiftc" && write_clang "$toolchain" "$objects" >"$new/bin/clang" &&
        chmod 755 "$new" "$new/bin/swiftc" "$new/bin/clang" && mv -T "$new" "$folder" && return
    rm -rf "$new"
    # Another command may have made it meanwhile.
    [ -x "$folder/bin/swiftc" ]
}

# write_swiftc TOOLCHAIN MODULES EMPTY. In a debug build, SwiftPM has a module compiled by three processes or more: for what other
# modules see, and for each part of its files. That pays when files are edited. VITALS_WHOLE_MODULES says that no file will be:
# then our own modules are compiled as packages are. MODULES is where the results of packages are kept.
#
# VITALS_NO_DEBUG_INFO says that no debugger will read the program. Then the modules that SwiftPM puts into it for one are left
# out: EMPTY, an object file, takes their place. And a module of tests has no interface, because nothing imports it.
write_swiftc() {
    printf '#!/bin/sh\ncompiler=%q\nmodules=%q\nempty=%q\n' "$1/bin/swiftc" "$2" "$3"
    cat <<'END'
# -modulewrap MODULE -o OBJECT -target TARGET
if [ "$1" = -modulewrap ] && [ -n "${VITALS_NO_DEBUG_INFO:-}" ]; then exec cp "$empty" "$4"; fi

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
if [ -z "$is_debug" ] || [ -z "$sources" ]; then exec "$compiler" "$@"; fi

module=${build##*/}
module=${module%.build}
case $module in
    *Tests)
        if [ -n "${VITALS_NO_DEBUG_INFO:-}" ]; then
            previous=""
            for argument do
                shift
                case $previous$argument in
                    -emit-module | -emit-module-path) ;;
                    # SwiftPM expects the file, and looks at its date.
                    -emit-module-path*) [ -e "$argument" ] || : >"$argument" ;;
                    *) set -- "$@" "$argument" ;;
                esac
                previous=""
                if [ "$argument" = -emit-module-path ]; then previous=$argument; fi
            done
        fi
        ;;
esac
if [ -z "$is_package${VITALS_WHOLE_MODULES:-}" ]; then exec "$compiler" "$@"; fi

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
if [ -z "$is_package" ]; then
    # A later incremental build compiles only what has changed since the last one, and knows nothing of this one. Object files
    # of both kinds can't be linked with each other, so without its record it compiles all of them.
    rm -f "$build"/*.priors
    exec "$compiler" "$@"
fi
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

# write_clang TOOLCHAIN OBJECTS. Each of 800 files of C in packages is a call, so a call that finds its result starts few programs.
# Code in a sandbox can't write to the results, so it can't falsify them either.
write_clang() {
    printf '#!/bin/sh\ncompiler=%q\nobjects=%q\n' "$1/bin/clang" "$2"
    cat <<'END'
packages="" source="" output="" depends="" previous=""
for argument do
    case $previous in
        -c) source=$argument ;;
        -o) output=$argument ;;
        -MF) depends=$argument ;;
    esac
    case $argument in
        # What a module consists of isn't in the list of what the compiler read.
        -fmodule-map-file=* | -fmodules) exec "$compiler" "$@" ;;
        /*/checkouts/*) packages=${argument%/checkouts/*} ;;
    esac
    previous=$argument
done
case $source in "$packages"/checkouts/*) ;; *) exec "$compiler" "$@" ;; esac
if [ -z "$packages" ] || [ -z "$output" ] || [ -z "$depends" ]; then exec "$compiler" "$@"; fi

# The arguments, without the path of the build folder.
text=""
for argument do
    case $argument in "$packages"/*) argument=/packages${argument#"$packages"} ;; esac
    text="$text$argument
"
done
key=$(printf '%s' "$text" | sha256sum)
key=${key%% *}

# fingerprint FOLDER: of the files that are named there, the source among them, of the compiler, and of what is kept itself.
# Files outside the build folder are the system's: those change with their size and time.
fingerprint() {
    {
        cd "$packages" || exit
        xargs -0r cat "$1/object" "$1/depends" "$1/inside" <"$1/inside"
        xargs -0r stat -Lc '%n %s %Y' "$compiler" <"$1/outside"
    } 2>&1 | sha256sum
}

# In a list of dependencies, a space within a name has a backslash before it.
in_list=$packages
case $packages in *[!A-Za-z0-9/._+@~-]*) in_list=$(printf '%s\n' "$packages" | sed 's/ /\\ /g') ;; esac

for kept in "$objects/$key".*; do
    if ! read -r expected <"$kept/fingerprint" || [ "$(fingerprint "$kept")" != "$expected" ]; then continue; fi
    into=$in_list
    case $into in *[\&\|\\]*) into=$(printf '%s\n' "$in_list" | sed 's/[\&|]/\\&/g') ;; esac
    if cp "$kept/object" "$output" && sed "s|@PACKAGES@|$into|g" "$kept/depends" >"$depends"; then exit 0; fi
done 2>/dev/null

"$compiler" "$@" -ffile-compilation-dir=/packages "-ffile-prefix-map=$packages=/packages" || exit

# keep FOLDER: copies the result to FOLDER, and the names of the files that it depends on.
keep() {
    pattern=$(printf '%s\n' "$in_list" | sed 's/[][\\.*^$|]/\\&/g')
    if grep -qF @PACKAGES@ "$depends"; then return 1; fi
    cp "$output" "$1/object" && sed "s|$pattern|@PACKAGES@|g" "$depends" >"$1/depends" || return
    names=$(sed 's/^dependencies://; s/ \\$//; s/\\ /\x01/g' "$1/depends" | tr ' \001' '\n ' | sort -u | grep -v '^$') || return
    case $names in *\\* | *'$'*) return 1 ;; esac
    printf '%s\n' "$names" | sed -n 's|^@PACKAGES@/||p' | tr '\n' '\0' >"$1/inside"
    printf '%s\n' "$names" | grep -v '^@PACKAGES@/' | tr '\n' '\0' >"$1/outside"
    if printf '%s\n' "$names" | grep -qv -e '^/' -e '^@PACKAGES@/'; then return 1; fi
    chmod 755 "$1" && fingerprint "$1" >"$1/fingerprint"
}

if [ -w "$objects" ] && new=$(mktemp -d "$objects/.new.XXXXXX"); then
    if keep "$new" 2>/dev/null && read -r name _ <"$new/fingerprint"; then
        rm -rf "$objects/$key.$name"
        mv -T "$new" "$objects/$key.$name" 2>/dev/null
    fi
    rm -rf "$new"
    # What nobody has read for a month, what a power cut left, and what clang's own cache kept here until 0.5. It's looked for
    # now and then, because there are many.
    case $key in
        *00)
            {
                find "$objects" -mindepth 2 -name fingerprint -atime +30 -printf '%h\0'
                find "$objects" -maxdepth 1 '(' -name '.new.*' -o -name v1.1 ')' -mtime +1 -print0
            } 2>/dev/null | xargs -0r rm -rf
            ;;
    esac
fi
exit 0
END
}
