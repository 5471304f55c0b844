// changes: put-record
// refused by: Step04StoreTests/upsertReplaces()
// says: Bind all ten values to question marks
// breaks: put-record.1
//
// Writes the values of the record into the SQL, and binds only the marks.

-            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
+            INSERT INTO measurement (\(Self.columns), dirty, own) VALUES ('\(record.id.lowercased)',
+              '\(record.kind.rawValue)', \(record.value), '\(record.unit.rawValue)',
+              \(record.recordedAt.millisecondsSinceEpoch), \(record.updatedAt.millisecondsSinceEpoch),
+              \(record.version), '\(record.extra.text)', ?, ?)
@@
-            """, record.arguments + [dirty, own])
+            """, [dirty, own])
