// replaces: next-batch
// refused by: Step06HealthBridgeTests/resumesAtTheAnchor()
// says: After the last anchor there is nothing
//
// Writes the size of this batch into the anchor, where how far the file was read belongs.

            var measurements: [Measurement] = []
            while measurements.count < HealthExportBridge.batchSize, let measurement = try reader.next() {
                measurements.append(measurement)
            }
            count = measurements.count
            if measurements.count < HealthExportBridge.batchSize { finish() }
            guard !measurements.isEmpty else { return nil }
            return HealthBatch(
                measurements: measurements,
                anchor: HealthExportAnchor(digest: digest, samplesRead: count).encoded)
