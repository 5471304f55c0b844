/// The 200 response of a pull.
package struct PullResponse: Sendable {
    package var body: PullStream
    /// Nil from a server of the base protocol.
    package var identity: SyncHeaders?
}
