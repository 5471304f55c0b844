import Foundation
import StepSupport
import Testing

@Suite("Step 11: Postgres on this machine")
struct Step11LocalPostgresTests {
    @Test("the database is Postgres 16, even when a newer version is out")
    func version() throws {
        let image = try ComposeFile().service("db").text("image")
        expect(
            image.wholeMatch(of: /(docker\.io\/)?(library\/)?postgres:16([.-].*)?/) != nil,
            """
            The image of db is "\(image)"; it should be postgres:16 or one of its variants. Without a version, some day \
            `docker compose up` brings a Postgres that can't read the data of the one before.
            """)
    }

    @Test("the data is in a named volume, so it outlives the container")
    func keepsData() throws {
        let file = try ComposeFile()
        let mounts = try file.service("db").mounts
        guard let data = mounts.first(where: { $0.target == "/var/lib/postgresql/data" }) else {
            Issue.record(
                "Nothing is mounted at /var/lib/postgresql/data, where Postgres keeps its data: `down` would lose it.")
            return
        }
        expect(
            data.isNamedVolume,
            """
            What's mounted at /var/lib/postgresql/data isn't a named volume. It has \
            \(data.source.isEmpty ? "no name at all, so each `up` may begin with another" : "the path \(data.source)").
            """)
        let declared = try file.declaredVolumes()
        expect(
            !data.isNamedVolume || declared.contains(data.source),
            """
            The volume \(data.source) is used but not declared. Compose refuses the file unless the name is also under \
            `volumes:` at the left margin, where there \(declared.isEmpty ? "is none" : "are \(declared)") now.
            """)
    }

    @Test("a fresh volume gets db/schema.sql, which the container can't change")
    func schemaMounted() throws {
        let scripts = try ComposeFile().service("db").mounts
            .filter { $0.target.hasPrefix("/docker-entrypoint-initdb.d") }
        guard scripts.count == 1, let script = scripts.first else {
            Issue.record("Mount one file, the schema, below /docker-entrypoint-initdb.d; there are \(scripts.count).")
            return
        }
        let source = URL(filePath: script.source, relativeTo: PackageFiles.url("")).standardizedFileURL.path
        expect(
            source == PackageFiles.url("db/schema.sql").path,
            """
            What's mounted is \(script.source); the schema is ./db/schema.sql. If there's nothing at a path, Docker \
            creates an empty folder there, and the database stays empty.
            """)
        expect(
            script.target.hasPrefix("/docker-entrypoint-initdb.d/") && script.target.hasSuffix(".sql"),
            "The image runs files that end in .sql inside /docker-entrypoint-initdb.d; this one is \(script.target).")
        expect(script.isReadOnly, "The container can write to the schema as you mounted it: add `:ro`.")
    }

    @Test("nothing can be reached from another machine")
    func loopbackOnly() throws {
        let file = try ComposeFile()
        for name in file.serviceNames {
            for port in try file.service(name).ports {
                expect(
                    ["127.0.0.1", "[::1]", "::1"].contains(port.hostAddress),
                    """
                    \(name) publishes port \(port.host) on \
                    \(port.hostAddress.isEmpty ? "every interface" : port.hostAddress). Anyone on the same network can \
                    then try the password; begin the mapping with 127.0.0.1.
                    """)
            }
        }
    }

    @Test("the port on this machine is 5432, unless VITALS_POSTGRES_PORT says otherwise")
    func port() throws {
        for (variables, expected) in [([:], "5432"), (["VITALS_POSTGRES_PORT": "15432"], "15432")] {
            let ports = try ComposeFile(variables: variables).service("db").ports.filter { $0.container == "5432" }
            expect(
                ports.map(\.host) == [expected],
                """
                With \(variables.isEmpty ? "no variable set" : "VITALS_POSTGRES_PORT=15432") the container's port 5432 \
                should be \(expected) here; it is \(ports.map(\.host)). Anyone who has a Postgres already needs another port.
                """)
        }
    }

    @Test("the database is healthy when it takes connections over the network, with the schema applied")
    func healthCheck() throws {
        let words = try ComposeFile().service("db").healthCheck
        let command = words.joined(separator: " ")
        expect(
            words.contains { $0.hasSuffix("pg_isready") },
            "The health check of db should run pg_isready; it is \(words.isEmpty ? "not there" : "`\(command)`").")
        expect(
            command.contains(/(-h|--host)[= ]?(127\.0\.0\.1|localhost)\b/),
            """
            `\(command)` asks over the Unix socket. While the image applies the schema, it runs a temporary server that \
            listens only there, so the database would be called healthy too early. Ask with --host=127.0.0.1.
            """)
    }

    @Test("the server starts once the database is healthy, not once its process runs")
    func serverWaits() throws {
        let condition = try ComposeFile().service("server").dependencies["db"]
        expect(
            condition == "service_healthy",
            """
            The server \(condition.map { "waits for \($0) of db" } ?? "doesn't wait for db"). After its container has \
            started, Postgres needs seconds to take the first connection; service_healthy waits for the health check.
            """)
    }

    @Test("the server's DATABASE_URL names the user, the password and the database that db creates")
    func serverFindsDatabase() throws {
        let database = try ComposeFile().service("db").environment
        let text = try ComposeFile().service("server").environment["DATABASE_URL"] ?? ""
        let url = URLComponents(string: text)
        let user = database["POSTGRES_USER"] ?? "postgres"
        let made = [user, database["POSTGRES_PASSWORD"] ?? "", database["POSTGRES_DB"] ?? user]
        let wanted = [url?.user ?? "", url?.password ?? "", url.map { String($0.path.dropFirst()) } ?? ""]
        for (name, made, wanted) in zip3(["user", "password", "database"], made, wanted) {
            expect(
                made == wanted, "db creates the \(name) \"\(made)\"; the server's DATABASE_URL asks for \"\(wanted)\".")
        }
        expect(
            url?.host == "db",
            "The host in DATABASE_URL is \(url?.host ?? "none"); it should be db, the service's name.")
    }

    @Test("the database asks for a password, and the file holds no other secret")
    func secrets() throws {
        let file = try ComposeFile()
        expect(
            try file.service("db").environment["POSTGRES_HOST_AUTH_METHOD"] != "trust",
            "POSTGRES_HOST_AUTH_METHOD: trust lets anyone in without a password. Set POSTGRES_PASSWORD instead.")
        for name in file.serviceNames {
            let known = ["POSTGRES_PASSWORD": "vitals"]
            for (key, value) in try file.service(name).environment
            where key.contains(/PASSWORD|SECRET|TOKEN|KEY|CREDENTIAL/) && !value.isEmpty && known[key] != value {
                Issue.record(
                    """
                    \(name) has \(key) in this file, which everyone who has the code can read. The only password that \
                    may be in it is vitals, the well-known one of a developer's machine.
                    """)
            }
        }
    }

    private func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
        zip(a, zip(b, c)).map { ($0, $1.0, $1.1) }
    }
}
