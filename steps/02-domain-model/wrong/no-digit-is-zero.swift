// changes: fraction
// refused by: Step02ModelTests/pointWithoutDigits(rest:)
// says: has a point and no digit behind it
//
// Takes a point without a digit for a fraction of nothing, where other builds read no time.

-        guard var thousandths = digit() else { return nil }
-        var digits = 1
+        var (thousandths, digits): (Int64, Int) = (0, 0)
         while let next = digit() {
