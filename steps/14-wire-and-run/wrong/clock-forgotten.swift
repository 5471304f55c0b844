// changes: compose-device
// refused by: Step14RunTests/featuresOfTheStore()
// says: The device was given a clock
//
// Opens the store with the system's clock, whatever the device was given.

-        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock, features: features)
+        store = try MeasurementStore(path: directory + "/vitals.sqlite", features: features)
