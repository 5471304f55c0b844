import Logging
import Synchronization

import struct Foundation.UUID

/// The open event streams of this server, by user, and the changes that they are still to hear of.
///
/// 1. The changes of one user are published one after the other, in the order of their log. Those of a kind that come while
///    one is being published become one event.
/// 2. Records are read once for all streams of a user, and only where there is a stream.
/// 3. Before an event leaves, the token of each stream is looked up again: a revoked one ends its stream, and gets no record.
/// 4. A user has at most `perUser` streams. One more ends the oldest, which may be a connection that broke
///    without the server noticing.
final class EventHub: ChangeListener {
    private struct Channel {
        /// The streams by their number; a smaller number is older.
        var mailboxes: [Int: EventMailbox] = [:]
        /// Up to where each log has been published, and up to where it is known to go.
        var publishedSeqs: [ChangeKind: Int64]
        var announcedSeqs: [ChangeKind: Int64]
        var isPublishing = false
        /// When the server learned of the oldest change that isn't published yet.
        var announcedAt: ContinuousClock.Instant?
    }

    private struct State {
        var channels: [UUID: Channel] = [:]
        var streamCount = 0
        var nextNumber = 0
    }

    private let perUser: Int
    private let total: Int
    private let store: any SyncStore
    private let source: EventSource
    let observer: (any StreamObserver)?
    private let logger: Logger
    private let state = Mutex(State())

    init(
        store: any SyncStore, overwritten: (any OverwrittenStore)?, perUser: Int, total: Int,
        observer: (any StreamObserver)?, logger: Logger
    ) {
        self.store = store
        self.observer = observer
        self.perUser = perUser
        self.total = total
        self.logger = logger
        source = EventSource(store: store, overwritten: overwritten)
    }

    /// The number of open streams.
    var streamCount: Int { state.withLock { $0.streamCount } }

    /// Opens a stream of a user.
    ///
    /// The client syncs after the response has begun. So it pulls whatever was committed before the stream was here.
    ///
    /// - Parameter hintsOnly: leave the records out, for a token that may not read them all.
    /// - Returns: nil where the server has too many streams.
    /// - Throws: errors of the store.
    func open(user: UUID, token: String, hintsOnly: Bool = false) async throws -> OpenStream? {
        let heads = try await heads(of: user)
        let mailbox = EventMailbox(token: token, hintsOnly: hintsOnly)
        let opened = state.withLock { state -> (number: Int, oldest: EventMailbox?)? in
            var channel = state.channels[user] ?? Channel(publishedSeqs: heads, announcedSeqs: heads)
            var oldest: EventMailbox?
            if channel.mailboxes.count >= perUser, let number = channel.mailboxes.keys.min() {
                oldest = channel.mailboxes.removeValue(forKey: number)
                state.streamCount -= 1
            }
            guard state.streamCount < total else { return nil }
            state.nextNumber += 1
            state.streamCount += 1
            channel.mailboxes[state.nextNumber] = mailbox
            state.channels[user] = channel
            return (state.nextNumber, oldest)
        }
        guard let opened else { return nil }
        observer?.didOpen()
        opened.oldest?.end()
        return OpenStream(mailbox) { [self] in close(opened.number, of: user) }
    }

    private func close(_ number: Int, of user: UUID) {
        state.withLock { state in
            guard state.channels[user]?.mailboxes.removeValue(forKey: number) != nil else { return }
            state.streamCount -= 1
            if let channel = state.channels[user], channel.mailboxes.isEmpty, !channel.isPublishing {
                state.channels[user] = nil
            }
        }
    }

    // MARK: Changes

    func didChange(_ change: RecordsChange) { announce(UserLog(change.user, change.kind), seq: change.seq) }

    /// Notes that a log goes up to `seq`, and publishes what is new.
    func announce(_ log: UserLog, seq: Int64) {
        let user = log.user
        let begins = state.withLock { state in
            guard let channel = state.channels[user], seq > channel.announcedSeqs[log.kind] ?? 0 else { return false }
            state.channels[user]?.announcedSeqs[log.kind] = seq
            if channel.announcedAt == nil { state.channels[user]?.announcedAt = .now }
            state.channels[user]?.isPublishing = true
            return !channel.isPublishing
        }
        if begins { Task { await publish(to: user) } }
    }

    /// The last numbers of the user's logs.
    private func heads(of user: UUID) async throws -> [ChangeKind: Int64] {
        var heads = try await store.ability((any FurtherLogs).self)?.furtherHeads(of: user) ?? [:]
        heads[.measurements] = try await store.head(user: user, receipt: nil)?.seq ?? 0
        return heads
    }

    /// Looks at the logs of every user with a stream, after a time in which changes may have been missed.
    func catchUp() async {
        for user in state.withLock({ Array($0.channels.keys) }) {
            guard let heads = try? await heads(of: user) else { continue }
            for (kind, seq) in heads { announce(UserLog(user, kind), seq: seq) }
        }
    }

    private func publish(to user: UUID) async {
        while let (kind, from, through, announcedAt, mailboxes) = nextRange(of: user) {
            defer { observer?.didHandOver(announcedAt: announcedAt) }
            let event: EventMessage
            let allowed: Set<String>
            do {
                allowed = try await source.usable(Set(mailboxes.map(\.token)), of: user)
                event =
                    kind == .measurements
                    ? try await source.event(user: user, after: from, through: through) : .hint(kind, through)
            } catch {
                // Without the database nobody's token can be checked, so the event holds no record.
                logger.warning("events without their records", metadata: ["cause": "\(error)"])
                for mailbox in mailboxes { mailbox.put(.hint(kind, through)) }
                continue
            }
            for mailbox in mailboxes { deliver(event, to: mailbox, if: allowed.contains(mailbox.token)) }
        }
    }

    /// The part of a log to publish next; nil where there's none.
    private func nextRange(
        of user: UUID
    ) -> (
        kind: ChangeKind, from: Int64, through: Int64, announcedAt: ContinuousClock.Instant, mailboxes: [EventMailbox]
    )? {
        state.withLock { state in
            guard let channel = state.channels[user] else { return nil }
            let news = ChangeKind.allCases.first { channel.publishedSeqs[$0] ?? 0 < channel.announcedSeqs[$0] ?? 0 }
            guard let kind = news, !channel.mailboxes.isEmpty else {
                state.channels[user]?.isPublishing = false
                if channel.mailboxes.isEmpty { state.channels[user] = nil }
                return nil
            }
            let (from, through) = (channel.publishedSeqs[kind] ?? 0, channel.announcedSeqs[kind] ?? 0)
            state.channels[user]?.publishedSeqs[kind] = through
            state.channels[user]?.announcedAt = nil
            return (
                kind, from, through, channel.announcedAt ?? .now,
                Array(channel.mailboxes.values)
            )
        }
    }

    private func deliver(_ event: EventMessage, to mailbox: EventMailbox, if isAllowed: Bool) {
        mailbox.put(isAllowed ? event : .account)
        if !isAllowed { mailbox.end() }
    }

    // MARK: Life

    /// Sends a sign of life to every stream, and ends those whose token was revoked or has expired.
    func beat() async {
        let channels = state.withLock { state in state.channels.mapValues { Array($0.mailboxes.values) } }
        for (user, mailboxes) in channels {
            guard let allowed = try? await source.usable(Set(mailboxes.map(\.token)), of: user) else {
                for mailbox in mailboxes { mailbox.putHeartbeat() }
                continue
            }
            for mailbox in mailboxes {
                if allowed.contains(mailbox.token) {
                    mailbox.putHeartbeat()
                } else {
                    deliver(.account, to: mailbox, if: false)
                }
            }
        }
    }

    /// Ends all streams, because the server stops.
    func endAll() {
        let mailboxes = state.withLock { state in state.channels.values.flatMap(\.mailboxes.values) }
        for mailbox in mailboxes { mailbox.end() }
    }
}

/// How many streams a server keeps open.
package struct StreamLimits: Hashable, Sendable {
    package var perUser: Int
    /// Nil for half of the connections that the server accepts.
    package var total: Int?

    package init(perUser: Int = 16, total: Int? = nil) {
        self.perUser = perUser
        self.total = total
    }
}

/// A stream's place in the hub. It's free again once the stream has ended, or once nothing holds this object any more: a
/// client may be gone before its response begins, and then no code of the response runs.
final class OpenStream: Sendable {
    let mailbox: EventMailbox
    private let free: @Sendable () -> Void

    /// - Parameter free: gives the place back. It may be called twice.
    init(_ mailbox: EventMailbox, free: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.free = free
    }

    deinit { free() }

    func close() { free() }
}
