import Vitals

/// Drives an exchange over the network, as a part of the device's sync. The device's sync lock is held while it runs.
package struct EntitySync: Sendable {
    private let access: EntityAccess
    private let api: any EntityAPI

    package init(_ access: EntityAccess, _ api: any EntityAPI) {
        self.access = access
        self.api = api
    }

    /// Sends what waits, and pulls.
    ///
    /// A server without entities is no error: what waits goes on waiting.
    ///
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    package func run() async throws {
        var exchange = try EntityExchange(access)
        while let (request, context) = try exchange.next() {
            try Task.checkCancellation()
            try exchange.received(await send(request, context))
        }
        if !exchange.isDone, let error = error(exchange.failure) { throw error }
    }

    private func send(
        _ request: EntityRequest, _ context: SyncContext
    ) async -> Result<EntityResponse, EntityFailure> {
        do throws(EntityFailure) {
            let response = try await api.send(request, context: context)
            // A response for another account must not be stored here.
            if let account = context.account, response.account != account {
                throw .failed(.wrongAccount(account: response.account))
            }
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private func error(_ failure: EntityFailure?) -> SyncError? {
        switch failure {
        case .absent: nil
        case .failed(let failure): failure.syncError
        case .serverError: SyncFailure.unavailable(status: 500, retryAfterSeconds: nil).syncError
        case .historyLost: SyncFailure.historyLost(account: nil).syncError
        case .refused(_, _, let detail): SyncFailure.unexpected(status: 400, detail: detail).syncError
        case .tooLarge: SyncFailure.unavailable(status: 413, retryAfterSeconds: nil).syncError
        case .unknownType:
            SyncFailure.unexpected(status: 400, detail: "the server doesn't know a type that it announced").syncError
        case nil: SyncFailure.unavailable(status: 200, retryAfterSeconds: nil).syncError
        }
    }
}
