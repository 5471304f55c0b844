-- changes: measurements-table
-- refused by: Step10SchemaTests/wholeMilliseconds()
-- says: a fraction of a millisecond
--
-- Trusts everyone to send whole milliseconds. TIMESTAMPTZ keeps microseconds.

             AND recorded_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
-    CONSTRAINT measurements_recorded_at_milliseconds
-        CHECK (date_trunc('milliseconds', recorded_at AT TIME ZONE 'UTC') = recorded_at AT TIME ZONE 'UTC'),
     CONSTRAINT measurements_updated_at_range
         CHECK (updated_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
-            AND updated_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
-    CONSTRAINT measurements_updated_at_milliseconds
-        CHECK (date_trunc('milliseconds', updated_at AT TIME ZONE 'UTC') = updated_at AT TIME ZONE 'UTC')
+            AND updated_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00')
 );
