public import Foundation
public import Vitals

/// The dependencies of a phone. The app passes the real ones; tests and previews pass their own.
///
/// For diagnostics, give the device a `LoggingTransport` that writes to the same log.
public struct Dependencies: Sendable {
    public var device: Device
    public var diagnostics: DiagnosticsLog
    public var settings: any SettingsStore
    /// This phone's name in the server's list of devices.
    public var deviceName: String?
    /// Creates a bridge that reads one kind from Health; nil on a device without Health.
    public var healthBridge: (@Sendable (MetricKind) -> any HealthBridge)?
    public var locale: Locale
    public var calendar: Calendar
    public var clock: @Sendable () -> Timestamp
    public var sleep: Debouncer.Sleep

    @MainActor
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        deviceName: String? = nil,
        healthBridge: (@Sendable (MetricKind) -> any HealthBridge)? = nil, locale: Locale = .current,
        calendar: Calendar = .current, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sleep: @escaping Debouncer.Sleep = Debouncer.taskSleep
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.deviceName = deviceName
        self.healthBridge = healthBridge
        self.locale = locale
        self.calendar = calendar
        self.clock = clock
        self.sleep = sleep
    }
}
