internal import CheckpointSystem
internal import Foundation

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
