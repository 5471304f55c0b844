// replaces: merge-tests
// refused by: Step09ConvergenceTests/phonesDiffer()
// says: After both phones synced, they show different values
//
// Calls `merge` only with the greater copy on the left, and looks only at the phone on which the greater edit was made.

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

    @Test("the greater copy is not replaced by a lesser one")
    func greaterStays() {
        for (position, lesser) in Self.copies.enumerated() {
            for greater in Self.copies[(position + 1)...] { #expect(merge(greater, lesser) == greater) }
        }
    }

// also replaces: convergence-tests

    @Test("the later edit stays", arguments: [true, false])
    func laterStays(firstSyncsFirst: Bool) async throws {
        let first = try Phone(server, minutesAhead: 5), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        try second.edit(id, 72)
        for _ in 0..<2 {
            for phone in firstSyncsFirst ? [first, second] : [second, first] { try await phone.sync() }
        }
        #expect(try first.value(id) == 71)
        #expect(server.records[id]?.value == 71)
        #expect(try first.store.dirty() == [])
    }

    @Test("an edit made during a sync arrives")
    func inFlight() async throws {
        let phone = try Phone(server)
        let id = try phone.add(70)
        server.onNext(.push, .inFlight { try phone.edit(id, 71) })
        for _ in 0..<2 { try await phone.sync() }
        #expect(try phone.value(id) == 71)
        #expect(server.records[id]?.value == 71)
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
