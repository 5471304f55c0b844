import Foundation
import Observation
import StepSupport
import TestSupport
import Vitals
import VitalsFeatures
import VitalsViewModels

/// A phone whose server is a function call away and whose time advances when a test says so.
@MainActor
struct ModelFixture {
    let server: InMemoryServer
    let store: MeasurementStore
    let tokens = InMemorySecureStore()
    let time = VirtualTime()
    let log: DiagnosticsLog
    let settings = InMemorySettings()
    let device: Device
    let phone: PhoneModel

    init(
        _ server: InMemoryServer = InMemoryServer(), isConnected: Bool = true, path: String = ":memory:",
        locale: String = "en_GB", healthBridge: (@Sendable (MetricKind) -> any HealthBridge)? = nil
    ) throws {
        self.server = server
        log = DiagnosticsLog(clock: time.clock.read)
        store = try MeasurementStore(path: path, clock: time.clock.read, rules: .all, features: .all)
        var once = SyncSettings()
        once.maximumAttempts = 1
        device = Device(
            store: store, tokens: tokens, transport: NoTransport(), settings: once, api: { _, _ in server })
        if isConnected { try device.login(to: ServerOrigin("https://server.test"), token: "token") }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC")!
        settings.set(MetricUnit.kilometres.rawValue, for: "unit.distance")
        phone = PhoneModel(
            Dependencies(
                device: device, diagnostics: log, settings: settings, healthBridge: healthBridge,
                locale: Locale(identifier: locale), calendar: calendar, clock: time.clock.read, sleep: time.sleep),
            features: ScreenFeature.all)
    }
}

struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw HTTPTransportError.unreachable("no network")
    }
}

/// Returns as soon as a condition over observable models holds.
@MainActor
func until(_ holds: @escaping @MainActor () -> Bool) async {
    while true {
        let isHolding = Flag()
        await withCheckedContinuation { continuation in
            let once = Once(continuation)
            isHolding.value = withObservationTracking(holds) { once.resume() }
            if isHolding.value { once.resume() }
        }
        if isHolding.value { return }
    }
}

@MainActor
private final class Flag {
    var value = false
}

private final class Once: Sendable {
    private let continuation: CheckedContinuation<Void, Never>
    private let isDone = Locked(false)

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    func resume() {
        let isFirst = isDone.withLock { done in
            defer { done = true }
            return !done
        }
        if isFirst { continuation.resume() }
    }
}
