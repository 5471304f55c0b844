import Foundation
import StepSupport
import Testing

/// Tests of the image. They read `Dockerfile` and run its entry point here, so they need no Docker.
extension Step16DeployTests {
    @Test("the image has the program and the schema, where the program finds it, and nothing else")
    func imageHolds() throws {
        let file = try Dockerfile()
        let last = try file.last("copies")
        expect(
            file.stages.count > 1 && !last.base.contains(/^(\w+\/)?swift(?!.*-slim)/),
            "The last stage begins with \(last.base), so the image would have the compiler in it.")
        for instruction in last.all("RUN") where instruction.text.contains(/\s(clang|swift|gcc|\S+-dev)(\s|$)/) {
            Issue.record("\(Dockerfile.path):\(instruction.line) installs what only a build needs.")
        }
        let copies = ImageCopy.all(in: last)
        for copy in copies where !copy.isProgram && !copy.isSchema && !copy.isPage && !copy.isPrompts {
            Issue.record(
                """
                \(Dockerfile.path):\(copy.line) copies \(copy.source)\(copy.stage.map { " from the stage \($0)" } ?? ""). \
                The image needs the program and the folder db. Anything else in it (sources, tests, one day a file with a \
                secret) goes to everyone who gets the image.
                """)
        }
        guard let program = copies.first(where: \.isProgram) else {
            Issue.record(
                "Nothing copies /out/vitals-server out of the build stage: `COPY --from=build SOURCE DESTINATION`.")
            return
        }
        guard let schema = copies.first(where: \.isSchema) else {
            Issue.record("Nothing copies db, so `vitals-server migrate` would find no schema in the image.")
            return
        }
        let prefix = ((program.file as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
        let places = [
            (prefix as NSString).appendingPathComponent("share/vitals/db/schema.sql"),
            (last.workingFolder as NSString).appendingPathComponent("db/schema.sql"),
        ]
        expect(
            places.contains(schema.file) || last.environment["VITALS_SCHEMA"] == schema.file,
            "The schema would be at \(schema.file). The program, \(program.file), looks for it at \(places[0]).")
    }

    @Test("the server runs as an unprivileged user")
    func unprivileged() throws {
        let last = try Dockerfile().last("runtime")
        guard let user = last.all("USER").last else {
            Issue.record(
                "There is no USER in the last stage, so the server runs as root: anyone who breaks into it owns the container."
            )
            return
        }
        let name = user.text.split(separator: ":").first.map(String.init) ?? ""
        expect(name != "root" && name != "0", "USER \(user.text) is root, who may do anything in the container.")
        let isMade = last.all("RUN").contains { run in
            run.line < user.line && run.text.contains(/useradd|adduser/)
                && run.text.split(whereSeparator: \.isWhitespace).contains(Substring(name))
        }
        expect(
            isMade || Int(name) != nil || ["nobody", "daemon", "www-data"].contains(name),
            "The user \(name) isn't created before line \(user.line), so the container wouldn't start. Create it with useradd."
        )
    }

    @Test("the signal that ends the container reaches the server")
    func signalReachesServer() throws {
        let last = try Dockerfile().last("copies", "runtime")
        guard let entry = last.all("ENTRYPOINT").last else {
            Issue.record("There is no ENTRYPOINT in the last stage, so the container wouldn't know what to run.")
            return
        }
        guard let words = entry.execWords, let program = words.first else {
            Issue.record(
                """
                ENTRYPOINT \(entry.text) is in shell form: /bin/sh is the first process, gets SIGTERM and doesn't \
                pass it on. Write it in exec form, ["PROGRAM", "ARGUMENT"].
                """)
            return
        }
        expect(
            !program.contains(/\/(ba|da)?sh$|^(ba|da)?sh$/),
            "The entry point is \(program), a shell. It gets SIGTERM in place of the server; name the server itself.")
        let installed = ImageCopy.all(in: last).first(where: \.isProgram)?.file ?? ""
        let isOnPath = ["/usr/local/bin", "/usr/bin", "/bin"].map { $0 + "/" + program }.contains(installed)
        expect(
            program == installed || isOnPath,
            "The entry point is \(program); the program was copied to \(installed).")
        expect(
            !words.contains("--allow-dev-token"),
            "With --allow-dev-token in the image, everyone may read and write with the token that's in the course.")
    }

    @Test(
        "the server listens on all interfaces, on the port that PORT says",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func listens() async throws {
        let container = try await TestContainer()
        if let word = container.fixedPort {
            Issue.record(
                "The entry point has \(word), and a flag wins over the environment: Cloud Run sets the port with PORT.")
            return
        }
        let server = try await container.start()
        defer { server.stop() }
        expect(
            server.port == container.port,
            "With PORT=\(container.port) it listens on \(server.port), so Cloud Run can't reach it.")
        let host = URL(string: server.url)?.host() ?? ""
        expect(
            ["0.0.0.0", "::", "[::]"].contains(host),
            """
            It listens on \(host), where only the container itself can reach it. Cloud Run connects through the \
            container's network interface, so HOST must be 0.0.0.0; it sets PORT, but never HOST.
            """)
        let answer = try await container.client(server).send("GET", "/readyz")
        expect(answer.status == 200, "It listens, but GET /readyz gets \(answer).")
    }

    @Test("PORT has a default value, which the health check needs")
    func defaultPort() throws {
        let last = try Dockerfile().last("runtime")
        let port = last.environment["PORT"] ?? ""
        let exposed = last.all("EXPOSE").flatMap(\.words).map { $0.replacing("/tcp", with: "") }
        expect(
            exposed.contains(port),
            """
            ENV PORT is \(port.isEmpty ? "not there" : port), EXPOSE says \(exposed.joined(separator: " ")). Without \
            Cloud Run the health check asks http://127.0.0.1:${PORT}/healthz, and people map the port in EXPOSE.
            """)
    }
}
