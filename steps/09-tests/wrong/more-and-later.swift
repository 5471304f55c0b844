// replaces: merge-tests
// refused by: Step09ConvergenceTests/manyEditsLose()
// says: goes back to what a single edit on the other phone made of it
//
// Among the copies and in the stories, whatever has more edits is also later, so you can't tell which of the two
// decided.

    static let copies: [Vitals.Measurement] = [
        copy(version: 1, updatedAt: 1_000, value: 99),
        copy(version: 2, updatedAt: 2_000, value: 70),
        copy(version: 2, updatedAt: 2_001, value: 70),
        copy(version: 2, updatedAt: 2_001, value: 71),
        copy(version: 2, updatedAt: 2_001, value: 71, recordedAt: 501),
        copy(version: 2, updatedAt: 2_001, value: 71, recordedAt: 501, note: "a"),
    ]

    static func copy(
        version: Int64, updatedAt: Int64, value: Double, recordedAt: Int64 = 500, note: String? = nil
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), kind: .weight, value: value,
            unit: .kilograms, recordedAt: Timestamp(clamping: recordedAt), updatedAt: Timestamp(clamping: updatedAt),
            version: version, extra: note.map { UnknownMembers(members: [.init("note", .string($0))]) } ?? .empty)
    }

    @Test("the greater copy wins, whichever side it is on")
    func greaterWins() {
        for (position, lesser) in Self.copies.enumerated() {
            for greater in Self.copies[(position + 1)...] {
                #expect(merge(lesser, greater) == greater)
                #expect(merge(greater, lesser) == greater)
            }
        }
    }

// also replaces: convergence-tests

    @Test("both phones show the edit that wins", arguments: [1, 2, 3], [true, false])
    func convergence(editCount: Int, firstSyncsFirst: Bool) async throws {
        let first = try Phone(server), second = try Phone(server, minutesAhead: 5)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        for edit in 1...editCount { try second.edit(id, 72 + Double(edit)) }
        for _ in 0..<2 {
            for phone in firstSyncsFirst ? [first, second] : [second, first] { try await phone.sync() }
        }
        for phone in [first, second] {
            #expect(try phone.records() == server.records)
            #expect(try phone.store.dirty() == [])
        }
        #expect(try first.value(id) == 72 + Double(editCount))
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
