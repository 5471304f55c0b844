internal import ArgumentParser
internal import CheckpointSystem
internal import Foundation

struct PostgresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgres",
        abstract: "Run a throw-away Postgres to try things on, until Ctrl-C.",
        discussion: """
            Its database starts empty and is deleted afterwards. In another terminal, set DATABASE_URL as it prints; then, for example: \
            psql "$DATABASE_URL" --single-transaction -v ON_ERROR_STOP=1 -f db/schema.sql
            """)

    @OptionGroup var options: CommonOptions

    private struct Report: Encodable { let url: String }

    func run() async throws {
        let json = options.json
        try await interruptibly {
            try await Resources.using { resources in
                let postgres = try await ThrowawayPostgres.start(in: resources)
                if json {
                    try Output.json(Report(url: postgres.url))
                } else {
                    Output.standard(
                        "A Postgres with an empty database is running until Ctrl-C. In another terminal:\n\n")
                    Output.standard("    export DATABASE_URL='\(postgres.url)'\n\n")
                }
                try await postgres.process.whileRunning { try await Task.sleep(for: .seconds(86_400 * 365)) }
            }
        }
    }
}
