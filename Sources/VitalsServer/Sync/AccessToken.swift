import Foundation

/// What a device sends as `Authorization: Bearer`.
package enum AccessToken {
    /// 256 bits from the system's generator, in the alphabet of base64url: 43 characters, of which the first isn't `-`.
    ///
    /// A person types it after `--token`, where a leading `-` would be read as the next option.
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
