package import Foundation
import Synchronization
package import Vitals
package import VitalsWorkouts

/// A health source as a script: samples are added and deleted, and every change has a number, which is the mark.
package final class FakeHealth: SampleSource {
    private struct State {
        var objects: [UUID: (reading: SourceReading, type: String, number: Int)] = [:]
        var deletions: [(id: UUID, type: String, number: Int)] = []
        var number = 0
        var reads = 0
        var isStuck = false
        var failing: Set<String> = []
        var firstNumber = 0
        /// The number of the last mark of each type.
        var marks: [String: Int] = [:]
        /// What was deleted.
        var graveyard: [UUID: (reading: SourceReading, type: String, number: Int)] = [:]
        var isBehind = false
    }

    package let name: String
    package let types: [String]
    private let state = Mutex(State())

    package init(_ types: [String] = ["BASAL_ENERGY"], name: String = "fake") {
        self.types = types
        self.name = name
    }

    /// The number of windows that were asked for.
    package var reads: Int { state.withLock { $0.reads } }

    /// All that it has now.
    package func everything() -> [SourceReading] { state.withLock { $0.objects.values.map(\.reading) } }

    // MARK: The script

    /// Adds a reading, whatever time it's dated to.
    @discardableResult
    package func add(_ sample: Sample, id: UUID = UUID()) -> UUID {
        add(SourceReading(id: id, start: sample.start, .sample(sample)), type: sample.type)
        return id
    }

    package func add(_ reading: SourceReading, type: String) {
        state.withLock {
            $0.number += 1
            $0.objects[reading.id] = (reading, type, $0.number)
        }
    }

    package func delete(_ id: UUID) {
        state.withLock {
            guard let object = $0.objects.removeValue(forKey: id) else { return }
            $0.number += 1
            $0.deletions.append((id, object.type, $0.number))
            $0.graveyard[id] = (object.reading, object.type, $0.number)
        }
    }

    /// From now on it says that there's more, and doesn't move.
    package func stick() { state.withLock { $0.isStuck = true } }

    /// From now on a type can't be read, or can be again.
    package func fail(_ type: String, _ isFailing: Bool = true) {
        state.withLock { if isFailing { $0.failing.insert(type) } else { $0.failing.remove(type) } }
    }

    /// While it's behind, a range still has what was deleted since the last mark.
    package func isBehind(_ isBehind: Bool) { state.withLock { $0.isBehind = isBehind } }

    /// Forgets all marks, as a new phone does after a backup was restored to it.
    package func loseMarks() { state.withLock { $0.firstNumber = $0.number + 1 } }

    /// True for a mark that it can continue from.
    package func knows(_ anchor: HealthAnchor?) -> Bool {
        guard let number = anchor.flatMap({ Int($0.rawValue) }) else { return false }
        return state.withLock { number >= $0.firstNumber }
    }

    // MARK: SampleSource

    package func mark(of type: String) async throws -> SourceMark {
        try begin(type)
        return state.withLock { state in
            let first = state.objects.values.filter { $0.type == type }.map(\.reading.start).min()
            state.firstNumber = min(state.firstNumber, state.number)
            state.marks[type] = state.number
            return SourceMark(anchor: HealthAnchor(rawValue: String(state.number)), first: first)
        }
    }

    package func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage {
        try begin(type)
        let found = state.withLock { state in
            let gone = state.graveyard.values.filter { state.isBehind && $0.number > state.marks[type] ?? .max }
            return (Array(state.objects.values) + gone).filter { object in
                let start = object.reading.start
                return object.type == type && start >= from && to.map { start < $0 } ?? true
            }
        }.map(\.reading).sorted { ($1.start, $1.id.uuidString) < ($0.start, $0.id.uuidString) }
        return SourcePage(Array(found.prefix(limit)), isComplete: found.count <= limit)
    }

    package func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges {
        try begin(type)
        return try state.withLock { state in
            guard let since = Int(anchor.rawValue), since >= state.firstNumber else { throw SourceAnchorLost() }
            if state.isStuck { return SourceChanges(added: [], deleted: [], anchor: anchor, hasMore: true) }
            let added = state.objects.values.filter { $0.type == type && $0.number > since }
                .map { (number: $0.number, added: Optional($0.reading), deleted: UUID?.none) }
            let deleted = state.deletions.filter { $0.type == type && $0.number > since }
                .map { (number: $0.number, added: SourceReading?.none, deleted: Optional($0.id)) }
            let all = (added + deleted).sorted { $0.number < $1.number }
            let part = all.prefix(limit)
            return SourceChanges(
                added: part.compactMap(\.added), deleted: part.compactMap(\.deleted),
                anchor: HealthAnchor(rawValue: String(part.count < all.count ? part.last!.number : state.number)),
                hasMore: part.count < all.count)
        }
    }

    private func begin(_ type: String) throws {
        try state.withLock {
            $0.reads += 1
            if $0.failing.contains(type) { throw Unreadable() }
        }
    }

    private struct Unreadable: Error, CustomStringConvertible {
        var description: String { "The health data can't be read while the phone is locked." }
    }
}
