/// The kind of a measurement, such as weight.
///
/// An open set and not an enum: a device that meets a kind from a newer build stores it, shows it as unknown and sends
/// it back unchanged. Two kinds are equal when their bytes are. Swift's `String` equality would treat two encodings of
/// é as the same.
public struct MetricKind: RawRepresentable, Hashable, Sendable {
    /// The name on the wire, such as `WEIGHT`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Body weight, in kilograms.
    public static let weight = MetricKind(rawValue: "WEIGHT")
    /// Steps, a whole number.
    public static let steps = MetricKind(rawValue: "STEPS")
    /// Heart rate, in beats per minute.
    public static let heartRate = MetricKind(rawValue: "HEART_RATE")
    /// Energy burnt by activity, in kilocalories.
    public static let activeEnergy = MetricKind(rawValue: "ACTIVE_ENERGY")
    /// Distance walked or run, in kilometres.
    public static let distance = MetricKind(rawValue: "DISTANCE")

    /// The kinds of the base protocol, in the order in which a person would list them.
    public static let base: [MetricKind] = [.weight, .steps, .heartRate, .activeEnergy, .distance]

    /// The kinds that this build knows, in the order in which a person would list them.
    public static let known: [MetricKind] = base + AddedKind.all.map(\.kind)

    /// The unit in which this kind is stored and sent; nil for a kind that this build does not know.
    public var canonicalUnit: MetricUnit? {
        switch self {
        case .weight: .kilograms
        case .steps: .count
        case .heartRate: .beatsPerMinute
        case .activeEnergy: .kilocalories
        case .distance: .kilometres
        default: added?.canonicalUnit
        }
    }

    public static func == (left: MetricKind, right: MetricKind) -> Bool {
        // @write 2 same-kind
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
        // @starter
        //| todo(2, "compare the two names byte by byte")
        // @end
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: rawValue) }
}
