import GRDB
package import Vitals

/// The entities of a device's store: opens transactions on its tables.
package struct EntityAccess: Sendable {
    package let store: MeasurementStore
    package let types: EntityTypes
    package let rules: EntityRules

    package init(_ store: MeasurementStore, types: EntityTypes, rules: EntityRules = .all) {
        self.store = store
        self.types = types
        self.rules = rules
    }

    /// Runs `body` in one transaction: all of it is kept, or nothing.
    package func write<Value>(_ body: (EntityTables) throws -> Value) throws -> Value {
        try store.write { try body(EntityTables($0, types: types, rules: rules)) }
    }

    package func read<Value>(_ body: (EntityTables) throws -> Value) throws -> Value {
        try store.read { try body(EntityTables(store.tables(reading: $0), types: types, rules: rules)) }
    }
}
