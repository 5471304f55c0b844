public import Vitals

/// A record as the person should see it: its content and its sync state.
public struct RecordEntry: Hashable, Sendable {
    /// The row, or the refused copy if the person still has to fix it.
    public let shown: Vitals.Measurement
    public let state: RowState

    public init(shown: Vitals.Measurement, state: RowState) {
        self.shown = shown
        self.state = state
    }
}
