// replaces: merge-tests
// refused by: Step09ConvergenceTests/tieNeverConverges()
// says: and never agree on it again, however often they sync
//
// The version decides in all copies and in all stories, so there's never a tie.

    static let copies: [Vitals.Measurement] = [
        copy(version: 1, updatedAt: 9_000, value: 99),
        copy(version: 2, updatedAt: 1_000, value: 70),
        copy(version: 3, updatedAt: 2_000, value: 71),
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

    @Test("both phones show what was edited more often", arguments: [true, false])
    func moreEditsWin(firstSyncsFirst: Bool) async throws {
        let first = try Phone(server, minutesAhead: 5), second = try Phone(server)
        let id = try first.add(70)
        for phone in [first, second, first, second] { try await phone.sync() }
        try first.edit(id, 71)
        for value in [72.0, 73] { try second.edit(id, value) }
        for _ in 0..<2 {
            for phone in firstSyncsFirst ? [first, second] : [second, first] { try await phone.sync() }
        }
        for phone in [first, second] {
            #expect(try phone.records() == server.records)
            #expect(try phone.store.dirty() == [])
        }
        #expect(try first.value(id) == 73)
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
