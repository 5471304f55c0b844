public import Foundation
import Vitals

/// Reads numbers as people write them.
public struct NumberReader: Sendable {
    /// Between the whole part and the decimals: `.` or `,`.
    public let decimalSeparator: Character
    /// Between thousands: `,`, `.`, a space or an apostrophe; nil where a language uses none.
    public let groupingSeparator: Character?

    public init(locale: Locale) {
        decimalSeparator = locale.decimalSeparator?.first ?? "."
        groupingSeparator = locale.groupingSeparator?.first
    }

    /// The number that a text says; nil for a text that says none, or that two people could read as two numbers.
    ///
    /// Thousands may be separated, and then in threes from the right, behind one to three digits of which the first is no 0:
    /// where the comma stands before decimals, `72.5` is neither 72½ nor 725, and `0.725` not 725. A decimal separator has
    /// digits on both sides. Digits of every script count, and spaces around the number do not. There is no sign and no
    /// exponent, for nothing here is below zero.
    public func value(of text: String) -> Double? {
        // @write 15 view-number
        let halves = text.filter { !$0.isNewline }.trimmingCharacters(in: .whitespaces)
            .split(separator: decimalSeparator, omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        var groups = [whole]
        if let groupingSeparator {
            groups = whole.split(omittingEmptySubsequences: false) { Self.isSame($0, groupingSeparator) }
        }
        // "0,725" has its groups in threes, and yet nobody writes a thousand so.
        guard groups.dropFirst().allSatisfy({ $0.count == 3 }),
            groups.count == 1 || (1...3).contains(groups[0].count) && groups[0].first?.wholeNumberValue != 0
        else { return nil }
        let decimals = halves.count == 2 ? halves[1] : "0"
        guard let digits = Self.digits(groups.joined()), let fraction = Self.digits(String(decimals)) else {
            return nil
        }
        return Double("\(digits).\(fraction)")
        // @starter
        //| todo(15, "read the number that a text says, with the separators of this language; nil where it says none")
        // @end
    }

    /// The digits 0 to 9 that a text of decimal digits of any script says; nil where something else is in it, or nothing.
    static func digits(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        var digits = ""
        for scalar in text.unicodeScalars {
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
                return nil
            }
            digits.append(String(Int(value)))
        }
        return digits
    }

    /// A person types the space and the apostrophe of the keyboard, and a language has its own.
    static func isSame(_ typed: Character, _ separator: Character) -> Bool {
        if typed == separator { return true }
        let apostrophes: Set<Character> = ["'", "\u{2019}"]
        return (typed.isWhitespace && separator.isWhitespace)
            || (apostrophes.contains(typed) && apostrophes.contains(separator))
    }
}
