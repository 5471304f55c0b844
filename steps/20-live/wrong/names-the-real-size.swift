// changes: encrypt-message
// refused by: Step20PushTests/vector()
// says: are the record size, 4096
// breaks: encrypt-message.1
//
// Writes down how long this record is, and not how long a record may be.

-        body.append(bigEndian: recordSizeBytes)
+        body.append(bigEndian: UInt32(record.count + 16))
