public import Foundation
public import Observation
public import Vitals

/// The model of the card about a person's week.
@MainActor
@Observable
public final class InsightModel {
    /// The insight to show; nil where there is none, or the person has dismissed it.
    public var shown: WeeklyInsight? {
        latest.flatMap { isDismissed($0) || latestUnits != units() ? nil : $0 }
    }

    /// A sentence about the server's language model, if that has failed; nil otherwise, and once the person has put it away.
    public private(set) var failure: String?

    private var latest: WeeklyInsight?
    /// The units of its sentences. In others than the screen's it isn't shown.
    private var latestUnits: UnitPreferences?
    private var isFailureDismissed = false
    private var dismissedMark: String?
    private var isAsking = false
    private var lastAsked: Timestamp?
    private var askedUnits: UnitPreferences?
    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let settings: any SettingsStore
    private let timeZone: TimeZone
    private let units: @MainActor () -> UnitPreferences
    private let clock: @Sendable () -> Timestamp
    nonisolated static let dismissedName = "insight.dismissed"
    /// A server adds up two weeks for each request, so it's asked once a minute at most.
    static let pauseMilliseconds: Int64 = 60_000

    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        timeZone: TimeZone = .current, units: @escaping @MainActor () -> UnitPreferences = { UnitPreferences() },
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.timeZone = timeZone
        self.units = units
        self.clock = clock
        dismissedMark = settings.text(Self.dismissedName)
    }

    /// Asks the server, when the screen with the card appears. What is shown stays until there is an answer. A server that can't
    /// be asked shows nothing, because tracking doesn't depend on insights.
    public func refresh() async {
        let (now, units) = (clock(), units())
        if units == askedUnits, let lastAsked, lastAsked <= now,
            now < lastAsked.advanced(byMilliseconds: Self.pauseMilliseconds) ?? .max
        {
            return
        }
        guard !isAsking else { return }
        isAsking = true
        (lastAsked, askedUnits) = (now, units)
        defer { isAsking = false }
        do {
            latest = try await device.weeklyInsight(
                in: timeZone, weightUnit: units.weight, distanceUnit: units.distance)
            latestUnits = units
            (failure, isFailureDismissed) = (nil, false)
        } catch is CancellationError {
            lastAsked = nil  // the person left the screen
        } catch let error as InsightFailure {
            latest = nil
            failure = isFailureDismissed ? nil : diagnostics.message(of: error)
        } catch {
            latest = nil
            failure = nil
        }
    }

    /// Puts the sentence about a failure away until the model has answered again.
    public func dismissFailure() {
        failure = nil
        isFailureDismissed = true
    }

    /// Puts the card away until there is something else to say.
    public func dismiss() {
        guard let latest else { return }
        dismissedMark = Self.mark(of: latest)
        settings.set(dismissedMark, for: Self.dismissedName)
    }

    private func isDismissed(_ insight: WeeklyInsight) -> Bool { dismissedMark == Self.mark(of: insight) }

    /// A number in place of the text, because settings hold no health values: FNV-1a of 64 bits, the same on every launch.
    private static func mark(of insight: WeeklyInsight) -> String {
        let hash = insight.text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}
