// replaces: fraction
// refused by: Step02ModelTests/pointWithoutDigits(rest:)
// says: has a point and no digit behind it
//
// Takes a point without a digit for a fraction of nothing, where other builds read no time.

        var (thousandths, digits): (Int64, Int) = (0, 0)
        while let next = digit() {
            if digits < 3 { thousandths = thousandths * 10 + next }
            digits += 1
        }
        for _ in digits..<Swift.max(3, digits) { thousandths *= 10 }
        return thousandths
