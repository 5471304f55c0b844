-- changes: measurements-table
-- refused by: Step10SchemaTests/years()
-- says: applied in the time zone
--
-- Writes the first and the last year without a time zone, so they depend on the time zone of the session that applied
-- the file.

     CONSTRAINT measurements_recorded_at_range
-        CHECK (recorded_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
-            AND recorded_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
+        CHECK (recorded_at >= '0001-01-01 00:00:00'
+            AND recorded_at < '10000-01-01 00:00:00'),
     CONSTRAINT measurements_recorded_at_milliseconds
@@
     CONSTRAINT measurements_updated_at_range
-        CHECK (updated_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
-            AND updated_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
+        CHECK (updated_at >= '0001-01-01 00:00:00'
+            AND updated_at < '10000-01-01 00:00:00'),
     CONSTRAINT measurements_updated_at_milliseconds
