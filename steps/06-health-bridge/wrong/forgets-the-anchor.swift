// changes: import-all
// refused by: Step06HealthBridgeTests/replayAddsNothing()
// says: the second import should see nothing
//
// Never stores how far it has read: every import goes through the whole history again.

                 for measurement in batch.measurements { try transaction.add(measurement) }
-                if let anchor = batch.anchor { try transaction.setAnchor(anchor, source: bridge.source) }
             }
