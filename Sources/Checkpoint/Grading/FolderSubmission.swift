internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// A submission in the form of a folder.
struct FolderSubmission {
    let root: String

    /// Returns the learner's files by path, and the progress; links aren't followed.
    ///
    /// - Throws: `SubmissionProblem` when there is too much, or a file can't be read.
    func files() throws -> [String: TreeFile] {
        let walk = FolderWalk(root: try package())
        var listing = SubmissionListing<Void>()
        // The progress is read only when no link leads to it.
        let notes = walk.entry(Workspace.stateFolderName)?.isFolder == true ? [Workspace.progressPath] : []
        for path in SourceFiles.roots + notes {
            try walk.visit(path) { entry in
                if entry.isFile {
                    try listing.addFile(entry.path, size: entry.size, isExecutable: entry.isExecutable, body: ())
                } else if entry.isFolder {
                    try listing.addFolder(entry.path)
                } else {
                    try listing.addLink(entry.path, to: nil, isHard: false)
                }
            }
        }
        return try Dictionary(
            uniqueKeysWithValues: listing.wanted().map { place, file in
                guard let data = FileManager.default.contents(atPath: walk.full(file.path)) else {
                    throw SubmissionProblem("Its file \(PlainText.quoted(file.path)) can't be read.")
                }
                return (place, TreeFile(data, isExecutable: file.isExecutable))
            })
    }

    /// Returns the folder itself, or the only folder in it when it contains nothing else.
    private func package() throws -> String {
        var folder = root
        // A chain of folders can't be longer than a path may be.
        while folder.utf8.count < Int(PATH_MAX) {
            let walk = FolderWalk(root: folder)
            let names = walk.names(in: "")
            let visible = names.filter { !SubmissionLayout.isIgnored($0) }
            let isPackage =
                names.contains { SourceFiles.roots.contains(where: $0.isPath) }
                || walk.entry(Workspace.progressPath) != nil
            guard !isPackage, visible.count == 1, let top = visible.first, walk.entry(top)?.isFolder == true else {
                break
            }
            folder += "/" + top
        }
        return folder
    }
}
