import Foundation

/// What a server prints and its QR code holds: its address, and a code behind `/#/pair/`.
///
/// The code is in the fragment, which no browser sends anywhere, so that it reaches no log. Browsers read the same form,
/// in `web/ui/mount.js`.
package struct PairingLink: Hashable, Sendable {
    private static let mark = "/#/pair/"

    package let server: ServerOrigin
    package let code: String

    /// The address that carries a code.
    ///
    /// - Parameter server: without a slash at the end.
    package static func text(server: String, code: String) -> String { server + mark + code }

    /// The first link in a text, such as the lines that `vitals-server pair` prints; nil where there is none.
    package init?(_ text: String) {
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
