public import ArgumentParser
import Foundation
public import Vitals

// The names of kinds and units on a command line.

extension MetricKind {
    /// The name of the kind: `heart-rate` for `HEART_RATE`.
    var word: String { rawValue.lowercased().replacing("_", with: "-") }
}

extension MetricUnit {
    var word: String { rawValue.lowercased() }

    /// The units that this program has a word for: those of the base protocol, and the own ones of all kinds.
    static let named: [MetricUnit] =
        known + MetricKind.known.compactMap(\.canonicalUnit).filter { !known.contains($0) }
}

extension MetricKind: ExpressibleByArgument {
    public init?(argument: String) {
        let name = argument.uppercased().replacing("-", with: "_")
        guard let kind = MetricKind.known.first(where: { $0.rawValue == name }) else { return nil }
        self = kind
    }

    public static var allValueStrings: [String] { known.map(\.word) }
}

extension MetricUnit: ExpressibleByArgument {
    public init?(argument: String) {
        let name = argument == "%" ? "PERCENT" : argument.uppercased()
        guard let unit = MetricUnit.named.first(where: { $0.rawValue == name }) else { return nil }
        self = unit
    }

    public static var allValueStrings: [String] { named.map(\.word) }
}

/// A decimal number as a person writes it: no hexadecimal, no `nan`, no `inf`.
struct Decimal: ExpressibleByArgument {
    let value: Double

    init?(argument: String) {
        guard argument.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(argument), value.isFinite
        else { return nil }
        self.value = value
    }
}

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) { self.init(rfc3339: argument) }
}
