internal import CheckpointSystem
internal import Foundation

/// The story of reminders: what was done on one phone doesn't ring on the other, and what rings does so once.
package struct RemindersStory: Story {
    package let name = "reminders"
    package let summary =
        "what you've done on A doesn't ring on B, and an alarm that was on a killed screen comes back once"
    package let success = "each phone rang once for what was open, and never for what was done elsewhere."
    package let failure = "a phone rang too often, or not at all. See the lines marked FAILS above."
    package let chapter: String? = "reminders"

    package func play(on stage: DemoStage) async throws -> Bool {
        let acts = RemindersActs(stage: stage)
        let holdsBefore = try await stage.server.process.whileRunning { try await acts.playFreely() }
        await stage.server.process.stop()
        let holdsClosed = try await ClosedPhoneAct(stage: stage, day: acts.day, time: acts.time).play(as: 6)
        let server = try await stage.start(
            inPlaceOf: stage.server, databaseURL: stage.databaseURL, environment: ["VITALS_REQUIRE_PREMIUM": "1"])
        let holdsAfter = try await server.process.whileRunning { try await acts.playWithAccess(server) }
        return holdsBefore && holdsClosed && holdsAfter
    }
}

/// The acts of the story. A is in the user's pocket, and B in the kitchen.
private struct RemindersActs {
    let stage: DemoStage
    /// Today and two minutes ago, in UTC: what is set for then is due on each day, and was due just now.
    let day: String
    let time: String

    private var phoneA: DemoPhone { stage.phone("A") }
    private var phoneB: DemoPhone { stage.phone("B") }

    init(stage: DemoStage) {
        self.stage = stage
        let (now, before) = (Date().ISO8601Format(), Date(timeIntervalSinceNow: -120).ISO8601Format())
        day = String(now.prefix(10))
        // Just after midnight, two minutes ago was another day.
        time = before.hasPrefix(day) ? String(before.dropFirst(11).prefix(5)) : "00:00"
    }

    func playFreely() async throws -> Bool {
        var holds = true
        try await phoneA.logIn(server: stage.server.url)
        try await phoneB.logIn(server: stage.server.url)
        try await ring(&holds)
        try await openLate(&holds)
        try await answerTwice(&holds)
        try await beKilled(&holds)
        try await weigh(&holds)
        return holds
    }

    private func ring(_ holds: inout Bool) async throws {
        try await remind("Pills")
        let screen = try await DemoScreen(phoneB, "reminders", "watch", "--json", log: "ring", on: stage)
        let rang = await screen.shows(#""event":"ring""#, "Pills")
        try await phoneA.run("reminders", "done", "Pills")
        let began = ContinuousClock.now
        try await phoneA.sync()
        let isWithdrawn = await screen.shows(#""event":"withdraw""#, "Pills")
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        await screen.process.stop()
        try await report(
            1, "The pills are due, and B rings in the kitchen; A says that they're taken",
            "B took the notification away \(seconds.formatted(.number.precision(.fractionLength(1)))) s after A began to sync."
        )
        check("B rang once.", rang && count(screen, "ring", "Pills") == 1, &holds)
        check("B's notification went away by itself.", isWithdrawn, &holds)
    }

    private func openLate(_ holds: inout Bool) async throws {
        try await remind("Walk")
        try await remind("Water")
        try await phoneA.run("reminders", "done", "Walk")
        try await phoneA.sync()
        let screen = try await DemoScreen(phoneB, "reminders", "watch", "--json", log: "late", on: stage)
        let rang = await screen.shows(#""event":"ring""#, "Water")
        await screen.process.stop()
        try await report(
            2, "B was off. A walk and a glass of water are due by now, and A has been for the walk",
            "B is switched on: it syncs before it rings.")
        check("B rings for the water.", rang, &holds)
        check("B doesn't ring for the walk.", count(screen, "ring", "Walk") == 0, &holds)
        check("The pills are done, and stay silent, too.", count(screen, "ring", "Pills") == 0, &holds)
    }

    private func answerTwice(_ holds: inout Bool) async throws {
        try await phoneA.run("reminders", "snooze", "Water", "--for", "1h")
        try await phoneB.run("reminders", "done", "Water")
        try await sync(phoneB, phoneA, phoneB)
        let now = try await report(
            3, "Both are offline. A snoozes the water for an hour, B drinks it, and A syncs last",
            "Done is more than snoozed, in whichever order they arrive.")
        check("It's done everywhere.", now.allSatisfy { $0.state(of: "Water", day) == "done" }, &holds)
        let needed = try await phoneA.holding().decisions + phoneB.holding().decisions
        check("Nobody has to decide anything.", needed.isEmpty, &holds)
        let next = [try await phoneA.upcoming()["Water"], try await phoneB.upcoming()["Water"]]
        check(
            "Its next occurrences are the same on both, a day apart, each once.",
            next[0] == next[1] && (next[0]?.count ?? 0) >= 13 && Set(next[0] ?? []).count == next[0]?.count, &holds)
    }

    private func beKilled(_ holds: inout Bool) async throws {
        try await remind("Stretch")
        var screens: [DemoScreen] = []
        for title in ["Stretch", "Stretch", "Tea"] {
            if title == "Tea" { try await remind(title) }
            let screen = try await DemoScreen(
                phoneB, "reminders", "watch", "--json", log: "killed-\(screens.count)", on: stage)
            _ = await screen.shows(#""event":"ring""#, title)
            await screen.process.stop(with: SIGKILL)
            screens.append(screen)
        }
        try await report(
            4, "B rings for the stretching, and its program is killed, twice",
            "Nobody has answered, so it comes back; and once is enough.")
        check("It rang, and came back after the first kill.", count(screens[0], "ring", "Stretch") == 1, &holds)
        check("It came back once.", count(screens[1], "ring", "Stretch") == 1, &holds)
        check(
            "After the second kill only the tea rang, which is new.",
            count(screens[2], "ring", "Tea") == 1 && count(screens[2], "ring", "Stretch") == 0, &holds)
    }

    private func weigh(_ holds: inout Bool) async throws {
        try await remind("Weigh in", "--measurement", "weight")
        try await phoneB.sync()
        try await phoneB.run("add", "weight", "72.4", "kg")
        try await sync(phoneB, phoneA)
        let now = try await report(
            5, "A reminder to weigh in is due, and B records a weight", "The weight is the answer.")
        check("It's done everywhere.", now.allSatisfy { $0.state(of: "Weigh in", day) == "done" }, &holds)
    }

    func playWithAccess(_ server: DemoServer) async throws -> Bool {
        var holds = true
        try await phoneA.run("reminders", "add", "Dentist", "--at", time, "--on", day, "--zone", "UTC")
        try await phoneA.run("notes", "add", "Trip", "--body", "Platform 4")
        try await phoneA.sync()
        let waiting = try await server.reminders()
        let notes = try await server.holding().named("Trip").count
        let refused = try await phoneA.fail("reminders", "done", "Dentist")
        try await runServer("entitlement", "grant", try await user())
        try await sync(phoneA, phoneB)
        let now = try await report(
            7, "The server now asks for premium access, and the user has none; A adds a reminder and a note",
            "The reminder waited on A. Then the user got access, and it went by itself.", server)
        check(
            "The note went through, and the reminder waited.",
            notes == 1 && waiting.all.allSatisfy { $0.fields.title != "Dentist" }, &holds)
        check("Meanwhile A said why reminders were read-only.", refused.contains("read-only"), &holds)
        check(
            "With access, all have it.", now.allSatisfy { $0.all.contains { $0.fields.title == "Dentist" } }, &holds)
        return holds
    }

    // MARK: Helpers

    /// Makes a reminder on A that is due now and on each day, and sends it.
    private func remind(_ title: String, _ options: String...) async throws {
        try await phoneA.run(
            ["reminders", "add", title, "--at", time, "--on", day, "--zone", "UTC", "--every", "day"] + options)
        try await phoneA.sync()
    }

    private func count(_ screen: DemoScreen, _ event: String, _ title: String) -> Int {
        screen.lines.count { $0.contains("\"event\":\"\(event)\"") && $0.contains("\"\(title)\"") }
    }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    /// The id of the only user.
    private func user() async throws -> String {
        struct User: Decodable { let id: String }
        let text = try await runServer("user", "list", "--json")
        guard let user = try? JSONDecoder().decode([User].self, from: Data(text.utf8)).first else {
            throw CourseError(.failed, "`vitals-server user list --json` didn't print the expected array.")
        }
        return user.id
    }

    @discardableResult
    private func runServer(_ arguments: String...) async throws -> String {
        let command = DemoServer.command(
            stage.programs + "/vitals-server", arguments, databaseURL: stage.databaseURL, directory: stage.directory)
        let result = try await command.capture()
        guard result.succeeded else {
            throw CourseError(.failed, "`vitals-server \(arguments[0])` failed with \(result.ending).")
        }
        return result.standardOutput
    }

    @discardableResult
    private func report(
        _ number: Int, _ title: String, _ explanation: String, _ server: DemoServer? = nil
    ) async throws -> [DemoReminders] {
        let all = [
            try await phoneA.reminders(), try await phoneB.reminders(), try await (server ?? stage.server).reminders(),
        ]
        let titles = Set(all.flatMap(\.all).map(\.fields.title)).sorted()
        stage.report.act(
            number, title, explanation,
            rows: titles.map { title in
                DemoRow(title, all.map { $0.state(of: title, title == "Dentist" ? "once" : day) })
            })
        return all
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        stage.report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
