package import Foundation

/// Decides which of the workouts that a companion sends are new. It reads and writes nothing.
///
/// A watch and a phone record one run as two workouts, and a companion that lost its place sends everything again. A person
/// wants each run once.
///
/// 1. An item whose id is stored is that workout: PUT updates it, and POST leaves it as it is. A deleted workout doesn't come
///    back, and one that only stands for the id isn't updated.
/// 2. An item with the id of an earlier one in the request is that item.
/// 3. Two workouts are alike if their starts are at most 120 s apart, and their durations differ by at most a tenth of the
///    longer.
/// 4. An item that is like a stored workout is a duplicate of it: of the one with the nearest start, then with the nearest
///    duration, then with the least id.
/// 5. Only workouts that were stored before the request count. Two items that are alike may be two workouts.
/// 6. Each stored workout stands for one item at most. One whose own id is in the request stands for that item.
package enum CompanionMatch {
    /// A workout that a companion sent.
    package struct Item: Hashable, Sendable {
        /// The stored workout that the item's id stands for; otherwise the id.
        package let id: UUID
        /// In milliseconds since the epoch.
        package let start: Int64
        /// In milliseconds.
        package let duration: Int64
        /// True if a stored workout with this id is to be updated.
        package let updates: Bool

        package init(id: UUID, start: Int64, duration: Int64, updates: Bool = false) {
            self.id = id
            self.start = start
            self.duration = duration
            self.updates = updates
        }
    }

    /// A workout that was stored before the request.
    package struct Stored: Hashable, Sendable {
        package let id: UUID
        /// In milliseconds since the epoch, and in milliseconds.
        package let start: Int64
        package let duration: Int64
        package let isDeleted: Bool

        package init(id: UUID, start: Int64, duration: Int64, isDeleted: Bool = false) {
            self.id = id
            self.start = start
            self.duration = duration
            self.isDeleted = isDeleted
        }
    }

    /// The answer for one item.
    package enum Decision: Hashable, Sendable {
        case insert
        case update
        case duplicate(of: UUID)
    }

    package static let toleranceMilliseconds: Int64 = 120_000

    /// Decides for each item, in their order.
    ///
    /// - Parameters:
    ///   - items: at most 1,000.
    ///   - stored: those with an item's id, deleted ones among them, and those that may be like an item; each once.
    package static func decisions(for items: [Item], stored: [Stored]) -> [Decision] {
        let known = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
        let named = Set(items.map(\.id))
        // For each id that came so far, the workout that it is.
        var survivors: [UUID: UUID] = [:]
        // @write 24 match-workouts
        var free = stored.filter { !$0.isDeleted && !named.contains($0.id) }
        return items.map { item in
            if let survivor = survivors[item.id] { return .duplicate(of: survivor) }
            survivors[item.id] = item.id
            if let workout = known[item.id] {
                return item.updates && !workout.isDeleted ? .update : .duplicate(of: item.id)
            }
            let alike = free.filter { other in
                abs(item.start - other.start) <= toleranceMilliseconds
                    && 10 * abs(item.duration - other.duration) <= max(item.duration, other.duration)
            }
            guard let nearest = alike.min(by: { isNearer($0, $1, to: item) }) else { return .insert }
            free.removeAll { $0.id == nearest.id }
            survivors[item.id] = nearest.id
            return .duplicate(of: nearest.id)
        }
        // @starter
        //| // Everything is new.
        //| _ = (known, named)
        //| return items.map { item in
        //|     survivors[item.id] = item.id
        //|     return .insert
        //| }
        // @end
    }

    /// True if `one` has the nearer start; with equal starts, the nearer duration; with equal durations, the lesser id.
    private static func isNearer(_ one: Stored, _ other: Stored, to item: Item) -> Bool {
        let (a, b) = (abs(one.start - item.start), abs(other.start - item.start))
        if a != b { return a < b }
        let (c, d) = (abs(one.duration - item.duration), abs(other.duration - item.duration))
        return c == d ? one.id.uuidString < other.id.uuidString : c < d
    }
}
