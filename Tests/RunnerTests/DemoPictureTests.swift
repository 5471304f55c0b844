import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import CheckpointSystem

@Suite("The picture of the demo")
struct DemoPictureTests {
    /// What an act of the picture says: its title, and what phone A, the server and phone B hold.
    private struct Act: Equatable, CustomStringConvertible {
        let title: String
        let held: [String]
        var description: String { "\(title): \(held.joined(separator: " | "))" }
    }

    @Test("shows the acts of a run as it is today; docs/demo.py draws it anew")
    func acts() async throws {
        let run = try await Command(TestPaths.course, ["demo", "--binaries", TestPaths.products, "--json"])
            .inTheClone().capture()
        try #require(run.succeeded, "\(run.standardError)")
        let events = try run.standardOutput.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        let played = events.filter { $0["event"]?.string == "act" }.enumerated().map { index, event in
            Act(
                title: "\(index + 1). \(event["title"]?.string ?? "")",
                held: ["phoneA", "server", "phoneB"].map { Self.held(event["state"]?[$0]) })
        }
        let picture = try TestPaths.text("docs/demo.svg")
        let drawn = picture.split(separator: "\n").filter { $0.hasPrefix("<g class=\"act\"") }.map { act in
            Act(
                title: act.matches(of: /class="title ink">([^<]*)</).map { String($0.1) }.joined(separator: " "),
                held: act.matches(of: /class="value ink">([^<]*)<\/text>(?:<text[^>]*class="state soft">([^<]*)<)?/)
                    .map { found in found.2.map { "\(found.1), \($0)" } ?? "\(found.1)" })
        }
        expect(drawn.count, equals: 8)
        for (drawn, played) in zip(drawn, played) { expect(drawn, equals: played) }
        expect(picture.contains("phones and the server converged"))
    }

    private static func held(_ record: JSONValue?) -> String {
        guard let record, case .number(let value)? = record["value"], case .number(let version)? = record["version"]
        else {
            return "none"
        }
        let rounded = (value * 1000).rounded() / 1000
        let waits = record["dirty"] == .bool(true) ? ", to be sent" : ""
        return "\(rounded) \(record["unit"]?.string?.lowercased() ?? ""), version \(Int(version))\(waits)"
    }

    @Test("is small, asks nothing of another server, runs no script, and is at rest within five seconds")
    func modest() throws {
        let picture = try TestPaths.text("docs/demo.svg")
        expect(picture.utf8.count < 150_000)
        expect(picture.matches(of: /https?:\/\//).count, equals: 1, "only the name of the format")
        expect(!picture.contains("<script") && !picture.contains("href") && !picture.contains("infinite"))
        let delays = picture.matches(of: /animation-delay: ([0-9.]+)s/).compactMap { Double($0.1) }
        expect((delays.max() ?? 9) + 0.5 < 5, "what moves longer needs a button that stops it (WCAG 2.2.2)")
    }
}

extension Command {
    fileprivate func inTheClone() -> Command {
        var command = self
        command.directory = TestPaths.root
        command.environment = ["VITALS_COURSE_ROOT": TestPaths.root, "DATABASE_URL": nil]
        return command
    }
}
