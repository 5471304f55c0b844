// changes: push-guard
// refused by: Step12ServerTests/tie(_:)
// says: the other has extra members
// breaks: push-guard.2
//
// Compares all seven fields, but the extra members before recorded_at. The phones compare recorded_at first.

                 WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
-                       measurements.unit, measurements.recorded_at, measurements.extra)
+                       measurements.unit, measurements.extra, measurements.recorded_at)
                     < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
-                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
+                       EXCLUDED.unit, EXCLUDED.extra, EXCLUDED.recorded_at)
                 RETURNING id, version, seq
