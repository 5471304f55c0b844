import Foundation
import StepSupport
import Testing

/// Tests of the database's address: `deploy/cloudrun/dsn.sh`.
@Suite("Step 16: deploy")
struct Step16DeployTests {
    static let user = "vitals-app@my-project.iam"
    static let folder = "/cloudsql/" + ServiceFile.connectionName
    /// All separators of an address, a shell's special characters, and a character of two bytes.
    static let password = #"p@ss:w/o%41r?d#'"\ ü&=+;*$HOME"#

    /// Passwords, each with the rule that a wrong encoding breaks.
    private static let passwords = [
        ("correct-horse_battery.staple~9", "letters, digits and - . _ ~ stay as they are"),
        ("p@ss", "an @ ends the password"),
        ("a:b/c?d#e[f]", "a separator of an address ends a part of it"),
        ("100%41", "a % begins an escape, so it's escaped itself: %25"),
        ("!$&'()*+,;=", "these are separators within a part"),
        (#"say "it's" \ `id` $(id) $HOME *"#, "the shell interpreted its own special characters"),
        (#"\n\x41\\"#, "a backslash was taken for a shell escape"),
        (" a  b\t", "the shell splits words at spaces and tabs"),
        ("-n", "echo took the password for an option"),
        ("two\nlines\n", "a newline belongs to the password, at the end too"),
        ("Zürich 東京", "a character of several bytes has several escapes"),
        (
            String(repeating: "@", count: 100),
            "a hundred characters: od shortens lines that repeat, and other tools break long ones"
        ),
    ]

    @Test("each byte that isn't a letter, a digit or one of - . _ ~ is escaped, and nothing is lost")
    func escapes() async throws {
        for (password, hint) in Self.passwords {
            let dsn: SocketDSN
            do {
                dsn = try await SocketDSN.make(
                    user: Self.user, password: password, database: "vitals", folder: Self.folder)
            } catch let error as SocketDSN.Malformed {
                Issue.record(
                    "The password \(password.debugDescription) can't be read from the address (\(hint)). \(error)")
                return
            }
            expect(
                dsn.password == password,
                """
                The password \(password.debugDescription) became \(dsn.password.debugDescription) (\(hint)). The address \
                is \(dsn.text.debugDescription).
                """)
            if dsn.password != password { return }
        }
    }

    @Test("user, database and folder are each where they belong, escaped like the password")
    func parts() async throws {
        let cases = [
            ("vitals", "vitals", Self.folder),
            (Self.user, "health data/2026?", "/cloudsql/example.org:my-project:europe-west1:vitals"),
            ("100%", "a:b@c#d", "/tmp/a folder?x=1&y=2%2F"),
        ]
        for (user, database, folder) in cases {
            let dsn = try await SocketDSN.make(user: user, password: "secret", database: database, folder: folder)
            for (name, found, wanted) in [
                ("user", dsn.user, user), ("password", dsn.password, "secret"), ("database", dsn.database, database),
                ("folder", dsn.folder, folder),
            ] {
                expect(
                    found == wanted,
                    "The \(name) should be \(wanted), but in the address \(dsn.text.debugDescription) it is \(found).")
            }
        }
    }

    @Test("without a password there is no address")
    func noPassword() async throws {
        let run = try await SocketDSN.run(user: "vitals", password: "", database: "vitals", folder: Self.folder)
        expect(
            run.status != 0 && run.output.isEmpty,
            """
            Standard input was empty, as it is when the command before the pipe failed, but socket_dsn ended with status \
            \(run.status) and printed \(run.output.debugDescription). deploy.sh would put that into Secret Manager. Say \
            what's missing on standard error and `return 1`.
            """)
    }

    @Test("the password isn't in any argument of a command")
    func noArgument() async throws {
        let spies = try SpiedPath()
        let run = try await SocketDSN.run(
            user: "vitals", password: "open-sesame ü@", database: "vitals", folder: Self.folder,
            environment: spies.environment)
        expect(run.status == 0, "socket_dsn ended with status \(run.status): \(run.errors)")
        let told = try spies.calls().filter { $0.contains("sesame") }
        expect(
            told.isEmpty,
            """
            The password is in the command line \(told.first ?? ""), which `ps` shows to every user of the machine. Let \
            the command read it from standard input; only a shell built-in, such as printf, may have it as an argument.
            """)
    }

    @Test("the address reaches a Postgres that asks for the password, through the socket in its folder")
    func reachesPostgres() async throws {
        // Runs before anything is started, so that unwritten parts are reported at once.
        let user = Self.user
        _ = try await SocketDSN.make(user: user, password: Self.password, database: "vitals", folder: Self.folder)

        let postgres = try await blocking { try PasswordPostgres(connectionName: ServiceFile.connectionName) }
        try await blocking { try postgres.makeRole(user, password: Self.password, database: "vitals") }
        let dsn = try await SocketDSN.make(
            user: user, password: Self.password, database: "vitals", folder: postgres.socketFolder)
        let migration = try await blocking {
            try RunningProgram(
                "vitals-server", ["migrate", "--schema", PackageFiles.url("db/schema.sql").path],
                environment: ["DATABASE_URL": dsn.text]
            ).finish(withinSeconds: 30)
        }
        expect(
            migration.status == 0,
            """
            The user \(user) has the password \(Self.password), and the socket is in \(postgres.socketFolder). With \
            DATABASE_URL=\(dsn.text) `vitals-server migrate` ended with status \(migration.status): \(migration.errors)
            """)
        guard migration.status == 0 else { return }
        let server = try await blocking { try LiveServer(databaseURL: dsn.text) }
        let answer = try await ServerClient(server, token: nil).send("GET", "/readyz")
        expect(answer.status == 200, "The server has its tables, but GET /readyz gets \(answer).")
    }
}
