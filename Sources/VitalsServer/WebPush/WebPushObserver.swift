/// An observer that also learns of the messages that wake a closed app, to count them.
package protocol WebPushObserver: SyncObserver {
    /// Is called once, when the server starts.
    ///
    /// - Returns: what is called after each try to send a message. It must not wait.
    func observeTries() -> @Sendable (WakeTry) -> Void
}

/// The result of a try to send a message.
package enum WakeTry: String, CaseIterable, Sendable {
    /// The push service took the message, and delivers it when the device is there.
    case delivered
    /// The subscription has ended.
    case gone
    /// It failed, and will be tried again.
    case retried
    /// The push service refused it, and another try wouldn't help.
    case refused
    /// It failed for the last time, and is given up until the next change.
    case failed
}
