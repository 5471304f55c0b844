import ArgumentParser

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create or update the tables of a database. Running it again changes nothing.",
        discussion: """
            A SQLite file is migrated when it is opened.

            EXAMPLE
              DATABASE_URL=postgres://vitals@/vitals?host=/run/postgresql vitals-server migrate
            """)

    @OptionGroup var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The schema for PostgreSQL (VITALS_SCHEMA; default: db/schema.sql here or near the program).",
            valueName: "path"))
    var schema: String?

    func run() async throws {
        let location = try store.location()
        let schemaPath = try schema ?? Environment.text("VITALS_SCHEMA")
        do {
            print(try await migrate(location, schemaPath: schemaPath))
        } catch {
            throw Failure(error, while: "The database can't be migrated")
        }
    }
}
