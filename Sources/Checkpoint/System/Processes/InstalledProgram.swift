internal import Foundation

/// A program on this machine.
package struct InstalledProgram: Sendable {
    /// Folder in which the program was found; it may hold only a link to the program.
    package let folder: String
    /// Path of the program itself, with all links resolved.
    package let path: String

    /// Returns nil when the program isn't in any of the folders.
    ///
    /// - Parameter folders: folders to search, in order.
    package init?(_ name: String, in folders: [String] = ExecutableSearch.path()) {
        guard let folder = ExecutableSearch.folder(holding: [name], in: folders) else { return nil }
        self.folder = folder
        path = URL(fileURLWithPath: folder + "/" + name).resolvingSymlinksInPath().path
    }

    /// Returns nil when there is no program at the path.
    package init?(at path: String) {
        let path = path as NSString
        self.init(path.lastPathComponent, in: [path.deletingLastPathComponent])
    }

    /// The folder of the program itself.
    package var ownFolder: String { (path as NSString).deletingLastPathComponent }

    /// Modification time in seconds and size in bytes. The stamp differs when another program has replaced this
    /// program.
    package var stamp: String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(Int(changed)) \(attributes?[.size] as? Int ?? 0)"
    }
}

/// Finds programs on this machine.
package enum ExecutableSearch {
    /// The folders of `PATH`, in order.
    package static func path(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    }

    /// Returns the first of `folders` that has all of `names` as programs; nil if none has.
    package static func folder(holding names: [String], in folders: [String]) -> String? {
        folders.first { folder in
            names.allSatisfy { FileManager.default.isExecutableFile(atPath: folder + "/" + $0) }
        }
    }
}
