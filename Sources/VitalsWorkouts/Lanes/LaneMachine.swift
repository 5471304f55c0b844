import Vitals

/// Decides what a phone reads next from a health source. A pure function: it reads neither a clock nor a store.
///
/// There are three lanes. *Hot* reads the last week in windows of a day or more, so that a new phone shows something at once. *Change*
/// reads what was added, corrected or deleted since the mark, whatever day it is dated to. *Cold* goes back through the years.
package enum LaneMachine {
    /// A window takes up to a second, so none begins with less time than two.
    package static let reserveSeconds = 2.0
    /// A type that stalled this often in a row is left out, and said to be.
    package static let maximumStalls = 2
    /// The readings in a window, which fit in a few MiB.
    package static let windowLimit = 5_000

    /// Returns the next window; nil if there is nothing to read, or no time.
    ///
    /// 1. None begins with less than two seconds left.
    /// 2. A type that stalled twice in a row is left out, and the others go on.
    /// 3. A type gets its mark before anything is read.
    /// 4. The hot lane goes first, then the changes of a type that has news, then the cold lane.
    /// 5. Of several types in the hot lane, or in the cold one, the type with the latest border goes first.
    /// 6. A range ends at the border, and has no end where nothing was read yet.
    /// 7. It is as long as the type's span, and begins no earlier than the lane's floor.
    ///
    /// - Parameters:
    ///   - states: the types of the source, in its order.
    ///   - news: the types of which changes may be waiting.
    package static func next(_ states: [LaneState], news: Set<String>, secondsLeft: Double) -> LaneWindow? {
        // @write 24 next-window
        guard secondsLeft >= reserveSeconds else { return nil }
        let states = states.filter { $0.stalls < maximumStalls }
        if let new = states.first(where: { $0.anchor == nil }) { return LaneWindow(new, .mark) }
        let hot = latest(states.filter(\.isHot))
        if hot == nil, let state = states.first(where: { news.contains($0.type) }), let anchor = state.anchor {
            return LaneWindow(state, .changes(anchor))
        }
        guard let state = hot ?? latest(states.filter { !$0.isBackfilled }) else { return nil }
        let from = max(state.spanStart, state.laneFloor)
        return LaneWindow(state, .range(from: from, to: state.readFrom))
        // @starter
        //| todo(24, "say which type is read next, and which part of it")
        // @end
    }

    /// The type with the latest border, of two that are equal the first in the list. One of which nothing was read is the latest.
    static func latest(_ states: [LaneState]) -> LaneState? {
        var found: LaneState?
        for state in states where found.map({ ($0.readFrom ?? .max) < (state.readFrom ?? .max) }) ?? true {
            found = state
        }
        return found
    }
}
