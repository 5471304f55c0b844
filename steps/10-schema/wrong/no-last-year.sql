-- changes: measurements-table
-- refused by: Step10SchemaTests/years()
-- says: '10000-01-01T00:00:00Z' was taken
--
-- Says when the years begin, but not when they end.

     CONSTRAINT measurements_recorded_at_range
-        CHECK (recorded_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
-            AND recorded_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
+        CHECK (recorded_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'),
     CONSTRAINT measurements_recorded_at_milliseconds
@@
     CONSTRAINT measurements_updated_at_range
-        CHECK (updated_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
-            AND updated_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
+        CHECK (updated_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'),
     CONSTRAINT measurements_updated_at_milliseconds
