// replaces: fraction
// refused by: Step02ModelTests/fractions(fraction:expected:)
// says: .1259Z is 125 ms after the second
//
// Rounds the fourth digit: a writer with microseconds and one with milliseconds then disagree, and .9999 is
// in the next second.

        guard var thousandths = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 3 { thousandths = thousandths * 10 + next }
            if digits == 3, next >= 5 { thousandths += 1 }
            digits += 1
        }
        for _ in digits..<Swift.max(3, digits) { thousandths *= 10 }
        return thousandths
