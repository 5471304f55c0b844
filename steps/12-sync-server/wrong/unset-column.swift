// changes: push-guard
// refused by: Step12ServerTests/newerVersionWins()
// says: `SET` leaves out
// breaks: push-guard.4
//
// Forgets one column of SET, so what's stored is a mix of two copies that no phone ever made.

                 ON CONFLICT (user_id, id) DO UPDATE
-                SET kind = EXCLUDED.kind, value = EXCLUDED.value, unit = EXCLUDED.unit,
+                SET kind = EXCLUDED.kind, unit = EXCLUDED.unit,
                     recorded_at = EXCLUDED.recorded_at, updated_at = EXCLUDED.updated_at,
