internal import Foundation

/// Paths, compared the way a file system compares them: byte by byte, in UTF-8.
///
/// `String` compares characters. It sees a slash and the accent after it as one character, and it treats `é` written as
/// one scalar as equal to `é` written as two. So for some paths `hasPrefix`, `hasSuffix` and `==` disagree with every
/// file system. Use these methods wherever a path decides something.
extension StringProtocol {
    /// Returns true if the path begins with these bytes, such as `Tests/StepTests/`.
    package func pathBegins(with prefix: some StringProtocol) -> Bool {
        comparing(with: prefix) { $0.count >= $1.count && Self.isSame($0.prefix($1.count), $1) }
    }

    /// Returns true if the path ends with these bytes, such as `.swift`.
    package func pathEnds(with suffix: some StringProtocol) -> Bool {
        comparing(with: suffix) { $0.count >= $1.count && Self.isSame($0.suffix($1.count), $1) }
    }

    /// Returns true if the two paths name the same file.
    package func isPath(_ other: some StringProtocol) -> Bool {
        comparing(with: other) { $0.count == $1.count && Self.isSame($0[...], $1) }
    }

    /// Returns the rest of the path after a prefix; nil if the path doesn't begin with it.
    package func path(after prefix: some StringProtocol) -> String? {
        pathBegins(with: prefix) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
    }

    /// The names between the slashes, without empty ones.
    package var pathNames: [String] {
        utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The parent folders of a path, the innermost first: `a/b` and `a` for `a/b/c`.
    package var foldersAbove: [String] {
        let names = pathNames
        return names.indices.dropFirst().reversed().map { names[..<$0].joined(separator: "/") }
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Calls `body` with the bytes of both. Every command compares thousands of paths, and a loop over the bytes of a
    /// string takes twenty times as long in a debug build.
    private func comparing(with other: some StringProtocol, _ body: (Bytes, Bytes) -> Bool) -> Bool {
        let inPlace: Bool?? = utf8.withContiguousStorageIfAvailable { bytes in
            other.utf8.withContiguousStorageIfAvailable { body(bytes, $0) }
        }
        return (inPlace ?? nil)
            ?? Array(utf8).withUnsafeBufferPointer { bytes in
                Array(other.utf8).withUnsafeBufferPointer { body(bytes, $0) }
            }
    }

    /// Returns true if both have the same bytes; they must be of the same length.
    private static func isSame(_ slice: Slice<Bytes>, _ other: Bytes) -> Bool {
        guard let first = Bytes(rebasing: slice).baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, other.count) == 0
    }
}

/// Rules for the paths that a tree may hold.
///
/// A tree is a dictionary with `String` keys, so it would treat two canonically equivalent paths as one, and confuse an
/// official path with a look-alike. With these rules a look-up by `String` gives the same result as a look-up by bytes:
///
/// 1. No name begins with a combining mark or anything else that joins the slash before it, and none ends in something
///    that joins the slash after it.
/// 2. No scalar is canonically equivalent to an ASCII character, as the Kelvin sign is to K. Every official path is
///    ASCII.
/// 3. No two paths in one tree are canonically equivalent. `TreePaths` checks this.
///
/// One more rule has another reason. Compilers and linkers read their arguments from files (response files), where a
/// line break ends an argument and a quote begins or ends a quoted one, even within quotes of the other kind. So a name
/// with one of these could be read as an option, and an option can start any program:
///
/// 4. No name holds a control character, a line or paragraph separator, a quote or a backslash, and none begins with
///    `-` or `@`. Spaces are fine, because everything that writes such a file quotes them.
package enum TreePath {
    /// The longest name that file systems accept, in bytes.
    static let longestName = 255

    /// Returns what is wrong with a path, as the end of a sentence; nil if a tree may hold the path.
    package static func flaw(in path: String) -> String? { ambiguity(in: path) ?? option(in: path) }

    /// Returns why a path might be taken for another one (rules 1 and 2), as the end of a sentence; nil if it can't be.
    package static func ambiguity(in path: String) -> String? {
        for name in path.pathNames {
            if name.utf8.count > longestName { return "contains a name longer than \(longestName) bytes" }
            if let first = name.unicodeScalars.first, isMark(first) {
                return "contains a name that starts with a combining mark"
            }
        }
        let slashes = path.utf8.count { $0 == UInt8(ascii: "/") }
        if path.count(where: { $0 == "/" }) != slashes { return "contains a character that combines with a slash" }
        if path.unicodeScalars.contains(where: looksLikeASCII) {
            return "contains a character that is only another way to write a plain one"
        }
        return nil
    }

    /// Returns why a program might read a path as something else (rule 4), as the end of a sentence; nil if it can't be.
    private static func option(in path: String) -> String? {
        for scalar in path.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                return "has a line break or another control character in it"
            default:
                if "'\"\\".unicodeScalars.contains(scalar) { return "has a quote or a backslash in it" }
            }
        }
        if path.pathNames.contains(where: { $0.pathBegins(with: "-") || $0.pathBegins(with: "@") }) {
            return "has a name in it that begins with - or @"
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
        // Strings are equal if they are canonically equivalent.
        return String(scalar).decomposedStringWithCanonicalMapping.utf8.allSatisfy { $0 < 0x80 }
    }
}

/// The paths of one tree, added one at a time.
package struct TreePaths {
    private var known: Set<String> = []

    package init() {
    }

    /// - Returns: false if the tree already has the path, or a path that `String` can't tell from it.
    package mutating func insert(_ path: String) -> Bool { known.insert(path).inserted }

    package func contains(_ path: String) -> Bool { known.contains(path) }
    package var all: Set<String> { known }
}
