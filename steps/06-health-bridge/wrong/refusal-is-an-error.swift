// changes: read-sample
// refused by: Step06HealthBridgeTests/partialPermission()
// says: type
//
// Treats a kind that the person didn't grant as an error, and imports none of the rest.

-        guard let typeName = try tag.value(of: "type") else {
-            summary.addUnreadable(line: tag.line, reason: "The attribute type is missing.")
-            return nil
-        }
-        guard let type = HealthSampleType(rawValue: typeName), types.contains(type) else {
-            summary.skip(typeName.prefixForReport)
-            return nil
-        }
+        guard let typeName = try tag.value(of: "type"), let type = HealthSampleType(rawValue: typeName),
+            types.contains(type)
+        else { throw HealthImportError.malformed(line: tag.line, "This type of record was not granted.") }
         switch try HealthRecord.read(tag, as: type) {
