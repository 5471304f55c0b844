import Foundation

/// The token that a device sends as `Authorization: Bearer`.
package enum AccessToken {
    /// Generates 256 bits with the system's generator and encodes them as base64url: 43 characters, the first never
    /// `-`.
    ///
    /// A person types the token after `--token`, where a leading `-` would be read as the next option.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        while true {
            let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let token = Data(bytes).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
            if !token.hasPrefix("-") { return token }
        }
    }
}
