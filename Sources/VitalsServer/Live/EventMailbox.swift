import Synchronization

/// The events that one stream has still to send: at most one of a kind, because a second is joined to the first.
final class EventMailbox: Sendable {
    /// The next thing to write to the stream.
    enum Item: Hashable, Sendable {
        case event(EventMessage)
        /// A sign of life, so that both ends notice a connection that broke.
        case heartbeat
        /// Nothing more will come. The last event, if any, is sent first.
        case end
    }

    private struct State {
        /// In the order in which the first of each kind came.
        var events: [EventMessage] = []
        var hasHeartbeat = false
        var isEnded = false
        var waiter: CheckedContinuation<Item, Never>?

        /// Takes what is to be written next; nil where there's nothing yet.
        mutating func take() -> Item? {
            if !events.isEmpty {
                hasHeartbeat = false
                return .event(events.removeFirst())
            }
            if isEnded { return .end }
            defer { hasHeartbeat = false }
            return hasHeartbeat ? .heartbeat : nil
        }
    }

    /// The token that opened the stream. It's kept so that the server notices when the token is revoked.
    let token: String
    /// True where events only say that something changed.
    private let hintsOnly: Bool
    private let state = Mutex(State())

    init(token: String, hintsOnly: Bool = false) {
        self.token = token
        self.hintsOnly = hintsOnly
    }

    /// Adds an event; it is joined with one of its kind that wasn't taken yet. Beside `account` there's nothing to say: what
    /// the token may read is for a new stream.
    func put(_ event: EventMessage) {
        let event = hintsOnly ? EventMessage(kind: event.kind, seq: event.seq) : event
        change { state in
            guard !state.isEnded, state.events.first?.kind != .account else { return }
            if event.kind == .account {
                state.events = [event]
            } else if let index = state.events.firstIndex(where: { $0.kind == event.kind }) {
                state.events[index] = state.events[index].followed(by: event)
            } else {
                state.events.append(event)
            }
        }
    }

    func putHeartbeat() { change { $0.hasHeartbeat = true } }

    /// Ends the stream after the events that are in the mailbox.
    func end() { change { $0.isEnded = true } }

    /// Waits for the next item. Only one task may wait at a time. A cancelled task gets `end`.
    func next() async -> Item {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let item = state.withLock { state -> Item? in
                    if let item = state.take() { return item }
                    state.waiter = continuation
                    return nil
                }
                if let item { continuation.resume(returning: item) }
            }
        } onCancel: {
            end()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let resumed = state.withLock { state -> (CheckedContinuation<Item, Never>, Item)? in
            body(&state)
            guard let waiter = state.waiter, let item = state.take() else { return nil }
            state.waiter = nil
            return (waiter, item)
        }
        if let (waiter, item) = resumed { waiter.resume(returning: item) }
    }
}
