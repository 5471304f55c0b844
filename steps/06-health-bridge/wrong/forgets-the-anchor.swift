// replaces: import-all
// refused by: Step06HealthBridgeTests/replayAddsNothing()
// says: the second import should see nothing
//
// Never stores how far it has read: every import goes through the whole history again.

        var total = ImportReport()
        for try await batch in bridge.batches(since: try anchor(source: bridge.source)) {
            let (_, report) = try importing { transaction in
                for measurement in batch.measurements { try transaction.add(measurement) }
            }
            total.addedCount += report.addedCount
            total.updatedCount += report.updatedCount
            total.presentCount += report.presentCount
        }
        return total
