internal import CheckpointSystem

/// The story of deletes: nothing that was deleted comes back by itself, and no edit is lost unseen.
package struct DeletesStory: Story {
    package let name = "deletes"
    package let summary = "a delete meets an edit made apart from it, a replayed import and a restored server"
    package let success = "nothing deleted came back by itself, and every edit that lost is shown."
    package let failure = "something came back or was lost unseen. See the lines marked FAILS above."
    package let chapter: String? = "deletes"

    package func play(on stage: DemoStage) async throws -> Bool {
        var acts = DeletesActs(
            phoneA: stage.phone("A"), phoneB: stage.phone("B"), server: stage.server,
            export: stage.root + "/Tests/Fixtures/apple-health/export.xml", report: stage.report)
        let (id, holdsBefore) = try await during(acts) { try await $0.playUntilBackup() }
        await acts.server.process.stop()
        let backup = try await DemoDatabase.backUp(stage.databaseURL, in: stage.resources)
        acts.server = try await stage.start(inPlaceOf: acts.server, databaseURL: stage.databaseURL)
        let holdsUntilRestore = try await during(acts) { try await $0.playUntilRestore(id) }
        await acts.server.process.stop()
        acts.server = try await stage.start(inPlaceOf: acts.server, databaseURL: backup)
        let holdsAfter = try await during(acts) { try await $0.playAfterRestore(id) }
        return holdsBefore && holdsUntilRestore && holdsAfter
    }

    private func during<Value: Sendable>(
        _ acts: DeletesActs, _ body: @escaping @Sendable (DeletesActs) async throws -> Value
    ) async throws -> Value {
        try await acts.server.process.whileRunning { try await body(acts) }
    }
}

/// The acts of the story.
private struct DeletesActs {
    let phoneA: DemoPhone
    let phoneB: DemoPhone
    var server: DemoServer
    let export: String
    let report: DemoReport

    /// - Returns: the id of the weight that the story is about, and true if every check held.
    func playUntilBackup() async throws -> (String, Bool) {
        var holds = true
        let id = try await meet()
        try await overwriteUnseen(id, &holds)
        try await deleteMeetsEdits(id, &holds)
        return (id, holds)
    }

    func playUntilRestore(_ id: String) async throws -> Bool {
        var holds = true
        try await deleteErases(id, &holds)
        try await importAgain(id, &holds)
        return holds
    }

    func playAfterRestore(_ id: String) async throws -> Bool {
        var holds = true
        try await serverForgets(id, &holds)
        try await restore(id, &holds)
        return holds
    }

    private func meet() async throws -> String {
        for phone in [phoneA, phoneB] { try await phone.logIn(server: server.url) }
        try await phoneA.importHealth(export)
        let newest = try await phoneA.weights().max { $0.content.recordedAt < $1.content.recordedAt }
        guard let newest else { throw CourseError(.failed, "The Apple Health export has no body mass.") }
        try await sync(phoneA, phoneB)
        report.act(
            1, "Phone A imports an Apple Health export, and both phones sync", "This is the newest weight.",
            try await state(newest.id))
        return newest.id
    }

    private func overwriteUnseen(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.edit(id, to: "71.9")
        guard let lost = try await phoneA.weight(id) else { throw CourseError(.failed, "A has lost its own edit.") }
        try await phoneA.sync()
        for value in ["73.1", "73.4"] { try await phoneB.edit(id, to: value) }
        try await sync(phoneB, phoneA)
        report.act(
            2, "A edits and syncs; B, which hasn't seen it, edits twice and syncs",
            "The server had taken A's edit. B's greater version replaces it, and the server tells A.",
            try await state(id))
        check("All hold 73.4.", try await values(id) == [73.4, 73.4, 73.4], &holds)
        check("A lists its edit (71.9) under conflicts.", try await phoneA.showsConflict(of: lost), &holds)
    }

    private func deleteMeetsEdits(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.run("delete", id)
        for value in ["72.2", "72.3"] { try await phoneB.edit(id, to: value) }
        try await sync(phoneA, phoneB, phoneA)
        report.act(
            3, "Offline, A deletes the weight and B edits it twice; then both sync",
            "B's chain of edits is longer, so the weight stays. A's person decides.", try await state(id))
        check("All hold 72.3.", try await values(id) == [72.3, 72.3, 72.3], &holds)
        check("A lists its delete under conflicts.", try await phoneA.run("conflicts").contains("deleted"), &holds)
    }

    private func deleteErases(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.run("delete", id)
        try await sync(phoneA, phoneB)
        let together = try await state(id)
        report.act(
            4, "A deletes it again, now having seen B's edits, and both sync", "The deletion is a version of its own.",
            together)
        let isGone = together.phoneA == nil && together.phoneB == nil
        check("Neither phone lists it.", isGone, &holds)
        check(
            "The server holds a deletion and no value.",
            together.server?.deleted == true && together.server?.value != 72.3, &holds)
        check(
            "B still shows it for 30 days as recently deleted.",
            try await phoneB.run("deleted").contains("72.3"), &holds)
    }

    private func importAgain(_ id: String, _ holds: inout Bool) async throws {
        for phone in [phoneA, phoneB] { try await phone.importHealth(export) }
        try await sync(phoneA, phoneB, phoneA)
        let together = try await state(id)
        report.act(5, "Both phones import the same export again", "The weight is in it.", together)
        let staysAway = together.phoneA == nil && together.phoneB == nil && together.server?.deleted == true
        check("It stays deleted.", staysAway, &holds)
    }

    private func serverForgets(_ id: String, _ holds: inout Bool) async throws {
        let restored = try await server.weights().first { $0.id.lowercased() == id.lowercased() }
        try await sync(phoneA, phoneB, phoneA)
        let together = try await state(id)
        report.act(
            6, "The server is restored from a backup made after act 3, and both phones sync",
            "It had the weight again. The phones notice that it forgot something, and send all they have.", together)
        check("The restored server held 72.3 and no deletion.", restored?.value == 72.3, &holds)
        let staysAway = together.phoneA == nil && together.phoneB == nil && together.server?.deleted == true
        check("It stays deleted, on the server too.", staysAway, &holds)
    }

    private func restore(_ id: String, _ holds: inout Bool) async throws {
        try await phoneB.run("restore", "1")
        try await sync(phoneB, phoneA)
        report.act(7, "B's person brings it back", "That is a new edit, which beats the deletion.", try await state(id))
        check("All hold 72.3 again.", try await values(id) == [72.3, 72.3, 72.3], &holds)
    }

    // MARK: Helpers

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func state(_ id: String) async throws -> DemoState {
        DemoState(
            phoneA: try await phoneA.weight(id), phoneB: try await phoneB.weight(id),
            server: try await server.weights().first { $0.id.lowercased() == id.lowercased() })
    }

    private func values(_ id: String) async throws -> [Double?] {
        let state = try await state(id)
        return [state.phoneA?.value, state.phoneB?.value, state.server?.value]
    }

    private func check(_ statement: String, _ isTrue: Bool, _ holds: inout Bool) {
        report.check(statement, holds: isTrue)
        holds = holds && isTrue
    }
}
