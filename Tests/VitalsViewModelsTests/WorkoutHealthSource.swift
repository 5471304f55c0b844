import Foundation
import TestSupport
import Vitals
import VitalsWorkouts

/// A health source in memory, with permissions that it tells nobody about.
final class FakeHealthSource: PermittedSource, Sendable {
    private struct State {
        var samples: [(id: UUID, sample: Sample)] = []
        var deleted: [UUID] = []
        var permitted: Set<String> = []
        var asked: [[String]] = []
        var observed: [String] = []
        var wakeUps: WakeUps?
        var questions: [String] = []
        var failing: [String: String] = [:]
        var repeats = false
        var refusesToAsk = false
    }

    struct Refusal: Error, CustomStringConvertible { let description: String }

    let name = "fake"
    let types: [String]
    private let state = Locked(State())

    init(types: [String] = ["WORKOUT", "BASAL_ENERGY", "FLIGHTS_CLIMBED", "WEIGHT", "HEIGHT"]) { self.types = types }

    var asked: [[String]] { state.withLock { $0.asked } }
    var observed: [String] { state.withLock { $0.observed } }
    var wakeUps: WakeUps? { state.withLock { $0.wakeUps } }
    /// The types that were asked about.
    var questions: Set<String> { state.withLock { Set($0.questions) } }

    func add(_ sample: Sample) { state.withLock { $0.samples.append((UUID(), sample)) } }
    func permit(_ types: String...) { state.withLock { $0.permitted.formUnion(types) } }
    func fail(_ type: String, _ sentence: String?) { state.withLock { $0.failing[type] = sentence } }
    func repeatItself(_ repeats: Bool) { state.withLock { $0.repeats = repeats } }
    func refuseToAsk() { state.withLock { $0.refusesToAsk = true } }

    func ask(for types: [String]) async throws {
        try state.withLock { state in
            if state.refusesToAsk { throw Refusal(description: "no") }
            state.asked.append(types)
        }
    }

    func observe(_ types: [String], with wakeUps: WakeUps) async throws {
        state.withLock { ($0.observed, $0.wakeUps) = (types, wakeUps) }
    }

    func stopObserving() async { state.withLock { ($0.observed, $0.wakeUps) = ([], nil) } }

    func mark(of type: String) async throws -> SourceMark {
        try state.withLock { state in
            try Self.check(type, &state)
            let first = Self.shown(type, state).map(\.sample.start).min()
            return SourceMark(anchor: HealthAnchor(rawValue: String(state.samples.count)), first: first)
        }
    }

    func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage {
        try state.withLock { state in
            try Self.check(type, &state)
            if state.repeats { return SourcePage([], isComplete: false) }
            let found = Self.shown(type, state)
                .filter { from <= $0.sample.start && $0.sample.start < to ?? .max }
                .sorted { $0.sample.start > $1.sample.start }
            return SourcePage(found.prefix(limit).map(Self.reading), isComplete: found.count <= limit)
        }
    }

    func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges {
        try state.withLock { state in
            try Self.check(type, &state)
            let new = state.samples.dropFirst(Int(anchor.rawValue) ?? 0).filter {
                $0.sample.type == type && state.permitted.contains(type)
            }
            return SourceChanges(
                added: new.map(Self.reading), deleted: [],
                anchor: HealthAnchor(rawValue: String(state.samples.count)), hasMore: false)
        }
    }

    private static func check(_ type: String, _ state: inout State) throws {
        state.questions.append(type)
        if let sentence = state.failing[type] { throw Refusal(description: sentence) }
    }

    private static func shown(_ type: String, _ state: State) -> [(id: UUID, sample: Sample)] {
        state.samples.filter { $0.sample.type == type && state.permitted.contains(type) }
    }

    private static func reading(_ entry: (id: UUID, sample: Sample)) -> SourceReading {
        SourceReading(id: entry.id, start: entry.sample.start, .sample(entry.sample))
    }
}
