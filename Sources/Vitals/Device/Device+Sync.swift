import Synchronization

// Syncing, and the state that it leaves.

extension Device {
    /// Exchanges records with the server of the login.
    ///
    /// Records that were added or edited before the call have been sent when it returns, unless the server failed on
    /// them (`SyncReport.skippedCount`). A second call during a sync waits for that sync, and only then syncs again if
    /// anything is left to send. A cancelled task stops its sync; what was exchanged until then stays.
    ///
    /// - Parameter progress: called after each step, with the report so far.
    /// - Throws: `SyncError` with `noServer` before the first login, and with the other codes when the sync ended early;
    ///   `SecureStoreError` when there is a token that can't be read; `CancellationError`. Nothing is lost: call it
    ///   again. `SyncError.isTemporary` says if waiting is enough.
    @discardableResult
    public func sync(progress: (@Sendable (SyncReport) -> Void)? = nil) async throws -> SyncReport {
        let syncer = try syncer()
        defer { tellObservers() }
        return try await syncer.sync(progress: progress)
    }

    /// The syncer of all calls of `sync()` for the present server, so that a second call can join the first.
    private func syncer() throws -> Syncer {
        let made: Syncer
        do {
            made = try makeSyncer()
        } catch let error as StoreError {
            throw SyncError.store(error)
        }
        return currentSyncer.withLock { current in
            if let current, current.origin == made.origin { return current }
            current = made
            return made
        }
    }

    /// Creates a syncer for the server of the login.
    ///
    /// - Throws: `SyncError` with `noServer` before the first login, and any error of the secure store.
    func makeSyncer() throws -> Syncer {
        // @write 14 compose-syncer
        guard let origin = try store.syncState().origin else { throw SyncError.noServer }
        let server = try ServerOrigin(origin)
        // A token that exists but can't be read is this device's error: report it here, and don't ask the server.
        _ = try tokens.token()
        return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
        // @starter
        //| throw NotWritten(14, "put the store, the client and the syncer together for the server of the login")
        // @end
    }

    /// The client of the server of the login, for what a feature asks outside a sync.
    ///
    /// - Throws: `SyncError` with `noServer` before the first login; `StoreError`.
    package func makeAPI() throws -> any SyncAPI {
        guard let origin = try store.syncState().origin else { throw SyncError.noServer }
        return api(try ServerOrigin(origin), tokens)
    }

    /// The state of the sync: server, account, cursor and the time of the last sync.
    ///
    /// - Throws: `StoreError`.
    public func syncState() throws -> SyncState { try store.syncState() }

    /// The number of records, and of those that are still to be sent, were refused or have lost.
    ///
    /// - Throws: `StoreError`.
    public func counts() throws -> StoreCounts { try store.counts() }

    /// A stream with one element for each transaction of this device that changed something: an edit, an import, or a
    /// step of a sync. An element only says "look again".
    ///
    /// ```swift
    /// for await _ in device.changes() {
    ///     show(try device.list(kind: .weight, limit: 20))
    /// }
    /// ```
    ///
    /// Elements that haven't been consumed yet collapse into one. Changes by other processes aren't reported.
    public func changes() -> AsyncStream<Void> { store.changes() }
}
