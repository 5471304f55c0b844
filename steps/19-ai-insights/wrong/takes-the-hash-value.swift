// changes: fingerprint
// refused by: Step19InsightsTests/fingerprints()
// says: A fingerprint is SHA-256 in 64 hexadecimal digits
// breaks: fingerprint.1
//
// Takes Swift's own hash, which has another seed in each process, and 16 digits.

-        return SHA256.hash(data: Array(text.utf8)).hexadecimal
+        return String(UInt(bitPattern: text.hashValue), radix: 16)
