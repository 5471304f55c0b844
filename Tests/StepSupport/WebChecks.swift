import Foundation
import Testing
import Vitals

/// The part of the checkpoint that is written in JavaScript, `Tests/Web/step15.test.js` with the rules of sync. It runs
/// once, in Chromium if available and otherwise in Node; each Swift test then looks up the result of its sentence.
///
/// The variable `VITALS_WEB_CHECKS` has it run in Node where there is one: with the value `node` as a whole, with
/// `node-sentence` only the asked sentences. `dev check` sets the latter for wrong answers, of which each has a run of its
/// own, and the former for steps other than the page's own.
package enum WebChecks {
    private struct Result: Sendable {
        let name: String
        let group: String
        let passed: Bool
        /// The error with its stack, if the sentence failed.
        let message: String
    }

    /// Sentences that are reported together, with the group names of the modules.
    package enum Group: String, Sendable {
        case rules, random
    }

    private static let module = "step15.test.js"
    /// Below the limit of a test, so that the message comes before the test is ended.
    private static let limitSeconds = 45.0
    private static let sentences = Task { try await run("own,rules") }
    /// These take longer than all the others, so they run separately and don't delay them.
    private static let randomHistories = Task { try await run("random") }
    private static let mode = ProcessInfo.processInfo.environment["VITALS_WEB_CHECKS"] ?? ""
    private static let prefersNode = mode.hasPrefix("node") && Browser.program(["node"]) != nil
    private static let runsOneSentence = prefersNode && mode == "node-sentence"

    private static func run(_ groups: String) async throws -> [Result] {
        try await Browser.isThere && !prefersNode ? inChromium(groups) : inNode(groups)
    }

    /// Records the failure of the sentence that is the name of the current test.
    ///
    /// - Throws: `StillToDo` where a body that it needs isn't written yet; `ProgramError` where the modules can't be
    ///   loaded.
    package static func hold() async throws {
        let sentence = Test.current?.displayName ?? ""
        let run = runsOneSentence ? Task { try await inNode("own,rules", only: sentence) } : sentences
        let result = try await results(of: run) { $0.name == sentence }[0]
        guard !result.passed else { return }
        if let todo = mark(in: result.message) { throw StillToDo(todo) }
        Issue.record("\(shortened(result.message))")
    }

    /// Records the first sentence of a group that doesn't hold.
    ///
    /// - Throws: `StillToDo` where a body that one of them needs isn't written yet; `ProgramError` where the modules
    ///   can't be loaded.
    package static func hold(_ group: Group) async throws {
        let run = group == .random ? randomHistories : sentences
        let failed = try await results(of: run) { $0.group == group.rawValue }.filter { !$0.passed }
        if let todo = failed.lazy.compactMap({ mark(in: $0.message) }).first { throw StillToDo(todo) }
        guard let first = failed.first else { return }
        Issue.record("“\(first.name)” doesn't hold: \(shortened(first.message))")
    }

    /// - Throws: `ProgramError` where no sentence matches.
    private static func results(
        of run: Task<[Result], any Error>, where isAsked: (Result) -> Bool
    ) async throws -> [Result] {
        let results = try await run.value
        let asked = results.filter(isAsked)
        guard asked.isEmpty else { return asked }
        let reason = results.first { !$0.passed }?.message ?? "there is no such test in \(module)"
        throw ProgramError("Your modules can't be loaded: \(shortened(reason))")
    }

    private static func inChromium(_ groups: String) async throws -> [Result] {
        let server = try LoopbackServer.files()
        return try await Browser.with { browser in
            let watch = Task {
                try await Task.sleep(for: .seconds(limitSeconds))
                return try await browser.closeStuckPage()
            }
            let outcome: Swift.Result<JSONValue, any Error>
            do {
                try await browser.open(server.url + "/Tests/Web/index.html?module=\(module)&groups=\(groups)")
                outcome = .success(
                    try await browser.run(
                        """
                        while (!window.testResults) await new Promise((resolve) => setTimeout(resolve, 10))
                        return await window.testResults
                        """))
            } catch { outcome = .failure(error) }
            watch.cancel()
            if let title = try? await watch.value, let error = timeout(in: title) { throw error }
            return try results(of: try outcome.get())
        }
    }

    /// The error that names the test that was running, from the last line of a runner's notes.
    private static func timeout(in notes: String) -> ProgramError? {
        let mark = "running: "
        guard let last = notes.split(separator: "\n").last(where: { $0.hasPrefix(mark) }) else { return nil }
        return ProgramError(
            "A body never ends, or waits for something that never comes: the test “\(last.dropFirst(mark.count))” was "
                + "still running after \(Int(limitSeconds)) s.")
    }

    /// - Parameter words: words of the names of the tests to run; empty for all of the groups.
    private static func inNode(_ groups: String, only words: String = "") async throws -> [Result] {
        let script = PackageFiles.url("Tests/Web/run-node.mjs").path
        let run = try await blocking {
            try RunningProgram(path: "/usr/bin/env", ["node", script, "--json", "--groups=\(groups)", module, words])
                .finish(withinSeconds: limitSeconds)
        }
        guard run.status != 127 else {
            throw ProgramError("There is no Chromium and no Node here to run your modules; install one of them.")
        }
        do { return try results(of: try JSONValue(parsing: Array(run.output.utf8))) } catch {
            // Killed by us, or ended by Node because it waits for something that never comes.
            if [128 + SIGKILL, 13].contains(run.status), let error = timeout(in: run.errors) { throw error }
            throw ProgramError("node ended with status \(run.status): \(run.errors.prefix(1_000))")
        }
    }

    private static func results(of json: JSONValue) throws -> [Result] {
        let results = (json.array ?? []).compactMap { element -> Result? in
            guard let name = element["name"]?.string, let message = element["message"]?.string else { return nil }
            return Result(
                name: name, group: element["group"]?.string ?? "", passed: element["passed"] == .bool(true),
                message: message)
        }
        guard !results.isEmpty else { throw ProgramError("the tests said nothing") }
        return results
    }

    /// The error of a body that isn't written yet, with its place from the stack.
    private static func mark(in message: String) -> String? {
        guard let task = message.firstMatch(of: /@@todo (\d+) ([^\n]+)/) else { return nil }
        let place = message.firstMatch(of: /(web\/[\w\/.-]+\.js):(\d+)/)
        return "@@todo \(task.1) \(place.map { "\($0.1):\($0.2)" } ?? "web:1") \(task.2)"
    }

    /// The message and the first place in the learner's modules.
    private static func shortened(_ message: String) -> String {
        let lines = message.split(separator: "\n").map(String.init)
        let words = lines.prefix { !$0.hasPrefix("    at ") }.joined(separator: "\n")
        let place = message.firstMatch(of: /(web\/[\w\/.-]+\.js:\d+)/)
        return words.replacing(#/^\w*Error: /#, with: "") + (place.map { "\nat \($0.1)" } ?? "")
    }
}
