import Foundation
import TestSupport
import Testing
import Yams

/// Tests that only read the files, so that nothing from Google is needed.
@Suite("The files for Cloud Run")
struct CloudRunFilesTests {
    private typealias Members = [String: Any]

    private static let names = ["service", "migrate-job", "add-user-job"]

    private func members(_ name: String) throws -> Members {
        try #require(try Yams.load(yaml: try TestPaths.text("deploy/cloudrun/\(name).yaml")) as? Members)
    }

    private func member(_ value: Any?, _ path: String...) throws -> Any {
        var value = value
        for name in path { value = name == "0" ? (value as? [Any])?.first : (value as? Members)?[name] }
        return try #require(value, "\(path.joined(separator: "."))")
    }

    /// Returns the template with the connector and the network, and the one with the account and the container.
    private func templates(_ name: String) throws -> (outer: Any, inner: Any) {
        let outer = try member(try members(name), "spec", "template")
        return (outer, name == "service" ? outer : try member(outer, "spec", "template"))
    }

    private func environment(_ name: String) throws -> [String: Members] {
        let list = try #require(
            try member(try templates(name).inner, "spec", "containers", "0", "env") as? [Members])
        return Dictionary(uniqueKeysWithValues: list.map { ($0["name"] as? String ?? "", $0) })
    }

    @Test("The DSN comes whole from one version of a secret, and no file holds one", arguments: names)
    func secret(name: String) throws {
        let source = try member(try environment(name)["DATABASE_URL"], "valueFrom", "secretKeyRef")
        try expect(member(source, "name") as? String == "${SECRET}")
        try expect(member(source, "key") as? String == "${SECRET_VERSION}")
        let text = try TestPaths.text("deploy/cloudrun/\(name).yaml")
        expect(!text.contains("postgres:") && !text.contains("PGPASSWORD"))
    }

    @Test("It runs as its own account, and reaches the database by the connector, from within", arguments: names)
    func connector(name: String) throws {
        let (outer, inner) = try templates(name)
        let annotations = try member(outer, "metadata", "annotations")
        try expect(member(annotations, "run.googleapis.com/cloudsql-instances") as? String == "${CONNECTION_NAME}")
        try expect(member(annotations, "run.googleapis.com/vpc-access-egress") as? String == "private-ranges-only")
        try expect(member(inner, "spec", "serviceAccountName") as? String == "${ACCOUNT}")
    }

    @Test("Attempts to pair count for the client that Google's front end names, and not for the front end")
    func proxies() throws {
        try expect(member(try environment("service")["TRUSTED_PROXIES"], "value") as? String == "1")
    }

    @Test("PORT is left to Cloud Run, and the server ends before the ten seconds after SIGTERM are over")
    func life() throws {
        let environment = try environment("service")
        expect(environment["PORT"] == nil && environment["HOST"] == nil, "the image sets HOST, Cloud Run sets PORT")
        let seconds = try member(environment["SHUTDOWN_TIMEOUT_SECONDS"], "value") as? String
        expect((1...9).contains(try #require(seconds.flatMap(Double.init))))
        try expect(TestPaths.text("Dockerfile").contains("ENV HOST=0.0.0.0 "))
        let container = try member(try templates("service").inner, "spec", "containers", "0")
        try expect(member(container, "ports", "0", "containerPort") as? Int == 8080)
        try expect(member(container, "startupProbe", "httpGet", "path") as? String == "/readyz")
        try expect(member(container, "livenessProbe", "httpGet", "path") as? String == "/healthz")
        for probe in ["startupProbe", "livenessProbe"] {
            let timeout = try #require(try member(container, probe, "timeoutSeconds") as? Int)
            let period = try #require(try member(container, probe, "periodSeconds") as? Int)
            expect(timeout <= period, "Cloud Run refuses a probe that may take longer than its period")
        }
    }

    @Test("Nothing is tried twice by itself: a migration that failed waits for a person", arguments: names.dropFirst())
    func noRetries(name: String) throws {
        try expect(member(try templates(name).inner, "spec", "maxRetries") as? Int == 0)
    }

    @Test("CI may only read, its actions are pinned to a commit, and each job has a limit")
    func workflow() throws {
        let text = try TestPaths.text(".github/workflows/ci.yml")
        let workflow = try #require(try Yams.load(yaml: text) as? [AnyHashable: Any])
        expect(workflow["permissions"] as? [String: String] == ["contents": "read"])
        let jobs = try #require(workflow["jobs"] as? [String: Members])
        expect(jobs.keys.sorted(), equals: ["linux", "macos"])
        var actions: [String] = []
        for (name, job) in jobs {
            expect(job["permissions"] == nil, "\(name)")
            expect(job["timeout-minutes"] is Int, "\(name)")
            expect((job["runs-on"] as? String)?.hasSuffix("latest") == false, "\(name)")
            let steps = try #require(job["steps"] as? [Members])
            actions += steps.compactMap { $0["uses"] as? String }
            for step in steps where step["uses"] != nil {
                try expect(member(step, "with", "persist-credentials") as? Bool == false)
            }
            if name == "linux" { expect(steps.last?["run"] as? String == ".ci/run") }
        }
        expect(!actions.isEmpty)
        expect(actions.allSatisfy { $0.wholeMatch(of: /[a-z-]+\/[a-z-]+@[0-9a-f]{40}/) != nil }, "\(actions)")
        expect(!text.contains("secrets."), "nothing here needs one")
    }
}
