import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("The scripts for Cloud Run")
struct CloudRunScriptTests {
    /// The commands of every deployment. They're the same each time, because they declare a desired state.
    private static let always = [
        """
        gcloud services enable artifactregistry.googleapis.com cloudbuild.googleapis.com compute.googleapis.com \
        iam.googleapis.com run.googleapis.com secretmanager.googleapis.com servicenetworking.googleapis.com \
        sqladmin.googleapis.com
        """,
        """
        gcloud projects add-iam-policy-binding my-project \
        --member=serviceAccount:vitals-server@my-project.iam.gserviceaccount.com --role=roles/cloudsql.client \
        --condition=None --format=value(etag)
        """,
        """
        gcloud secrets add-iam-policy-binding vitals-database-url \
        --member=serviceAccount:vitals-server@my-project.iam.gserviceaccount.com \
        --role=roles/secretmanager.secretAccessor --format=value(etag)
        """,
        "gcloud run jobs replace - --region=europe-west1",
        "gcloud run jobs execute vitals-migrate --region=europe-west1 --wait",
        "gcloud run services replace - --region=europe-west1",
    ]

    @Test(
        "--dry-run prints what docs/operations.md shows, to the letter, and runs nothing",
        arguments: [
            ("dry-run", "deploy", ["--project", "my-project", "--tag", "v1", "--dry-run"]),
            ("add-user", "add-user", ["--project", "my-project", "--dry-run"]),
        ])
    func dryRun(block: String, script: String, arguments: [String]) async throws {
        let page = try TestPaths.text("docs/operations.md")
        let match = try #require(page.firstMatch(of: try Regex("(?s)\\n```text \(block)\\n(.*?)```")))
        let shown = match.output[1].substring.map(String.init)
        try await CloudRunFixture.with { fixture in
            let run = try await fixture.run(script, arguments)
            expect(run.succeeded, "\(run.standardError)")
            expect(run.standardOutput, equals: shown)
            expect(fixture.calls().isEmpty)
        }
    }

    @Test("A second run makes nothing and changes no password")
    func twice() async throws {
        try await CloudRunFixture.with { fixture in
            let first = try await fixture.deploy()
            expect(first.succeeded, "\(first.standardError)")
            expect(fixture.changes().count, equals: Self.always.count + 12)
            let second = try await fixture.deploy()
            expect(second.succeeded, "\(second.standardError)")
            expect(fixture.changes(), equals: Self.always)
            let files = fixture.inputs().components(separatedBy: "apiVersion: ").dropFirst().map {
                $0.split(separator: "\n").map(String.init)
            }
            try #require(files.count == 4)
            expect(files[0].contains("kind: Job") && files[1].contains("kind: Service"))
            expect(files[2].starts(with: files[0]) || files[0].starts(with: files[2]))
            expect(files[3], equals: files[1].prefix(files[3].count).map { $0 }, "another file makes another revision")
        }
    }

    @Test("The whole DSN is in the secret, by the connector's socket; the password is in no argument and no output")
    func secret() async throws {
        try await CloudRunFixture.with { fixture in
            let run = try await fixture.deploy("--region", "europe-north1")
            expect(run.succeeded, "\(run.standardError)")
            let dsn = try #require(
                fixture.inputs().firstMatch(
                    of: /\npostgres:\/\/vitals:([A-Za-z0-9_-]{43})@\/vitals\?host=\/cloudsql\/(.*)\n/))
            expect(dsn.2, equals: "my-project:europe-north1:vitals")
            expect(fixture.inputs().contains("--password: \"\(dsn.1)\"\n"), "the user's password is another one")
            expect(!fixture.hasLog, "gcloud would write the password into its log")
            for text in fixture.calls() + [run.standardOutput, run.standardError] {
                expect(!text.contains(dsn.1) && !text.contains("postgres://"), "\(text)")
            }
        }
    }

    @Test("A user or a secret that is missing is made again, with one new password for both")
    func missingHalf() async throws {
        try await CloudRunFixture.with { fixture in
            _ = try await fixture.deploy()
            _ = fixture.calls()
            try fixture.set("-sql-users", to: "postgres\n")
            _ = try await fixture.deploy()
            let made = fixture.changes().filter { !Self.always.contains($0) }
            expect(
                made,
                equals: [
                    "gcloud sql users create vitals --instance=vitals --flags-file=-",
                    "gcloud secrets versions add vitals-database-url --data-file=- --format=value(name)",
                ])
            try fixture.set("versions-vitals-database-url", to: "")
            _ = try await fixture.deploy()
            let changed = fixture.changes().filter { !Self.always.contains($0) }
            expect(
                changed,
                equals: [
                    "gcloud sql users set-password vitals --instance=vitals --flags-file=-",
                    "gcloud secrets versions add vitals-database-url --data-file=- --format=value(name)",
                ])
        }
    }

    @Test(
        "A failure ends it with the step's name; traffic never moves past a migration that failed",
        arguments: [
            ("sql instances create", 3, "the database's machine, without a public address"),
            ("sql users list", 5, "the database's user, and its address in Secret Manager"),
            ("run jobs execute", 8, "the schema, before any traffic moves"),
            ("run services replace", 9, "the server: traffic moves when the new revision is ready"),
        ])
    func failure(words: String, number: Int, name: String) async throws {
        try await CloudRunFixture.with { fixture in
            try fixture.fail(words)
            let run = try await fixture.deploy()
            expect(run.ending, equals: "exit status 1")
            expect(
                run.standardError,
                equals: """
                    ERROR: (gcloud) quota exceeded
                    deploy.sh: step \(number) of 10 (\(name)) failed with status 1.
                    What was made before it stays. Mend the cause and run the same command again.

                    """)
            expect(fixture.calls().last?.hasPrefix("gcloud " + words) == true, "it went on")
            unlink(fixture.folder + "/fail")
            try await expect(fixture.deploy().succeeded, "the second run goes on where the first one ended")
        }
    }

    @Test(
        "An instance that is there with a public address or another tier is left alone, with what to do",
        arguments: [
            ("db-f1-micro,True,europe-west1\n", "--no-assign-ip"),
            ("db-g1-small,False,europe-west1\n", "Say --tier"),
            ("db-f1-micro,False,us-central1\n", "Say --tier"),
        ])
    func otherInstance(settings: String, words: String) async throws {
        try await CloudRunFixture.with { fixture in
            try fixture.set("-sql-instances", to: "vitals\n")
            try fixture.set("instance", to: settings)
            let run = try await fixture.deploy()
            expect(run.ending, equals: "exit status 1")
            expect(run.standardError.contains(words), "\(run.standardError)")
            expect(fixture.changes().allSatisfy { !$0.contains(" sql ") })
        }
    }

    @Test(
        "Settings under which the database would run out of connections are refused, with the sum",
        arguments: [
            (["--max-instances", "3"], "2 revisions x 3 instances x 4 + 1 job + 3 for superusers"),
            (["--pool-size", "5"], "= 28 of 25"), (["--tier", "db-g1-small", "--max-instances", "6"], "= 56 of 50"),
            (["--tier", "db-custom-1-3840", "--max-instances", "12"], "= 104 of 100"),
        ])
    func connections(options: [String], words: String) async throws {
        try await CloudRunFixture.with { fixture in
            let run = try await fixture.run("deploy", ["--project", "p", "--tag", "v1"] + options)
            expect(run.ending, equals: "exit status 2")
            expect(run.standardError.contains(words), "\(run.standardError)")
            expect(fixture.calls().isEmpty)
        }
    }

    @Test(
        "A slip on the command line is exit 2 and runs nothing",
        arguments: [
            ["--tag", "v1"], ["--project"], ["--project", "p", "--colour", "red"], ["--project", "a b", "--tag", "v1"],
            ["--project", "p", "--tag", "v1", "--tier", "db-n1-standard-1"], ["--project", "p", "--image", "x:latest"],
            ["--project", "p", "--tag", "v1", "--max-instances", "0"], ["--project", "p", "--tag", "$(id)"],
            ["--project", "p", "--tag", "v1", "--max-instances", "many"], ["--project", "p", "nothing"],
            ["--project", "p", "--tag", "v1", "--min-instances", "3"], ["--project", "p", "--tag", ""],
        ])
    func usage(arguments: [String]) async throws {
        try await CloudRunFixture.with { fixture in
            let run = try await fixture.run("deploy", arguments)
            expect(run.ending, equals: "exit status 2")
            expect(run.standardError.hasPrefix("deploy.sh: --") || run.standardError.hasPrefix("deploy.sh: nothing"))
            expect(run.standardError.split(separator: "\n").count, equals: 1, "\(run.standardError)")
            expect(run.standardOutput.isEmpty && fixture.calls().isEmpty)
        }
    }

    @Test("A server that does not answer by itself is a failure", arguments: ["403", "404", "503", "000"])
    func answer(status: String) async throws {
        try await CloudRunFixture.with { fixture in
            try fixture.answer(status)
            let run = try await fixture.deploy()
            expect(run.ending, equals: "exit status 1")
            expect(run.standardError.contains("answered \(status), not the server's own 401"), "\(run.standardError)")
            expect(
                fixture.calls().last,
                equals: """
                    curl --silent --show-error --max-time 60 --output /dev/null --write-out=%{http_code} \
                    https://vitals-server-1.a.run.app/sync/pull
                    """)
        }
    }

    @Test("add-user.sh prints the token alone, gives it to no command as an argument, and destroys its copy")
    func addUser() async throws {
        try await CloudRunFixture.with { fixture in
            _ = try await fixture.deploy()
            _ = fixture.calls()
            let run = try await fixture.run("add-user", ["--project", "my-project"])
            expect(run.succeeded, "\(run.standardError)")
            let token = run.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
            expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil, "\(run.standardOutput)")
            expect(fixture.inputs().contains("\n\(token)\n"), "the secret is another one")
            expect(!run.standardError.contains(token))
            let calls = fixture.calls()
            expect(calls.allSatisfy { !$0.contains(token) })
            expect(calls.last, equals: "gcloud secrets versions destroy 1 --secret=vitals-new-token")
        }
    }

    @Test("Where the user could not be added, the token's copy is destroyed too, and no token is printed")
    func addUserFails() async throws {
        try await CloudRunFixture.with { fixture in
            _ = try await fixture.deploy()
            try fixture.fail("run jobs execute")
            let run = try await fixture.run("add-user", ["--project", "my-project"])
            expect(run.ending, equals: "exit status 1")
            expect(run.standardOutput.isEmpty)
            expect(run.standardError.contains("step 3 of 4 (the user) failed"), "\(run.standardError)")
            expect(fixture.calls().last, equals: "gcloud secrets versions destroy 1 --secret=vitals-new-token")
        }
    }

    @Test(
        "shellcheck finds nothing",
        .enabled(if: ExecutableSearch.folder(holding: ["shellcheck"], in: ExecutableSearch.path()) != nil))
    func shellcheck() async throws {
        let scripts = ["lib", "dsn", "deploy", "add-user"].map { "deploy/cloudrun/\($0).sh" }
        var command = Command("shellcheck", ["-x"] + scripts)
        command.directory = TestPaths.root
        let run = try await command.capture()
        expect(run.succeeded, "\(run.standardOutput)")
    }
}
