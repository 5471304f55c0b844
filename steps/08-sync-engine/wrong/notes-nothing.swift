// replaces: sync-loop
// refused by: Step08EngineTests/endAndProgress()
// says: the store should know when
//
// Does not tell the store that the sync ended well.

        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
        var action = SyncEngine.Action.readState
        while true {
            try Task.checkCancellation()
            if case .finish(let end) = action {
                switch end {
                case .done:
                    return engine.report
                case .failed(let error): throw error
                }
            }
            let event = try await perform(action)
            action = engine.handle(event)
            if case .applied = event { progress?(engine.report) }
        }
