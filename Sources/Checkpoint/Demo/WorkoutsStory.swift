internal import CheckpointSystem
internal import Foundation

/// The story of samples and workouts: five years come in without a gap and go up once, and a run that two devices recorded is one run.
package struct WorkoutsStory: Story {
    package let name = "workouts"
    package let summary =
        "five years of readings survive a killed program, go up once, and a run that two devices recorded is one run"
    package let success = "every reading is on the phone and the server once, and every run is in the list once."
    package let failure =
        "a reading or a run is missing, doubled or back from the dead. See the lines marked FAILS above."
    package let chapter: String? = "workouts"

    package func play(on stage: DemoStage) async throws -> Bool {
        let acts = try WorkoutsActs(stage: stage)
        return try await stage.server.process.whileRunning { try await acts.play() }
    }
}

/// The acts of the story. A is the phone of a runner with a ring and a watch, and B the tablet at home.
private struct WorkoutsActs {
    let stage: DemoStage
    private let health: DemoHealth

    private var phoneA: DemoPhone { stage.phone("A") }
    private var phoneB: DemoPhone { stage.phone("B") }
    private var feed: String { stage.directory + "/ring.jsonl" }
    private var export: String { stage.directory + "/export.xml" }

    init(stage: DemoStage) throws {
        self.stage = stage
        health = DemoHealth()
        try health.feed.write(toFile: stage.directory + "/ring.jsonl", atomically: true, encoding: .utf8)
        try health.export.write(toFile: stage.directory + "/export.xml", atomically: true, encoding: .utf8)
    }

    func play() async throws -> Bool {
        var holds = true
        try await phoneA.logIn(server: stage.server.url)
        try await phoneB.logIn(server: stage.server.url)
        try await readFeed(&holds)
        try await readExport(&holds)
        try await goUp(&holds)
        try await takeBack(&holds)
        try await hearOfCompanion(&holds)
        try await keepLess(&holds)
        return holds
    }

    private func readFeed(_ holds: inout Bool) async throws {
        try await phoneA.run("ingest", "keep", "all")
        try await phoneA.run("ingest", "feed", feed, "--windows", "6")
        let before = try await samples()
        let screen = try await DemoScreen(phoneA, "ingest", "feed", feed, "--verbose", log: "feed", on: stage)
        _ = await screen.shows("cold")
        await screen.process.stop(with: SIGKILL)
        try await phoneA.run("ingest", "feed", feed)
        try await report(
            1, "A reads five years of a ring, is stopped after six windows, and killed in the middle of the rest",
            "It goes on where it was: a window is stored as a whole.")
        let after = try await samples()
        check("It was stopped early.", before > 0 && before < health.readingCount, &holds)
        check("All \(health.readingCount) readings are there, each once.", after == health.readingCount, &holds)
    }

    private func readExport(_ holds: inout Bool) async throws {
        try await phoneA.importHealth(export)
        let first = (try await samples(), try await workouts(phoneA).count)
        try await phoneA.importHealth(export)
        let second = (try await samples(), try await workouts(phoneA).count)
        try await report(
            2,
            "A imports five years of Apple Health, in which watch and phone overlap and the time zone changes, twice",
            "Ids come from the content, so the second time adds nothing.")
        check("The export has brought readings and workouts.", first.0 > health.readingCount && first.1 > 0, &holds)
        check("The second time has added nothing.", first == second, &holds)
    }

    private func goUp(_ holds: inout Bool) async throws {
        let screen = try await DemoScreen(phoneA, "sync", log: "sync", on: stage)
        try await Task.sleep(for: .milliseconds(300))
        await screen.process.stop(with: SIGKILL)
        try await sync(phoneA, phoneB, phoneA)
        let (here, there) = (try await samples(), try await stage.server.sampleCount())
        let (onA, onB) = (try await workouts(phoneA), try await workouts(phoneB))
        try await report(
            3, "A sends everything, is killed while it does, and sends the rest",
            "A batch keeps its id and its bytes, so the server takes it once. Runs of watch and phone are joined.")
        check("The server has each reading once.", here == there, &holds)
        check(
            "Each run is there once, on A and on B.", onA.count == health.runCount && onB.count == health.runCount,
            &holds)
    }

    private func takeBack(_ holds: inout Bool) async throws {
        let before = try await samples()
        let line = "{\"deleted\":\"\(health.readingID(3))\"}\n"
        try (health.feed + line).write(toFile: feed, atomically: true, encoding: .utf8)
        try await phoneA.run("ingest", "feed", feed)
        try await phoneA.sync()
        try await phoneA.importHealth(export)
        let (here, there) = (try await samples(), try await stage.server.sampleCount())
        try await report(
            4, "The ring takes one reading back", "A deletion goes up like a reading, and is final.")
        check("It's gone from A, and from the server.", here == before - 1 && there == before - 1, &holds)
    }

    private func hearOfCompanion(_ holds: inout Bool) async throws {
        let client = try await stage.server.clientID()
        let answer = try await stage.server.sendWorkouts(
            [
                health.companionRun(client, secondsLate: 60, of: 0),
                health.companionRun(client, secondsLate: 7 * 3_600, of: 0),
            ])
        try await sync(phoneB, phoneA)
        let (onA, onB) = (try await workouts(phoneA), try await workouts(phoneB))
        try await report(
            5, "The coach's companion sends two runs, one of which the watch recorded, too",
            "It started a minute later and took half a minute less, so it's the same run.")
        check("One is new, and one is known.", answer.inserted == 1 && answer.duplicates == 1, &holds)
        check(
            "Both phones have one run more.",
            onA.count == health.runCount + 1 && Set(onA.map(\.id)) == Set(onB.map(\.id)), &holds)
    }

    private func keepLess(_ holds: inout Bool) async throws {
        let before = try await samples()
        try await phoneA.run("ingest", "keep", "6")
        try await phoneA.sync()
        let (here, there) = (try await samples(), try await stage.server.sampleCount())
        try await report(
            6, "A keeps six months from now on", "What the server has acknowledged may go from the phone.")
        check(
            "A has some hundred readings left, and the server all of them.",
            here < before / 5 && here > 100 && there == before, &holds)
        let first = try await phoneA.run(
            "ingest", "older", "resting-heart-rate", "--from", health.day(1_400), "--to", health.day(1_390), "--json")
        check("A can still look at those of four years ago.", first.contains("Ring"), &holds)
    }

    // MARK: Helpers

    private func samples() async throws -> Int { try await phoneA.sampleCount() }

    private func workouts(_ phone: DemoPhone) async throws -> [DemoWorkout] { try await phone.workouts() }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func report(_ number: Int, _ title: String, _ explanation: String) async throws {
        let samples = [
            try await phoneA.sampleCount(), try await phoneB.sampleCount(), try await stage.server.sampleCount(),
        ]
        let runs = [try await workouts(phoneA).count, try await workouts(phoneB).count]
        stage.report.act(
            number, title, explanation,
            rows: [
                DemoRow("readings", samples.map(String.init)),
                DemoRow("workouts", runs.map(String.init) + [String(try await stage.server.workoutCount())]),
            ])
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        stage.report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
