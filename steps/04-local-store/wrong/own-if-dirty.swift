// changes: put-record
// refused by: Step04StoreTests/marksOwnRows()
// says: repeat 1
// breaks: put-record.4
//
// Takes each dirty row for one of this phone. A record from the server, upserted as it is, is dirty and not own.

               extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
-            """, record.arguments + [dirty, own])
+            """, record.arguments + [dirty, dirty || own])
