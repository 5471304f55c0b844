// changes: push-guard
// refused by: Step12ServerTests/newerVersionWins()
// says: greater in the six other fields
// breaks: push-guard.2
//
// Compares all seven fields, but updated_at before the version. A clock that runs ahead beats every later edit.

-                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
+                WHERE (measurements.updated_at, measurements.version, measurements.kind, measurements.value,
                        measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
+                    < (EXCLUDED.updated_at, EXCLUDED.version, EXCLUDED.kind, EXCLUDED.value,
                        EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
