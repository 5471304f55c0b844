public import Foundation
import Vitals

/// Reads numbers as people write them.
public struct NumberReader: Sendable {
    /// The character between the whole part and the decimals: `.` or `,`.
    public let decimalSeparator: Character
    /// The character between thousands: `,`, `.`, a space or an apostrophe; nil if the language uses none.
    public let groupingSeparator: Character?

    public init(locale: Locale) {
        decimalSeparator = locale.decimalSeparator?.first ?? "."
        groupingSeparator = locale.groupingSeparator?.first
    }

    /// What a text says.
    public enum Reading: Hashable, Sendable {
        case number(Double)
        /// A whole number with a separator of thousands, or a decimal of three digits; the language has neither separator.
        case ambiguous(Double, Double)
        case none
    }

    /// Reads a text as the language writes numbers, or else as another one does: a phone set to English in Germany has a keypad
    /// with a comma.
    ///
    /// The last `.` or `,` is the decimal separator if other than three digits follow, if the mark before it is another one, or
    /// if no thousands can stand before it. Otherwise, as in `1.234` where the language separates thousands by a space, two people
    /// could read it as two numbers.
    public func reading(of text: String) -> Reading {
        if let value = nativeValue(of: text) { return .number(value) }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let pieces = trimmed.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
            .map { Self.digits(String($0)) ?? "" }
        let marks = trimmed.filter { $0 == "." || $0 == "," }
        guard let last = marks.last, let first = pieces.first, let decimals = pieces.last,
            pieces.allSatisfy({ !$0.isEmpty }), Set(marks.dropLast()).count <= 1,
            marks.count == 1 || pieces.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
        else { return .none }
        let canGroup = first.count <= 3 && first.first != "0"
        guard canGroup || marks.count == 1, let whole = Double(pieces.joined()),
            let decimal = Double(pieces.dropLast().joined() + "." + decimals)
        else { return .none }
        if marks.count == 1 {
            return canGroup && decimals.count == 3 ? .ambiguous(whole, decimal) : .number(decimal)
        }
        if marks.dropLast().contains(last) { return decimals.count == 3 ? .number(whole) : .none }
        return .number(decimal)
    }

    /// Reads the number in a text; nil if the text isn't a number, or if two people could read it as two numbers.
    public func value(of text: String) -> Double? {
        if case .number(let value) = reading(of: text) { value } else { nil }
    }

    /// Reads the number in a text as the person's language writes it; nil for anything else.
    ///
    /// Thousands may be separated. Then they are in threes from the right, after one to three digits that don't begin
    /// with 0. So where the comma is the decimal separator, `72.5` is neither 72½ nor 725, and `0.725` isn't 725. A
    /// decimal separator has digits on both sides. Digits of every script count, and spaces around the number don't.
    /// There is no sign and no exponent, because no value here is below zero.
    package func nativeValue(of text: String) -> Double? {
        // @write 15 view-number
        let halves = text.trimmingCharacters(in: .whitespacesAndNewlines)
            .split(separator: decimalSeparator, omittingEmptySubsequences: false)
        guard let whole = halves.first, halves.count <= 2 else { return nil }
        var groups = [whole]
        if let groupingSeparator {
            groups = whole.split(omittingEmptySubsequences: false) { Self.isSame($0, groupingSeparator) }
        }
        // "0,725" is grouped in threes, but people don't write thousands like that.
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

    /// Converts decimal digits of any script to 0 to 9; nil if the text is empty or holds anything else.
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

    /// Compares a typed character with a separator. People type the keyboard's space or apostrophe, but the language
    /// may use another one.
    static func isSame(_ typed: Character, _ separator: Character) -> Bool {
        if typed == separator { return true }
        let apostrophes: Set<Character> = ["'", "\u{2019}"]
        return (typed.isWhitespace && separator.isWhitespace)
            || (apostrophes.contains(typed) && apostrophes.contains(separator))
    }
}
