internal import CheckpointSystem
internal import Foundation

/// The story of the outbox: a phone on a train through tunnels, whose changes arrive once each, or are shown to its person.
package struct OutboxStory: Story {
    package let name = "outbox"
    package let summary = "a train through tunnels: a lost answer, a killed phone, two edits of one field, a refusal"
    package let success = "each change arrived once, or was shown to whoever made it; the phones and the server agree."
    package let failure = "a change was lost, or performed twice. See the lines marked FAILS above."
    package let chapter: String? = "outbox"

    package func play(on stage: DemoStage) async throws -> Bool {
        let tunnel = try DemoTunnel(to: stage.server.url)
        defer { tunnel.stop() }
        let acts = OutboxActs(stage: stage, tunnel: tunnel)
        return try await stage.server.process.whileRunning { try await acts.play() }
    }
}

/// The acts of the story. Phone A is on the train, phone B at home.
private struct OutboxActs {
    let stage: DemoStage
    let tunnel: DemoTunnel

    private var phoneA: DemoPhone { stage.phone("A") }
    private var phoneB: DemoPhone { stage.phone("B") }

    /// More than the train's network takes in one request.
    private static let diary = String(repeating: "It rains. ", count: 600)

    func play() async throws -> Bool {
        var holds = true
        try await board(&holds)
        try await writeOffline(&holds)
        try await loseAnswer(&holds)
        try await die(&holds)
        try await editTogether(&holds)
        try await beRefused(&holds)
        try await arrive(&holds)
        return holds
    }

    private func board(_ holds: inout Bool) async throws {
        try await phoneA.logIn(server: tunnel.url)
        try await phoneB.logIn(server: stage.server.url)
        try await phoneA.run("notes", "add", "Trip", "--body", "Platform 4")
        try await sync(phoneA, phoneB)
        let now = try await report(1, "A writes a note and boards the train; B stays at home", "Both have synced.")
        check("All have the note.", now.all.allSatisfy { $0.body(of: "Trip") == "Platform 4" }, &holds)
    }

    private func writeOffline(_ holds: inout Bool) async throws {
        tunnel.become(.none)
        try await phoneA.run("notes", "add", "Seat", "--body", "21, window", "--tag", "Train")
        try await phoneA.write("22, aisle", into: "Seat")
        let said = try await phoneA.fail("sync")
        let inside = try await report(
            2, "In the first tunnel, A writes a note with a new tag, changes it, and can't sync",
            "Three changes wait in A's outbox: the tag, the note and the edit of it.")
        check("The sync failed and said so.", !said.isEmpty, &holds)
        check("A shows what it wrote, and counts 3 to be sent.", inside.phoneA.waitingCount == 3, &holds)
        check("A shows the edit on top of the note.", inside.phoneA.body(of: "Seat") == "22, aisle", &holds)
        tunnel.become(.clear)
        try await sync(phoneA, phoneB)
        let outside = try await holdings()
        check(
            "Out of the tunnel, all have the note with its tag.",
            outside.all.allSatisfy { $0.body(of: "Seat") == "22, aisle" && $0.tags(of: "Seat") == ["Train"] }, &holds)
    }

    private func loseAnswer(_ holds: inout Bool) async throws {
        try await phoneA.write("Platform 9", into: "Trip")
        tunnel.become(.losesAnswers)
        let countBefore = tunnel.pushCount
        _ = try await phoneA.fail("sync")
        let unanswered = try await holdings()
        // The server's value is again the one that A saw. Performed a second time, A's command would overwrite it.
        try await sync(phoneB)
        try await phoneB.write("Platform 4", into: "Trip")
        try await sync(phoneB)
        tunnel.become(.clear)
        try await sync(phoneA, phoneB)
        let now = try await report(
            3, "A's edit arrives, but its answer is lost; B sees it and puts the old platform back; A sends it again",
            "The server knows the request and gives its first answer again.")
        check(
            "The server had performed it, and A still counted it as waiting.",
            unanswered.server.body(of: "Trip") == "Platform 9" && unanswered.phoneA.waitingCount == 1, &holds)
        check("A sent it at least twice.", tunnel.pushCount - countBefore >= 2, &holds)
        check(
            "It was performed once: all hold B's Platform 4.",
            now.all.allSatisfy { $0.body(of: "Trip") == "Platform 4" }, &holds)
        check("Nobody is asked anything.", now.areEqual, &holds)
    }

    private func die(_ holds: inout Bool) async throws {
        try await phoneA.run("notes", "add", "Lunch", "--body", "Soup")
        let wasKilledBefore = try await killDuringSync(.holdsRequests)
        let before = try await holdings()
        try await phoneA.run("notes", "add", "Read", "--body", "Page 80")
        let wasKilledAfter = try await killDuringSync(.holdsAnswers)
        let after = try await holdings()
        tunnel.become(.clear)
        try await sync(phoneA, phoneB)
        let now = try await report(
            4, "A is killed in the middle of a sync, before a request arrives and again before an answer does",
            "A was started again after that, and synced.")
        check("Both times it ended by signal 9.", wasKilledBefore && wasKilledAfter, &holds)
        check(
            "After the first kill, A had its note and the server hadn't.",
            before.phoneA.body(of: "Lunch") == "Soup" && before.server.named("Lunch").isEmpty, &holds)
        check(
            "After the second, the server had both, and A still counted both as waiting.",
            after.server.named("Read").count == 1 && after.phoneA.waitingCount == 2, &holds)
        check(
            "Now all have each note once.",
            now.areEqual && now.all.allSatisfy { $0.named("Lunch").count == 1 && $0.named("Read").count == 1 }, &holds)
    }

    private func editTogether(_ holds: inout Bool) async throws {
        try await phoneA.write("Page 120", into: "Read")
        try await phoneB.write("Page 95", into: "Read")
        try await sync(phoneB, phoneA)
        let lost = try await report(
            5, "Both change the same note, and B is the first to sync",
            "The server keeps B's text, because A hadn't seen it. A's is kept for you to decide.")
        let conflict = lost.phoneA.decisions.first
        check("All hold B's page 95.", lost.all.allSatisfy { $0.body(of: "Read") == "Page 95" }, &holds)
        check("A is told, and nobody else is.", conflict?.code == "changed" && lost.phoneB.decisions.isEmpty, &holds)
        let kept = try await phoneA.run("entities", "needs-you")
        check("A still has its page 120.", kept.contains("yours is Page 120, now it's Page 95"), &holds)
        guard let conflict else { return }
        try await phoneA.run("entities", "restore", conflict.number)
        try await sync(phoneA, phoneB)
        let now = try await holdings()
        check(
            "A restores it: all hold page 120, and nothing needs anybody.",
            now.areEqual && now.server.body(of: "Read") == "Page 120", &holds)
    }

    private func beRefused(_ holds: inout Bool) async throws {
        tunnel.become(.refusesAbove(bytes: 4_096))
        try await phoneA.run("notes", "add", "Diary", "--body", Self.diary)
        try await phoneA.run("notes", "add", "Snack", "--body", "Apple")
        // The first sync sends both at once and is refused as a whole; the second sends one at a time.
        _ = try await phoneA.fail("sync")
        try await sync(phoneA, phoneB)
        let refused = try await report(
            6, "The train's network refuses large requests, and A's first note is one",
            "It is set aside for you to decide. What comes after it doesn't wait.")
        let letter = refused.phoneA.decisions.first
        check("A lists it as refused.", letter?.code == "too_large" && letter?.number.first == "r", &holds)
        check(
            "The second note is on B, and the first isn't.",
            refused.phoneB.named("Snack").count == 1 && refused.phoneB.named("Diary").isEmpty, &holds)
        guard let letter else { return }
        tunnel.become(.clear)
        try await phoneA.run("entities", "retry", letter.number)
        try await sync(phoneA, phoneB)
        let now = try await holdings()
        check(
            "At the next station A sends it again: all have it, whole.",
            now.all.allSatisfy { $0.body(of: "Diary") == Self.diary }, &holds)
    }

    private func arrive(_ holds: inout Bool) async throws {
        try await phoneA.run("login", "--server", stage.server.url, "--token", DemoServer.token, "--rebind")
        try await sync(phoneA, phoneB)
        let now = try await report(
            7, "The train arrives, and A reaches the server at its own address",
            "To A that's another server, so it sends all it knows once more. The server has it already.")
        check("The server holds 6 notes.", now.server.entities.filter { $0.type == "note" }.count == 6, &holds)
        check("Both phones show the same, field by field, and nothing waits or needs you.", now.areEqual, &holds)
    }

    // MARK: Helpers

    /// Starts a sync of phone A, and kills it while the tunnel holds its push or the answer.
    ///
    /// - Returns: true if the signal ended it.
    private func killDuringSync(_ reception: DemoTunnel.Reception) async throws -> Bool {
        tunnel.become(reception)
        let phone = try await tunnel.waitForHeld {
            try await stage.resources.start(
                Command(phoneA.executable, ["sync", "--data", phoneA.dataDirectory]), name: "vitals-device",
                logPath: stage.directory + "/sync.log")
        }
        await phone.stop(with: SIGKILL)
        tunnel.become(.none)
        return phone.termination == .signalled(SIGKILL)
    }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func holdings() async throws -> DemoHoldings { try await DemoHoldings(phoneA, phoneB, stage.server) }

    private func report(_ number: Int, _ title: String, _ explanation: String) async throws -> DemoHoldings {
        let now = try await holdings()
        stage.report.act(number, title, explanation, rows: now.rows)
        return now
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        stage.report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
