internal import Foundation

/// Paths, compared the way a file system compares them: byte by byte, in UTF-8.
///
/// `String` compares characters. To it a slash and an accent after it are one character, and `é` written as one scalar
/// equals `é` written as two. So `hasPrefix`, `hasSuffix` and `==` give answers about some paths that no file system would
/// give. Wherever a path decides something, use these instead.
extension StringProtocol {
    /// Whether a path begins with these bytes, such as `Tests/StepTests/`.
    func pathBegins(with prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether a path ends with these bytes, such as `.swift`.
    func pathEnds(with suffix: some StringProtocol) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Whether two paths name the same file.
    func isPath(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    /// What follows a prefix; nil where the path doesn't begin with it.
    func path(after prefix: some StringProtocol) -> String? {
        pathBegins(with: prefix) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
    }

    /// The names between the slashes, without empty ones.
    var pathNames: [String] {
        utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The folders that a path lies in, the innermost first: `a/b` and `a` for `a/b/c`.
    var foldersAbove: [String] {
        let names = pathNames
        return names.indices.dropFirst().reversed().map { names[..<$0].joined(separator: "/") }
    }
}

/// Which paths a tree may hold.
///
/// A tree is a dictionary with `String` keys, so it would take two canonically equivalent paths for one, and an official
/// path for something that only looks like it. These rules make a look-up by `String` the same as one by bytes:
///
/// 1. No name begins with a combining mark or anything else that joins the slash before it, and none ends in something
///    that joins the slash after it.
/// 2. No scalar is canonically an ASCII character, as the Kelvin sign is a K: every official path is ASCII.
/// 3. No two paths in one tree are canonically equivalent. `TreePaths` sees to that.
enum TreePath {
    /// The longest name that file systems take, in bytes.
    static let longestName = 255

    /// What is wrong with a path, as the end of a sentence; nil where a tree may hold it.
    static func flaw(in path: String) -> String? {
        for name in path.pathNames {
            if name.utf8.count > longestName { return "has a name in it that is longer than \(longestName) bytes" }
            if let first = name.unicodeScalars.first, isMark(first) {
                return "has a name in it that begins with a combining mark"
            }
        }
        let slashes = path.utf8.count { $0 == UInt8(ascii: "/") }
        if path.count(where: { $0 == "/" }) != slashes { return "has a character in it that joins a slash" }
        if path.unicodeScalars.contains(where: looksLikeASCII) {
            return "has a character in it that is only another way to write a plain one"
        }
        return nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar.properties.isGraphemeExtend || scalar.properties.isJoinControl
        }
    }

    private static func looksLikeASCII(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        // Strings are equal where they are canonically equivalent.
        return String(scalar).decomposedStringWithCanonicalMapping.utf8.allSatisfy { $0 < 0x80 }
    }
}

/// The paths of one tree, as they come.
struct TreePaths {
    private var known: Set<String> = []

    /// - Returns: false where the path is there already, or one that `String` can't tell from it.
    mutating func insert(_ path: String) -> Bool { known.insert(path).inserted }

    func contains(_ path: String) -> Bool { known.contains(path) }
    var all: Set<String> { known }
}
