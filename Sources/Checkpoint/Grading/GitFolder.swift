internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// The folder that holds a submission's objects and references. It is checked before git runs.
///
/// Git follows references out of a repository: a list of other object folders, a folder shared with other working
/// trees, and symbolic links. A submission with any of these could be graded for another person's work.
struct GitFolder {
    /// Absolute path.
    let path: String

    /// Maximum number of files and folders. A clone has a file for each object until `git gc` packs them.
    static let entryCount = 200_000

    /// Files that make git look in other places, and the reason to give.
    private static let borrowing = [
        "commondir": "it shares another repository's folder",
        "objects/info/alternates": "it borrows another repository's objects",
        "objects/info/http-alternates": "it borrows another repository's objects",
    ]
    /// Names that are never read: the hooks, which people link to their tools, and the repositories of submodules.
    private static let unread = ["hooks", "modules"]

    /// - Throws: `SubmissionProblem` for a repository that leads outside itself, or that contains links or special
    ///   files.
    func requireWhole() throws {
        let walk = FolderWalk(root: path)
        for (name, why) in Self.borrowing.sorted(by: { $0.key < $1.key }) where walk.entry(name) != nil {
            throw SubmissionProblem(
                "Its git repository isn't complete: \(why), by the file \(name). "
                    + "Hand in a full clone: git clone --no-local --no-shared FROM TO")
        }
        var count = 0
        for name in walk.names(in: "") where !Self.unread.contains(where: name.isPath) {
            try look(at: name, walk, &count)
        }
    }

    private func look(at path: String, _ walk: FolderWalk, _ count: inout Int) throws {
        count += 1
        guard count <= Self.entryCount else {
            throw SubmissionProblem(
                "Its git repository holds more than 200,000 files. Run git gc and hand it in again.")
        }
        guard let entry = walk.entry(path) else { return }
        if entry.isFolder {
            for name in walk.names(in: path) { try look(at: path + "/" + name, walk, &count) }
        } else if !entry.isFile {
            throw SubmissionProblem(
                "In its git repository \(PlainText.quoted(path)) is a link or isn't a file. "
                    + "Hand in a clone of it: git clone --no-local FROM TO")
        }
    }
}
