// changes: push-guard
// refused by: Step12ServerTests/stalePush()
// says: the stored record must still be version 5
// breaks: push-guard.1
//
// Has no guard at all: it stores whatever is pushed last.

                     version = EXCLUDED.version, extra = EXCLUDED.extra, seq = EXCLUDED.seq
-                WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value,
-                       measurements.unit, measurements.recorded_at, measurements.extra)
-                    < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, EXCLUDED.value,
-                       EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra)
                 RETURNING id, version, seq
