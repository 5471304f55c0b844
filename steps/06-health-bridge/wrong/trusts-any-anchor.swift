// replaces: resume
// refused by: Step06HealthBridgeTests/anchorBelongsToItsExport()
// says: An anchor counts only in the file whose digest it holds
//
// Skips as many samples as the anchor says, in any file and for any kinds.

        guard let known = HealthExportAnchor(anchor) else { return }
        while count < known.samplesRead, try reader.next() != nil { count += 1 }
