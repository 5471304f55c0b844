// changes: sync-loop
// refused by: Step08EngineTests/followsTheSettings()
// says: without them it follows the default ones
// breaks: sync-loop.1
//
// Makes the engine without the settings, which have a default.

-        var engine = SyncEngine(origin: origin, settings: settings, rules: store.rules, seed: seed())
+        var engine = SyncEngine(origin: origin, rules: store.rules, seed: seed())
