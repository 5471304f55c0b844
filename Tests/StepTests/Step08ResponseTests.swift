import StepSupport
import Testing
import Vitals

private let origin = "http://server.test"

extension Step08EngineTests {
    // MARK: Responses that almost fit

    @Test("an own row that equals a pulled record stays own")
    func equalStaysOwn() async throws {
        // A server of the base protocol: after a lost response, only a pull tells that the record arrived.
        let server = InMemoryServer(account: nil)
        let phone = try Phone("A", server)
        let own = Records.weight(71)
        try phone.store.upsert(own)
        server.onNext(.push, .loseAnswer)
        try await phone.sync()
        // Another phone, offline until now, wrote the same version two seconds later.
        server.receive(Records.weight(72, updatedAt: own.updatedAt.millisecondsSinceEpoch + 2_000))
        try await phone.sync()
        let losers = try phone.store.conflicts().map(\.loser.value)
        expect(
            losers == [71],
            """
            71 was entered at A, and a pull brought the same 71 back, so the row became clean. Then a 72 of the same \
            version won, and its author hadn't seen the 71. The 71 should be in conflicts(); there is \(losers). A row \
            that equals the pulled record is still A's own: `markClean` keeps that mark, `storeSynced` removes it.
            """)
    }

    @Test("a winner that differs in anything a person entered ends that a row is own")
    func anyOtherContentDisowns() throws {
        let changes: [(field: String, change: (inout Vitals.Measurement) -> Void)] = [
            ("recordedAt", { $0.recordedAt = Records.weight(71, recordedAt: 1_781_930_000_000).recordedAt }),
            ("kind", { $0.kind = MetricKind(rawValue: "MOOD") }),
            ("unit", { $0.unit = MetricUnit(rawValue: "lb") }),
            ("extra", { $0.extra = UnknownMembers(unchecked: #"{"label":"evening"}"#) }),
        ]
        for (field, change) in changes {
            let store = try Records.store()
            let own = Records.weight(71)
            try store.upsert(own)
            let millisecond = own.updatedAt.millisecondsSinceEpoch
            // Both were written elsewhere: a 71 that differs in one field, and a 72 that its author made without either.
            var other = Records.weight(71, updatedAt: millisecond + 1_000)
            change(&other)
            let last = Records.weight(72, updatedAt: millisecond + 2_000)
            for (record, cursor) in [(other, 1), (last, 2)] as [(Vitals.Measurement, Int64)] {
                _ = try store.apply(page([record], nextCursor: cursor), askedWith: store.syncState(), origin: origin)
            }
            let losers = try store.conflicts().map(\.loser)
            expect(
                losers == [own],
                """
                71 was entered at A and lost to another phone's 71 with another \(field). Then a 72 won. Only the first \
                71 was entered at A, so conflicts() should have 1 entry, but it has \(losers.count). The winner says \
                something else than the row, even if the value is the same: compare all of the content \
                (`hasSameContent(as:)`).
                """)
        }
    }

    @Test("a page of another account changes nothing")
    func pageOfAnotherAccount() throws {
        let store = try Records.store()
        _ = try store.apply(page([], nextCursor: 0), askedWith: store.syncState(), origin: origin)
        try store.upsertClean(Records.weight(70))
        let other = page([Records.weight(99, version: 2)], nextCursor: 1, account: "account-2")
        let applied = try store.apply(other, askedWith: store.syncState(), origin: origin)
        let shown = try store.byId(Records.id(1))
        expect(
            applied.isSuperseded && shown?.value == 70,
            """
            The store is bound to account-1 and has 70. A page of account-2 came, with a 99. It belongs to another \
            person, so it should change nothing, and its result should be superseded; the row is \(shown.shown), and \
            isSuperseded is \(applied.isSuperseded). If `bindOrVerifyAccount` returns false, leave the page.
            """)
    }

    @Test("a page never replaces a receipt by a lower one, or by none")
    func receiptOnlyRises() throws {
        let store = try Records.store()
        for receipt in [Receipt(seq: 5, tag: "ab"), Receipt(seq: 3, tag: "cd"), nil] {
            let page = SyncResponse(Pulled(records: [], nextCursor: 0), account: "account-1", receipt: receipt)
            _ = try store.apply(page, askedWith: store.syncState(), origin: origin)
            let held = try store.syncState().receipt?.description ?? "none"
            expect(
                held == "5.ab",
                """
                The first page came with the receipt 5.ab, a later one with \(receipt?.description ?? "none"). The store \
                should keep 5.ab, but it has \(held). A server that was restored may still know row 3 and have lost row \
                5; only the highest receipt shows that. `advanceReceipt` keeps the highest.
                """)
        }
    }

    @Test("a row of the same version as the pushed copy isn't the copy")
    func sameVersionIsNotTheCopy() throws {
        let others = [
            (72.0, "Compare the whole copy: two phones can write the same version."),
            (71, "Compare the whole copy, its time included: two phones can write the same value."),
        ]
        for (value, advice) in others {
            let store = try Records.store()
            let copy = Records.weight(71, version: 2)
            try store.upsert(copy)
            // While the push is on its way, a page brings another phone's version 2. Then the server loses its history.
            let other = Records.weight(value, version: 2, updatedAt: copy.updatedAt.millisecondsSinceEpoch + 2_000)
            _ = try store.apply(page([other], nextCursor: 1), askedWith: store.syncState(), origin: origin)
            _ = try store.resetSyncState()
            try store.acknowledge([copy])
            let dirty = try store.dirty()
            guard dirty != [other] else { continue }
            Issue.record(
                """
                71 (version 2) was pushed. Then a page brought another phone's \(value), also version 2, written two \
                seconds later. Then the server lost its history, so every row is dirty again. The late acknowledgement is \
                for the first 71, and says nothing of the other record. That one should be dirty, but what's dirty is \
                \(dirty.map(\.value)). \(advice)
                """)
            return
        }
    }

    @Test("a late acknowledgement doesn't lower the base of an edit")
    func acknowledgementKeepsAGreaterBase() throws {
        let store = try Records.store()
        let copy = Records.weight(71, version: 2)
        try store.upsert(copy)
        // While the push is on its way: an edit, and a page with what the server has by now.
        let edit = try store.upsert(Records.weight(999, version: 5))
        _ = try store.apply(
            page([Records.weight(72, version: 3)], nextCursor: 1), askedWith: store.syncState(), origin: origin)
        try store.acknowledge([copy])
        let rejection = Rejection(
            id: edit.id, version: edit.version, code: "refused", detail: "The test refuses this record.")
        _ = try store.apply(
            SyncResponse(Pushed(rejected: [rejection]), account: "account-1"), to: [edit], origin: origin)
        let shown = try store.byId(edit.id)
        expect(
            shown?.value == 72,
            """
            71 (version 2) was pushed and edited to 999 (version 5). A page brought 72 (version 3), and only then the \
            acknowledgement of the 71 came. The 999 is refused, so the row should go back to the greatest record that \
            the server had, 72; it is \(shown.shown). The copy is the base only if it's greater than the base that's \
            there: `setBaseIfGreater`.
            """)
    }

    private func page(
        _ records: [Vitals.Measurement], nextCursor: Int64, account: String = "account-1"
    ) -> SyncResponse<Pulled> {
        SyncResponse(
            Pulled(records: records, nextCursor: nextCursor), account: account,
            receipt: Receipt(seq: nextCursor, tag: "ab"))
    }
}
