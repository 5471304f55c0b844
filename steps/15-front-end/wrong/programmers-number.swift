// replaces: view-number
// refused by: Step15ViewModelTests/number(_:)
// says: with the decimal separator and the thousands of that language
//
// Reads numbers as a programming language writes them.

        let trimmed = text.trimmingCharacters(in: .whitespaces)
        guard trimmed.allSatisfy({ "0123456789.".contains($0) }) else { return nil }
        return Double(trimmed)
