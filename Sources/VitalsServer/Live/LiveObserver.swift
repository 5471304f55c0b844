/// An observer that also learns of the events that a server sends, to count them. None of its calls may wait.
package protocol LiveObserver: SyncObserver {
    /// Is called once, when the server starts.
    ///
    /// - Parameter openCount: reads how many streams are open.
    func streamObserver(openCount: @escaping @Sendable () -> Int) -> any StreamObserver

    /// Is called once, if other servers may be on the database.
    func broadcastObserver() -> any BroadcastObserver
}

/// Learns of event streams, and of the events on them.
package protocol StreamObserver: Sendable {
    func didOpen()

    /// Called for a stream that is cut off because its client doesn't read.
    func didDrop()

    /// Called once an event is in the mailboxes of all streams of its user.
    ///
    /// - Parameter announcedAt: when the server learned of the change.
    func didHandOver(announcedAt: ContinuousClock.Instant)

    /// Called for each stream that an event was written to.
    func didSend(isAboutAccount: Bool, hasRecords: Bool)
}

/// Learns of the connection by which a server hears of changes on others.
package protocol BroadcastObserver: Sendable {
    func didConnect()
    func didFail()

    /// Called when this server is about to tell the others how far these logs go.
    func willTell(_ heads: [UserLog: Int64])

    /// Called for each notification, which may be one of this server's own.
    func didHear(_ log: UserLog, _ seq: Int64)
}
