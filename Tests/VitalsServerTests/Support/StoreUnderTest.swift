import Foundation
import Testing
import VitalsServer
import VitalsServerEntities
import VitalsServerReminders
import VitalsServerWorkouts

/// The real implementations of `SyncStore`; every conformance test runs against each of them.
enum StoreUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case sqlite
    case postgres

    /// The available stores; PostgreSQL is included if `VITALS_TEST_DATABASE_URL` names a server.
    static var available: [StoreUnderTest] {
        let hasPostgres = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_URL"] != nil
        return hasPostgres ? allCases : [.memory, .sqlite]
    }

    /// Those with a database: chapters that aggregate in SQL have no memory store.
    static var databases: [StoreUnderTest] { available.filter { $0 != .memory } }

    var testDescription: String { rawValue }

    /// Runs `body` with a new store, and removes it afterwards.
    ///
    /// - Parameters:
    ///   - notesOverwritten: give it the tables and the hook of overwritten edits.
    ///   - hasLabels: give it the column `label`.
    ///   - hasInsights: give it the table `insights`.
    ///   - hasEntities: give it the tables of entities.
    ///   - hasReminders: give it the table of entitlements.
    ///   - hasSamples: give it the tables of samples.
    func withStore(
        notesOverwritten: Bool = false, hasLabels: Bool = false, hasInsights: Bool = false,
        hasEntities: Bool = false, hasReminders: Bool = false, hasSamples: Bool = false,
        _ body: @escaping @Sendable (any SyncStore) async throws -> Void
    ) async throws {
        switch self {
        case .memory: try await body(MemorySyncStore(pushHooks: notesOverwritten ? [.overwrittenNotes] : []))
        case .sqlite:
            try await withTemporaryDirectory { directory in
                let store = try SQLiteSyncStore(
                    path: directory + "/server.sqlite",
                    migrations: (notesOverwritten ? [.overwritten] : []) + (hasLabels ? [.label] : [])
                        + (hasInsights ? [.insights] : []) + (hasEntities ? [.entities] : [])
                        + (hasReminders ? [.reminders] : []) + (hasSamples ? [.samples] : []),
                    pushHooks: (notesOverwritten ? [.overwrittenNotes] : []) + (hasEntities ? [.entities] : [])
                        + (hasReminders ? [.reminders] : []) + (hasSamples ? [.samples] : []))
                try await body(store)
                try await store.close()
            }
        case .postgres:
            try await withPostgresStore(
                notesOverwritten: notesOverwritten, hasLabels: hasLabels, hasInsights: hasInsights,
                hasEntities: hasEntities, hasReminders: hasReminders, hasSamples: hasSamples
            ) { store, _ in
                try await body(store)
            }
        }
    }
}

func withTemporaryDirectory<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("vitals-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory.path)
}

extension [SQLiteMigration] {
    /// Those of the finished `vitals-server`, which opens no file that has others.
    static let all: [SQLiteMigration] = [
        .pairing, .overwritten, .compacted, .label, .insights, .webPush, .sessions,
        .entities, .reminders, .samples, .devices,
    ]
}
