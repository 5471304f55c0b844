internal import CheckpointSystem
internal import Foundation

/// The kind of submission that a PATH of `grade` leads to.
enum SubmissionKind: Hashable {
    case folder
    /// A git repository; `gitFolder` is the folder that holds its objects.
    case repository(gitFolder: String)
    case zip
    case tar(isCompressed: Bool)

    /// - Throws: `CourseError.usage` when nothing exists at the path, or it can't be a submission.
    static func of(_ path: String) throws -> SubmissionKind {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CourseError(.usage, "\(path) doesn't exist.")
        }
        if isFolder.boolValue { return gitFolder(of: path).map { .repository(gitFolder: $0) } ?? .folder }
        guard let ending = ending(of: path) else {
            throw CourseError(
                .usage,
                "\(path) isn't a submission. A submission is a folder, a git repository, a .zip, a .tar.gz, a .tgz or a .tar."
            )
        }
        switch ending {
        case ".zip": return .zip
        case ".tar": return .tar(isCompressed: false)
        default: return .tar(isCompressed: true)
        }
    }

    /// Returns the name of a submission: that of its folder, repository or archive, without the extension.
    ///
    /// - Throws: `CourseError.usage` for a name that a report can't have as its file name.
    func name(of path: String) throws -> String {
        var name = String(path.split(separator: "/").last ?? "")
        switch self {
        case .folder: break
        case .repository: if name.pathEnds(with: ".git") { name = Self.without(4, name) }
        case .zip, .tar: name = Self.without(Self.ending(of: name)?.utf8.count ?? 0, name)
        }
        let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !["", ".", ".."].contains(name), !hasControls, name.utf8.count <= 200 else {
            throw CourseError(
                .usage,
                "\(PlainText.quoted(path)) gives its submission no usable name. Name it by the path of "
                    + "a folder or archive with a name of its own, such as submissions/ada.")
        }
        return name
    }

    /// Returns the name without its last bytes.
    private static func without(_ count: Int, _ name: String) -> String {
        String(decoding: name.utf8.dropLast(count), as: UTF8.self)
    }

    /// Returns the extension of an archive, in lower case; nil for other files.
    private static func ending(of name: String) -> String? {
        [".zip", ".tar.gz", ".tgz", ".tar"].first { name.lowercased().pathEnds(with: $0) }
    }

    /// Returns `.git` in a working tree, or the folder itself if it is a bare repository.
    ///
    /// If `.git` is a file or a link, it names a repository in another place, which may belong to another person. The
    /// submission is then read as a folder.
    private static func gitFolder(of path: String) -> String? {
        let manager = FileManager.default
        let type = try? manager.attributesOfItem(atPath: path + "/.git")[.type] as? FileAttributeType
        if let type { return type == .typeDirectory ? path + "/.git" : nil }
        let isBare = ["HEAD", "objects", "refs"].allSatisfy { manager.fileExists(atPath: path + "/" + $0) }
        return isBare ? path : nil
    }
}
