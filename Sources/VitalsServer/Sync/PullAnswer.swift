import Vitals

/// The 200 of a pull of one page.
package struct PullAnswer: Hashable, Sendable {
    package var outcome: PullOutcome
    /// Nil from a server of the bare contract.
    package var identity: Identity?

    package var body: [UInt8] {
        var writer = JSONBytes()
        writer.raw(#"{"records":"#)
        writer.array(outcome.records) { $1.writeJSON(into: &$0.bytes) }
        writer.raw(#","nextCursor":"# + String(outcome.nextCursor) + "}")
        return writer.bytes
    }
}
