// replaces: import-record
// refused by: Step06HealthBridgeTests/importKnowsWhatWasRefused()
// says: lies in `rejected`
//
// Looks at the rows alone: what the server has refused has none, and is imported again each time.

        let row = try tables.row(record.id)
        if let known = row?.record, known.version >= record.version {
            report.presentCount += 1
            return
        }
        if let row, !row.isDirty { try tables.setBase(row.record) }
        try tables.put(record, dirty: true)
        if row == nil { report.addedCount += 1 } else { report.updatedCount += 1 }
