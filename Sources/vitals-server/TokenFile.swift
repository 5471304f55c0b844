import Foundation

/// A token that was created elsewhere, and that must not appear in an argument.
enum TokenFile {
    static let rule = "A token is 8 to 512 printable ASCII characters without a space."

    /// - Parameter path: a file, or `-` for standard input. A newline at its end isn't part of the token. The file's
    ///   permissions aren't checked: Cloud Run mounts a secret that all of its container can read.
    /// - Throws: `Failure`, which doesn't repeat what was read.
    static func token(at path: String) throws -> String {
        let name = path == "-" ? "Standard input" : path
        let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        // Read one byte more than is allowed, so that a whole disk isn't read for a token.
        guard let data = try? file?.read(upToCount: maximumSizeBytes + 2), !data.isEmpty else {
            throw Failure("\(name) is empty or can't be read. Put the token in it.")
        }
        var token = String(decoding: data, as: UTF8.self)
        if token.hasSuffix("\n") { token.removeLast() }
        guard isToken(token) else { throw Failure("\(name) contains no token. \(rule)") }
        return token
    }

    static func isToken(_ text: String) -> Bool {
        (8...maximumSizeBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
    }

    private static let maximumSizeBytes = 512
}
