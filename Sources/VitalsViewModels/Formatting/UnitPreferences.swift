public import Foundation
public import Vitals

/// The units that a person prefers. Records are stored in the canonical ones, whatever is chosen here.
public struct UnitPreferences: Hashable, Sendable {
    /// The unit of weights: kilograms or pounds.
    public var weight: MetricUnit
    /// The unit of distances: kilometres or miles.
    public var distance: MetricUnit

    public init(weight: MetricUnit = .kilograms, distance: MetricUnit = .kilometres) {
        self.weight = weight
        self.distance = distance
    }

    /// Creates the usual units of a region; in Britain, kilograms and miles.
    public init(locale: Locale) {
        switch locale.measurementSystem {
        case .us: self.init(weight: .pounds, distance: .miles)
        case .uk: self.init(weight: .kilograms, distance: .miles)
        default: self.init()
        }
    }

    /// The unit in which values of a kind are shown and entered; nil for a kind that this build does not know.
    public func unit(for kind: MetricKind) -> MetricUnit? {
        switch kind {
        case .weight: weight
        case .distance: distance
        default: kind.canonicalUnit
        }
    }

    /// The units that a person can choose from when entering a value, the canonical one first.
    public static func choices(for kind: MetricKind) -> [MetricUnit] {
        switch kind {
        case .weight: [.kilograms, .pounds]
        case .distance: [.kilometres, .miles]
        default: kind.canonicalUnit.map { [$0] } ?? []
        }
    }
}
