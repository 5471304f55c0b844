import StepSupport
import Testing
import Vitals

/// Tests of what a deletion holds, and of which deletions a server takes.
extension Step17DeletesTests {
    @Test("a deletion holds nothing of what was measured")
    func holdsNothing() throws {
        var record = Records.weight(72, version: 4)
        record.extra = UnknownMembers(members: [.init("note", .string("after dinner"))])
        let deletion = record.asDeletion
        expect(
            deletion.value == 0.1,
            """
            The deletion of 72 kg should hold the least value of its kind, 0.1, and it holds \(deletion.value). A build \
            from before deletes shows that value.
            """)
        expect(
            deletion.recordedAt == record.updatedAt && deletion.updatedAt == record.updatedAt,
            """
            The time of the measurement is still in the deletion: recordedAt should be updatedAt, \
            \(record.updatedAt.rfc3339), and it is \(deletion.recordedAt.rfc3339).
            """)
        expect(
            deletion.extra.text == #"{"deleted":true}"#,
            """
            The other members should be {"deleted":true} and nothing else, and they are \(deletion.extra.text): what \
            another build had stored beside the value is as private as the value.
            """)
        expect(
            deletion.version == 4 && deletion.id == record.id && deletion.kind == record.kind,
            """
            `asDeletion` makes this version a deletion. It isn't an edit of its own: version, id and kind stay, and here \
            version 4 became \(deletion.version).
            """)
        record.unit = .pounds
        expect(
            record.asDeletion.unit == .kilograms,
            "A deletion of a weight in LB stays in LB. The server takes KG only, so the weight can never be deleted.")
    }

    @Test("a kind that this build doesn't know can be deleted too")
    func unknownKind() throws {
        for value in [72.0, -3] {
            let record = unknown(Records.weight(value))
            let deletion = record.asDeletion
            expect(
                deletion.value == 0 && deletion.unit == record.unit,
                """
                A record of \(value) POINTS was deleted, and its deletion holds \(deletion.value) \
                \(deletion.unit.rawValue). Without the bounds of a kind, a deletion holds 0 and keeps the unit.
                """)
        }
    }

    @Test(
        "the server refuses a record that says `deleted` and still holds something", .serialized,
        arguments: contents.map { $0.what })
    func contentIsRefused(_ what: String) throws {
        var record = tombstone(version: 2)
        try #require(Self.contents.first { $0.what == what }).add(&record)
        do {
            try record.validateWithDeletes()
            Issue.record(
                """
                The server took a record with the member `deleted` and \(what): \(record.json). It has to refuse it with \
                `deleted_with_content`, or an erased value lives on in its tables.
                """)
        } catch let error as MeasurementError {
            expect(
                error.code == MeasurementError.deletedWithContent.code,
                "For \(what) in a deletion the code should be deleted_with_content, and it is \(error.code.rawValue).")
        }
    }

    @Test("the server takes a deletion of any kind, and one by a writer that doesn't know the kind")
    func deletionsAreTaken() throws {
        var byOtherBuild = tombstone(version: 3)
        byOtherBuild.value = 0
        var unknown = tombstone(version: 3)
        (unknown.kind, unknown.unit, unknown.value) = (.init(rawValue: "MOOD"), .init(rawValue: "POINTS"), -3)
        var heartRate = tombstone(version: 3)
        (heartRate.kind, heartRate.unit, heartRate.value) = (.heartRate, .beatsPerMinute, 1)
        for (record, who) in [
            (tombstone(version: 3), "of a weight"), (heartRate, "of a heart rate, with its least value, 1"),
            (byOtherBuild, "by a writer that doesn't know the kind, with 0"),
            (unknown, "of a kind that this server doesn't know"),
        ] {
            do {
                try record.validateWithDeletes()
            } catch let error as MeasurementError {
                Issue.record(
                    """
                    The server refused a deletion \(who): \(error.code.rawValue). A phone whose deletion is refused shows \
                    the record again.
                    """)
            }
        }
        #expect(throws: Never.self, "A live record follows the rules of step 3.") {
            try Records.weight(72).validateWithDeletes()
        }
    }

    @Test(
        "a deletion has a version that an edit can have, whether its kind is known or not", .serialized,
        arguments: [true, false])
    func badVersions(isKnown: Bool) throws {
        for version in [0, Vitals.Measurement.maximumVersion + 1] {
            var record = tombstone(version: version)
            if !isKnown { record = unknown(record) }
            let what = isKnown ? "a weight" : "a kind that this server doesn't know"
            #expect(
                throws: MeasurementError.badVersion,
                "A deletion of version \(version) of \(what) has a bad version: no edit could ever beat it, or follow it."
            ) { try record.validateWithDeletes() }
            for (broken, add) in Self.brokenRules {
                var record = record
                add(&record)
                #expect(
                    throws: MeasurementError.badVersion,
                    """
                    A deletion of version \(version) of \(what) has \(broken), too. The version comes first, so the error \
                    should be `badVersion`.
                    """
                ) { try record.validateWithDeletes() }
            }
        }
    }

    @Test("a deletion of an unknown kind has a kind and a unit of a bounded length, in bytes")
    func endlessNames() throws {
        let long = String(repeating: "M", count: 65)
        let accented = String(repeating: "\u{E9}", count: 33)
        for (kind, unit, what) in [
            (long, "POINTS", "A kind of 65 bytes"), ("MOOD", long, "A unit of 65 bytes"),
            (accented, "POINTS", "A kind of 33 letters with accents, 66 bytes,"),
            ("MOOD", accented, "A unit of 33 letters with accents, 66 bytes,"),
        ] {
            var record = unknown(tombstone(version: 2))
            (record.kind, record.unit) = (MetricKind(rawValue: kind), MetricUnit(rawValue: unit))
            #expect(
                throws: MeasurementError.deletedWithContent,
                "\(what) in a deletion is a note in disguise; nothing else bounds the names of an unknown kind."
            ) { try record.validateWithDeletes() }
        }
    }

    @Test("a deletion of an unknown kind has a finite value")
    func infiniteValue() throws {
        for value in [Double.infinity, -.infinity, .nan] {
            for (kind, what) in [("MOOD", "an unknown kind"), ("WEIGHT", "a weight")] {
                var record = kind == "MOOD" ? unknown(tombstone(version: 2)) : tombstone(version: 2)
                record.value = value
                #expect(
                    throws: MeasurementError.deletedWithContent,
                    """
                    The server took a deletion of \(what) with the value \(value): no JSON can say it, so no phone can ever \
                    pull it.
                    """
                ) { try record.validateWithDeletes() }
            }
        }
    }

    func unknown(_ tombstone: Vitals.Measurement) -> Vitals.Measurement {
        var record = tombstone
        (record.kind, record.unit) = (MetricKind(rawValue: "MOOD"), MetricUnit(rawValue: "POINTS"))
        return record
    }

    @Test("the bounds themselves are allowed, and a live record is checked by step 3 alone")
    func allowedBounds() throws {
        for version in [1, Vitals.Measurement.maximumVersion] {
            #expect(throws: Never.self, "An edit can have version \(version), and so can a deletion.") {
                try tombstone(version: version).validateWithDeletes()
            }
        }
        var unknown = tombstone(version: 2)
        unknown.value = 0
        unknown.kind = MetricKind(rawValue: String(repeating: "M", count: 64))
        unknown.unit = MetricUnit(rawValue: String(repeating: "U", count: 64))
        #expect(throws: Never.self, "The kind and the unit of a deletion may have 64 bytes each.") {
            try unknown.validateWithDeletes()
        }
        var noted = Records.weight(72)
        noted.extra = UnknownMembers(unchecked: #"{"note":"deleted","sync":{"deleted":true}}"#)
        #expect(
            throws: Never.self,
            "A weight has other fields, and the word `deleted` in them. It has no field `deleted` of its own, so it's taken."
        ) { try noted.validateWithDeletes() }
        var live = Records.weight(72, version: 0)
        live.kind = MetricKind(rawValue: "MOOD")
        let expected = try #require(throws: MeasurementError.self) { try live.validate() }
        #expect(
            throws: expected,
            "A record without the member `deleted` gets the error that `validate()` throws, whatever its version is."
        ) { try live.validateWithDeletes() }
    }
}
