// replaces: fraction
// refused by: Step02ModelTests/fractions(fraction:expected:)
// says: .1Z is 100 ms after the second
//
// Takes the digits for a number: .1 becomes one millisecond.

        guard var thousandths = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 3 { thousandths = thousandths * 10 + next }
            digits += 1
        }
        return thousandths
