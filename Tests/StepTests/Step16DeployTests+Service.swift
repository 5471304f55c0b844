import Foundation
import StepSupport
import Testing
import Yams

/// Tests of the service: `deploy/cloudrun/service.yaml`, and a server that runs with its settings.
extension Step16DeployTests {
    @Test("the address of the database comes from one version of a secret")
    func address() async throws {
        let environment = try await ServiceFile().environment("address")
        guard let variable = environment["DATABASE_URL"] else {
            Issue.record(
                "The container has no DATABASE_URL, so the server would keep its records in a file that gets lost.")
            return
        }
        expect(
            variable["value"] == nil,
            """
            DATABASE_URL has a plain value. Everyone who may look at the service can read it, and so can everyone who has \
            the code. It belongs in valueFrom, secretKeyRef.
            """)
        guard let reference = variable["valueFrom"]?["secretKeyRef"] else {
            Issue.record("DATABASE_URL should come from valueFrom, secretKeyRef, with the secret's name and a key.")
            return
        }
        let name = reference["name"]?.string ?? "missing"
        expect(
            name == ServiceFile.secret,
            "The secret is \(name), but deploy.sh keeps the address in \(ServiceFile.secret), which is ${SECRET}.")
        let key = reference["key"]
        expect(
            key?.string == ServiceFile.secretVersion,
            """
            The version, called `key`, is \(key?.string ?? "missing"); the one that deploy.sh created is \
            ${SECRET_VERSION}. With "latest", an instance that starts by itself takes whatever is newest, and going back \
            to an older revision doesn't bring back its address.
            """)
        expect(
            key?.isText != false,
            "To YAML the version is a number, but Cloud Run wants a string: put it between quotes.")
    }

    @Test("the connector opens its socket for the database's instance")
    func connector() async throws {
        let annotations = try await ServiceFile().annotations("connector")
        let instances = annotations["run.googleapis.com/cloudsql-instances"]
        expect(
            instances == ServiceFile.connectionName,
            """
            The annotation run.googleapis.com/cloudsql-instances of the template is \(instances ?? "not there"). It names \
            the instance as PROJECT:REGION:INSTANCE, which is ${CONNECTION_NAME}, here \(ServiceFile.connectionName). \
            Without it there is no /cloudsql in the container.
            """)
    }

    @Test("PORT is left to Cloud Run, and HOST to the image")
    func portIsCloudRuns() async throws {
        let environment = try await ServiceFile().environment("address", "shutdown")
        expect(
            environment["PORT"] == nil, "Cloud Run sets PORT from containerPort, and refuses a service that sets it.")
        expect(environment["HOST"] == nil, "HOST belongs to the image: it's the same wherever the image runs.")
    }

    @Test("traffic comes once the database responds, and only a server that's stuck is restarted")
    func probes() async throws {
        let container = try await ServiceFile().container("probes")
        let startup = container["startupProbe"]?["httpGet"]?["path"]?.string
        expect(
            startup == "/readyz",
            """
            The startup probe asks \(startup ?? "nothing by HTTP"). A revision gets traffic once it has succeeded: \
            ask /readyz, which is 200 when the database responds too.
            """)
        let liveness = container["livenessProbe"]?["httpGet"]?["path"]?.string
        expect(
            liveness == "/healthz",
            """
            The liveness probe asks \(liveness ?? "nothing by HTTP"). An instance that fails it is killed. /healthz \
            doesn't ask the database: while that's unavailable, a restart wouldn't help and would cut requests off.
            """)
        for name in ["startupProbe", "livenessProbe"] {
            let timeout = container[name]?["timeoutSeconds"]?.int ?? 1
            let period = container[name]?["periodSeconds"]?.int ?? 10
            expect(
                timeout <= period,
                "\(name) may take \(timeout) s but is sent every \(period) s: Cloud Run refuses a file like that.")
        }
        // The server waits five seconds for the database.
        let timeout = container["startupProbe"]?["timeoutSeconds"]?.int ?? 1
        expect(
            timeout > 5,
            "The startup probe waits \(timeout) s. /readyz may take five to say that the database doesn't respond.")
    }

    @Test(
        "the server answers the probes",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func probesAnswered() async throws {
        let probes = try await ServiceFile().container("probes")
        let container = try await TestContainer()
        let server = try await container.start()
        defer { server.stop() }
        for name in ["startupProbe", "livenessProbe"] {
            let path = probes[name]?["httpGet"]?["path"]?.string ?? "/"
            let answer = try await container.client(server).send("GET", path)
            expect(answer.status == 200, "\(name) asks a healthy server for \(path), and gets \(answer).")
        }
    }

    @Test("the server stops before the ten seconds after SIGTERM are over")
    func shutdownTime() async throws {
        let variable = try await ServiceFile().environment("shutdown")["SHUTDOWN_TIMEOUT_SECONDS"]
        let text = variable?["value"]?.string
        let seconds = text.flatMap(Double.init) ?? 30
        expect(
            seconds < 10,
            """
            SHUTDOWN_TIMEOUT_SECONDS is \(text ?? "not set, so it's 30"). Cloud Run kills the container ten seconds after \
            SIGTERM. By then the server should have given up and closed its connections to the database.
            """)
        expect(
            seconds > 5,
            "\(text ?? "") s: a request that waits for a lock for five seconds would be cut off before it's answered.")
        expect(
            variable?["value"]?.isText != false,
            "To YAML SHUTDOWN_TIMEOUT_SECONDS is a number, but the environment holds strings: put it between quotes.")
    }

    @Test(
        "SIGTERM ends the container within ten seconds, and the request in flight is answered",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)"))
    func answersWhatIsInFlight() async throws {
        let service = try await ServiceFile().plainEnvironment("shutdown")
        let timeout = service.filter { $0.key == "SHUTDOWN_TIMEOUT_SECONDS" }
        var end = try await endWithPushInFlight(timeout)
        // On an overloaded machine the push may wait longer than a server waits for a row.
        for _ in 0..<2 where end.answer?.status == 503 { end = try await endWithPushInFlight(timeout) }
        expect(
            end.answer?.status == 200,
            """
            SIGTERM came while a push waited for the database, and \(end.answer.map { "it got \($0)" } ?? "it was cut off"). \
            A request under way may take SHUTDOWN_TIMEOUT_SECONDS, here \(service["SHUTDOWN_TIMEOUT_SECONDS"] ?? "30").
            """)
        expect(
            end.status == 0 && end.elapsed < .seconds(10),
            "The server ended with status \(end.status) after \(end.elapsed); Cloud Run kills it after ten seconds.")
    }

    /// Sends SIGTERM while a push waits for another session's row. That session commits a second after the server has received
    /// the signal.
    private func endWithPushInFlight(
        _ environment: [String: String]
    ) async throws -> (answer: ServerAnswer?, status: Int32, elapsed: Duration) {
        let container = try await TestContainer(environment)
        let server = try await container.start()
        let held = try await HeldTransaction.begin("SELECT FROM users FOR UPDATE", on: container.database)
        async let push = container.client(server).push([ServerRecords.weight(1)])
        while try await held.waitingSessions() == 0 {}
        let start = ContinuousClock.now
        kill(server.processID, SIGTERM)
        let port = server.port
        try await blocking {
            let deadline = Date(timeIntervalSinceNow: 3)
            while (try? RawConnection(port: port)) != nil, Date() < deadline { usleep(2_000) }
        }
        // Longer than a server needs to stop when no request is in flight, even on a busy machine.
        try await Task.sleep(for: .seconds(1))
        try await held.commit()
        let answer = try? await push
        let run = try await blocking { try server.program.finish(withinSeconds: 15) }
        return (answer, run.status, ContinuousClock.now - start)
    }

    @Test("no file in the repository or the image holds a secret")
    func noSecret() throws {
        for name in try DeployFiles.names() {
            // A file that isn't text, such as a picture, holds no address.
            let text = (try? PackageFiles.text(name)) ?? ""
            for (line, secret) in DeployFiles.secrets(in: text) {
                Issue.record(
                    "\(name):\(line) holds a secret, \(secret). Everyone who has the code has it, for ever: git keeps it."
                )
            }
        }
        let file = try Dockerfile()
        for instruction in file.arguments + file.stages.flatMap({ $0.all("ENV", "ARG") }) {
            for name in instruction.assignments.keys.sorted()
            where name.uppercased().contains(/DATABASE_URL|PASSWORD|SECRET|TOKEN|CREDENTIAL|PGPASS/) {
                Issue.record(
                    """
                    \(Dockerfile.path):\(instruction.line): \(instruction.keyword) \(name). The image keeps what ENV \
                    and ARG say, and `docker history` shows it. It's passed in when the container starts.
                    """)
            }
        }
    }
}
