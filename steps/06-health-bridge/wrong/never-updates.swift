// replaces: import-record
// refused by: Step06HealthBridgeTests/importTakesLaterVersions()
// says: Version 3 over version 2 is an update
//
// Leaves every existing row alone, even one of an earlier version.

        guard try tables.row(record.id) == nil else {
            report.presentCount += 1
            return
        }
        try tables.put(record, dirty: true)
        report.addedCount += 1
