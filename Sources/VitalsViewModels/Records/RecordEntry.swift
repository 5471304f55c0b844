public import Vitals

/// A record as the person should see it: what it says, and where it stands.
public struct RecordEntry: Hashable, Sendable {
    /// The row, or the refused copy where the person is still to fix that one.
    public let shown: Vitals.Measurement
    public let state: RowState

    public init(shown: Vitals.Measurement, state: RowState) {
        self.shown = shown
        self.state = state
    }
}
