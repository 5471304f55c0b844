// replaces: sync-loop
// refused by: Step08EngineTests/failure()
// says: sync() should throw that
//
// Returns the report whichever way the sync ended.

        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
        var action = SyncEngine.Action.readState
        while true {
            try Task.checkCancellation()
            if case .finish(let end) = action {
                switch end {
                case .done:
                    try store.noteSyncEnded()
                    return engine.report
                case .failed: return engine.report
                }
            }
            let event = try await perform(action)
            action = engine.handle(event)
            if case .applied = event { progress?(engine.report) }
        }
