// replaces: sync-loop
// symptom: There's no network, and a sync still says that it went well.

        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
        var action = SyncEngine.Action.readState
        while true {
            try Task.checkCancellation()
            if case .finish(let end) = action {
                if case .done = end { try store.noteSyncEnded() }
                return engine.report
            }
            let event = try await perform(action)
            action = engine.handle(event)
            if case .applied = event { progress?(engine.report) }
        }
