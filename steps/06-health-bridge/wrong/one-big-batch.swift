// replaces: next-batch
// refused by: Step06HealthBridgeTests/batchesAreBounded()
// says: should come in batches of
//
// Reads the whole export into one batch, however big it is.

            var measurements: [Measurement] = []
            while let measurement = try reader.next() { measurements.append(measurement) }
            count += measurements.count
            finish()
            guard !measurements.isEmpty else { return nil }
            return HealthBatch(
                measurements: measurements,
                anchor: HealthExportAnchor(digest: digest, samplesRead: count).encoded)
