internal import Foundation

/// A number with two decimals: points, or per cent.
///
/// It is a whole number of hundredths, so that sums are exact and only `part` ever rounds.
package struct Hundredths: Hashable, Comparable, Sendable {
    package let count: Int

    package static let zero = Hundredths(count: 0)
    /// Largest number, in whole units. It is more than any step is worth, and keeps every product within an `Int`.
    package static let greatest = Hundredths(1_000_000)

    package init(count: Int) { self.count = count }

    package init(_ whole: Int) { count = whole * 100 }

    /// Reads `10`, `2.5` or `0.25`; nil for signs, exponents, a third decimal, and more than `greatest`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.isNumber(parts[0], 1...7), let whole = Int(parts[0]) else { return nil }
        var hundredths = 0
        if parts.count == 2 {
            guard Self.isNumber(parts[1], 1...2), let number = Int(parts[1]) else { return nil }
            hundredths = parts[1].utf8.count == 1 ? number * 10 : number
        }
        count = whole * 100 + hundredths
        guard self <= Self.greatest else { return nil }
    }

    private static func isNumber(_ digits: Substring, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(digits.utf8.count) && digits.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The number with as few decimals as possible: `10`, `2.5`, `0.05`.
    package var text: String {
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = count < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        if rest.isMultiple(of: 10) { return "\(sign)\(whole).\(rest / 10)" }
        return "\(sign)\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// Returns this many ten thousandths of it, rounded to hundredths, half up.
    ///
    /// - Parameter tenThousandths: 0 to 10,000.
    package func part(_ tenThousandths: Int) -> Hundredths {
        Hundredths(count: (count * tenThousandths + 5000) / 10_000)
    }

    package static func < (first: Hundredths, second: Hundredths) -> Bool { first.count < second.count }

    package static func + (first: Hundredths, second: Hundredths) -> Hundredths {
        Hundredths(count: first.count + second.count)
    }

    package static func - (first: Hundredths, second: Hundredths) -> Hundredths {
        Hundredths(count: first.count - second.count)
    }
}

extension Hundredths: Encodable {
    /// Encodes an exact decimal number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Decimal(count) / 100)
    }
}

extension Sequence<Hundredths> {
    package var sum: Hundredths { reduce(.zero, +) }
}
