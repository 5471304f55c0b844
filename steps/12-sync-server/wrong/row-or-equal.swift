// changes: push-guard
// refused by: Step12ServerTests/repeatedPush()
// says: named in `unchanged` alone
// breaks: push-guard.3
//
// Compares all fields, but writes an equal record again, so each retry is sent to every phone.

                        measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
+                    <= (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
                        EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
