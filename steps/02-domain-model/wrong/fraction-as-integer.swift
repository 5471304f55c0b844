// changes: fraction
// refused by: Step02ModelTests/fractions(fraction:expected:)
// says: .1Z is 100 ms after the second
//
// Reads the digits as a whole number: .1 becomes one millisecond.

         }
-        for _ in digits..<Swift.max(3, digits) { thousandths *= 10 }
         return thousandths
