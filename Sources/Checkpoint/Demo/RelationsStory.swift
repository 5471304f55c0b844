internal import CheckpointSystem

/// The story of relations: links lead where they were meant to, through tags that become one, deleted groups and a server
/// that forgets.
package struct RelationsStory: Story {
    package let name = "relations"
    package let summary = "one tag made twice, a group deleted while a reminder is written into it, a restored server"
    package let success = "every link leads somewhere, and both phones brought back what the server had forgotten."
    package let failure = "a link or a change is missing. See the lines marked FAILS above."
    package let chapter: String? = "relations"

    package func play(on stage: DemoStage) async throws -> Bool {
        var acts = RelationsActs(stage: stage, server: stage.server)
        let holdsBefore = try await during(acts) { try await $0.playUntilBackup() }
        await acts.server.process.stop()
        let backup = try await DemoDatabase.backUp(stage.databaseURL, in: stage.resources)
        acts.server = try await stage.start(inPlaceOf: acts.server, databaseURL: stage.databaseURL)
        let (replaced, holdsUntilRestore) = try await during(acts) { try await $0.playUntilRestore() }
        await acts.server.process.stop()
        acts.server = try await stage.start(inPlaceOf: acts.server, databaseURL: backup)
        let holdsAfter = try await during(acts) { try await $0.playAfterRestore(replaced) }
        return holdsBefore && holdsUntilRestore && holdsAfter
    }

    private func during<Value: Sendable>(
        _ acts: RelationsActs, _ body: @escaping @Sendable (RelationsActs) async throws -> Value
    ) async throws -> Value {
        try await acts.server.process.whileRunning { try await body(acts) }
    }
}

/// The acts of the story.
private struct RelationsActs {
    let stage: DemoStage
    var server: DemoServer

    private var phoneA: DemoPhone { stage.phone("A") }
    private var phoneB: DemoPhone { stage.phone("B") }
    private var tablet: DemoTablet { DemoTablet(server: server) }

    func playUntilBackup() async throws -> Bool {
        var holds = true
        for phone in [phoneA, phoneB] { try await phone.logIn(server: server.url) }
        try await phoneA.run("groups", "add", "Medicine", "--colour", "blue")
        try await phoneA.sync()
        let answer = try await tablet.remind("Pills", in: try await phoneA.id(of: "Medicine"))
        try await sync(phoneA, phoneB)
        let now = try await report(
            1, "A makes a group, a tablet writes a reminder into it, and the server is backed up",
            "The tablet speaks the protocol itself, because reminders have no command line yet.")
        check(
            "All have the group and its reminder.",
            answer.status == "applied" && now.areEqual && now.server.reminderCount == 1, &holds)
        return holds
    }

    /// - Returns: the id of B's "Morning", which the server replaced, and true if every check held.
    func playUntilRestore() async throws -> (String, Bool) {
        var holds = true
        let replaced = try await join(&holds)
        try await untag(&holds)
        try await deleteGroup(&holds)
        return (replaced, holds)
    }

    func playAfterRestore(_ replaced: String) async throws -> Bool {
        var holds = true
        let forgotten = try await server.holding()
        // One change more, made before A knows of the restore.
        try await phoneA.write("10 km", into: "Ran")
        try await sync(phoneA, phoneB, phoneA)
        let now = try await report(
            5, "The server is restored from its backup, and both phones sync",
            "They notice that it forgot something, and send it what they know before anything else.")
        check(
            "The restored server had the deleted group again, and no tag and no note.",
            forgotten.entities.map(\.name).sorted() == ["Medicine", "Pills"], &holds)
        try await checkMorning(replaced, now, &holds)
        check("The tag Evening stays deleted.", now.all.allSatisfy { $0.named("Evening").isEmpty }, &holds)
        check(
            "The old group stays deleted, and the new one is there with its reminder.",
            now.all.allSatisfy {
                $0.named("Medicine").map(\.fields?.colour) == ["red"] && $0.reminderCount == 1
            }, &holds)
        check("A's last change arrived, too.", now.all.allSatisfy { $0.body(of: "Ran") == "10 km" }, &holds)
        check("Both phones and the server are equal, and nothing needs you.", now.areEqual, &holds)
        return holds
    }

    // MARK: Acts

    private func join(_ holds: inout Bool) async throws -> String {
        try await phoneA.run("notes", "add", "Ran", "--body", "5 km", "--tag", "Morning")
        try await phoneB.run("notes", "add", "Slept", "--body", "8 h", "--tag", " MORNING")
        let (onA, onB) = (try await phoneA.id(of: "Morning"), try await phoneB.id(of: " MORNING"))
        try await sync(phoneA, phoneB, phoneA)
        let now = try await report(
            2, "Offline, both make a tag Morning, each with a note; then both sync",
            "The server takes the second tag for the first, and remembers that B's id means A's.")
        check("They were two tags before.", onA != onB, &holds)
        try await checkMorning(onB, now, &holds)
        return onB
    }

    private func untag(_ holds: inout Bool) async throws {
        try await phoneA.run("notes", "add", "Film", "--body", "2 h", "--tag", "Evening")
        try await sync(phoneA, phoneB)
        try await phoneA.run("tags", "delete", "Evening")
        try await phoneB.run("notes", "add", "Read", "--body", "Page 80", "--tag", "Evening", "--tag", "Morning")
        try await sync(phoneA, phoneB, phoneA)
        let now = try await report(
            3, "A deletes the tag Evening, which a note has, while B writes another note with it",
            "Both notes stay, without that tag.")
        check("Nobody has the tag.", now.all.allSatisfy { $0.named("Evening").isEmpty }, &holds)
        check(
            "All have the first note, without a tag.",
            now.all.allSatisfy { $0.body(of: "Film") == "2 h" && $0.tags(of: "Film").isEmpty }, &holds)
        check(
            "All have the second, with its other tag.",
            now.all.allSatisfy { $0.body(of: "Read") == "Page 80" && $0.tags(of: "Read") == ["Morning"] }, &holds)
    }

    private func deleteGroup(_ holds: inout Bool) async throws {
        let group = try await phoneA.id(of: "Medicine")
        try await phoneA.run("groups", "delete", "Medicine")
        try await phoneB.run("groups", "edit", "Medicine", "--colour", "red")
        try await phoneA.sync()
        let answer = try await tablet.remind("Drops", in: group)
        try await sync(phoneB, phoneA)
        let lost = try await report(
            4, "A deletes the group, while the tablet writes a reminder into it and B gives it another colour",
            "The delete wins over both, and takes the group's reminders with it. Who wrote is told.")
        check(
            "Nobody has the group or a reminder.",
            lost.all.allSatisfy { $0.named("Medicine").isEmpty && $0.reminderCount == 0 }, &holds)
        check("The tablet is told.", answer.status == "conflict" && answer.code == "deleted", &holds)
        let conflict = lost.phoneB.decisions.first
        check("B is told, and A isn't.", conflict?.code == "deleted" && lost.phoneA.decisions.isEmpty, &holds)
        guard let conflict else { return }
        try await phoneB.run("entities", "restore", conflict.number)
        try await phoneB.sync()
        let anew = try await phoneB.id(of: "Medicine")
        let again = try await tablet.remind("Drops", in: anew)
        try await sync(phoneA, phoneB)
        let now = try await holdings()
        check(
            "B makes the group anew, under another id, and the tablet's reminder fits in: all have both.",
            anew != group && again.status == "applied" && now.areEqual && now.server.reminderCount == 1, &holds)
    }

    // MARK: Helpers

    /// Checks that there's one tag Morning, and that both notes and B's old id lead to it.
    private func checkMorning(_ replaced: String, _ now: DemoHoldings, _ holds: inout Bool) async throws {
        let tags = Set(now.all.map { $0.entities.filter { $0.type == "tag" }.map(\.id) })
        check("All have one tag, the same one.", tags.count == 1 && tags.first?.count == 1, &holds)
        check(
            "Both notes have it, everywhere.",
            now.all.allSatisfy { $0.tags(of: "Ran") == ["Morning"] && $0.tags(of: "Slept") == ["Morning"] }, &holds)
        let found = try? await server.entity("tag", replaced)
        check("The server answers to B's old id with that tag.", found?.id == tags.first?.first, &holds)
    }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func holdings() async throws -> DemoHoldings { try await DemoHoldings(phoneA, phoneB, server) }

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
