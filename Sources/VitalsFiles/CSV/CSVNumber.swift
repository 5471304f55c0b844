/// The decimal sign of a file.
package enum CSVDecimal: String, Sendable, CaseIterable {
    case comma, point

    var character: Character { self == .comma ? "," : "." }
    var other: CSVDecimal { self == .comma ? .point : .comma }
}

/// Numbers as people's programs write them: with a decimal point or comma, and perhaps groups of three digits.
enum CSVNumber {
    /// The evidence that one number gives for the decimal sign of its file.
    enum Evidence: Equatable {
        case none
        case proves(CSVDecimal)
        /// `1,234`: a sign, three digits, and nothing else. It may be a decimal sign or separate thousands.
        case unclear(CSVDecimal)
    }

    /// - Parameter isWhole: true for a kind that is counted, such as steps. Then three digits after a sign are thousands.
    static func evidence(_ text: String, isWhole: Bool = false) -> Evidence {
        let digits = stripped(text)
        let commas = digits.count { $0 == "," }
        let points = digits.count { $0 == "." }
        if commas > 0, points > 0 {
            return .proves(digits.lastIndex(of: ",")! > digits.lastIndex(of: ".")! ? .comma : .point)
        }
        guard commas + points > 0 else { return .none }
        let sign = commas > 0 ? CSVDecimal.comma : .point
        if commas + points > 1 { return .proves(sign.other) }
        let parts = digits.split(separator: sign.character, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "-" || $0 == "+" }
        let isUnclear = parts[1].count == 3 && (1...3).contains(whole.count) && whole.first != "0"
        guard isUnclear else { return .proves(sign) }
        return isWhole ? .proves(sign.other) : .unclear(sign)
    }

    /// The number; nil for a text that is none.
    static func read(_ text: String, _ decimal: CSVDecimal) -> Double? {
        let digits = stripped(text)
        guard !digits.isEmpty, digits.utf8.count <= 40 else { return nil }
        var parts = digits.split(separator: decimal.character, omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        let groups = parts[0].split(separator: decimal.other.character, omittingEmptySubsequences: false)
        if groups.count > 1 {
            let first = groups[0].drop { $0 == "-" || $0 == "+" }
            guard (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
            parts[0] = groups.joined()[...]
        }
        let plain = parts.joined(separator: ".")
        guard let first = plain.utf8.first(where: { $0 != 0x2B && $0 != 0x2D }),
            (0x30...0x39).contains(first) || first == 0x2E,
            plain.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }),
            let number = Double(plain), number.isFinite
        else { return nil }
        return number
    }

    /// The text without spaces and the apostrophes that separate thousands in Switzerland.
    private static func stripped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x20 || $0 == 0x27 || $0 >= 0x80 }) else { return text }
        return String(text.filter { !" \u{A0}\u{202F}\u{2009}'’".contains($0) })
    }
}
