// changes: push-guard
// refused by: Step12ServerTests/tie(_:)
// says: extra members
// breaks: push-guard.2
//
// Forgets the extra members, which this build doesn't know.

                 WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
-                       measurements.unit, measurements.recorded_at, measurements.extra)
+                       measurements.unit, measurements.recorded_at)
                     < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
-                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
+                       EXCLUDED.unit, EXCLUDED.recorded_at)
                 RETURNING id, version, seq
