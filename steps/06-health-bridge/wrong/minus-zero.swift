// changes: sample-name
// refused by: Step06HealthBridgeTests/idsIgnoreRounding()
// says: A value of -0 is 0
//
// Prints the value as it is: -0 and 0 are equal numbers, but they differ in their sign.

             decoding: sourceName.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
-        let rounded = (value + 0.0).fourDigits
+        let rounded = value.fourDigits
         return [
