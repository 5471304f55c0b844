import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

/// Tests that take a minute or two and run only with `VITALS_LARGE_TESTS`, if gcloud is installed.
@Suite("gcloud itself", .enabled(if: CloudRunFixture.installedProgram != nil))
struct CloudRunFlagsTests {
    /// Returns an environment without an account, a log or a network: gcloud reads the command, the flags and the
    /// files, and ends.
    private func environment(_ folder: String) -> [String: String?] {
        [
            "REAL_GCLOUD": CloudRunFixture.installedProgram, "CLOUDSDK_CONFIG": folder + "/gcloud-settings",
            "CLOUDSDK_CORE_DISABLE_FILE_LOGGING": "true", "CLOUDSDK_CORE_CHECK_GCE_METADATA": "false",
            "CLOUDSDK_CORE_DISABLE_USAGE_REPORTING": "true",
            "CLOUDSDK_AUTH_ACCESS_TOKEN_FILE": nil, "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE": nil,
            "CLOUDSDK_PROXY_TYPE": "http", "CLOUDSDK_PROXY_ADDRESS": "127.0.0.1", "CLOUDSDK_PROXY_PORT": "9",
        ]
    }

    @Test("understands every command, every flag and every file that the scripts give it")
    func flags() async throws {
        try await CloudRunFixture.with { fixture in
            let environment = environment(fixture.folder)
            let deploy = try await fixture.run(
                "deploy", ["--project", "my-project", "--tag", "v1"], environment: environment)
            expect(deploy.succeeded, "\(deploy.standardError)")
            let addUser = try await fixture.run("add-user", ["--project", "my-project"], environment: environment)
            expect(addUser.succeeded, "\(addUser.standardError)")
            expect(fixture.calls().count > 40)
        }
    }

    @Test(
        "refuses a flag that does not exist, and a member that no service has", arguments: ["--no-such-flag", "spec"])
    func refusal(what: String) async throws {
        try await CloudRunFixture.with { fixture in
            let isFlag = what.hasPrefix("--")
            var command = Command(
                fixture.folder + "/bin/gcloud",
                isFlag
                    ? ["sql", "instances", "list", what] : ["run", "services", "replace", "-", "--region=europe-west1"])
            command.environment = environment(fixture.folder)
            command.input = isFlag ? nil : "kind: Service\nspec: {colour: red}\n"
            let run = try await command.capture()
            expect(!run.succeeded && run.standardError.contains(isFlag ? what : "colour"), "\(run.standardError)")
        }
    }
}
