internal import Foundation

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
