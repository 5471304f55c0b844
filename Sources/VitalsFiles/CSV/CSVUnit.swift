package import Vitals

/// A unit in which a column's values are, and how they become the kind's own.
package struct CSVUnit: Hashable, Sendable {
    /// As a person reads it, such as `lb`.
    package let name: String
    let factor: Double
    let divisor: Double

    private init(_ name: String, factor: Double = 1, divisor: Double = 1) {
        (self.name, self.factor, self.divisor) = (name, factor, divisor)
    }

    /// A value in the kind's own unit.
    func canonical(_ value: Double) -> Double { value * factor / divisor }

    /// The unit of a kind that a word means, such as `lbs`; nil if the kind isn't measured in it.
    package static func named(_ word: String, of kind: MetricKind) -> CSVUnit? {
        let word = word.lowercased().filter { $0 != " " && $0 != "." }
        return units[kind]?.first { $0.words.contains(word) }?.unit
    }

    /// The unit of a column that names none; nil where people use several.
    static func usual(of kind: MetricKind) -> CSVUnit? {
        kind == .weight || kind == .distance || kind == .height ? nil : units[kind]?.first?.unit
    }

    /// The words for a kind's units, for a person.
    static func choices(of kind: MetricKind) -> [String] { units[kind]?.compactMap(\.words.first) ?? [] }

    private static let units: [MetricKind: [(words: [String], unit: CSVUnit)]] = [
        .weight: [
            (["kg", "kgs", "kilogram", "kilograms"], CSVUnit("kg")),
            (["lb", "lbs", "pound", "pounds"], CSVUnit("lb", factor: MetricUnit.kilogramsPerPound)),
            (["g", "gram", "grams"], CSVUnit("g", divisor: 1_000)),
        ],
        .distance: [
            (["km", "kilometres", "kilometers"], CSVUnit("km")),
            (["mi", "mile", "miles"], CSVUnit("mi", factor: MetricUnit.kilometresPerMile)),
            (["m", "metres", "meters"], CSVUnit("m", divisor: 1_000)),
        ],
        .height: [
            (["cm", "centimetres", "centimeters"], CSVUnit("cm")),
            (["m", "metres", "meters"], CSVUnit("m", factor: 100)),
            (["in", "inch", "inches"], CSVUnit("in", factor: 2.54)),
        ],
        .bodyFat: [(["%", "percent"], CSVUnit("%"))],
        .steps: [(["steps", "count"], CSVUnit("steps"))],
        .heartRate: [(["bpm", "count/min", "1/min"], CSVUnit("bpm"))],
        .activeEnergy: [
            (["kcal", "cal", "kilocalories"], CSVUnit("kcal")), (["kj", "kilojoules"], CSVUnit("kJ", divisor: 4.184)),
        ],
    ]
}
