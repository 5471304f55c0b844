import Synchronization

/// The token by which the running request came, for work that isn't meant for the device that caused it.
///
/// A task-local value reaches the store through every layer in between, and none of them has to know of it.
package enum RequestOrigin {
    /// The token's hash; nil outside a request, and in one without a token.
    package static var token: SecretHash? { holder?.token.withLock { $0 } }

    /// Lets a device's token take the place of a short-lived one that stands for it, if the request came by that. The
    /// store that looks the short-lived one up calls this, because only it knows both.
    package static func resolve(_ token: SecretHash, to device: SecretHash) {
        holder?.token.withLock { if $0 == token { $0 = device } }
    }

    /// Runs `body` as part of a request with this token. Nobody has checked it yet.
    package static func with<Value>(_ token: SecretHash?, _ body: () async throws -> Value) async rethrows -> Value {
        try await $holder.withValue(Holder(token)) { try await body() }
    }

    @TaskLocal private static var holder: Holder?

    /// One for each request, so that what one layer finds out reaches the layers around it.
    private final class Holder: Sendable {
        let token: Mutex<SecretHash?>

        init(_ token: SecretHash?) { self.token = Mutex(token) }
    }
}
