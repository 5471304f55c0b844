internal import CheckpointSystem
internal import Foundation

/// The story of weekly insights: sentences that follow the records of all phones, written without any key.
package struct InsightsStory: Story {
    package let name = "insights"
    package let summary = "two phones read the same sentences about a week, and they follow each edit"
    package let success = "both phones read the same sentences, and these say what the records say."
    package let failure = "a sentence said something else than the records. See the lines marked FAILS above."
    package let chapter: String? = "ai-insights"

    package func play(on stage: DemoStage) async throws -> Bool {
        var acts = InsightsActs(
            phoneA: stage.phone("A"), phoneB: stage.phone("B"), server: stage.server, report: stage.report)
        await acts.server.process.stop()
        acts.server = try await stage.start(
            inPlaceOf: acts.server, databaseURL: stage.databaseURL, environment: ["VITALS_FEATURES": "none"])
        let holdsBefore = try await acts.server.process.whileRunning { [acts] in try await acts.playWithout() }
        await acts.server.process.stop()
        acts.server = try await stage.start(
            inPlaceOf: acts.server, databaseURL: stage.databaseURL, environment: ["VITALS_FEATURES": "all"])
        let holdsAfter = try await acts.server.process.whileRunning { [acts] in try await acts.play() }
        return holdsBefore && holdsAfter
    }
}

/// The acts of the story.
private struct InsightsActs {
    let phoneA: DemoPhone
    let phoneB: DemoPhone
    var server: DemoServer
    let report: DemoReport

    private struct Insight: Decodable {
        let insight: String?
        let writer: String?
    }

    /// Plays against a server whose feature is off.
    func playWithout() async throws -> Bool {
        var holds = true
        for phone in [phoneA, phoneB] { try await phone.logIn(server: server.url) }
        let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400).formatted(.iso8601)
        try await phoneA.run("add", "weight", "73.4", "kg", "--at", lastWeek)
        try await phoneA.run("add", "weight", "72.4", "kg")
        try await sync(phoneA, phoneB)
        report.act(
            1, "A weighs 1 kg less than a week ago", "The server's feature is off.",
            try await state(try await today().id))
        check(
            "B has both weights: sync doesn't need insights.",
            try await phoneB.weights().map(\.value).sorted() == [72.4, 73.4],
            &holds)
        check(
            "There is no insight, and A says so.", try await phoneA.fail("insight").contains("There is no insight"),
            &holds)
        return holds
    }

    /// Plays against the same server with the feature on, and without a key.
    func play() async throws -> Bool {
        var holds = true
        try await sameWeek(&holds)
        try await edit(&holds)
        try await anotherKind(&holds)
        return holds
    }

    private func sameWeek(_ holds: inout Bool) async throws {
        let (one, other) = (try await insight(of: phoneA), try await insight(of: phoneB))
        report.act(
            2, "The feature is switched on: \u{201C}\(one.insight ?? "nothing")\u{201D}",
            "The server added up both weeks, and wrote by rule.", try await state(try await today().id))
        check(
            "It says the weight, and what changed.",
            one.insight?.contains("your weight was 72.4 kg (1 kg less than on the same days last week)") == true, &holds
        )
        check("It says who wrote it: the server, and no language model.", one.writer == "offline", &holds)
        check("B reads the same.", one.insight != nil && one.insight == other.insight, &holds)
    }

    private func edit(_ holds: inout Bool) async throws {
        let weight = try await today()
        try await phoneB.edit(weight.id, to: "73.4")
        let before = try await insight(of: phoneA)
        try await sync(phoneB)
        let after = try await insight(of: phoneA)
        report.act(
            3, "B corrects the weight to 73.4 kg: \u{201C}\(after.insight ?? "nothing")\u{201D}",
            "The sentence is made from what the server has.", try await state(weight.id))
        check("Until B had synced, the sentence was the old one.", before.insight?.contains("72.4 kg") == true, &holds)
        check(
            "Now it says 73.4 kg, as last week.",
            after.insight?.contains("73.4 kg (as on the same days last week)") == true, &holds)
    }

    private func anotherKind(_ holds: inout Bool) async throws {
        try await phoneA.run("add", "steps", "8500")
        try await sync(phoneA, phoneB)
        let (one, other) = (try await insight(of: phoneA), try await insight(of: phoneB))
        report.act(
            4, "A records 8 500 steps: \u{201C}\(one.insight ?? "nothing")\u{201D}", "There is a second sentence now.",
            try await state(try await today().id))
        check("It says the steps too.", one.insight?.contains("8,500 steps") == true, &holds)
        check("Both phones read the same.", one.insight != nil && one.insight == other.insight, &holds)
    }

    // MARK: Helpers

    private func insight(of phone: DemoPhone) async throws -> Insight {
        let text = try await phone.run("insight", "--json", "--time-zone", "GMT")
        return try JSONDecoder().decode(Insight.self, from: Data(text.utf8))
    }

    /// Today's weight.
    private func today() async throws -> DemoRecord {
        guard let weight = try await phoneA.weights().max(by: { $0.content.recordedAt < $1.content.recordedAt }) else {
            throw CourseError(.failed, "Phone A lost its weight.")
        }
        return weight
    }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func state(_ id: String) async throws -> DemoState {
        func find(_ records: [DemoRecord]) -> DemoRecord? { records.first { $0.id.lowercased() == id.lowercased() } }
        return DemoState(
            phoneA: find(try await phoneA.records()), phoneB: find(try await phoneB.records()),
            server: find(try await server.records()))
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
