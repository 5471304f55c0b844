import Vitals

/// Decides what a phone reads next from a health source. A pure function: it reads neither a clock nor a store.
///
/// There are three lanes. *Hot* reads the last week, a day at a time, so that a new phone shows something at once. *Change* reads what was
/// added, corrected or deleted since the mark, whatever day it is dated to. *Cold* goes back through the years.
package enum LaneMachine {
    /// A window takes up to a second, so none begins with less time than two.
    package static let reserveSeconds = 2.0
    /// A type that stalled this often in a row is left out, and said to be.
    package static let maximumStalls = 2
    /// The readings in a window, which fit in a few MiB.
    package static let windowLimit = 5_000

    // @show next-window
    /// Returns the next window; nil if there is nothing to read, or no time.
    ///
    /// 1. None begins with less than two seconds left.
    /// 2. A type that stalled twice in a row is left out, and the others go on.
    /// 3. A type gets its mark before anything of it is read.
    /// 4. First the hot lane, then the changes of types that have news, then the cold lane.
    /// 5. Of several types in a lane, the one with the latest border goes first, so that they go back together. One of which nothing
    ///    was read is the latest; of two that are equal, the first in the list.
    /// 6. A range ends at the border, has the length of the type's span, and never begins before the lane's own floor.
    ///
    /// - Parameters:
    ///   - states: the types of the source, in its order.
    ///   - news: the types of which changes may be waiting.
    package static func next(
        _ states: [LaneState], news: Set<String>, secondsLeft: Double, rules: SampleRules = .all
    ) -> LaneWindow? {
        // @end
        guard secondsLeft >= reserveSeconds else { return nil }
        let states = states.filter { $0.stalls < maximumStalls }
        if let new = states.first(where: { $0.anchor == nil }) { return LaneWindow(new, .mark) }
        if let hot = latest(states.filter(\.isHot)) { return range(of: hot, rules) }
        for state in states where news.contains(state.type) {
            if let anchor = state.anchor { return LaneWindow(state, .changes(anchor)) }
        }
        return latest(states.filter { !$0.isBackfilled }).flatMap { range(of: $0, rules) }
    }

    private static func latest(_ states: [LaneState]) -> LaneState? {
        var found: LaneState?
        for state in states {
            guard let best = found else {
                found = state
                continue
            }
            if (state.readFrom ?? .max) > (best.readFrom ?? .max) { found = state }
        }
        return found
    }

    private static func range(of state: LaneState, _ rules: SampleRules) -> LaneWindow? {
        guard let floor = state.floor, let markedAt = state.markedAt else { return nil }
        let end = state.readFrom ?? markedAt
        let span = end.advanced(byMilliseconds: -state.spanMilliseconds) ?? floor
        let laneFloor = state.isHot ? max(floor, state.hotFloor ?? floor) : floor
        // A first sample that is dated after the mark is read by the first window, which has no end.
        let from = min(max(span, laneFloor), end)
        return LaneWindow(state, .range(from: from, to: rules.contains(.openEnd) ? state.readFrom : end))
    }
}
