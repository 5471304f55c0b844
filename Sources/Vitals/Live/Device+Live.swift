import Synchronization

extension Device {
    /// Keeps the device in step with its server: what another device changes arrives at once, and what is edited here is
    /// sent at once. It reconnects by itself, and returns only when it can't go on.
    ///
    /// ```swift
    /// let live = Task {
    ///     try await device.live { status in print(status) }
    /// }
    /// ```
    ///
    /// Cancel the task to end it. Whatever an event brings comes with the next sync too, so nothing depends on it but time.
    ///
    /// - Parameter onStatus: called with each change of the state.
    /// - Returns: `notSupported` when the server sends no events, `stopped` when the token or the account isn't accepted;
    ///   the next `sync()` says why.
    /// - Throws: `CancellationError`; `SyncError` with `noServer` before the first login; `StoreError`.
    @discardableResult
    public func live(onStatus: @escaping @Sendable (LiveStatus) -> Void = { _ in }) async throws -> LiveStatus {
        try await live(over: SystemEventTransport(), onStatus: onStatus)
    }

    package func live(
        over transport: any EventTransport, machine: LiveMachine = LiveMachine(),
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        onStatus: @escaping @Sendable (LiveStatus) -> Void = { _ in }
    ) async throws -> LiveStatus {
        guard try server() != nil else { throw SyncError.noServer }
        let last = LastStatus()
        let session = LiveSession(
            device: self, transport: transport.withSessions(of: self.transport), machine: machine, sleep: sleep,
            onStatus: { status in
                if last.set(status) { onStatus(status) }
            })
        try await session.run()
        return last.value
    }

    /// How far the device has read each log that it knows.
    func eventCursors() throws -> [LiveEvent.Kind: Int64] {
        let cursors = try store.read(store.features.eventCursors)
        return cursors.reduce(into: [:]) { found, cursor in
            if let kind = LiveEvent.Kind(rawValue: cursor.key) { found[kind] = cursor.value }
        }
    }

    /// The request that opens this device's stream, with the device's own token.
    func eventRequest() throws -> HTTPRequest {
        let state = try store.syncState()
        guard let origin = state.origin, let token = try tokens.token() else { throw SyncError.noServer }
        var headers = ["Accept": "text/event-stream", "Authorization": "Bearer \(token)"]
        headers["Vitals-Account"] = state.account
        return HTTPRequest(method: "GET", url: origin + "/events", headers: headers)
    }
}

/// The last status that was reported.
private final class LastStatus: Sendable {
    private let status = Mutex<LiveStatus?>(nil)

    var value: LiveStatus { status.withLock { $0 } ?? .stopped }

    /// - Returns: true if it is another one than before.
    func set(_ new: LiveStatus) -> Bool {
        status.withLock { old in
            defer { old = new }
            return old != new
        }
    }
}
