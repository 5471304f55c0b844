internal import CheckpointSystem

/// The acts of the story `convergence`: what the phones do, the resulting state in all three places, and whether it's the expected
/// one.
struct DemoStory: Sendable {
    let phoneA: DemoPhone
    let phoneB: DemoPhone
    let server: DemoServer
    let export: String
    let report: DemoReport

    /// - Returns: true if every check held.
    func play() async throws -> Bool {
        var holds = true
        let id = try await meet(&holds)
        try await higherVersionWins(id, &holds)
        try await tieEarlierEditArrivesFirst(id, &holds)
        try await tieEarlierEditArrivesLast(id, &holds)
        return holds
    }

    /// Imports on A, syncs both phones, and checks that all three hold the same weights. Returns the id of the newest
    /// weight, which both phones edit in the next acts.
    private func meet(_ holds: inout Bool) async throws -> String {
        try await phoneA.logIn(server: server.url)
        try await phoneB.logIn(server: server.url)
        try await phoneA.importHealth(export)
        let imported = try await phoneA.weights()
        let newest = imported.max { $0.content.recordedAt < $1.content.recordedAt }
        guard let chosen = newest else { throw CourseError(.failed, "The Apple Health export has no body mass.") }
        let explanation =
            "\(imported.count) weights came from Apple Health; this is the newest. B and the server have none yet."
        report.act(1, "Phone A imports an Apple Health export", explanation, try await state(chosen.id))

        try await phoneA.sync()
        try await phoneB.sync()
        let synced = try await state(chosen.id)
        report.act(2, "Both phones sync", "A pushed, B pulled.", synced)
        let held = [try await phoneA.weights(), try await phoneB.weights(), try await server.weights()]
        let sets = held.map { Set($0.map(\.content)) }
        check(
            "A, B and the server hold the same \(imported.count) weights.", Set(sets).count == 1 && !sets[0].isEmpty,
            &holds)
        return chosen.id
    }

    private func higherVersionWins(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.edit(id, to: "71.9")
        try await phoneB.edit(id, to: "73.1")
        try await phoneB.edit(id, to: "73.4")
        let apart = try await state(id)
        report.act(
            3, "Offline, A edits the weight once and B twice", "Neither syncs, so the server knows of nothing.", apart)
        let isUntouched = apart.server?.version == 1 && apart.phoneA?.dirty == true && apart.phoneB?.dirty == true
        check("The server knows neither edit; both wait on their phones.", isUntouched, &holds)
        let winner = try expectedWinner(apart)
        try await sync(phoneA, phoneB, phoneA)
        let together = try await state(id)
        report.act(4, "Back online: A, B and A again sync", "The greater version wins: B's second edit.", together)
        check(claim(winner), together.agrees(on: winner), &holds)
    }

    private func tieEarlierEditArrivesFirst(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.edit(id, to: "70.5")
        try await phoneB.edit(id, to: "70.8")
        let apart = try await state(id)
        report.act(5, "Offline again, each edits once", "A tie: equal versions, B's edit is the later one.", apart)
        checkTie(apart, &holds)
        let winner = try expectedWinner(apart)
        try await sync(phoneA, phoneB, phoneA)
        let together = try await state(id)
        let explanation = "The server met A's edit first. A guard by version alone would have kept it and refused B's."
        report.act(6, "A, B and A again sync", explanation, together)
        check(claim(winner), together.agrees(on: winner), &holds)
        try await checkConflictIsShown(apart, winner, &holds)
    }

    private func tieEarlierEditArrivesLast(_ id: String, _ holds: inout Bool) async throws {
        try await phoneA.edit(id, to: "72.6")
        try await phoneB.edit(id, to: "72.9")
        let apart = try await state(id)
        report.act(7, "The tie once more", "This time B, whose edit is the later one, will sync first.", apart)
        checkTie(apart, &holds)
        let winner = try expectedWinner(apart)
        try await sync(phoneB, phoneA, phoneB)
        let together = try await state(id)
        report.act(8, "B, A and B again sync", "A's edit arrives last and loses, but it isn't gone.", together)
        check(claim(winner), together.agrees(on: winner), &holds)
        try await checkConflictIsShown(apart, winner, &holds)
    }

    /// Checks that A lists its edit as a conflict: A's edit is the earlier one in both ties, so it loses.
    private func checkConflictIsShown(_ apart: DemoState, _ winner: DemoRecord, _ holds: inout Bool) async throws {
        guard let loser = apart.phoneA, loser.content != winner.content else {
            throw CourseError(.failed, "A's edit should be the earlier one. Did the machine's clock go back?")
        }
        let isShown = try await phoneA.showsConflict(of: loser)
        check("A lists its lost edit (\(loser.displayValue)) under conflicts.", isShown, &holds)
    }

    private func sync(_ phones: DemoPhone...) async throws {
        for phone in phones { try await phone.sync() }
    }

    private func state(_ id: String) async throws -> DemoState {
        let onServer = try await server.weights().first { $0.id.lowercased() == id.lowercased() }
        return DemoState(phoneA: try await phoneA.weight(id), phoneB: try await phoneB.weight(id), server: onServer)
    }

    private func expectedWinner(_ apart: DemoState) throws -> DemoRecord {
        guard let a = apart.phoneA, let b = apart.phoneB, a.content != b.content else {
            throw CourseError(.failed, "The phones should hold two different edits of one weight, but don't.")
        }
        return DemoRecord.winner(a, b)
    }

    private func checkTie(_ apart: DemoState, _ holds: inout Bool) {
        check("Both edits have the same version.", apart.phoneA?.version == apart.phoneB?.version, &holds)
    }

    private func claim(_ winner: DemoRecord) -> String {
        "All three hold \(winner.displayValue), version \(winner.version), as the order says."
    }

    private func check(_ statement: String, _ isSo: Bool, _ holds: inout Bool) {
        report.check(statement, holds: isSo)
        holds = holds && isSo
    }
}
