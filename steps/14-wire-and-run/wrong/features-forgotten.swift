// changes: compose-device
// refused by: Step14RunTests/featuresOfTheStore()
// says: and its store has
//
// Opens the store with the library's own features, whatever the device was given.

-        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock, features: features)
+        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock)
