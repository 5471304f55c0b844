import Foundation

/// A pairing link, as a server prints it and its QR code holds it: the server's address, `/#/pair/` and a code.
///
/// ```swift
/// if let link = PairingLink(scannedText) {
///     try await device.pair(with: link, deviceName: "Anna's phone")
/// }
/// ```
///
/// The code is in the fragment, which browsers never send, so it reaches no log. The web app reads the same format in
/// `web/ui/mount.js`.
public struct PairingLink: Hashable, Sendable {
    private static let mark = "/#/pair/"

    /// The server that made the code.
    public let server: ServerOrigin
    /// The code: letters, digits and hyphens.
    public let code: String

    /// The text of a link.
    ///
    /// - Parameter server: the server's address, without a slash at the end.
    package static func text(server: String, code: String) -> String { server + mark + code }

    /// Finds the first link in a text, such as the lines that `vitals-server pair` prints; nil when there is none.
    public init?(_ text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let mark = word.range(of: Self.mark),
                let server = try? ServerOrigin(String(word[..<mark.lowerBound])),
                let code = word[mark.upperBound...].wholeMatch(of: /[A-Za-z0-9-]+/)
            else { continue }
            self.server = server
            self.code = String(code.output)
            return
        }
        return nil
    }
}
