// changes: push-guard
// refused by: Step12ServerTests/tie(_:)
// says: which came first
// breaks: push-guard.2
//
// The guard of the protocol's first draft. If two phones tie on the version, the one that comes first wins.

                     version = EXCLUDED.version, extra = EXCLUDED.extra, seq = EXCLUDED.seq
-                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
-                       measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
-                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
+                WHERE measurements.version < EXCLUDED.version
                 RETURNING id, version, seq
