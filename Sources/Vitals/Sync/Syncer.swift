/// Syncs a store with a server: performs the actions that `SyncEngine` decides on.
///
/// `Device.sync()` runs one for you. By itself:
///
/// ```swift
/// let api = HTTPSyncAPI(server: server, tokens: InMemorySecureStore(token: token))
/// let syncer = Syncer(store: store, api: api, origin: server.description)
/// let report = try await syncer.sync()
/// ```
///
/// Single flight: a second `sync()` of the same syncer waits for the first, and syncs again if that one may have missed
/// an edit. A sync from another process fails with `busy`.
public actor Syncer {
    private let store: MeasurementStore
    private let api: any SyncAPI
    let origin: String
    private let settings: SyncSettings
    private let sleep: @Sendable (Double) async throws -> Void
    private let seed: @Sendable () -> UInt64
    private var inFlight: Task<SyncReport, any Error>?

    /// Creates a syncer for one store and one server.
    ///
    /// - Parameters:
    ///   - origin: the server's address, spelled as the store is bound to it; one spelling for each server.
    public init(store: MeasurementStore, api: any SyncAPI, origin: String, settings: SyncSettings = SyncSettings()) {
        self.init(
            store: store, api: api, origin: origin, settings: settings,
            sleep: { try await Task.sleep(for: .seconds($0)) }, seed: { UInt64.random(in: 0 ... .max) })
    }

    package init(
        store: MeasurementStore, api: any SyncAPI, origin: String, settings: SyncSettings,
        sleep: @escaping @Sendable (Double) async throws -> Void, seed: @escaping @Sendable () -> UInt64
    ) {
        self.store = store
        self.api = api
        self.origin = origin
        self.settings = settings
        self.sleep = sleep
        self.seed = seed
    }

    /// Pushes dirty rows, pulls new records, and pushes again the rows that the merge left dirty.
    ///
    /// Rows that were dirty at the call have been sent when it returns, unless the server failed on them
    /// (`skippedCount`). A running sync may have read the dirty rows before the call. Then one more sync follows, for
    /// all callers that wait.
    ///
    /// - Parameter progress: called after each applied step, with the report so far.
    /// - Throws: `SyncError`, or `CancellationError`. Changes applied until then stay applied.
    @discardableResult
    public func sync(progress: (@Sendable (SyncReport) -> Void)? = nil) async throws -> SyncReport {
        var beganAfterCall = false
        while let joined = inFlight {
            let result = await joined.result
            try Task.checkCancellation()
            switch result {
            case .success(let report): if try beganAfterCall || !hasUnsentRows() { return report }
            case .failure(is CancellationError): break  // the other caller gave up, but we haven't
            case .failure(let error): throw error
            }
            beganAfterCall = true
        }
        let task = Task {
            defer { inFlight = nil }  // before the waiting callers continue
            return try await run(progress)
        }
        inFlight = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func hasUnsentRows() throws -> Bool {
        do {
            return try !store.dirty(after: nil, limit: 1).isEmpty || !store.read(store.features.unsent).isEmpty
        } catch let error as StoreError {
            throw SyncError.store(error)
        }
    }

    private func run(_ progress: (@Sendable (SyncReport) -> Void)?) async throws -> SyncReport {
        do {
            let lock = store.path == ":memory:" ? nil : try SyncLock(storePath: store.path)
            guard lock != nil || store.path == ":memory:" else { throw SyncError.busy }
            defer { withExtendedLifetime(lock) {} }
            let report = try await runLoop(progress)
            try await runStages()
            return report
        } catch let error as StoreError {
            throw SyncError.store(error)
        }
    }

    /// Runs the engine from its first action to its last: performs each action, and returns the result as an event.
    private func runLoop(_ progress: (@Sendable (SyncReport) -> Void)?) async throws -> SyncReport {
        // @write 8 sync-loop
        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
        var action = SyncEngine.Action.readState
        while true {
            try Task.checkCancellation()
            if case .finish(let end) = action {
                switch end {
                case .done:
                    try store.noteSyncEnded()
                    return engine.report
                case .failed(let error): throw error
                }
            }
            let event = try await perform(action)
            action = engine.handle(event)
            if case .applied = event { progress?(engine.report) }
        }
        // @starter
        //| throw NotWritten(8, "perform the engine's actions until it finishes")
        // @end
    }

    /// Runs each feature's part of a sync. One that fails for good doesn't cost the others their turn; where the server can't
    /// be reached, they needn't try.
    ///
    /// - Throws: the first error; `CancellationError` immediately.
    private func runStages() async throws {
        let stage = SyncStage(store: store, api: api, origin: origin, sleep: sleep)
        var firstError: (any Error)?
        for feature in store.features.features {
            do {
                try await feature.syncStage?(stage)
            } catch let error as CancellationError {
                throw error
            } catch {
                firstError = firstError ?? error
                if (error as? SyncError)?.isTemporary == true { break }
            }
        }
        if let firstError { throw firstError }
    }

    private func perform(_ action: SyncEngine.Action) async throws -> SyncEngine.Event {
        switch action {
        case .readState:
            return .state(try store.syncState())
        case .readDirty(let id, let limit):
            return .dirty(try store.dirty(after: id, limit: limit))
        case .push(let records, let context):
            let origins = try store.features.editedFrom(records, in: store)
            do throws(SyncFailure) {
                let answer = try await api.push(records, editedFrom: origins, context: context)
                return .pushAnswered(.success(answer))
            } catch {
                return .pushAnswered(.failure(error))
            }
        case .applyPush(let answer, let pushed):
            return .applied(try store.apply(answer, to: pushed, origin: origin))
        case .applyRejection(let copy, let rejection, let account):
            return .applied(try store.apply(rejection, of: copy, account: account, origin: origin))
        case .pull(let cursor, let limit, let context):
            do throws(SyncFailure) {
                return .pullAnswered(.success(try await api.pull(cursor: cursor, limit: limit, context: context)))
            } catch {
                return .pullAnswered(.failure(error))
            }
        case .applyPage(let page, let state):
            return .applied(try store.apply(page, askedWith: state, origin: origin))
        case .resetSyncState:
            return .applied(try store.resetSyncState())
        case .wait(let seconds):
            try await sleep(seconds)
            return .waited
        case .finish:
            preconditionFailure("the driver ends before it performs this")
        }
    }
}
