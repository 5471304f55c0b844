internal import Foundation

/// A folder and those that it lies in.
package enum EnclosingFolders {
    /// The nearest first, down to the root of the file system.
    ///
    /// - Parameter folder: an absolute path; a working directory that was removed has none, and lies nowhere.
    package static func of(_ folder: String) -> [String] {
        guard folder.pathBegins(with: "/") else { return [] }
        var folders = [URL(fileURLWithPath: folder).standardizedFileURL.path]
        while let last = folders.last, last != "/" { folders.append((last as NSString).deletingLastPathComponent) }
        return folders
    }
}
