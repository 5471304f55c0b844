// changes: wall-moment
// refused by: Step23WallTests/skipped()
// says: A quarter of an hour after 02:00
// breaks: wall-moment.2
//
// Believes that all clocks jump by an hour.

-        return Timestamp(clamping: Int64(found ?? wall - before) * 1_000)
+        return Timestamp(clamping: Int64(found ?? wall - after + 3_600) * 1_000)
