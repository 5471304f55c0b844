package import struct Foundation.UUID

/// The user that every new store is seeded with, so that a first run needs no sign-up; the same as in `db/schema.sql`.
package enum DevelopmentUser {
    package static let id = UUID(uuidString: idText)!
    static let idText = "00000000-0000-0000-0000-000000000001"
    /// Public, so a server that is reachable from outside refuses to run with it.
    package static let token = "dev-token"
}
