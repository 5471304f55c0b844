// replaces: view-number
// refused by: Step15ViewModelTests/ambiguousNumber(_:)
// says: a guess would be off by a factor of ten or more
//
// Drops the thousands separator wherever it is: 72,5 becomes 725.

        var cleaned = ""
        for character in text.trimmingCharacters(in: .whitespaces) {
            if let groupingSeparator, Self.isSame(character, groupingSeparator) { continue }
            cleaned.append(character)
        }
        let halves = cleaned.split(separator: decimalSeparator, omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        let decimals = halves.count == 2 ? String(halves[1]) : "0"
        guard let digits = Self.digits(String(whole)), let fraction = Self.digits(decimals) else { return nil }
        return Double("\(digits).\(fraction)")
