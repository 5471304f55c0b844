// changes: push-guard
// refused by: Step12ServerTests/tie(_:)
// says: the other the greater kind
// breaks: push-guard.2
//
// Compares all seven fields, but the kind before updated_at. The phones compare updated_at first.

-                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
+                WHERE (measurements.version, measurements.kind, measurements.updated_at, measurements.value,
                        measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
+                    < (EXCLUDED.version, EXCLUDED.kind, EXCLUDED.updated_at, EXCLUDED.value,
                        EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
