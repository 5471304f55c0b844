internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

extension ChapterFrame {
    /// Writes all of the frame, or nothing: what was written before an error is taken back.
    ///
    /// - Throws: `CourseError.failed` with the path that couldn't be written.
    package func write(to root: String) throws {
        var undo: [() -> Void] = []
        for change in changes {
            let path = root + "/" + change.path
            let before = FileManager.default.contents(atPath: path)
            let folders = Self.missingFolders(above: path)
            do {
                undo.append { Self.restore(before, at: path, folders) }
                try TreeFile(change.text).write(to: path)
            } catch {
                for step in undo.reversed() { step() }
                throw CourseError(
                    .failed,
                    "\(change.path) can't be written, so nothing was: \((error as NSError).localizedDescription)")
            }
        }
    }

    private static func restore(_ contents: Data?, at path: String, _ folders: [String]) {
        if let contents {
            try? contents.write(to: URL(fileURLWithPath: path), options: .atomic)
        } else {
            // Unlike removeItem, this leaves a folder that has come to stand there.
            unlink(path)
        }
        // The innermost first; one that holds something else stays.
        for folder in folders { rmdir(folder) }
    }

    /// The folders that writing this file would make, the innermost first.
    private static func missingFolders(above path: String) -> [String] {
        var missing: [String] = []
        var folder = (path as NSString).deletingLastPathComponent
        while !FileManager.default.fileExists(atPath: folder), folder.count > 1 {
            missing.append(folder)
            folder = (folder as NSString).deletingLastPathComponent
        }
        return missing
    }

    /// A line for each file, as `dev new` prints them.
    package var report: String {
        changes.map { change in
            guard let count = change.gainedLineCount else { return "  + \(change.path)\n" }
            return "  ~ \(change.path)  (\(count == 1 ? "1 line" : "\(count) lines"))\n"
        }.joined()
    }

    package var fileCount: Int { changes.filter { $0.gainedLineCount == nil }.count }
    package var listCount: Int { changes.count - fileCount }
}
