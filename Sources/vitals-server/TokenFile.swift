import Foundation

/// A token that somebody else made, and that no argument should show.
enum TokenFile {
    static let rule = "A token is 8 to 512 printable ASCII characters without a space."

    /// - Parameter path: a file, or `-` for standard input; a newline at its end is not part of the token. Who else may
    ///   read the file is left to whoever made it: Cloud Run mounts a secret readable by all of its container.
    /// - Throws: `Failure`, which does not repeat what was read.
    static func token(at path: String) throws -> String {
        let name = path == "-" ? "Standard input" : path
        let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        // One byte more than may be there, so that a whole disk is not read for a token.
        guard let data = try? file?.read(upToCount: maximumSizeBytes + 2), !data.isEmpty else {
            throw Failure("\(name) is empty or cannot be read: the token should be in it.")
        }
        var token = String(decoding: data, as: UTF8.self)
        if token.hasSuffix("\n") { token.removeLast() }
        guard isToken(token) else { throw Failure("\(name) holds no token. \(rule)") }
        return token
    }

    static func isToken(_ text: String) -> Bool {
        (8...maximumSizeBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
    }

    private static let maximumSizeBytes = 512
}
