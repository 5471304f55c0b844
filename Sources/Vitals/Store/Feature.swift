package import Foundation
package import GRDB

/// A part that a device is opened with: what it stores, and what it does when the core does something.
///
/// A feature is a value in a list (`FeatureList`). The core calls the list and names no feature, so a new one changes no
/// file of the core. `Deletes/Feature+Deletes.swift` is one.
///
/// Whatever gets `RecordTables` runs inside the transaction of the core's write: if it throws, nothing of the write stays.
package struct Feature: Sendable {
    package typealias RecordEffect = @Sendable (RecordTables, Measurement) throws -> Void
    package typealias StoreEffect = @Sendable (MeasurementStore) throws -> Void

    /// One word everywhere: also the folder, the command and the route.
    package let name: String

    // MARK: What it stores

    package var migrations: [StoreMigration] = []
    /// The rules of sync that it adds to those of part one.
    package var rules: SyncRules = []
    /// The table or view of the records that a person sees, where the feature hides some. Only one feature may have it.
    package var shownRecords: String?
    /// Files that it makes in the device's directory, so that an erasure removes them.
    package var files: [String] = []

    // MARK: Effects, in the order of the list

    /// Before a record replaces the row with its id.
    package var willReplaceRow: RecordEffect?
    /// After a local write has replaced the row with its id.
    package var didReplaceRow: RecordEffect?
    /// When the server has acknowledged a copy of a row, before the row is marked clean.
    package var didAcknowledge: RecordEffect?
    /// When the store is opened, and when a sync has ended.
    package var tidy: StoreEffect?
    /// After an import.
    package var didImport: StoreEffect?
    /// Make a reader for one import, inside its transaction. It reads what the source holds beside records.
    package var importReader: (@Sendable (RecordTables) throws -> any ImportReader)?
    /// A lost edit as it's brought back.
    package var asRestored: (@Sendable (Measurement) -> Measurement)?

    // MARK: Questions

    /// Is the record that a refused edit goes back to an edit of this device? Nil where the feature doesn't know.
    package var isOwnBase: (@Sendable (RecordTables, Measurement) throws -> Bool?)?
    /// Is a row without a base an edit of a record that the server had?
    package var isEditOfExchanged: (@Sendable (RecordTables, UUID) throws -> Bool)?
    /// Does a row that loses hold an edit that the winner's author can't have seen?
    package var isUnseen: (@Sendable (RecordTables, RecordTables.Row) throws -> Bool)?
    /// Counts what exists on this device only, beside records. "Erase this phone" asks about it.
    package var unsent: (@Sendable (Database) throws -> UnsentItems)?

    // @from 8
    // MARK: Sync

    /// The versions that unsent edits were made from, by record.
    package var editedFrom: (@Sendable (MeasurementStore, [Measurement]) throws -> [UUID: RecordVersion])?
    /// Before a response is applied, with the versions that it calls overwritten; not called if there are none.
    package var willApply: (@Sendable (RecordTables, [UUID: OverwrittenVersions]) throws -> Void)?
    /// After that response was applied.
    package var didApply: (@Sendable (RecordTables) throws -> Void)?
    /// After the records of a pulled page were merged.
    package var didApplyPage: (@Sendable (RecordTables, Pulled) throws -> Void)?
    /// The feature's own part of a sync, after the records were exchanged.
    package var syncStage: (@Sendable (SyncStage) async throws -> Void)?
    /// Read the number up to which the device has read a log, by the type of its events, such as `measurements.changed`.
    package var eventCursors: [String: @Sendable (Database) throws -> Int64] = [:]

    // MARK: The device

    /// The transport that the device sends its requests with.
    package var wrapTransport:
        (@Sendable (any HTTPTransport, _ clock: @escaping @Sendable () -> Timestamp) -> any HTTPTransport)?
    /// Before the store in a directory is opened.
    package var willOpen: (@Sendable (_ directory: String, any SecureStore) throws -> Void)?
    // @end
    // @from 14
    /// Make what is told of a device's exchanges with its server.
    package var exchangeObserver: (@Sendable () -> any ExchangeObserver)?
    // @end

    /// A feature with some of its parts.
    package init(name: String, _ fill: (inout Feature) -> Void) {
        self.name = name
        fill(&self)
    }
}

/// A reader of what a source of imports holds beside records. Each sort of source asks it for what it needs, such as
/// `reader as? any HealthTagReader` for an export of Apple Health.
package protocol ImportReader: AnyObject {}

/// Tables that a feature adds to a device's store. The name is unique in the store and never changes.
package struct StoreMigration: Sendable {
    package let name: String
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// How many things of one sort exist on a device only.
package struct UnsentItems: Hashable, Sendable {
    package var count: Int
    /// The name of one, such as `reminder`.
    package var one: String
    /// The name of several, such as `reminders`.
    package var more: String

    package init(count: Int, one: String, more: String) {
        self.count = count
        self.one = one
        self.more = more
    }

    /// `1 reminder`, `3 reminders`.
    package var text: String { "\(count) \(count == 1 ? one : more)" }
}
