internal import CheckpointSystem
internal import Foundation

/// The story of words instead of forms: a sentence becomes measurements, and a label survives servers and phones that
/// don't know it.
package struct LogStory: Story {
    package let name = "log"
    package let summary =
        "a sentence becomes measurements on both phones, through a server that didn't know symptoms yet"
    package let success = "what was said is on both phones, what wasn't measured is on neither, and no label was lost."
    package let failure = "something was invented, lost or stored unasked. See the lines marked FAILS above."
    package let chapter: String? = "nl-logging"

    package func play(on stage: DemoStage) async throws -> Bool {
        var acts = LogActs(
            phoneA: stage.phone("A"), phoneB: stage.phone("B"), server: stage.server, report: stage.report)
        await acts.server.process.stop()
        acts.server = try await stage.start(
            inPlaceOf: acts.server, databaseURL: stage.databaseURL, environment: ["VITALS_FEATURES": "none"])
        let (dizzy, holdsBefore) = try await acts.server.process.whileRunning { [acts] in try await acts.playWithout() }
        await acts.server.process.stop()
        acts.server = try await stage.start(
            inPlaceOf: acts.server, databaseURL: stage.databaseURL, environment: ["VITALS_FEATURES": "all"])
        let holdsAfter = try await acts.server.process.whileRunning { [acts] in try await acts.play(with: dizzy) }
        return holdsBefore && holdsAfter
    }
}

/// The acts of the story.
private struct LogActs {
    let phoneA: DemoPhone
    let phoneB: DemoPhone
    var server: DemoServer
    let report: DemoReport

    private static let phrase = "ran 5k this morning, felt dizzy after, weight 72.3kg"

    /// Plays against a server whose feature is off.
    ///
    /// - Returns: the id of the symptom, and true if every check held.
    func playWithout() async throws -> (String, Bool) {
        var holds = true
        for phone in [phoneA, phoneB] { try await phone.logIn(server: server.url) }
        let said = try await phoneA.run("log", "--yes", Self.phrase)
        guard let dizzy = try await phoneA.records().first(where: { $0.name != nil }) else {
            throw CourseError(.failed, "`vitals-device log` recorded no symptom. It printed:", lastLines: [said])
        }
        let stored = try await phoneA.records()
        try await sync(phoneA, phoneB)
        report.act(
            1, "A says: \u{201C}\(Self.phrase)\u{201D}",
            "The server's feature is off, so the phone reads the sentence itself. The table shows the symptom.",
            try await state(dizzy.id))
        check(
            "A recorded a distance of 5 km, a symptom and a weight of 72.3 kg.",
            stored.map(\.displayValue).sorted() == ["5.0 km", "72.3 kg", "dizzy, 1.0"], &holds)
        check("B has the distance and the weight.", try await phoneB.records().count == 2, &holds)
        check(
            "The server doesn't know symptoms and refused that one; A keeps it and says so.",
            try await phoneA.run("rejected").contains("Your server doesn't take"), &holds)
        return (dizzy.id, holds)
    }

    /// Plays against the same server with the feature on.
    func play(with dizzy: String) async throws -> Bool {
        var holds = true
        try await arrive(dizzy, &holds)
        try await edit(dizzy, &holds)
        try await readOnly(&holds)
        try await measuredNothing(&holds)
        return holds
    }

    private func arrive(_ id: String, _ holds: inout Bool) async throws {
        try await sync(phoneA, phoneB)
        let together = try await state(id)
        report.act(
            2, "The server's feature is switched on, and both phones sync", "A offers the symptom again.", together)
        let isEverywhere = [together.phoneA, together.phoneB, together.server].allSatisfy { $0?.name == "dizzy" }
        check("Both phones and the server have it, with its label.", isEverywhere, &holds)
        check("Nothing is refused any more.", try await !phoneA.run("rejected").contains("symptom"), &holds)
    }

    private func edit(_ id: String, _ holds: inout Bool) async throws {
        try await phoneB.edit(id, to: "4")
        try await sync(phoneB, phoneA)
        let together = try await state(id)
        report.act(
            3, "B changes how strong it was, and nothing else", "An edit replaces the value; other members stay.",
            together)
        let isKept = [together.phoneA, together.phoneB, together.server].allSatisfy {
            $0?.name == "dizzy" && $0?.value == 4
        }
        check("All hold 4, and the label is still there.", isKept, &holds)
    }

    private func readOnly(_ holds: inout Bool) async throws {
        struct Reading: Decodable { let entries: [Entry] }
        struct Entry: Decodable { let kind: String }
        let before = try await server.records().count
        let body = Data(#"{"phrase":"pulse 62 and 8,500 steps"}"#.utf8)
        let reading = try await server.send("POST", "/parse", body: body, as: Reading.self)
        try await sync(phoneA)
        report.act(
            4, "Somebody asks the server: \u{201C}pulse 62 and 8,500 steps\u{201D}",
            "It says what it understood. Storing that is for a person to decide.", try await newest())
        check(
            "It found a heart rate and steps.", reading.entries.map(\.kind).sorted() == ["HEART_RATE", "STEPS"], &holds)
        check("It stored nothing.", try await server.records().count == before, &holds)
    }

    private func measuredNothing(_ holds: inout Bool) async throws {
        let before = try await phoneB.records()
        let said = try await phoneB.fail("log", "--yes", "no headache, and my goal is to weigh 70 kg")
        report.act(
            5, "B says: \u{201C}no headache, and my goal is to weigh 70 kg\u{201D}", "Nothing of that was measured.",
            try await newest())
        check("The phone says that nothing was understood.", said.contains("Nothing was understood"), &holds)
        check("Nothing was recorded.", try await phoneB.records() == before, &holds)
    }

    // MARK: Helpers

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func state(_ id: String) async throws -> DemoState {
        func find(_ records: [DemoRecord]) -> DemoRecord? { records.first { $0.id.lowercased() == id.lowercased() } }
        return DemoState(
            phoneA: find(try await phoneA.records()), phoneB: find(try await phoneB.records()),
            server: find(try await server.records()))
    }

    /// The weight, which this story leaves alone.
    private func newest() async throws -> DemoState {
        guard let weight = try await phoneA.weights().first else {
            throw CourseError(.failed, "Phone A lost its weight.")
        }
        return try await state(weight.id)
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
