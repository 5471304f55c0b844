// replaces: import-record
// refused by: Step06HealthBridgeTests/importsTheFixture()
// says: No server has seen them
//
// Stores samples clean, as if they came from the server: they never get there.

        let row = try tables.row(record.id)
        if let known = try row?.record ?? tables.rejected(record.id), known.version >= record.version {
            report.presentCount += 1
            return
        }
        try tables.settle(record)
        if row == nil { report.addedCount += 1 } else { report.updatedCount += 1 }
