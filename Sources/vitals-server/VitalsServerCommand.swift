import ArgumentParser

struct VitalsServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitals-server",
        abstract: "The Vitals server: phones push and pull their records here.",
        discussion: """
            Without a subcommand it serves. Every setting is a flag or an environment variable; the flag wins.

            SETTINGS
              FLAG                         ENVIRONMENT               DEFAULT
            \(table)
              --allow-dev-token                                      off

            EXAMPLE
              vitals-server user add
              vitals-server --host 127.0.0.1 --port 8080
              DATABASE_URL=postgres://vitals@/vitals?host=/run/postgresql vitals-server

            EXIT STATUS
              0 after SIGTERM or SIGINT, 1 on failure, 2 on wrong usage.
            """,
        subcommands: [Serve.self, Migrate.self, User.self] + Features.commands,
        defaultSubcommand: Serve.self)

    private static var table: String {
        (StoreOptions.settings + ServeOptions.settings + Features.settings).map(\.row).joined(separator: "\n")
    }
}
