import Foundation
import StepSupport

/// An address that the learner's `socket_dsn` created, parsed into its parts.
struct SocketDSN {
    static let path = "deploy/cloudrun/dsn.sh"

    let text: String
    /// The folder in the `host` parameter after the question mark.
    let folder: String
    let user: String
    let password: String
    let database: String

    /// Runs the learner's function to create an address.
    ///
    /// - Throws: `StillToDo` while it isn't written yet; `Malformed` for a text that isn't such an address.
    static func make(user: String, password: String, database: String, folder: String) async throws -> SocketDSN {
        let run = try await run(user: user, password: password, database: database, folder: folder)
        guard run.status == 0 else {
            throw Malformed("socket_dsn ended with status \(run.status), for the password \(password): \(run.errors)")
        }
        return try SocketDSN(parsing: run.output)
    }

    static func run(
        user: String, password: String, database: String, folder: String, environment: [String: String] = [:]
    ) async throws -> Run {
        try await ShellScript.run(
            #". "$1" && socket_dsn "$2" "$3" "$4""#, [PackageFiles.url(path).path, user, database, folder],
            input: password, environment: environment)
    }

    private init(parsing text: String) throws {
        let form = /postgres(?:ql)?:\/\/([^:@\/?#]*):([^:@\/?#]*)@\/([^:@\/?#]*)\?host=([^@?#&=]*)/
        guard let match = text.wholeMatch(of: form) else {
            throw Malformed(
                """
                An address has the form postgres://USER:PASSWORD@/DATABASE?host=FOLDER, where none of the four has a \
                character that divides them, and nothing comes after. socket_dsn printed: \(text.debugDescription)
                """)
        }
        self.text = text
        user = try Self.decode(match.1, "user")
        password = try Self.decode(match.2, "password")
        database = try Self.decode(match.3, "database")
        folder = try Self.decode(match.4, "folder", also: "/:")
    }

    private static func decode(_ text: Substring, _ name: String, also: String = "") throws -> String {
        let plain = Set(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~" + also).unicodeScalars)
        var bytes: [UInt8] = []
        var rest = text
        while let first = rest.unicodeScalars.first {
            if let escape = rest.prefixMatch(of: /%([0-9A-Fa-f]{2})/), let byte = UInt8(escape.1, radix: 16) {
                bytes.append(byte)
                rest = rest[escape.range.upperBound...]
            } else if plain.contains(first) {
                bytes.append(UInt8(first.value))
                rest.unicodeScalars.removeFirst()
            } else {
                throw Malformed(
                    """
                    The \(name) has "\(String(Character(first)))" unescaped, and only letters, digits and - . _ ~ \
                    may be: it should be \(String(Character(first)).utf8.map { "%" + hex($0) }.joined()). It is: \(text)
                    """)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(
                "The \(name) is \(text), which doesn't decode to UTF-8. A character may have several bytes, each with "
                    + "a % of its own.")
        }
        return decoded
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
