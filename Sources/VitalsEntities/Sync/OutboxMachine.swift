/// The order of an entities' sync: a pure state machine. An event goes in, and the next actions come out. The browser has
/// the same one, and both replay `Tests/Vectors/outbox-machine.json`.
///
/// 1. After a lost history nothing is pushed or pulled before everything is restated.
/// 2. A push is followed by a push until nothing is left to send; then a pull runs to its end.
/// 3. A 500 to a push is followed by a pull, which shows whether the server lives, and by single commands from then on. A
///    failure counts against a command only if it was alone and that pull passed.
/// 4. Every sync ends.
package struct OutboxMachine: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        case began(restating: Bool, single: Bool)
        case restated(more: Bool)
        case pushed
        case nothingToSend
        /// A 500 to a push of these commands.
        case serverError(requestIDs: [String])
        case pulled(more: Bool)
        case historyLost
        /// The store isn't in the state any more that the request was made from.
        case moved
        case failed
    }

    package enum Action: Hashable, Sendable {
        case restate
        case push(limit: Int)
        case pull
        case reset
        /// Counts a failure of this command.
        case count(requestID: String)
        case end(ok: Bool)
    }

    package enum Phase: String, Sendable { case idle, restating, pushing, pulling }

    package private(set) var phase = Phase.idle
    /// True while commands are sent one at a time.
    package private(set) var single = false
    package private(set) var suspect: String?
    package private(set) var failed = false
    package private(set) var resets = 0

    /// The most commands in a push; the server takes no more.
    package static let batchCount = 500
    static let maximumResets = 2

    package init() {}

    package mutating func handle(_ event: Event) -> [Action] {
        switch (event, phase) {
        case (.began(let restating, let single), .idle):
            self = OutboxMachine()
            self.single = single
            return restating ? enter(.restating) : enter(.pushing)
        case (.restated(let more), .restating):
            return enter(more ? .restating : .pushing)
        case (.pushed, .pushing):
            (single, suspect) = (false, nil)
            return enter(.pushing)
        case (.nothingToSend, .pushing):
            return enter(.pulling)
        case (.serverError(let requestIDs), .pushing):
            (single, failed) = (true, true)
            suspect = requestIDs.count == 1 ? requestIDs[0] : nil
            return enter(.pulling)
        case (.pulled(let more), .pulling):
            if more { return enter(.pulling) }
            let counted = suspect.map { [Action.count(requestID: $0)] } ?? []
            return counted + end(ok: !failed)
        case (.historyLost, .restating), (.historyLost, .pushing), (.historyLost, .pulling):
            resets += 1
            return [.reset] + (resets > Self.maximumResets ? end(ok: false) : enter(.restating))
        case (.moved, let phase) where phase != .idle, (.failed, let phase) where phase != .idle:
            return end(ok: false)
        default:
            return []
        }
    }

    private mutating func enter(_ next: Phase) -> [Action] {
        phase = next
        switch next {
        case .idle: return []
        case .restating: return [.restate]
        case .pushing: return [.push(limit: single ? 1 : Self.batchCount)]
        case .pulling: return [.pull]
        }
    }

    private mutating func end(ok: Bool) -> [Action] {
        phase = .idle
        return [.end(ok: ok)]
    }
}
