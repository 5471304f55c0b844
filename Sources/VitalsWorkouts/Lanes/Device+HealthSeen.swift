import GRDB
package import Vitals

extension Device {
    /// The types of which health sources have ever brought something, by their names on the wire.
    ///
    /// That's all that a phone can know about permission: HealthKit doesn't say what was allowed.
    ///
    /// - Throws: `StoreError`.
    package func healthTypesSeen() throws -> Set<String> {
        let lanes = try samples.lanes().values.joined().filter { $0.floor != nil }.map(\.type)
        let types = try samples.types().map(\.type)
        let kinds: [String] = try store.read { database in
            // The table comes with the first link.
            guard try database.tableExists("health_sample") else { return [] }
            return try String.fetchAll(
                database,
                sql: "SELECT DISTINCT kind FROM measurement WHERE id IN (SELECT record FROM health_sample)")
        }
        return Set(lanes + types + kinds)
    }
}
