// replaces: sync-command
// refused by: Step14RunTests/converge()
// says: B lists nothing
//
// Starts the sync and does not wait for it: the process ends first.

        Task { try await device.sync() }
        return SyncReport()
