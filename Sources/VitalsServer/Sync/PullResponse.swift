/// The 200 of a pull.
package struct PullResponse: Sendable {
    package var body: PullStream
    /// Nil from a server of the bare contract.
    package var identity: SyncHeaders?
}
