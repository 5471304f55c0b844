/// Learns how many records pushes and pulls carry. It must not wait.
package protocol SyncObserver: Sendable {
    /// Called once the push is committed.
    func didPush(_ outcome: PushOutcome, rejectedCount: Int)

    /// Called for each piece of a pull, before it's sent.
    func didPull(_ recordCount: Int)
}
