/// The unit of a value. Open and compared by bytes, for the reasons given at `MetricKind`.
public struct MetricUnit: RawRepresentable, Hashable, Sendable {
    /// The name on the wire, such as `KG`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Kilograms.
    public static let kilograms = MetricUnit(rawValue: "KG")
    /// Pounds, of 0.45359237 kg.
    public static let pounds = MetricUnit(rawValue: "LB")
    /// A number of things, such as steps.
    public static let count = MetricUnit(rawValue: "COUNT")
    /// Beats per minute.
    public static let beatsPerMinute = MetricUnit(rawValue: "BPM")
    /// Kilocalories.
    public static let kilocalories = MetricUnit(rawValue: "KCAL")
    /// Kilometres.
    public static let kilometres = MetricUnit(rawValue: "KM")
    /// Miles, of 1.609344 km.
    public static let miles = MetricUnit(rawValue: "MI")

    /// The units that this build knows.
    public static let known: [MetricUnit] = [
        .kilograms, .pounds, .count, .beatsPerMinute, .kilocalories, .kilometres, .miles,
    ]

    public static func == (left: MetricUnit, right: MetricUnit) -> Bool {
        true
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: rawValue) }
}
