import GRDB

// How somebody who shows the store learns that it has changed.

extension MeasurementStore {
    /// An element after each transaction of this store that changed something, whoever made it: the person, an import, a
    /// sync in the background.
    ///
    /// An element only says "look again", so those that nobody has taken yet fall together into one. What another process
    /// writes is not seen.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = DatabaseRegionObservation(tracking: .fullDatabase).start(
            in: writer, onError: { _ in continuation.finish() }, onChange: { _ in continuation.yield() })
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    /// The kinds that there are records of, known to this build or not, in order of their names.
    public func kinds() throws -> [MetricKind] {
        // One look into the index for each kind; DISTINCT would read every row.
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    WITH RECURSIVE present(kind) AS (
                      SELECT min(kind) FROM measurement
                      UNION ALL
                      SELECT (SELECT min(kind) FROM measurement WHERE kind > present.kind) FROM present
                      WHERE present.kind IS NOT NULL
                    )
                    SELECT kind FROM present WHERE kind IS NOT NULL
                    """
            ).map(MetricKind.init(rawValue:))
        }
    }
}
