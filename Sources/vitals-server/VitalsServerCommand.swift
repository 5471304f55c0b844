import ArgumentParser

struct VitalsServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vitals-server",
        abstract: "The Vitals server: phones push and pull their records here.",
        discussion: """
            Without a subcommand it serves. Every setting is a flag or an environment variable; the flag wins.

            SETTINGS
              FLAG                         ENVIRONMENT               DEFAULT
              --database-url URL           DATABASE_URL              a SQLite file
              --data DIR                   VITALS_SERVER_DATA        of the user, by XDG
              --pool-size N                POOL_SIZE                 8
              --host ADDRESS               HOST                      127.0.0.1
              --port N                     PORT                      8080; 0 for a free one
              --max-body-bytes N           MAX_BODY_BYTES            5242880
              --max-batch-records N        MAX_BATCH_RECORDS         10000
              --max-connections N          MAX_CONNECTIONS           512
              --request-timeout-seconds N  REQUEST_TIMEOUT_SECONDS   30
              --body-timeout-seconds N     BODY_TIMEOUT_SECONDS      30
              --idle-timeout-seconds N     IDLE_TIMEOUT_SECONDS      60
              --shutdown-timeout-seconds N SHUTDOWN_TIMEOUT_SECONDS  30
              --log-level LEVEL            LOG_LEVEL                 info
              --log-format FORMAT          LOG_FORMAT                text; or json
              --allow-dev-token                                      off\(Features.settings)

            EXAMPLE
              vitals-server user add
              vitals-server --host 127.0.0.1 --port 8080
              DATABASE_URL=postgres://vitals@/vitals?host=/run/postgresql vitals-server

            EXIT STATUS
              0 after SIGTERM or SIGINT, 1 on failure, 2 on wrong usage.
            """,
        subcommands: [Serve.self, Migrate.self, User.self] + Features.commands,
        defaultSubcommand: Serve.self)
}
