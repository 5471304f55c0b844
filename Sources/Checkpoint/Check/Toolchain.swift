internal import Foundation

/// The Swift toolchain in use, told apart from others so that each has a build folder of its own.
struct Toolchain: Sendable {
    /// Differs when the program that `swift` leads to does.
    let id: String

    /// The folders below the home folder that a toolchain may need: its own, those on the path, and swiftly's.
    static func foldersInHome() -> [String] {
        let home = NSHomeDirectory() + "/"
        let swift = ExecutableSearch.folder(holding: ["swift"], in: ExecutableSearch.path()).map { $0 + "/swift" }
        let program = swift.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        // TOOLCHAIN/usr/bin/swift
        let toolchain = program.map { ($0 as NSString).deletingLastPathComponent }
            .map { ($0 as NSString).deletingLastPathComponent }
        let swiftly = [".local/share/swiftly", ".swiftly"].map { home + $0 }
        let candidates = ExecutableSearch.path() + [toolchain].compactMap(\.self) + swiftly
        return candidates.filter { $0.hasPrefix(home) && FileManager.default.fileExists(atPath: $0) }
    }

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
