import Foundation

/// What a device sends as `Authorization: Bearer`.
package enum AccessToken {
    /// 256 bits from the system's generator, in the alphabet of base64url: 43 characters.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
