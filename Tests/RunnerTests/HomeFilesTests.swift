import Foundation
import TestSupport
import Testing
import Yams

/// Tests of `deploy/home` and `deploy/release`, without Docker and without installing anything.
@Suite("The server at home, and its releases")
struct HomeFilesTests {
    private typealias Members = [String: Any]

    private static let analyzer = "/usr/bin/systemd-analyze"

    private static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(
        "systemd finds nothing wrong with the unit",
        .enabled(if: FileManager.default.isExecutableFile(atPath: analyzer), "There is no systemd here."))
    func unit() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitals-unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // It looks for the program too.
        let text = try TestPaths.text("deploy/home/vitals-server.service")
        let file = folder.appending(path: "vitals-server.service")
        try text.replacing("/usr/local/bin/vitals-server", with: "/usr/bin/env")
            .write(to: file, atomically: true, encoding: .utf8)
        let verified = try Self.run(Self.analyzer, ["verify", "--man=no", file.path])
        expect(verified.status, equals: 0, "\(verified.output)")
        // It warns of a setting that it doesn't know, and goes on.
        expect(!verified.output.contains("vitals-server.service"), "\(verified.output)")
    }

    @Test("The unit gives the server a user of its own that may write to its state and nothing else")
    func hardening() throws {
        let lines = Set(try TestPaths.text("deploy/home/vitals-server.service").split(separator: "\n").map(String.init))
        for line in [
            "DynamicUser=yes", "StateDirectory=vitals", "ProtectSystem=strict", "ProtectHome=yes",
            "NoNewPrivileges=yes",
            "CapabilityBoundingSet=", "PrivateTmp=yes", "PrivateDevices=yes", "SystemCallFilter=@system-service",
            "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "UMask=0077",
        ] { expect(lines.contains(line), "\(line)") }
        expect(lines.contains { $0.hasPrefix("ExecStart=") && $0.hasSuffix(" --first-user") })
        expect(!lines.contains { $0.hasPrefix("ExecStart=") && $0.contains("--host") }, "a proxy is in front of it")
    }

    @Test("The compose file has no public token and no password, and is reached from this machine only")
    func compose() throws {
        let text = try TestPaths.text("deploy/home/compose.yaml")
        expect(!text.contains("--allow-dev-token") && !text.localizedCaseInsensitiveContains("password"))
        let file = try #require(try Yams.load(yaml: text) as? Members)
        let server = try #require((file["services"] as? Members)?["server"] as? Members)
        expect(server["command"] as? [String], equals: ["--first-user"])
        expect(server["ports"] as? [String], equals: ["${VITALS_BIND:-127.0.0.1}:8080:8080"])
        expect(server["read_only"] as? Bool == true && server["cap_drop"] as? [String] == ["ALL"])
        expect(server["volumes"] as? [String], equals: ["vitals-data:/data"])
    }

    @Test("A release is built by jobs that may only read, and published by one that builds nothing")
    func workflow() throws {
        let text = try TestPaths.text(".github/workflows/release.yml")
        // YAML 1.1 reads the key `on` as true.
        let workflow = try #require(try Yams.load(yaml: text) as? [AnyHashable: Any])
        expect(workflow["permissions"] as? [String: String] == ["contents": "read"])
        let jobs = try #require(workflow["jobs"] as? [String: Members])
        expect(jobs.keys.sorted(), equals: ["archive", "image", "publish"])
        for (name, job) in jobs {
            expect(job["timeout-minutes"] is Int, "\(name)")
            expect((job["runs-on"] as? String)?.hasSuffix("latest") == false, "\(name)")
            let steps = try #require(job["steps"] as? [Members])
            let commands = steps.compactMap { $0["run"] as? String }.joined(separator: "\n")
            for step in steps {
                guard let action = step["uses"] as? String else { continue }
                expect(action.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40}/) != nil, "\(action)")
                guard action.hasPrefix("actions/checkout@") else { continue }
                expect((step["with"] as? Members)?["persist-credentials"] as? Bool == false, "\(name)")
            }
            guard name == "publish" else {
                expect(job["permissions"] == nil, "\(name) inherits the right to read")
                expect(!commands.contains("token") && job["env"] == nil, "\(name)")
                continue
            }
            expect(job["permissions"] as? [String: String] == ["contents": "write", "packages": "write"])
            expect(job["needs"] as? [String], equals: ["archive", "image"])
            expect(
                !commands.contains("build") && !steps.contains { ($0["uses"] as? String)?.contains("checkout") == true }
            )
        }
        expect(text.contains(#"deploy/release/build.sh "${GITHUB_REF_NAME#v}" dist --tls"#))
        expect(!text.contains("secrets."))
    }
}
