internal import Foundation

/// A path as an archive or a repository has it, once it is known to stay inside.
struct SubmissionPath: Hashable {
    /// The names of the folders and, last, its own; empty for the top.
    let names: [String]

    var text: String { names.joined(separator: "/") }

    /// - Throws: `SubmissionProblem` for one that is absolute, climbs out, is longer than any file's or can't be in a tree.
    init(_ raw: String) throws {
        let quoted = SubmissionProblem.quoted(raw)
        guard raw.utf8.first != UInt8(ascii: "/") else {
            throw SubmissionProblem("It has an absolute path in it: \(quoted). Pack a folder, from beside it.")
        }
        let names = raw.pathNames.filter { $0 != "." }
        guard !names.contains("..") else {
            throw SubmissionProblem("A path in it climbs out: \(quoted).")
        }
        guard raw.utf8.count <= 1024, names.count <= 64 else {
            throw SubmissionProblem("A path in it is too long: \(quoted).")
        }
        if let flaw = TreePath.flaw(in: raw) { throw SubmissionProblem("A path in it \(flaw): \(quoted). Rename it.") }
        guard !raw.utf8.contains(0) else { throw SubmissionProblem.damaged("a path has a zero in it") }
        self.names = names
    }

    /// Whether what a symbolic link at this path leads to may lie outside.
    func isLeft(byLinkTo target: String) -> Bool {
        guard target.utf8.first != UInt8(ascii: "/") else { return true }
        var depth = names.count - 1
        for name in target.pathNames where name != "." {
            depth += name == ".." ? -1 : 1
            if depth < 0 { return true }
        }
        return false
    }

    /// What the bytes of a name say: UTF-8 where they are that, else one character a byte.
    static func decoded(_ bytes: Data) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension SubmissionProblem {
    /// - Parameter what: what is wrong in it.
    static func damaged(_ what: String) -> SubmissionProblem {
        SubmissionProblem("It is damaged: \(what). Make it again.")
    }
}
