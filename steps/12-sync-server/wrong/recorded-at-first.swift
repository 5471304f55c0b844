// changes: push-guard
// refused by: Step12ServerTests/tie(_:)
// says: the other the later recordedAt
// breaks: push-guard.2
//
// Compares all seven fields, but recorded_at before value. The phones compare the value first.

-                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
-                       measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
-                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
+                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.recorded_at,
+                       measurements.value, measurements.unit, measurements.extra)
+                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.recorded_at,
+                       EXCLUDED.value, EXCLUDED.unit, EXCLUDED.extra)
                 RETURNING id, version, seq
