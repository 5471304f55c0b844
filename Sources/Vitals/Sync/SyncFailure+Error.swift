extension SyncFailure {
    /// The error that a person is told, for a feature with routes of its own.
    package var syncError: SyncError { SyncError(self) }
}
