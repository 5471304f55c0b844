import Foundation
import TestSupport
import Testing

@testable import CheckpointCheck
@testable import CheckpointSystem

@Suite("What a build has of the environment")
struct BuildEnvironmentTests {
    @Test("is the same in another terminal, and on another database")
    func sameForAll() {
        let here = ["PATH": "/usr/bin", "HOME": "/home/ada", "https_proxy": "http://proxy:3128"]
        let there = here.merging([
            "DATABASE_URL": "postgres://localhost/mine", "VITALS_SEED": "7", "WINDOWID": "12", "TMUX_PANE": "%3",
            "SSH_CONNECTION": "10.0.0.7 51234 10.0.0.1 22", "PWD": "/home/ada/my-vitals", "LANG": "de_DE.UTF-8",
            "LC_ALL": "C", "SSH_AUTH_SOCK": "/tmp/ssh-7/agent.7",
        ]) { $1 }
        expect(
            BuildEnvironment(of: here, hasPackages: true).variables,
            equals: BuildEnvironment(of: there, hasPackages: true).variables)
    }

    @Test(
        "has what tells the tools where things are",
        arguments: [
            "PATH", "HOME", "TMPDIR", "SSH_AUTH_SOCK", "CC", "PKG_CONFIG_PATH", "LD_LIBRARY_PATH", "SDKROOT",
            "SWIFTLY_HOME_DIR", "TOOLCHAINS", "GIT_SSL_CAINFO", "SSL_CERT_FILE", "HTTPS_PROXY", "no_proxy",
        ])
    func keeps(name: String) {
        expect(BuildEnvironment(of: [name: "there"]).variables[name], equals: "there")
    }

    @Test("of ours only the compilers' paths reach a build in a sandbox")
    func sandboxed() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-environment")
            let stage = try Stage(folder: folder, sandbox: Sandbox(program: "/usr/bin/bwrap"))
            let command = StagedBuild.command(["build"], in: stage)
            var expected: [String: String?] = [
                "SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
            ]
            for name in ["SWIFT_EXEC", "CC", "CXX"] {
                if let path = ProcessInfo.processInfo.environment[name] { expected[name] = path }
            }
            expect(command.environment, equals: expected)
            expect(!command.inheritsEnvironment)
        }
    }
}
