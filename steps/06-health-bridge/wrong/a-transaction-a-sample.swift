// replaces: import-all
// refused by: Step06HealthBridgeTests/anchorIsStoredWithItsBatch()
// says: its anchor says
//
// Gives each sample its own transaction: that's slow, and after a crash part of a batch is there without its anchor.

        var total = ImportReport()
        for try await batch in bridge.batches(since: try anchor(source: bridge.source)) {
            for measurement in batch.measurements {
                let (_, report) = try importing { try $0.add(measurement) }
                total.addedCount += report.addedCount
                total.updatedCount += report.updatedCount
                total.presentCount += report.presentCount
            }
            if let anchor = batch.anchor {
                _ = try importing { try $0.setAnchor(anchor, source: bridge.source) }
            }
        }
        return total
