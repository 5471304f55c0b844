import ArgumentParser

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the tables of an empty database; a second run changes nothing.",
        discussion: "SQLite migrates itself when it is opened.")

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let location = try store.location()
        do {
            print(try await migrate(location))
        } catch {
            throw Failure(error, while: "The database cannot be migrated")
        }
    }
}
