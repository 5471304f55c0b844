import Foundation
import StepSupport
import Testing

/// Tests of the image. They read `Dockerfile` and run its entry point here, so they need no Docker.
extension Step16DeployTests {
    @Test("the image holds the program and the schema, where the program finds it, and nothing else")
    func imageHolds() throws {
        let file = try Dockerfile()
        let last = try file.last("copies")
        #expect(
            file.stages.count > 1 && !last.base.contains(/^(\w+\/)?swift(?!.*-slim)/),
            "The last stage begins with \(last.base): whoever runs the image would carry the compiler along.")
        for instruction in last.all("RUN") where instruction.text.contains(/\s(clang|swift|gcc|\S+-dev)(\s|$)/) {
            Issue.record("\(Dockerfile.path):\(instruction.line) installs what only a build needs.")
        }
        let copies = ImageCopy.all(in: last)
        for copy in copies where !copy.isProgram && !copy.isSchema && !copy.isPage && !copy.isPrompts {
            Issue.record(
                """
                \(Dockerfile.path):\(copy.line) copies \(copy.source)\(copy.stage.map { " from the stage \($0)" } ?? ""). \
                The image needs the program and the folder db; what else is in it, sources and tests, and one day a file \
                with a secret, goes to everybody who gets the image.
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
        #expect(
            places.contains(schema.file) || last.environment["VITALS_SCHEMA"] == schema.file,
            "The schema would lie at \(schema.file). The program, \(program.file), looks for it at \(places[0]).")
    }

    @Test("the server runs as nobody special")
    func unprivileged() throws {
        let last = try Dockerfile().last("runtime")
        guard let user = last.all("USER").last else {
            Issue.record(
                "There is no USER in the last stage, so the server runs as root: who breaks into it owns the container."
            )
            return
        }
        let name = user.text.split(separator: ":").first.map(String.init) ?? ""
        #expect(name != "root" && name != "0", "USER \(user.text) is root, who may do everything in the container.")
        let isMade = last.all("RUN").contains { run in
            run.line < user.line && run.text.contains(/useradd|adduser/)
                && run.text.split(whereSeparator: \.isWhitespace).contains(Substring(name))
        }
        #expect(
            isMade || Int(name) != nil || ["nobody", "daemon", "www-data"].contains(name),
            "Nobody made the user \(name) before line \(user.line): the container would not start. useradd does it.")
    }

    @Test("the signal that ends the container reaches the server")
    func signalReachesServer() throws {
        let last = try Dockerfile().last("copies", "runtime")
        guard let entry = last.all("ENTRYPOINT").last else {
            Issue.record("There is no ENTRYPOINT in the last stage: the container would not know what to run.")
            return
        }
        guard let words = entry.execWords, let program = words.first else {
            Issue.record(
                """
                ENTRYPOINT \(entry.text) is in shell form: /bin/sh is the first process and gets SIGTERM, and does not \
                hand it on. Write it in exec form, ["PROGRAM", "ARGUMENT"].
                """)
            return
        }
        #expect(
            !program.contains(/\/(ba|da)?sh$|^(ba|da)?sh$/),
            "The entry point is \(program), a shell. It gets SIGTERM in place of the server; name the server itself.")
        let installed = ImageCopy.all(in: last).first(where: \.isProgram)?.file ?? ""
        let isOnPath = ["/usr/local/bin", "/usr/bin", "/bin"].map { $0 + "/" + program }.contains(installed)
        #expect(
            program == installed || isOnPath,
            "The entry point is \(program); the program was copied to \(installed).")
        #expect(
            !words.contains("--allow-dev-token"),
            "With --allow-dev-token in the image everybody may read and write by the token that stands in the course.")
    }

    @Test(
        "it listens on all interfaces, on the port that PORT says",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func listens() async throws {
        let container = try await TestContainer()
        if let word = container.fixedPort {
            Issue.record(
                "The entry point has \(word), and a flag wins over the environment: Cloud Run says the port by PORT.")
            return
        }
        let server = try await container.start()
        defer { server.stop() }
        #expect(
            server.port == container.port,
            "With PORT=\(container.port) it listens on \(server.port): Cloud Run asks there in vain.")
        let host = URL(string: server.url)?.host() ?? ""
        #expect(
            ["0.0.0.0", "::", "[::]"].contains(host),
            """
            It listens on \(host), where only the container itself can reach it. Cloud Run comes by the container's \
            network interface, so HOST must be 0.0.0.0; it sets PORT, and never HOST.
            """)
        let answer = try await container.client(server).send("GET", "/readyz")
        #expect(answer.status == 200, "It listens, and GET /readyz answers \(answer).")
    }

    @Test("PORT has a value where nobody sets one, which the health check needs")
    func defaultPort() throws {
        let last = try Dockerfile().last("runtime")
        let port = last.environment["PORT"] ?? ""
        let exposed = last.all("EXPOSE").flatMap(\.words).map { $0.replacing("/tcp", with: "") }
        #expect(
            exposed.contains(port),
            """
            ENV PORT is \(port.isEmpty ? "not there" : port), EXPOSE says \(exposed.joined(separator: " ")). Without \
            Cloud Run the health check asks http://127.0.0.1:${PORT}/healthz, and people map the port of EXPOSE.
            """)
    }
}
