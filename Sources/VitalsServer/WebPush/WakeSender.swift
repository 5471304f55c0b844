package import Logging
import ServiceLifecycle

import struct Foundation.UUID

/// Wakes the browsers of a user after a push, except the one that pushed.
///
/// 1. When a message is sent says `WakeSchedule`, for each subscription by itself.
/// 2. Before each try the subscription is read again, so one whose token was revoked gets nothing more.
/// 3. All of it together sends `sendsAtATime` messages at a time, and one user's subscriptions a quarter of them:
///    services that never respond don't hold up the others.
/// 4. A message is a hint. One that is lost costs time, and no data: the phone syncs when it's opened.
package actor WakeSender: ChangeListener {
    static let sendsAtATime = 8
    static let sendsAtATimePerUser = 2
    /// The time between two tries, and with it their number: one more than there are waits.
    package static let retryWaits: [Duration] = [.seconds(5), .seconds(30)]
    /// The waits that a push service may ask for in place of ours. Another one is ignored: nobody knows if the service means
    /// it, and there are two more tries at most.
    static let retryAfterSeconds = 1...600

    private let store: any WebPushSubscriptionStore
    private let client: WebPushClient
    private let didTry: (@Sendable (WakeTry) -> Void)?
    private let logger: Logger
    private let uptime: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let inbox = WakeInbox()
    private var schedules: [UUID: WakeSchedule] = [:]
    /// The subscriptions that have a task, which ends once their schedule has nothing due.
    private var followed: Set<UUID> = []
    private let permits = KeyedSemaphore<Bool>(width: sendsAtATime, timeout: .seconds(300))
    private let userPermits = UserSemaphore(width: sendsAtATimePerUser, timeout: .seconds(300))

    /// - Parameters:
    ///   - didTry: learns of each try's result.
    ///   - uptime: time since some fixed moment, never set back.
    ///   - sleep: waits until that clock has moved on by a duration.
    package init(
        store: any WebPushSubscriptionStore, client: WebPushClient, logger: Logger,
        didTry: (@Sendable (WakeTry) -> Void)? = nil,
        uptime: @escaping @Sendable () -> Duration = Pairing.monotonicClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.client = client
        self.didTry = didTry
        self.logger = logger
        self.uptime = uptime
        self.sleep = sleep
    }

    /// The number of subscriptions that wait for a message or get one now.
    package var followedCount: Int { followed.count }

    package nonisolated func didChange(_ change: RecordsChange) { inbox.add(change) }

    /// Sends messages until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in inbox.signals {
                for (user, origins) in inbox.take() {
                    for id in await noteChange(of: user, by: origins) {
                        group.addTask { await self.follow(id, of: user) }
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Notes a change at each subscription that somebody else's push is news to.
    ///
    /// - Returns: those that need a task.
    private func noteChange(of user: UUID, by origins: Set<SecretHash?>) async -> [UUID] {
        let subscriptions: [WebPushSubscription]
        do {
            subscriptions = try await store.webPushSubscriptions(of: user)
        } catch {
            logger.warning("nobody is woken", metadata: ["cause": "\(error)"])
            return []
        }
        let now = uptime()
        schedules = schedules.filter { followed.contains($0.key) || !$0.value.isOver(at: now) }
        return subscriptions.filter { origins != [$0.token] }.map(\.id).filter { id in
            schedules[id, default: WakeSchedule()].change(at: now)
            return followed.insert(id).inserted
        }
    }

    private func follow(_ id: UUID, of user: UUID) async {
        defer { followed.remove(id) }
        while let due = schedules[id]?.due {
            do {
                let wait = due - uptime()
                if wait > .zero { try await sleep(wait) }
                try await deliver(to: id, of: user)
            } catch is CancellationError {
                return
            } catch {
                logger.warning("no message was sent", metadata: ["cause": "\(error)"])
                // The changes up to now are given up, or a database that is down would be asked without a pause.
                schedules[id]?.send(at: uptime())
            }
        }
    }

    private func deliver(to id: UUID, of user: UUID) async throws {
        var waits = Self.retryWaits[...]
        while true {
            guard let (subscription, outcome) = try await send(to: id, of: user) else { return }
            switch outcome {
            case .taken:
                didTry?(.delivered)
                if subscription.refusalCount > 0 { try await store.clearWebPushRefusals(id) }
                return
            case .gone:
                didTry?(.gone)
                return try await store.removeWebPushSubscription(id)
            case .refused(let reason):
                didTry?(.refused)
                logger.warning("a push service refused a message", metadata: ["reason": "\(reason)"])
                return try await store.countWebPushRefusal(id)
            case .failed(let seconds):
                guard let wait = waits.popFirst() else {
                    didTry?(.failed)
                    return logger.notice("a push service didn't take a message")
                }
                didTry?(.retried)
                let asked = seconds.flatMap { Self.retryAfterSeconds.contains($0) ? Duration.seconds($0) : nil }
                try await sleep(asked ?? wait)
            }
        }
    }

    /// Makes one try; nil where the subscription has gone.
    private func send(to id: UUID, of user: UUID) async throws -> (WebPushSubscription, WebPushClient.Outcome)? {
        try await userPermits.withPermit(at: user) {
            try await permits.withPermit(at: true) {
                schedules[id]?.send(at: uptime())
                guard let subscription = try await store.webPushSubscription(id) else { return nil }
                return (subscription, try await client.send(to: subscription))
            }
        }
    }
}

/// The background work of Web Push, which ends when the server stops. A message that waits then is given up.
struct WakeService: Service {
    let sender: WakeSender

    func run() async throws {
        await cancelWhenGracefulShutdown { await sender.run() }
    }
}
