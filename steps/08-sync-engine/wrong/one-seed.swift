// changes: sync-loop
// refused by: Step08EngineTests/backoffFollowsTheSeed()
// says: Engines with the seeds 7 and 8
// breaks: sync-loop.1
//
// Gives every engine the same seed, so all phones draw the same waits.

-        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
+        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: 1)
