// replaces: sync-command
// refused by: Step14RunTests/converge()
// says: B lists nothing
//
// Starts the sync but doesn't wait for it, so the process ends first.

        Task { try await device.sync() }
        return SyncReport()
