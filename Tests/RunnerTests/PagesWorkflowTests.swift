import Foundation
import StepSupport
import TestSupport
import Testing
import Yams

@testable import CheckpointSystem

@Suite("The workflow that publishes the course's site")
struct PagesWorkflowTests {
    private typealias Members = [String: Any]

    @Test("A tag builds the site in a job that may only read, and a job that builds nothing publishes it")
    func workflow() throws {
        let text = try TestPaths.text(".github/workflows/pages.yml")
        let workflow = try #require(try Yams.load(yaml: text) as? [AnyHashable: Any])
        expect(workflow["permissions"] as? [String: String] == ["contents": "read"])
        let release = try #require(
            try Yams.load(yaml: TestPaths.text(".github/workflows/release.yml")) as? [AnyHashable: Any])
        expect(Self.tags(workflow) != nil && Self.tags(workflow) == Self.tags(release), "each tag of a release")
        let jobs = try #require(workflow["jobs"] as? [String: Members])
        expect(jobs.keys.sorted(), equals: ["publish", "site"])
        for (name, job) in jobs {
            expect(job["timeout-minutes"] is Int, "\(name)")
            expect((job["runs-on"] as? String)?.hasSuffix("latest") == false, "\(name)")
            for step in try #require(job["steps"] as? [Members]) {
                guard let action = step["uses"] as? String else { continue }
                expect(action.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40}/) != nil, "\(action)")
                guard action.hasPrefix("actions/checkout@") else { continue }
                expect((step["with"] as? Members)?["persist-credentials"] as? Bool == false, "\(name)")
            }
        }
        let site = try #require(jobs["site"])
        expect(site["permissions"] == nil, "it inherits the right to read")
        let publish = try #require(jobs["publish"])
        expect(publish["permissions"] as? [String: String] == ["pages": "write", "id-token": "write"])
        expect(publish["needs"] as? [String], equals: ["site"])
        let steps = try #require(publish["steps"] as? [Members])
        expect(steps.count == 1 && steps[0]["run"] == nil, "it only publishes")
        expect(!text.contains("secrets.") && !text.contains("token }}"))
    }

    /// Returns the patterns of the tags that start a workflow. YAML 1.1 reads the key `on` as true.
    private static func tags(_ workflow: [AnyHashable: Any]) -> [String]? {
        let start = workflow.first { $0.key as? String == "on" || $0.key as? Bool == true }?.value as? Members
        return (start?["push"] as? Members)?["tags"] as? [String]
    }

    @Test("Its command writes a site that begins with the front page")
    func command() async throws {
        let text = try TestPaths.text(".github/workflows/pages.yml")
        let line = try #require(text.firstMatch(of: /run: \.\/vitals-course (read .*)/)?.1)
        try await WorkspaceFixture.with { fixture in
            var command = fixture.command(["-c", "exec \"$0\" \(line)", TestPaths.course], from: fixture.mini.root)
            command.executable = "/bin/sh"
            command.environment["GITHUB_SERVER_URL"] = "https://example.org"
            command.environment["GITHUB_REPOSITORY"] = "Me/my.vitals"
            let run = try await command.capture()
            expect(run.succeeded, "\(run.standardError)")
            let page = try String(contentsOfFile: fixture.mini.root + "/site/index.html", encoding: .utf8)
            expect(page.contains("git clone https://example.org/Me/my.vitals vitals"))
        }
    }
}
