import ArgumentParser
import Foundation
import VitalsServer

/// Whether a server brings the schema of its database up to date at its start.
struct MigrationOptions: ParsableArguments {
    static let atStart = Setting(
        "no-migrate", "", "VITALS_MIGRATE", default: "on; or off",
        "Leave the tables of PostgreSQL as they are at the start; run `vitals-server migrate` yourself")

    @Flag(name: atStart.name, help: ArgumentHelp("\(atStart.about) (VITALS_MIGRATE=off)"))
    var noMigrate = false

    /// Creates the tables of an empty database, and runs the migrations that an older one lacks. A SQLite file is migrated
    /// when it's opened.
    ///
    /// - Throws: `Failure`, or `ValidationError` for the variable.
    func bringUpToDate(_ location: StoreLocation) async throws {
        let isOn = try !noMigrate && Environment.isOn(Self.atStart.variable) ?? true
        guard isOn, case .postgres(let url) = location else { return }
        do {
            let files = try SchemaFiles(at: Environment.text("VITALS_SCHEMA"))
            let outcome = try await PostgresSyncStore.migrate(
                url: url, schema: files.schema, migrations: files.migrations, onlyMissing: true)
            if case .applied = outcome { say("The database was empty and has Vitals' tables now.") }
        } catch {
            let failure = Failure(error, while: "The database can't be brought up to date")
            throw Failure("\(failure.message) With --no-migrate the server leaves the tables as they are.")
        }
    }

    private func say(_ text: String) {
        FileHandle.standardError.write(Data("vitals-server: \(text)\n".utf8))
    }
}
