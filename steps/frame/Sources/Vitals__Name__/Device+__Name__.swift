import GRDB
public import Vitals

extension Device {
    /// The number of writes on this device, by kind. A kind that was never written isn't in it.
    ///
    /// - Throws: `StoreError`, also where the device was opened without the feature.
    public func __name__() throws -> [MetricKind: Int] {
        try store.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT kind, written FROM __table__")
            return rows.reduce(into: [:]) { counts, row in counts[MetricKind(rawValue: row[0])] = row[1] }
        }
    }
}
