// replaces: import-record
// refused by: Step06HealthBridgeTests/importKeepsEdits()
// says: The person corrected 72.5 kg to 70
//
// Writes every sample over its row: the next import undoes what the person corrected.

        let row = try tables.row(record.id)
        try tables.put(record, dirty: true)
        if row == nil { report.addedCount += 1 } else { report.updatedCount += 1 }
