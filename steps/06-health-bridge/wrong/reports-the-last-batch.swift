// replaces: import-all
// refused by: Step06HealthBridgeTests/importsTheFixture()
// says: 39 should be added
//
// Starts a new report instead of adding up.

        let total = ImportReport()
        for try await batch in bridge.batches(since: try anchor(source: bridge.source)) {
            _ = try importing { transaction in
                for measurement in batch.measurements { try transaction.add(measurement) }
                if let anchor = batch.anchor { try transaction.setAnchor(anchor, source: bridge.source) }
            }
        }
        return total
