/// File names and linker flags of shared libraries on this system.
enum SharedLibrary {
    static func file(_ module: String) -> String {
        #if os(macOS)
        "lib\(module).dylib"
        #else
        "lib\(module).so"
        #endif
    }

    /// Flags for a library that can be replaced by another library of the same name.
    static func linkerFlags(_ module: String) -> [String] {
        let flags = ["-emit-library", "-module-name", module]
        #if os(macOS)
        return flags + ["-Xlinker", "-install_name", "-Xlinker", "@rpath/\(file(module))"]
        #else
        // Symbols are exported anyway. Debug information would make up most of the file.
        return flags + ["-use-ld=lld", "-Xlinker", "--strip-debug", "-Xlinker", "-soname=\(file(module))"]
        #endif
    }

    /// Name of the environment variable whose folders are searched first for libraries.
    static var searchPathVariable: String {
        #if os(macOS)
        "DYLD_LIBRARY_PATH"
        #else
        "LD_LIBRARY_PATH"
        #endif
    }
}
