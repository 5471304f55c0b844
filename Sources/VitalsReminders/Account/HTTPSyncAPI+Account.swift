package import Vitals

/// The client of a server that says what the account may do.
package protocol AccountAPI: Sendable {
    /// Asks with `GET /account`.
    ///
    /// - Returns: nil for an answer that can't be read, or is about another account.
    func account(context: SyncContext) async throws(SyncFailure) -> AccountAnswer?
}

extension HTTPSyncAPI: AccountAPI {
    package func account(context: SyncContext) async throws(SyncFailure) -> AccountAnswer? {
        let response = try await exchange("GET", "/account", context)
        guard response.status == 200 else { throw response.failure }
        if let account = context.account, response.syncContext.account.map({ $0 != account }) ?? false { return nil }
        return (try? JSONValue(parsing: response.body)).flatMap { AccountAnswer(json: $0) }
    }
}

extension AccountAnswer {
    /// As a server writes it.
    package var json: JSONValue {
        .object([
            .init(
                "entitlements",
                .object([
                    .init(
                        "premium_access",
                        .object([
                            .init("allowed", .bool(isAllowed)), .init("required", .bool(isRequired)),
                            .init("until", until.map { .string($0.rfc3339) } ?? .null),
                        ]))
                ]))
        ])
    }
}
