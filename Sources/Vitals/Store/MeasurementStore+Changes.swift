import GRDB

// Change notifications for screens that show the store.

extension MeasurementStore {
    /// A stream with one element for each transaction of this store that changed something, whether the person, an
    /// import or a background sync made it.
    ///
    /// An element only says "look again", so elements that haven't been consumed yet collapse into one. Writes by other
    /// processes aren't reported.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = DatabaseRegionObservation(tracking: .fullDatabase).start(
            in: writer, onError: { _ in continuation.finish() }, onChange: { _ in continuation.yield() })
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    /// The kinds that the store has records of, known to this build or not, sorted by name.
    public func kinds() throws -> [MetricKind] {
        // One index lookup per kind; DISTINCT would read every row.
        let records = features.shownRecords
        return try read { database in
            try String.fetchAll(
                database,
                sql: """
                    WITH RECURSIVE present(kind) AS (
                      SELECT min(kind) FROM \(records)
                      UNION ALL
                      SELECT (SELECT min(kind) FROM \(records) WHERE kind > present.kind) FROM present
                      WHERE present.kind IS NOT NULL
                    )
                    SELECT kind FROM present WHERE kind IS NOT NULL
                    """
            ).map(MetricKind.init(rawValue:))
        }
    }
}
