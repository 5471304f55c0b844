/// What a library that is found at run time is called, and how it is linked, on this system.
enum SharedLibrary {
    static func file(_ module: String) -> String {
        #if os(macOS)
        "lib\(module).dylib"
        #else
        "lib\(module).so"
        #endif
    }

    /// Flags that make a library which can be replaced by another one of its name.
    static func linkerFlags(_ module: String) -> [String] {
        let flags = ["-emit-library", "-module-name", module]
        #if os(macOS)
        return flags + ["-Xlinker", "-install_name", "-Xlinker", "@rpath/\(file(module))"]
        #else
        // Symbols are exported anyway; what debuggers read would be most of the file.
        return flags + ["-use-ld=lld", "-Xlinker", "--strip-debug", "-Xlinker", "-soname=\(file(module))"]
        #endif
    }

    /// Where a program looks for libraries first.
    static var searchPathVariable: String {
        #if os(macOS)
        "DYLD_LIBRARY_PATH"
        #else
        "LD_LIBRARY_PATH"
        #endif
    }
}
