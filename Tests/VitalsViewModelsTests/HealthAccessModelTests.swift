import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsViewModels

@Suite("Reading from Health")
@MainActor
struct HealthAccessModelTests {
    private let store: MeasurementStore
    private let settings = InMemorySettings()
    private let health = FakeHealth()

    init() throws { store = try Records.store() }

    @Test("first the app explains, then the system asks, then what was granted is read")
    func twoSteps() async throws {
        var editCount = 0
        let model = model { editCount += 1 }
        expect(model.step == .explaining && health.asked.isEmpty)
        expect(model.kinds.allSatisfy { $0.state == .notAsked && $0.isWanted })
        model.setWanted(false, .distance)
        health.grant(.weight, [Records.weight(70)])
        await model.ask()
        expect(model.step == .asked && health.asked == [[.weight, .steps, .heartRate, .activeEnergy]])
        expect(state(model, .weight) == .reading && state(model, .steps) == .nothingSeen)
        expect(state(model, .distance), equals: .notAsked)
        expect(model.lastReport?.addedCount == 1 && editCount == 1)
        try expect(store.byId(Records.id(1))?.value, equals: 70)
    }

    @Test("a kind that is allowed weeks later is read from its beginning")
    func allowedLater() async throws {
        let model = model()
        health.grant(.weight, [Records.weight(70)])
        await model.ask()
        health.grant(.steps, [steps(8_000)])
        await model.importNew()
        expect(state(model, .steps), equals: .reading)
        try expect(store.list(kind: .steps).count, equals: 1)
        await model.importNew()
        expect(
            model.lastReport, equals: ImportReport(),
            "What was read once is not read again: \(String(describing: model.lastReport))")
        expect(health.anchors(.weight).last == "1" && health.anchors(.steps).last == "1")
    }

    @Test("what was asked is remembered, and what has come is known again at the next start")
    func remembers() async throws {
        health.grant(.weight, [Records.weight(70)])
        await model().ask()
        let later = model()
        later.refresh()
        expect(later.step, equals: .asked)
        expect(state(later, .weight) == .reading && state(later, .steps) == .nothingSeen)
    }

    @Test("a kind that cannot be read keeps none of the others from being read")
    func oneFails() async throws {
        health.fail(.weight)
        health.grant(.steps, [steps(8_000)])
        let model = model()
        await model.ask()
        expect(model.problem != nil && model.step == .asked)
        expect(state(model, .steps), equals: .reading)
    }

    @Test("where the system cannot ask, the app still explains, and says why")
    func askFails() async throws {
        health.refuseToAsk()
        let model = model()
        await model.ask()
        expect(model.step == .explaining && model.problem != nil)
    }

    @Test("a device without Health says so")
    func unavailable() async throws {
        let model = HealthAccessModel(device: Device(store: store), settings: settings, bridge: nil)
        await model.ask()
        expect(model.step, equals: .unavailable)
    }

    private func model(onEdit: @escaping @MainActor () -> Void = {}) -> HealthAccessModel {
        let health = health
        return HealthAccessModel(
            device: Device(store: store), settings: settings, bridge: { health.bridge($0) }, onEdit: onEdit)
    }

    private func state(_ model: HealthAccessModel, _ kind: MetricKind) -> HealthAccessModel.KindState? {
        model.kinds.first { $0.kind == kind }?.state
    }

    private func steps(_ count: Double) -> Vitals.Measurement {
        var record = Records.weight(count, id: Records.id(2))
        record.kind = .steps
        record.unit = .count
        return record
    }
}

/// Fake health data of a system. Kinds without permission look as if they were empty. As on a phone, even an empty
/// result comes with an anchor.
private final class FakeHealth: Sendable {
    private struct State {
        var samples: [MetricKind: [Vitals.Measurement]] = [:]
        var failing: Set<MetricKind> = []
        var asked: [[MetricKind]] = []
        var anchors: [MetricKind: [String?]] = [:]
        var refusesToAsk = false
    }

    private struct Failure: Error {}

    private let state = Locked(State())

    var asked: [[MetricKind]] { state.withLock { $0.asked } }
    func anchors(_ kind: MetricKind) -> [String?] { state.withLock { $0.anchors[kind] ?? [] } }
    func grant(_ kind: MetricKind, _ samples: [Vitals.Measurement]) { state.withLock { $0.samples[kind] = samples } }
    func fail(_ kind: MetricKind) { state.withLock { _ = $0.failing.insert(kind) } }
    func refuseToAsk() { state.withLock { $0.refusesToAsk = true } }
    func bridge(_ kind: MetricKind) -> any HealthBridge { Bridge(kind: kind, health: self) }

    private struct Bridge: HealthBridge {
        let kind: MetricKind
        let health: FakeHealth
        let source = "fake"

        func requestAuthorization(for kinds: [MetricKind]) async throws {
            try health.state.withLock { state in
                if state.refusesToAsk { throw Failure() }
                state.asked.append(kinds)
            }
        }

        func batches(since anchor: HealthAnchor?) -> AsyncThrowingStream<HealthBatch, any Error> {
            let (samples, fails) = health.state.withLock { state in
                state.anchors[kind, default: []].append(anchor?.rawValue)
                return (state.samples[kind] ?? [], state.failing.contains(kind))
            }
            return AsyncThrowingStream { continuation in
                if fails { return continuation.finish(throwing: Failure()) }
                let new = anchor == nil ? samples : []
                continuation.yield(HealthBatch(measurements: new, anchor: HealthAnchor(rawValue: "1")))
                continuation.finish()
            }
        }
    }
}
