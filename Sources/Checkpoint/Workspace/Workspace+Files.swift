internal import Foundation

extension Workspace {
    /// Where a file is written before it is moved into place; one at a time, under the lock.
    private var staging: String { stateFolder + "/incoming" }

    /// Writes a file so that at no moment half of it is there.
    func write(_ file: TreeFile, to relative: String) throws {
        try makeFolder(of: relative)
        do {
            try AtomicFile.write(
                file.contents, to: path(relative), staging: staging, isExecutable: file.isExecutable)
        } catch  where errno == EXDEV {
            // A folder of the workspace that lies on another file system.
            try AtomicFile.write(file.contents, to: path(relative), isExecutable: file.isExecutable)
        }
    }

    /// Moves a file from `.vitals` to its place.
    func put(_ source: String, at relative: String) throws {
        try makeFolder(of: relative)
        if rename(source, path(relative)) == 0 { return }
        guard errno == EXDEV else { throw AtomicFile.failure(path(relative)) }
        unlink(path(relative))
        try FileManager.default.moveItem(atPath: source, toPath: path(relative))
    }

    /// Removes a file, and the folders that are empty without it.
    func remove(_ relative: String) throws {
        guard unlink(path(relative)) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw AtomicFile.failure(path(relative))
        }
        var folder = (relative as NSString).deletingLastPathComponent
        while !folder.isEmpty, rmdir(path(folder)) == 0 { folder = (folder as NSString).deletingLastPathComponent }
    }

    /// Nil where there is no file.
    func contents(_ relative: String) -> Data? {
        exists(relative) ? FileManager.default.contents(atPath: path(relative)) : nil
    }

    /// Also for a folder, or a link that leads nowhere.
    func exists(_ relative: String) -> Bool {
        var status = stat()
        return lstat(path(relative), &status) == 0
    }

    private func makeFolder(of relative: String) throws {
        let folder = (relative as NSString).deletingLastPathComponent
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(atPath: path(folder), withIntermediateDirectories: true)
        } catch {
            throw CourseError(.failed, "The folder \(path(folder)) cannot be made; is a file of that name in the way?")
        }
    }
}
