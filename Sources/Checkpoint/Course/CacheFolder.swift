internal import CheckpointSystem
package import Foundation

/// Folder for the runner's caches: one for each user, shared by all workspaces.
package enum CacheFolder {
    /// The path in `VITALS_COURSE_CACHE`, or else the system's folder for caches.
    package static let standard: String = {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["VITALS_COURSE_CACHE"], !named.isEmpty { return named }
        if let base = environment["XDG_CACHE_HOME"], base.pathBegins(with: "/") { return base + "/vitals-course" }
        #if os(macOS)
        return NSHomeDirectory() + "/Library/Caches/vitals-course"
        #else
        return NSHomeDirectory() + "/.cache/vitals-course"
        #endif
    }()

    /// Writes a file atomically: a reader sees all of it or nothing.
    package static func write(_ data: Data, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

/// A folder and all its parent folders.
package enum EnclosingFolders {
    /// Returns the folder and its parents, the nearest first, up to the root of the file system.
    ///
    /// - Parameter folder: an absolute path. The result is empty for any other path, such as that of a working
    ///   directory that was removed.
    package static func of(_ folder: String) -> [String] {
        guard folder.pathBegins(with: "/") else { return [] }
        var folders = [URL(fileURLWithPath: folder).standardizedFileURL.path]
        while let last = folders.last, last != "/" { folders.append((last as NSString).deletingLastPathComponent) }
        return folders
    }
}
