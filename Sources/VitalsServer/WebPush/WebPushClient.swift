package import Vitals

/// Sends one message to one push service, once.
///
/// It uses the library's transport, bound to the addresses that were checked, rather than a client of its own: TLS,
/// limits and cancellation are proven there, and the binding is one option of libcurl.
package struct WebPushClient: Sendable {
    /// The plaintext of every message. It says nothing of what changed: the phone finds out by a pull.
    package static let message = "changed"
    /// The size to which it's padded.
    static let paddedSizeBytes = 128
    /// A day: a phone that was off for longer syncs when it's opened.
    static let lifetimeSeconds = 86_400
    static let responseLimitBytes = 4096

    private let key: @Sendable () async throws -> VAPIDKey
    private let contact: String
    private let policy: EndpointPolicy
    private let now: @Sendable () -> Timestamp
    private let timeoutSeconds: Double
    private let makeTransport: @Sendable () -> any HTTPTransport

    /// - Parameters:
    ///   - contact: a `mailto:` or `https:` address, by which a push service reaches the people of this server.
    ///   - makeTransport: a transport for one message. A connection isn't kept, because it would stay with an address
    ///     that was checked some time ago.
    package init(
        key: @escaping @Sendable () async throws -> VAPIDKey, contact: String, policy: EndpointPolicy,
        timeoutSeconds: Double = 10, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock,
        makeTransport: @escaping @Sendable () -> any HTTPTransport = {
            HTTPSyncAPI.defaultTransport(responseLimitBytes: responseLimitBytes)
        }
    ) {
        self.key = key
        self.contact = contact
        self.policy = policy
        self.timeoutSeconds = timeoutSeconds
        self.now = now
        self.makeTransport = makeTransport
    }

    package enum Outcome: Hashable, Sendable {
        case taken
        /// The push service has forgotten the subscription.
        case gone
        /// Another try may help, after this time where the service named one.
        case failed(retryAfterSeconds: Int?)
        /// Another try won't help. The reason is for the log, and names neither endpoint nor key.
        case refused(String)
    }

    /// - Throws: `CancellationError`; errors of the store that has the key.
    package func send(to subscription: WebPushSubscription) async throws -> Outcome {
        let key = try await key()
        do {
            let endpoint = try policy.endpoint(subscription.endpoint)
            let addresses = try await withTimeout(seconds: timeoutSeconds) { [policy] in
                try await policy.addresses(of: endpoint)
            }
            let authorization = try key.authorization(audience: endpoint.origin, contact: contact, now: now())
            let body = try WebPushEncryption.encrypt(
                Array(Self.message.utf8), paddedTo: Self.paddedSizeBytes, for: subscription.keys)
            var request = HTTPRequest(
                method: "POST", url: endpoint.url,
                headers: [
                    "Authorization": authorization, "Content-Encoding": "aes128gcm",
                    "Content-Type": "application/octet-stream", "TTL": "\(Self.lifetimeSeconds)", "Topic": "changed",
                    "Urgency": "normal",
                ], body: body, timeoutSeconds: timeoutSeconds)
            request.addresses = addresses.map(\.description)
            return Self.outcome(of: try await makeTransport().send(request))
        } catch {
            return try Self.outcome(of: error)
        }
    }

    private static func outcome(of response: HTTPResponse) -> Outcome {
        switch response.status {
        case 200...299: .taken
        case 404, 410: .gone
        case 429, 500...: .failed(retryAfterSeconds: response.headers["retry-after"].flatMap { Int($0) })
        default: .refused("status \(response.status)")
        }
    }

    private static func outcome(of error: any Error) throws -> Outcome {
        switch error {
        case is CancellationError: throw error
        case let error as EndpointError: .refused("\(error)")
        case HTTPTransportError.responseTooLarge: .refused("a response of more than \(responseLimitBytes) bytes")
        case is HTTPTransportError, is HostResolver.Unresolvable, is ServiceError: .failed(retryAfterSeconds: nil)
        default: .refused("\(type(of: error))")
        }
    }
}
