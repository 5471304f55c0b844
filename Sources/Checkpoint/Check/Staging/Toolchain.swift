internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The Swift toolchain in use. Its id differs from that of other toolchains, so that each has its own build folder.
package struct Toolchain: Sendable {
    /// Id that changes when `swift` leads to another program.
    package let id: String

    /// Returns the folders outside the system that a toolchain may need: its own, those of the chosen compilers and of
    /// programs on the path, and swiftly's.
    ///
    /// - Parameter system: folders to leave out.
    package static func folders(besides system: [String]) -> [String] {
        let home = NSHomeDirectory() + "/"
        let path = ExecutableSearch.path()
        // TOOLCHAIN/usr/bin/swift
        let toolchain = InstalledProgram("swift").map { ($0.ownFolder as NSString).deletingLastPathComponent }
        let swiftly = [".local/share/swiftly", ".swiftly"].map { home + $0 }
        let programs = path.filter {
            $0.pathBegins(with: home) || $0.pathEnds(with: "/bin") || $0.pathEnds(with: "/sbin")
        }
        // TOOLCHAIN/usr/bin/swiftc
        let compilers = BuildEnvironment.compilers.values.filter { $0.pathBegins(with: "/") }.map {
            (($0 as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
        }
        let candidates = programs + [toolchain].compactMap(\.self) + compilers + swiftly
        var found: [String] = []
        for folder in candidates where !found.contains(folder) {
            let isKnown = system.contains { folder.isPath($0) || folder.pathBegins(with: $0 + "/") }
            let holdsHome = home.pathBegins(with: folder + "/")
            if !isKnown, !holdsHome, folder.pathBegins(with: "/"), FileManager.default.fileExists(atPath: folder) {
                found.append(folder)
            }
        }
        return found
    }

    /// SwiftPM's flags for faster builds.
    ///
    /// 1. No index: editors read one, but not that of a stage. Without it the compiler takes about a tenth less.
    /// 2. The toolchain's own LLD, where there is one: it takes half the time of the system's linker, and each check
    ///    links.
    /// 3. Lines, but nothing else of what a debugger reads: `Backtrace` names the line of a crash. The compiler takes a
    ///    twelfth less.
    static let buildFlags: [String] =
        ["--disable-index-store", "-debug-info-format", "none", "-Xswiftc", "-gline-tables-only"] + linkerFlags

    private static let linkerFlags: [String] = {
        #if os(Linux)
        guard let swift = InstalledProgram("swift") else { return [] }
        return ExecutableSearch.folder(holding: ["ld.lld"], in: [swift.ownFolder, swift.folder]) == nil
            ? [] : ["-Xswiftc", "-use-ld=lld"]
        #else
        return []
        #endif
    }()

    /// - Throws: `CourseError.missingDependency` when there is no `swift` on the path.
    package static func find() throws -> Toolchain {
        guard let swift = InstalledProgram("swift") else {
            throw CourseError(
                .missingDependency, "There is no swift on your PATH. Install it from https://www.swift.org/install")
        }
        var fingerprint = Fingerprint()
        fingerprint.add(swift.path)
        fingerprint.add(swift.stamp)
        return Toolchain(id: String(fingerprint.hex.prefix(12)))
    }
}
