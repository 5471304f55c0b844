/// The 200 of a pull.
package struct PullAnswer: Sendable {
    package var body: PullStream
    /// Nil from a server of the bare contract.
    package var identity: Identity?
}
