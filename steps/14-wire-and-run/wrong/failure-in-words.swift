// replaces: sync-command
// refused by: Step14RunTests/serverAway()
// says: a script would go on
//
// Tells of the failure as if it were news, and ends well.

        do {
            return try await device.sync()
        } catch {
            print("The sync did not work: \(error)")
            return SyncReport()
        }
