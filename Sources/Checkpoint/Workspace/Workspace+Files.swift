package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

extension Workspace {
    /// The path where a file is written before it's moved into place; the lock ensures that there's only one at a time.
    private var staging: String { stateFolder + "/incoming" }

    /// Writes a file atomically: it's never there half-written.
    package func write(_ file: TreeFile, to relative: String) throws {
        try makeFolder(of: relative)
        do {
            try AtomicFile.write(
                file.contents, to: path(relative), staging: staging, isExecutable: file.isExecutable)
        } catch  where errno == EXDEV {
            // The folder is on another file system than the workspace.
            try AtomicFile.write(file.contents, to: path(relative), isExecutable: file.isExecutable)
        }
    }

    /// Moves a file from `.vitals` to its path.
    package func put(_ source: String, at relative: String) throws {
        try makeFolder(of: relative)
        if rename(source, path(relative)) == 0 { return }
        guard errno == EXDEV else { throw AtomicFile.failure(path(relative)) }
        unlink(path(relative))
        try FileManager.default.moveItem(atPath: source, toPath: path(relative))
    }

    /// Removes a file, and any folders that become empty.
    package func remove(_ relative: String) throws {
        guard unlink(path(relative)) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw AtomicFile.failure(path(relative))
        }
        var folder = (relative as NSString).deletingLastPathComponent
        while !folder.isEmpty, rmdir(path(folder)) == 0 { folder = (folder as NSString).deletingLastPathComponent }
    }

    /// Returns the file's contents; nil if there's no file.
    package func contents(_ relative: String) -> Data? {
        exists(relative) ? FileManager.default.contents(atPath: path(relative)) : nil
    }

    /// Returns true if the path exists, even as a folder or a broken link.
    package func exists(_ relative: String) -> Bool {
        var status = stat()
        return lstat(path(relative), &status) == 0
    }

    private func makeFolder(of relative: String) throws {
        let folder = (relative as NSString).deletingLastPathComponent
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
        } catch {
            throw CourseError(
                .failed, "The folder \(path(folder)) can't be created. Is a file of that name in the way?")
        }
    }
}
