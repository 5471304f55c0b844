internal import Foundation

/// Where programs lie on this machine.
enum ExecutableSearch {
    /// The folders of `PATH`, in order.
    static func path(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    }

    /// The first of `folders` that holds every one of `names` as a program.
    static func folder(holding names: [String], in folders: [String]) -> String? {
        folders.first { folder in
            names.allSatisfy { FileManager.default.isExecutableFile(atPath: folder + "/" + $0) }
        }
    }
}
