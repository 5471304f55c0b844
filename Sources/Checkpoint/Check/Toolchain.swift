internal import Foundation

/// The Swift toolchain in use, told apart from others so that each has a build folder of its own.
struct Toolchain: Sendable {
    /// Differs when the program that `swift` leads to does.
    let id: String

    /// The folders outside of the system that a toolchain may need: its own, those of programs on the path, and swiftly's.
    ///
    /// - Parameter system: folders that need not be named.
    static func folders(besides system: [String]) -> [String] {
        let home = NSHomeDirectory() + "/"
        let path = ExecutableSearch.path()
        let swift = ExecutableSearch.folder(holding: ["swift"], in: path).map { $0 + "/swift" }
        let program = swift.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        // TOOLCHAIN/usr/bin/swift
        let toolchain = program.map { ($0 as NSString).deletingLastPathComponent }
            .map { ($0 as NSString).deletingLastPathComponent }
        let swiftly = [".local/share/swiftly", ".swiftly"].map { home + $0 }
        let programs = path.filter { $0.hasPrefix(home) || $0.hasSuffix("/bin") || $0.hasSuffix("/sbin") }
        let candidates = programs + [toolchain].compactMap(\.self) + swiftly
        var found: [String] = []
        for folder in candidates where !found.contains(folder) {
            let isKnown = system.contains { folder == $0 || folder.hasPrefix($0 + "/") }
            let holdsHome = home.hasPrefix(folder + "/")
            if !isKnown, !holdsHome, folder.hasPrefix("/"), FileManager.default.fileExists(atPath: folder) {
                found.append(folder)
            }
        }
        return found
    }

    /// The flags that have products linked by the toolchain's own LLD: it takes half the time of the system's linker, and each
    /// check links. Empty where there is none.
    static let linkerFlags: [String] = {
        #if os(Linux)
        guard let folder = ExecutableSearch.folder(holding: ["swift"], in: ExecutableSearch.path()) else { return [] }
        let program = URL(fileURLWithPath: folder + "/swift").resolvingSymlinksInPath().path
        let own = (program as NSString).deletingLastPathComponent
        return ExecutableSearch.folder(holding: ["ld.lld"], in: [own, folder]) == nil
            ? [] : ["-Xswiftc", "-use-ld=lld"]
        #else
        return []
        #endif
    }()

    /// - Throws: `CourseError.machineLacks` when there is no `swift` on the path.
    static func find() throws -> Toolchain {
        guard let folder = ExecutableSearch.folder(holding: ["swift"], in: ExecutableSearch.path()) else {
            throw CourseError(
                .machineLacks, "There is no swift on the path. Install it from https://www.swift.org/install")
        }
        let path = URL(fileURLWithPath: folder + "/swift").resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        var fingerprint = Fingerprint()
        fingerprint.add(path)
        fingerprint.add("\(Int(changed)) \(attributes?[.size] as? Int ?? 0)")
        return Toolchain(id: String(fingerprint.hex.prefix(12)))
    }
}
