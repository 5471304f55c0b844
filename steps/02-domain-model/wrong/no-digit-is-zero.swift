// changes: fraction
// refused by: Step02ModelTests/pointWithoutDigits(rest:)
// says: has a point and no digit after it
//
// Reads a point without a digit as a fraction of zero, where other builds refuse the time.

-        guard var thousandths = digit() else { return nil }
-        var digits = 1
+        var (thousandths, digits): (Int64, Int) = (0, 0)
         while let next = digit() {
