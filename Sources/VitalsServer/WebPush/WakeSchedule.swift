/// When a subscription gets its next message. A person who writes down three values in a row causes one message, not
/// three.
package struct WakeSchedule: Hashable, Sendable {
    /// The time between the first change and the message: the rest of what a phone pushes comes meanwhile.
    package static let settlingTime = Duration.seconds(2)
    /// The least time between two messages while changes go on.
    package static let spacing = Duration.seconds(30)

    /// The first change that no message has told of; nil where there's none.
    package private(set) var changedAt: Duration?
    /// When the last message was sent; nil before the first.
    package private(set) var sentAt: Duration?

    package init() {}

    /// Notes a change.
    package mutating func change(at now: Duration) { changedAt = changedAt ?? now }

    /// Notes that a message begins to be sent. It tells of every change up to now; one that comes later needs another.
    package mutating func send(at now: Duration) {
        changedAt = nil
        sentAt = now
    }

    /// When to send the next message; nil where there's nothing to tell.
    package var due: Duration? {
        // @write 20 burst
        guard let changedAt else { return nil }
        let settled = changedAt + Self.settlingTime
        guard let sentAt else { return settled }
        return max(settled, sentAt + Self.spacing)
        // @starter
        //| nil
        // @end
    }

    /// True once nothing is to be sent and the last message is too long ago to hold up another.
    func isOver(at now: Duration) -> Bool { changedAt == nil && (sentAt.map { $0 + Self.spacing <= now } ?? true) }
}
