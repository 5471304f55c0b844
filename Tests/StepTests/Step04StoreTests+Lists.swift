import StepSupport
import Testing
import Vitals

/// Tests of the methods that read, and of `clearDirty`.
extension Step04StoreTests {
    @Test("byId gives the record with that id, and nil if there's none")
    func byIDFindsOne() throws {
        for number in 1...3 { try store.upsertClean(Records.weight(Double(70 + number), id: Records.id(number))) }
        for number in 1...3 {
            let found = try store.byId(Records.id(number))
            expect(
                found == Records.weight(Double(70 + number), id: Records.id(number)),
                "Records 1, 2 and 3 are stored. byId of record \(number) gives \(found?.short ?? "nil").")
        }
        do {
            let found = try store.byId(Records.id(9))
            expect(found == nil, "No record has the id 9, so byId should give nil. It gives \(found?.short ?? "nil").")
        } catch let error as StoreError {
            Issue.record("No record has the id 9, so byId should give nil. It throws an error: \(error.detail)")
        }
        try refuse(Records.weight(7_100, id: Records.id(8)))
        let refused = try store.byId(Records.id(8))
        expect(
            refused == nil,
            "A copy of record 8 was refused, and it has no row, so byId should give nil. It gives \(refused?.short ?? "nil")."
        )
        let deletion = try addDeletion(7)
        let deleted = try store.byId(deletion.id)
        expect(
            deleted == deletion,
            "Record 7 is a deletion. The store keeps it like any other, and byId gives \(deleted?.short ?? "nil").")
        try damage(1)
        try expectError("Row 1 is damaged, and byId reads it") { try store.byId(Records.id(1))?.short ?? "nil" }
    }

    @Test("allByKind gives the records of one kind, oldest measurement first")
    func allByKindIsOrdered() throws {
        try reverseUnorderedRows()
        let future: Int64 = 4_000_000_000_000
        // The greater the id, the longer ago it was edited, and the fewer times.
        let records = [(5, 100), (2, 300), (9, future), (3, future), (6, future), (1, -4_000)].map { number, time in
            Records.weight(
                70, id: Records.id(number), version: Int64(20 - number), recordedAt: Int64(time),
                updatedAt: Int64(9_000 - 100 * number))
        }
        for record in records.dropLast() { try store.upsert(record) }
        var annotated = records[5]
        annotated.extra = UnknownMembers(members: [.init("note", .string("after a run"))])
        try store.upsertClean(annotated)
        try store.add(kind: .steps, value: 100, unit: .count, recordedAt: Timestamp(clamping: 150))
        var lowerCased = Records.weight(70, id: Records.id(7))
        lowerCased.kind = MetricKind(rawValue: "weight")
        try store.upsertClean(lowerCased)
        let weights = try store.allByKind(.weight)
        guard weights.count == 6, weights.allSatisfy({ $0.kind == .weight }) else {
            Issue.record(
                """
                Six records of WEIGHT, one of STEPS and one of a kind spelt "weight" are stored. allByKind(.weight) gives \
                \(weights.count) records, of \(Set(weights.map(\.kind.rawValue)).sorted().joined(separator: ", ")).
                """)
            return
        }
        let times = weights.map(\.recordedAt.millisecondsSinceEpoch)
        guard times == times.sorted() else {
            Issue.record("The weights should come by recordedAt, so from -4000 to \(future). They came as \(times).")
            return
        }
        let numbers = weights.filter { $0.recordedAt.millisecondsSinceEpoch == future }.map(\.id.short)
        expect(
            numbers == ["3", "6", "9"],
            "Measurements of the same moment should come by id, so 3, 6, 9. They came as \(numbers.joined(separator: ", "))."
        )
        expect(try store.allByKind(.distance).isEmpty, "The store has no distances, so allByKind should give none.")
        let alike = try store.allByKind(lowerCased.kind)
        expect(
            alike == [lowerCased],
            "One record is of the kind \"weight\", which this build doesn't know. allByKind gives \(alike.count) for that kind."
        )
        var quoted = Records.weight(70, id: Records.id(8))
        quoted.kind = MetricKind(rawValue: "mother's mood")
        try store.upsertClean(quoted)
        do {
            let found = try store.allByKind(quoted.kind)
            expect(
                found == [quoted],
                "One record is of the kind \"mother's mood\". allByKind gives \(found.count) for that kind.")
        } catch let error as StoreError {
            Issue.record(
                """
                One record is of the kind "mother's mood", and allByKind makes an error of that kind: \(error.cause) Bind \
                it to a question mark. Within the SQL itself, the apostrophe ends the text.
                """)
            return
        }
        let deletion = try addDeletion(10, kind: .heartRate)
        let heartRates = try store.allByKind(.heartRate)
        expect(
            heartRates == [deletion],
            """
            The only record of HEART_RATE is a deletion. The store keeps it like any other, and allByKind gives \
            \(heartRates.count) of that kind.
            """)
        let many = try addMany(.distance).count
        let distances = try store.allByKind(.distance).count
        expect(distances == many, "\(many) distances were added, and allByKind gives \(distances) of them.")
        try damage(5)
        try expectError("A weight's row is damaged, and allByKind reads it") {
            "\(try store.allByKind(.weight).count) weights"
        }
    }

    @Test("dirty gives the edits that no server has accepted yet, by id")
    func dirtyIsOrdered() throws {
        try reverseUnorderedRows()
        for (number, time) in [(4, 2_000), (1, 4_000_000_000_000), (3, 1_000)] as [(Int, Int64)] {
            let value = number == 4 ? 7_100.0 : 70  // more than a person can weigh
            try store.upsert(
                Records.weight(
                    value, id: Records.id(number), version: Int64(20 - number), recordedAt: time, updatedAt: time))
        }
        try refuse(Records.weight(7_100, id: Records.id(4), version: 16))
        // An edit with a note.
        var annotated = Records.weight(70, id: Records.id(6))
        annotated.extra = UnknownMembers(members: [.init("note", .string("after a run"))])
        try store.upsert(annotated)
        var unknown = Records.weight(70, id: Records.id(5))
        unknown.kind = MetricKind(rawValue: "MOOD")
        unknown.unit = MetricUnit(rawValue: "POINTS")
        try store.upsert(unknown)
        try store.upsertClean(Records.weight(70, id: Records.id(2)))
        let numbers = try store.dirty().map(\.id.short)
        guard numbers.sorted() == ["1", "3", "4", "5", "6"] else {
            Issue.record(
                """
                Records 4, 1, 3, 6 and 5 are edits, and 2 came from the server. dirty() should give those five, and it \
                gives \(numbers.joined(separator: ", ")).
                """)
            return
        }
        expect(
            numbers == numbers.sorted(),
            "dirty() should give its records by id, so 1, 3, 4, 5, 6. They came as \(numbers.joined(separator: ", ")).")
        let received = Records.weight(70, id: Records.id(7))
        try store.upsertClean(received)
        try store.upsert(received)
        expect(
            try store.dirty().contains(received),
            """
            Record 7 came from the server, and was upserted as it is. So it's dirty without being own, and dirty() leaves \
            it out.
            """)
        let deletion = try addDeletion(8, isDirty: true)
        expect(
            try store.dirty().contains(deletion),
            "Record 8 is a deletion that no server has. It waits for a push like any other, and dirty() leaves it out.")
        let expected = try addMany(.steps).count + 7
        let count = try store.dirty().count
        expect(count == expected, "\(expected) rows are dirty, and dirty() gives \(count) of them.")
        try damage(3)
        try expectError("A dirty row is damaged, and dirty() reads it") { "\(try store.dirty().count) records" }
    }

    @Test("clearDirty marks the named rows clean, leaves the others, and ignores an id without a row")
    func clearDirtyClearsTheseOnly() throws {
        for number in 1...3 { try store.upsert(Records.weight(70, id: Records.id(number))) }
        do {
            try store.clearDirty([Records.id(1), Records.id(77), Records.id(3)])
        } catch let error as StoreError {
            Issue.record("Row 77 doesn't exist, and clearDirty should go on without it. It's an error: \(error.detail)")
            return
        }
        let dirty = try store.dirty().map(\.id.short)
        expect(
            !dirty.contains("1") && !dirty.contains("3"),
            "clearDirty got the ids of rows 1 and 3, with one that has no row between them. Still dirty are \(dirty.joined(separator: ", "))."
        )
        expect(
            dirty.contains("2"),
            "Rows 1 and 3 were cleared; row 2 should still be dirty. dirty() gives \(dirty.isEmpty ? "nothing" : dirty.joined(separator: ", "))."
        )
        expect(try store.byId(Records.id(77)) == nil, "Clearing an id without a row shouldn't create a row.")
        try store.clearDirty([])
        expect(try store.dirty().count == dirty.count, "clearDirty with no ids should clear no row.")
        let many = try addMany(.steps)
        try store.clearDirty([Records.id(1), Records.id(2)] + many)
        let left = try store.dirty().count
        expect(
            left == 0,
            """
            clearDirty got the ids of row 1, which is clean, of row 2 and of \(many.count) others. \(left) rows are \
            still dirty.
            """)
    }

    @Test("clearDirty ends an edit as accepted: the record and its mark own stay, and the base goes")
    func clearDirtyKeepsTheRest() throws {
        let edit = Records.weight(71, version: 2)
        for number in 1...2 {
            try store.upsertClean(Records.weight(70, id: Records.id(number)))
            try store.upsert(Records.weight(71, id: Records.id(number), version: 2))
        }
        let received = Records.weight(70, id: Records.id(3))
        try store.upsertClean(received)
        try store.upsert(received)
        try refuse(Records.weight(7_100, id: edit.id))
        try store.clearDirty([edit.id, received.id])
        let marks = try rowMarks()
        expect(
            marks == "version 2, clean, own, no base",
            """
            Version 2 is this phone's edit, and the server has accepted it. The row should be: version 2, clean, own, no \
            base. It is: \(marks). `markClean` does that.
            """)
        expect(try store.byId(edit.id) == edit, "Clearing should change nothing in the record itself.")
        let other = try rowMarks(2)
        expect(
            other == "version 2, dirty, own, base version 1",
            """
            Row 1 was cleared, and row 2 wasn't. Row 2 should still be: version 2, dirty, own, base version 1. It is: \
            \(other).
            """)
        let unchanged = try rowMarks(3)
        expect(
            unchanged == "version 1, clean, not own, no base",
            """
            Record 3 came from the server, and was upserted and cleared as it is. The row should be: version 1, clean, \
            not own, no base. It is: \(unchanged).
            """)
        expect(
            try texts("SELECT id FROM rejected").count == 1,
            "A copy of record 1 was refused before. Row 1 was cleared, and the refused copy should stay. It's gone.")
    }
}
