// replaces: merge-tests
// refused by: Step09ConvergenceTests/newerEditGone()
// says: A phone holds the newer edit of a record, and after a sync it shows the older one
//
// Calls `merge` only with the greater copy on the right, as if what comes in were always the newer one.

    static let copies: [Vitals.Measurement] = [
        copy(version: 1, updatedAt: 9_000, value: 99),
        copy(version: 2, updatedAt: 1_000, value: 80),
        copy(version: 2, updatedAt: 1_001, value: 70),
        copy(version: 2, updatedAt: 1_001, value: 71),
        copy(version: 2, updatedAt: 1_001, value: 71, recordedAt: 501),
        copy(version: 2, updatedAt: 1_001, value: 71, recordedAt: 501, note: "a"),
    ]

    static func copy(
        version: Int64, updatedAt: Int64, value: Double, recordedAt: Int64 = 500, note: String? = nil
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), kind: .weight, value: value,
            unit: .kilograms, recordedAt: Timestamp(clamping: recordedAt), updatedAt: Timestamp(clamping: updatedAt),
            version: version, extra: note.map { UnknownMembers(members: [.init("note", .string($0))]) } ?? .empty)
    }

    @Test("a lesser copy is replaced by the greater one")
    func greaterComes() {
        for (position, lesser) in Self.copies.enumerated() {
            for greater in Self.copies[(position + 1)...] { #expect(merge(lesser, greater) == greater) }
        }
    }

// also replaces: convergence-tests

    @Test("both phones show the later edit", arguments: [true, false])
    func laterWins(firstSyncsFirst: Bool) async throws {
        let first = try Phone(server, minutesAhead: 5), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        try second.edit(id, 72)
        for _ in 0..<2 {
            for phone in firstSyncsFirst ? [first, second] : [second, first] { try await phone.sync() }
        }
        #expect(try first.records() == server.records)
        #expect(try second.records() == server.records)
        #expect(try second.value(id) == 71)
    }

    @Test("a phone that was away gets everything")
    func away() async throws {
        let first = try Phone(server), second = try Phone(server)
        for phone in [first, second] { try await phone.sync() }
        for value in 60..<67 { _ = try first.add(Double(value)) }
        server.setPageSize(2)
        for phone in [first, second] { try await phone.sync() }
        #expect(try second.records() == server.records)
    }

    @Test("without a network a sync fails")
    func offline() async throws {
        let phone = try Phone(server)
        server.setReachable(false)
        await #expect(throws: SyncError.self) { try await phone.sync() }
    }
