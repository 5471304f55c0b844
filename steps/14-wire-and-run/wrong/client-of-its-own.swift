// changes: compose-syncer
// refused by: Step14DeviceTests/partsOfTheSync()
// says: a sync didn't ask it anything
//
// Makes a client of its own, so the transport that the app passed isn't used.

-        return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
+        return Syncer(
+            store: store, api: HTTPSyncAPI(server: server, tokens: tokens), origin: server.description,
+            settings: settings)
