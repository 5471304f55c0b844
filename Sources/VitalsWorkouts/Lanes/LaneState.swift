package import Vitals

/// How far one type of a source has been read.
///
///     floor                     readFrom                    markedAt
///     |------- to be read -------|======= was read ==========|~~~ changes since the anchor ~~~>
package struct LaneState: Hashable, Sendable {
    /// The type's name on the wire.
    package let type: String
    /// The mark that was taken before anything was read; nil before that.
    package var anchor: HealthAnchor?
    /// The time of the first mark.
    package var markedAt: Timestamp?
    /// The border: what starts here or later was read. Nil while nothing was, since a sample may be dated into the future.
    package var readFrom: Timestamp?
    /// The start of the first sample; nil if there was none when the mark was taken.
    package var floor: Timestamp?
    /// The length of the next window, in milliseconds.
    package var spanMilliseconds: Int64
    /// Windows in a row that moved nothing.
    package var stalls: Int

    package init(type: String) {
        self.type = type
        spanMilliseconds = LaneState.day
        stalls = 0
    }

    static let day: Int64 = 86_400_000

    /// True once everything from before the mark was read.
    package var isBackfilled: Bool {
        guard anchor != nil else { return false }
        guard let floor else { return true }
        return readFrom.map { $0 <= floor } ?? false
    }

    /// The border between the hot and the cold lane: seven days before the mark, so that a screen has the last week first.
    package var hotFloor: Timestamp? {
        markedAt.flatMap { $0.advanced(byMilliseconds: -7 * Self.day) ?? $0 }
    }

    /// The border; the time of the mark while nothing was read.
    package var edge: Timestamp { readFrom ?? markedAt ?? .max }

    /// The moment at which a range of the type's span would begin.
    package var spanStart: Timestamp { edge.advanced(byMilliseconds: -spanMilliseconds) ?? .min }

    /// The earliest moment that a range of the present lane may begin at: the start of the first sample, or seven days before the mark. It's
    /// never after the edge, also where the first sample is dated into the future.
    package var laneFloor: Timestamp {
        let first = floor ?? edge
        return min(isHot ? max(first, hotFloor ?? first) : first, edge)
    }

    /// True while days of the last week are missing.
    package var isHot: Bool {
        guard !isBackfilled, let hotFloor else { return false }
        return readFrom.map { $0 > hotFloor } ?? true
    }
}

/// One step of a lane. What it brings is stored in one transaction.
package struct LaneWindow: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Take the source's mark.
        case mark
        /// Read what starts in a range.
        case range(from: Timestamp, to: Timestamp?)
        /// Read the changes since the anchor.
        case changes(HealthAnchor)
    }

    /// The state from which it was planned.
    package let before: LaneState
    package let step: Step

    package init(_ before: LaneState, _ step: Step) {
        self.before = before
        self.step = step
    }

    package var type: String { before.type }

    /// By how much the limit of readings grows after a window without progress: more of them than a window takes may start in one
    /// millisecond.
    package var limitFactor: Int { before.stalls == 0 ? 1 : 20 }
}
