public import Foundation
public import Observation
import Synchronization
public import Vitals

/// The person's settings: units, sync, and how much the app says about errors.
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

    /// Developer mode: true to see ids, causes and counts beside the sentences that everyone sees.
    public var isDeveloper: Bool { didSet { settings.set(isDeveloper ? "on" : nil, for: Self.developerName) } }

    private let settings: any SettingsStore
    private static let weightName = "unit.weight"
    private static let distanceName = "unit.distance"
    private static let airplaneName = "airplane"
    private static let developerName = "developer"
    static let settingNames = [weightName, distanceName, airplaneName, developerName]

    /// - Parameter locale: decides the units until the person chooses, and how numbers are written.
    public init(settings: any SettingsStore, locale: Locale = .current, calendar: Calendar = .current) {
        self.settings = settings
        self.locale = locale
        self.calendar = calendar
        let usual = UnitPreferences(locale: locale)
        weightUnit = Self.unit(Self.weightName, of: .weight, settings) ?? usual.weight
        distanceUnit = Self.unit(Self.distanceName, of: .distance, settings) ?? usual.distance
        isAirplane = settings.text(Self.airplaneName) == "on"
        isDeveloper = settings.text(Self.developerName) == "on"
    }

    public var formatter: DisplayFormatter {
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

/// A store for a person's settings on this phone. None of them is a secret or a health value.
public protocol SettingsStore: Sendable {
    /// The stored text of a setting; nil when nothing was chosen.
    func text(_ name: String) -> String?
    func set(_ text: String?, for name: String)
}

/// Keeps settings in the system's defaults.
public struct DefaultsSettings: SettingsStore {
    private let suite: String?

    /// - Parameter suite: the defaults suite; nil for the app's own.
    public init(suite: String? = nil) { self.suite = suite }

    private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }

    public func text(_ name: String) -> String? { defaults.string(forKey: name) }

    public func set(_ text: String?, for name: String) { defaults.set(text, forKey: name) }
}

/// Keeps settings for as long as the process lives: for tests and previews.
public final class InMemorySettings: SettingsStore {
    private let texts = Mutex<[String: String]>([:])

    public init() {}

    public func text(_ name: String) -> String? { texts.withLock { $0[name] } }

    public func set(_ text: String?, for name: String) { texts.withLock { $0[name] = text } }
}
