internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// A path in an archive or a repository, checked to stay inside it.
struct SubmissionPath: Hashable {
    /// Names of the folders and, last, of the file; empty for the top folder.
    let names: [String]

    var text: String { names.joined(separator: "/") }

    /// - Throws: `SubmissionProblem` for a path that is absolute, leads outside, is too long, or can't be in a tree.
    init(_ raw: String) throws {
        let quoted = PlainText.quoted(raw)
        guard raw.utf8.first != UInt8(ascii: "/") else {
            throw SubmissionProblem(
                "It contains an absolute path: \(quoted). Pack the folder from the folder above it.")
        }
        let names = raw.pathNames.filter { $0 != "." }
        guard !names.contains("..") else {
            throw SubmissionProblem("A path in it leads outside: \(quoted).")
        }
        guard raw.utf8.count <= 1024, names.count <= 64 else {
            throw SubmissionProblem("A path in it is too long: \(quoted).")
        }
        if let flaw = TreePath.ambiguity(in: raw) { throw Self.problem(flaw, in: raw) }
        guard !raw.utf8.contains(0) else { throw SubmissionProblem.damaged("a path contains a zero byte") }
        self.names = names
    }

    /// - Throws: `SubmissionProblem` for a path that no tree may hold, no matter what it is for.
    static func requireTreePath(_ place: String) throws {
        if let flaw = TreePath.flaw(in: place) { throw problem(flaw, in: place) }
    }

    private static func problem(_ flaw: String, in path: String) -> SubmissionProblem {
        SubmissionProblem("A path in it \(flaw): \(PlainText.quoted(path)). Rename it.")
    }

    /// True when a symbolic link at this path may lead outside.
    func isLeft(byLinkTo target: String) -> Bool {
        guard target.utf8.first != UInt8(ascii: "/") else { return true }
        var depth = names.count - 1
        for name in target.pathNames where name != "." {
            depth += name == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// Decodes the bytes of a name: as UTF-8 if they are valid, otherwise a character for each byte.
    static func decoded(_ bytes: Data) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension SubmissionProblem {
    /// - Parameter what: the problem, as a clause.
    static func damaged(_ what: String) -> SubmissionProblem {
        SubmissionProblem("It is damaged: \(what). Create it again.")
    }
}
