public import Foundation
public import Observation
public import Vitals

/// The person's settings: units, and whether to sync.
@MainActor
@Observable
public final class SettingsModel {
    public let locale: Locale
    public let calendar: Calendar
    /// The unit in which weights are shown and entered.
    public var weightUnit: MetricUnit { didSet { settings.set(weightUnit.rawValue, for: Self.weightName) } }
    public var distanceUnit: MetricUnit { didSet { settings.set(distanceUnit.rawValue, for: Self.distanceName) } }
    /// True to stop all sync until it is switched back.
    public var isAirplane: Bool { didSet { settings.set(isAirplane ? "on" : nil, for: Self.airplaneName) } }

    private let settings: any SettingsStore
    private static let weightName = "unit.weight"
    private static let distanceName = "unit.distance"
    private static let airplaneName = "airplane"

    /// - Parameter locale: decides the units until the person chooses, and how numbers are written.
    public init(settings: any SettingsStore, locale: Locale = .current, calendar: Calendar = .current) {
        self.settings = settings
        self.locale = locale
        self.calendar = calendar
        let usual = UnitPreferences(locale: locale)
        weightUnit = Self.unit(Self.weightName, of: .weight, settings) ?? usual.weight
        distanceUnit = Self.unit(Self.distanceName, of: .distance, settings) ?? usual.distance
        isAirplane = settings.text(Self.airplaneName) == "on"
    }

    public var wording: DisplayFormatter {
        DisplayFormatter(
            units: UnitPreferences(weight: weightUnit, distance: distanceUnit), locale: locale, calendar: calendar)
    }

    /// The stored choice of a unit, if it still is one of the choices for that kind.
    private static func unit(_ name: String, of kind: MetricKind, _ settings: any SettingsStore) -> MetricUnit? {
        settings.text(name).map(MetricUnit.init(rawValue:)).flatMap { unit in
            UnitPreferences.choices(for: kind).contains(unit) ? unit : nil
        }
    }
}
