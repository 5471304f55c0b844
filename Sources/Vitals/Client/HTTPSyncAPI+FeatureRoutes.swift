// What a feature with routes of its own, in a target of its own, needs of the client.

extension HTTPSyncAPI {
    /// Sends a request with this device's token and the store's account, and waits for the whole response.
    ///
    /// - Parameters:
    ///   - path: the path and query, such as `/entities/changes?limit=500`.
    ///   - context: the account of the store, and the receipt (history token) of the feature's own log.
    /// - Throws: `SyncFailure` where there was no response at all; any status is a response.
    package func exchange(
        _ method: String, _ path: String, _ context: SyncContext, body: [UInt8]? = nil,
        headers: [String: String] = [:]
    ) async throws(SyncFailure) -> HTTPResponse {
        var request = try makeRequest(method, path, context, body: body)
        request.headers.merge(headers) { $1 }
        return try await exchange(request)
    }
}

extension HTTPResponse {
    /// The account and the receipt that the response names.
    package var syncContext: SyncContext { SyncContext(account: account, receipt: receipt) }

    /// The meaning of a status other than 200 for a sync.
    package var failure: SyncFailure { SyncFailure(self, now: Timestamp.systemClock()) }
}
