public import Foundation
public import Vitals

/// The dependencies of a phone. The app passes the real ones; tests and previews pass their own.
public struct Dependencies: Sendable {
    public var account: Account
    public var pairing: PairingClient
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
        account: Account, pairing: PairingClient, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        settings: any SettingsStore, deviceName: String? = nil,
        healthBridge: (@Sendable (MetricKind) -> any HealthBridge)? = nil, locale: Locale = .current,
        calendar: Calendar = .current, clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        sleep: @escaping Debouncer.Sleep = Debouncer.taskSleep
    ) {
        self.account = account
        self.pairing = pairing
        self.diagnostics = diagnostics
        self.settings = settings
        self.deviceName = deviceName
        self.healthBridge = healthBridge
        self.locale = locale
        self.calendar = calendar
        self.clock = clock
        self.sleep = sleep
    }

    /// Creates dependencies that speak HTTP and log every exchange.
    @MainActor
    public init(
        store: MeasurementStore, tokens: any SecureStore, settings: any SettingsStore, deviceName: String? = nil,
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(),
        healthBridge: (@Sendable (MetricKind) -> any HealthBridge)? = nil
    ) {
        let log = DiagnosticsLog()
        let noting = LoggingTransport(transport, log: log)
        self.init(
            account: Account(store: store, tokens: tokens, transport: noting),
            pairing: PairingClient(transport: noting),
            diagnostics: log, settings: settings, deviceName: deviceName, healthBridge: healthBridge)
    }
}
