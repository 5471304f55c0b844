import Foundation
public import Vitals

/// What a server's QR code holds: its address, and a code behind `#pair=`.
///
/// The code is in the fragment, which no browser sends anywhere, so that it reaches no log.
public struct PairingLink: Hashable, Sendable {
    public let server: ServerOrigin
    public let code: String

    /// Nil for a text that is no such link.
    public init?(_ text: String) {
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: "#pair=")
        guard parts.count == 2, !parts[1].isEmpty, let server = try? ServerOrigin(parts[0]),
            let code = parts[1].removingPercentEncoding
        else { return nil }
        self.server = server
        self.code = code
    }
}
