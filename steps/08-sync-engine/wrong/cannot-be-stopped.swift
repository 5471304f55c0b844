// replaces: sync-loop
// refused by: Step08EngineTests/cancelled()
// says: The person stopped this sync
//
// Never looks whether it was cancelled: a sync that somebody stops goes on to its end.

        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
        var action = SyncEngine.Action.readState
        while true {
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
