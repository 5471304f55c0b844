// changes: compose-syncer
// refused by: Step14DeviceTests/partsOfTheSync()
// says: Pass them on
//
// Syncs with the default limits, whatever the device has.

-        return Syncer(store: store, api: api(server, tokens), origin: server.description, settings: settings)
+        return Syncer(store: store, api: api(server, tokens), origin: server.description)
