import Foundation
package import Vitals

/// The reason why a batch got no answer that can be stored.
package enum UploadFailure: Error, Hashable, Sendable {
    /// 409 `history_lost`: the server doesn't know our receipt.
    case historyLost
    /// 404: the server has no samples.
    case absent
    /// 413: the batch is too large.
    case tooLarge
    /// 422: the server knows the request's id with other bytes.
    case requestReused
    /// Anything else.
    case failed(SyncFailure)
}

/// The client of a server's samples.
package protocol SampleAPI: Sendable {
    func upload(_ batch: SampleBatch, context: SyncContext) async throws(UploadFailure) -> UploadAnswer

    /// Asks whether the server still has what it acknowledged, with `GET /health/receipt`. A phone that has nothing to send would never
    /// learn that it doesn't.
    func checkReceipt(context: SyncContext) async throws(UploadFailure)

    /// Samples of a type that start in a range, by start and id.
    ///
    /// - Parameter after: the mark of the page before; nil for the first.
    func samples(
        of type: String, from: Timestamp, to: Timestamp, after: String?, context: SyncContext
    ) async throws(SyncFailure) -> (samples: [Sample], next: String?)
}

extension HTTPSyncAPI: SampleAPI {
    package func upload(_ batch: SampleBatch, context: SyncContext) async throws(UploadFailure) -> UploadAnswer {
        let response: HTTPResponse
        do {
            response = try await exchange("POST", batch.path, context, body: batch.body)
        } catch {
            throw .failed(error)
        }
        try Self.check(response, context)
        do {
            return try UploadAnswer(
                json: try JSONValue(parsing: response.body), receipt: response.syncContext.receipt)
        } catch {
            throw .failed(.unexpected(status: 200, detail: "the body breaks the protocol (\(error))"))
        }
    }

    package func checkReceipt(context: SyncContext) async throws(UploadFailure) {
        let response: HTTPResponse
        do {
            response = try await exchange("GET", "/health/receipt", context)
        } catch {
            throw .failed(error)
        }
        try Self.check(response, context)
    }

    private static func check(_ response: HTTPResponse, _ context: SyncContext) throws(UploadFailure) {
        let code = (try? JSONValue(parsing: response.body))?["code"]?.string ?? ""
        switch (response.status, code) {
        case (200, _): break
        case (409, "history_lost"): throw .historyLost
        case (404, _): throw .absent
        case (413, _): throw .tooLarge
        case (422, _): throw .requestReused
        default: throw .failed(response.failure)
        }
        let account = response.syncContext.account
        if let own = context.account, let account, account != own { throw .failed(.wrongAccount(account: account)) }
    }

    package func samples(
        of type: String, from: Timestamp, to: Timestamp, after: String?, context: SyncContext
    ) async throws(SyncFailure) -> (samples: [Sample], next: String?) {
        var query = "type=\(type)&from=\(from.rfc3339)&to=\(to.rfc3339)&limit=5000"
        if let after = after?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) {
            query += "&after=\(after)"
        }
        let response = try await exchange("GET", "/health/samples?\(query)", context)
        guard response.status == 200 else { throw response.failure }
        guard let json = try? JSONValue(parsing: response.body), let items = json["samples"]?.array else {
            throw .unexpected(status: 200, detail: "the body has no list of samples")
        }
        // One that can't be read costs only itself.
        return (items.compactMap { try? Sample(json: $0) }, json["next"]?.string)
    }
}
