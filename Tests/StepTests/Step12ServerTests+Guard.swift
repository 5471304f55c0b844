import StepSupport
import Testing
import Vitals

/// Tests of the guard of a push, which decides which record wins.
extension Step12ServerTests {
    @Test("a newer version replaces the stored one, and the other phone gets it")
    func newerVersionWins() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        _ = try await phone.push([ServerRecords.weight(1, 70)])
        let cursor = try await phone.pull(limit: 10).nextCursor ?? 0
        let newer = ServerRecords.weight(1, 71, version: 2)
        let pushed = try await phone.push([newer])
        expect(
            pushed.texts("acceptedIds") == [ServerRecords.text(1)],
            "Version 2 beats version 1 and must be accepted; the response was \(pushed).")
        let pulled = try await phone.pull(cursor: cursor, limit: 10)
        if let kept = try pulled.records().first {
            let unset = ServerRecords.columns(of: kept, unlike: newer)
            try #require(
                unset.isEmpty,
                "Version 2 was accepted, but the stored record mixes both versions: `SET` leaves out \(unset).")
        }
        let records = try pulled.records()
        try #require(
            records == [newer],
            """
            A phone that had pulled version 1 must get version 2 with its next pull, from cursor \(cursor) on; it got \
            \(pulled). Each write must move the record's seq to a new number of the log.
            """)

        // Less in every field but the first.
        let older = ServerRecords.weight(
            2, 90, updatedAt: 1_781_950_000_000, recordedAt: 1_781_950_000_000,
            extra: [.init("label", .string("Morning"))])
        var greater = ServerRecords.weight(2, 60, version: 2)
        greater.kind = .heartRate
        greater.unit = .beatsPerMinute
        _ = try await phone.push([older])
        let replaced = try await phone.push([greater])
        let kept = try await phone.pull(limit: 10).records().first { $0.id == greater.id }
        if let kept, !replaced.texts("acceptedIds").isEmpty {
            let unset = ServerRecords.columns(of: kept, unlike: greater)
            try #require(
                unset.isEmpty,
                "A greater record was accepted, and the stored one mixes both: `SET` leaves out \(unset).")
        }
        expect(
            kept == greater,
            """
            Version 2 of a record came after a version 1 that's greater in the six other fields. The version comes first, so             version 2 must be stored, as it was pushed: \(greater.json). The server has \(kept?.json ?? "none"), and the \
            response was \(replaced).
            """)
    }

    @Test("each written record has the number of its own log row")
    func logNumbers() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let pushed = try await phone.push([ServerRecords.weight(1), ServerRecords.weight(2)])
        expect(
            Set(pushed.texts("acceptedIds")) == [ServerRecords.text(1), ServerRecords.text(2)],
            """
            Two new records were pushed, and the response must accept both; it was \(pushed). The phone pushes the others \
            again and again. A guess: the guard doesn't return the log row of each record that it wrote.
            """)
        _ = try await phone.push([ServerRecords.weight(1, version: 2)])
        let unlogged = try await fixture.query(
            """
            SELECT record.id, record.seq
            FROM measurements AS record
            LEFT JOIN sync_log AS log
                ON log.seq = record.seq AND log.user_id = record.user_id AND log.record_id = record.id
                    AND log.version = record.version
            WHERE record.user_id = '\(user.id)' AND log.seq IS NULL
            """)
        expect(
            unlogged.isEmpty,
            """
            A record's seq must be the number of its own row in sync_log, because a receipt is made from that row. \
            \(unlogged.count) of 2 records have a seq without such a row. Give the log the `seq` of `written`, and don't \
            let it draw numbers of its own.
            """)
    }

    @Test("a stale push changes nothing, isn't accepted, and the response has the record that won")
    func stalePush() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let newer = ServerRecords.weight(1, 71, version: 5)
        _ = try await phone.push([newer])
        let answer = try await phone.push([ServerRecords.weight(1, 90, version: 4), ServerRecords.weight(2)])
        expect(
            answer.status == 200, "A stale record isn't an error: the push must be answered with 200, not \(answer).")
        let stored = try await phone.pull(limit: 10).records().first { $0.id == newer.id }
        try #require(
            stored == newer,
            """
            Version 4 was pushed after version 5; the stored record must still be version 5, and it's \
            \(stored?.json ?? "none").
            """)
        expect(
            answer.texts("acceptedIds") == [ServerRecords.text(2)],
            """
            Only the record that was written may be accepted. The phone marks everything in acceptedIds as clean, so its \
            stale copy would stay. The response was \(answer).
            """)
        expect(
            try answer.records("stale") == [newer],
            "The response must have the greater stored record under `stale`; it was \(answer).")
        let rows = try await fixture.logCount(of: user)
        expect(rows == 2, "Two records were written, so the log must have 2 rows; it has \(rows).")
    }

    @Test("a repeated push changes nothing, and the response says that the record was there")
    func repeatedPush() async throws {
        let fixture = try ServerFixture.shared()
        let user = fixture.newUser()
        let phone = fixture.phone(of: user)
        let record = ServerRecords.weight(1, extra: [.init("label", .string("Morning"))])
        _ = try await phone.push([record])
        let cursor = try await phone.pull(limit: 10).nextCursor ?? 0
        let answer = try await phone.push([record])
        expect(
            answer.texts("unchanged") == [ServerRecords.text(1)] && answer.texts("acceptedIds").isEmpty,
            "A record that's stored already, byte for byte, must be named in `unchanged` alone; the response was \(answer)."
        )
        let page = try await phone.pull(cursor: cursor, limit: 10)
        expect(
            try page.records().isEmpty,
            "A repeated push must not be sent to every phone again; a pull from cursor \(cursor) returned \(page).")
    }

    @Test(
        "two phones that tie on the version end up with the same record, whichever comes first", .serialized,
        arguments: ServerTie.allCases)
    func tie(_ tie: ServerTie) async throws {
        let fixture = try ServerFixture.shared()
        let (less, greater) = tie.records
        // Two users, so that one database sees both orders.
        let (first, second) = (fixture.phone(of: fixture.newUser()), fixture.phone(of: fixture.newUser()))
        _ = try await first.push([less])
        let later = try await first.push([greater])
        _ = try await second.push([greater])
        let earlier = try await second.push([less])
        let kept = (
            try await first.pull(limit: 1).records(), try await second.pull(limit: 1).records()
        )
        if let stored = kept.0.first, !later.texts("acceptedIds").isEmpty {
            let unset = ServerRecords.columns(of: stored, unlike: greater)
            try #require(
                unset.isEmpty,
                "The greater record was accepted, but the stored record mixes both: `SET` leaves out \(unset).")
        }
        expect(
            kept.0 == kept.1,
            """
            Two phones both made version 2 of a record, and \(tie.difference). The server kept one or the other depending \
            on which came first, so their phones will never agree. Compare all seven fields, \(Self.order).
            """)
        expect(
            kept.0 == [greater] && kept.1 == [greater],
            """
            The greater record must win: \(tie.difference). The greater is \(greater.json); the server kept \(kept). \
            Compare all seven fields, \(Self.order).
            """)
        expect(
            later.texts("acceptedIds") == [ServerRecords.text(1)] && earlier.texts("acceptedIds").isEmpty,
            "Only the greater record may be accepted after the other; the responses were \(later) and \(earlier).")
    }

    /// For messages.
    private static var order: String {
        "in the order of `Precedence`: version, updated_at, kind, value, unit, recorded_at, extra"
    }
}

/// Two records of one id and one version.
enum ServerTie: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case updatedAt, kind, value, recordedAt, extra, updatedAtBeforeKind, updatedAtBeforeValue, valueBeforeRecordedAt
    case recordedAtBeforeExtra, label

    var testDescription: String { rawValue }

    var difference: String {
        switch self {
        case .updatedAt: "they differ in updatedAt alone"
        case .kind: "they differ in kind, value and unit"
        case .value: "they differ in value alone"
        case .recordedAt: "they differ in recordedAt alone"
        case .extra: "they differ in their extra members alone"
        case .label: "they differ in one of their extra members alone"
        case .updatedAtBeforeKind: "one has the later updatedAt, the other the greater kind"
        case .recordedAtBeforeExtra: "one has the later recordedAt, the other has extra members"
        case .updatedAtBeforeValue: "one has the later updatedAt, the other the greater value"
        case .valueBeforeRecordedAt: "one has the greater value, the other the later recordedAt"
        }
    }

    var records: (less: Vitals.Measurement, greater: Vitals.Measurement) {
        let record = ServerRecords.weight(1, 72, version: 2)
        var other = record
        switch self {
        case .updatedAt: other = ServerRecords.weight(1, 72, version: 2, updatedAt: 1_781_940_000_126)
        case .kind:
            // Less by its kind, greater by all later fields.
            other.kind = .heartRate
            other.value = 180
            other.unit = .beatsPerMinute
            return (other, record)
        case .value: other.value = 72.000001
        case .recordedAt: other = ServerRecords.weight(1, 72, version: 2, recordedAt: 1_781_940_000_001)
        case .extra: other.extra = UnknownMembers(members: [.init("label", .string("Morning"))])
        case .label:
            var labelled = record
            labelled.extra = UnknownMembers(members: [.init("label", .string("Evening"))])
            other.extra = UnknownMembers(members: [.init("label", .string("Morning"))])
            return (labelled, other)
        case .updatedAtBeforeKind:
            other = ServerRecords.weight(1, 180, version: 2, updatedAt: 1_781_940_000_126)
            other.kind = .heartRate
            other.unit = .beatsPerMinute
        case .recordedAtBeforeExtra:
            var labelled = record
            labelled.extra = UnknownMembers(members: [.init("label", .string("Morning"))])
            return (labelled, ServerRecords.weight(1, 72, version: 2, recordedAt: 1_781_940_000_001))
        case .updatedAtBeforeValue: other = ServerRecords.weight(1, 60, version: 2, updatedAt: 1_781_940_000_126)
        case .valueBeforeRecordedAt: other = ServerRecords.weight(1, 73, version: 2, recordedAt: 1_781_939_999_999)
        }
        return (record, other)
    }
}
