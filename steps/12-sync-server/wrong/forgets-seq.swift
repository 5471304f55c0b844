// changes: push-guard
// refused by: Step12ServerTests/newerVersionWins()
// says: move the record's seq
// breaks: push-guard.5
//
// Leaves a record that is written again at its old number, where no phone looks any more.

                     recorded_at = EXCLUDED.recorded_at, updated_at = EXCLUDED.updated_at,
-                    version = EXCLUDED.version, extra = EXCLUDED.extra, seq = EXCLUDED.seq
+                    version = EXCLUDED.version, extra = EXCLUDED.extra
                 WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
