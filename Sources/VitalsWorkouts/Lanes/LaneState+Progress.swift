package import Vitals

// The state after a window, for each kind of step.

extension LaneState {
    /// After the mark was taken: nothing was read yet.
    package func after(_ mark: SourceMark, at now: Timestamp) -> LaneState {
        var state = LaneState(type: type)
        state.anchor = mark.anchor
        state.markedAt = now
        state.floor = mark.first
        return state
    }

    /// After a part of a range was read.
    package func after(
        _ page: SourcePage, from: Timestamp, limit: Int = LaneMachine.windowLimit, rules: SampleRules = .all
    ) -> LaneState {
        var state = self
        if page.isComplete || !rules.contains(.partialPages) {
            state.readFrom = from
            if page.readings.count < limit / 4 { state.spanMilliseconds = min(spanMilliseconds * 2, Self.longestSpan) }
        } else {
            // Others may start in the very millisecond at which the limit has cut.
            state.readFrom = page.readings.last.flatMap { $0.start.advanced(byMilliseconds: 1) } ?? readFrom
            state.spanMilliseconds = max(spanMilliseconds / 2, Self.shortestSpan)
        }
        let isProgress =
            readFrom.map { border in state.readFrom.map { $0 < border } ?? false } ?? (state.readFrom != nil)
        state.stalls = isProgress ? 0 : stalls + 1
        return state
    }

    /// After changes were read.
    package func after(_ changes: SourceChanges) -> LaneState {
        var state = self
        state.anchor = changes.anchor
        // A source that has more and doesn't move would be asked for ever.
        state.stalls = changes.hasMore && changes.anchor == anchor ? stalls + 1 : 0
        return state
    }

    private static let longestSpan = 365 * day
    private static let shortestSpan: Int64 = 60_000
}

/// The way that a type has gone, for a screen.
package struct LaneProgress: Hashable, Sendable {
    package let type: String
    /// The lane that's next; nil once everything was read.
    package let lane: Lane?
    package let readFrom: Timestamp?
    package let floor: Timestamp?
    /// 0 to 1; 1 once everything from before the mark was read.
    package let fraction: Double
    /// True where two windows in a row moved nothing. The next run tries again.
    package let isStalled: Bool

    package enum Lane: String, Hashable, Sendable { case hot, cold }

    package init(_ state: LaneState) {
        type = state.type
        lane = state.isBackfilled ? nil : state.isHot || state.anchor == nil ? .hot : .cold
        readFrom = state.readFrom
        floor = state.floor
        isStalled = state.stalls >= LaneMachine.maximumStalls
        if state.isBackfilled {
            fraction = 1
        } else if let floor = state.floor, let marked = state.markedAt, let border = state.readFrom, floor < marked {
            let all = Double(marked.millisecondsSinceEpoch - floor.millisecondsSinceEpoch)
            fraction = min(max(Double(marked.millisecondsSinceEpoch - border.millisecondsSinceEpoch) / all, 0), 1)
        } else {
            fraction = 0
        }
    }
}
