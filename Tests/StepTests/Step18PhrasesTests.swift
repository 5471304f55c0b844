import Foundation
import GRDB
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of labels on real stores, and of what is taken from an answer that a language model may have written.
@Suite("Step 18: words instead of forms", .serialized)
struct Step18PhrasesTests {
    let now = Timestamp(clamping: 1_781_940_600_000)

    // MARK: The label

    @Test("a record's label is its member `label`, if that is a text")
    func readsLabel() throws {
        let cases: [(String, String?, String)] = [
            (#"{"label":"dizzy"}"#, "dizzy", "The record has the label dizzy"),
            (
                #"{"a":"x","label":"sore \"throat\"","z":"y"}"#, #"sore "throat""#,
                "The label is between other members"
            ),
            (#"{"label":"  Dizzy "}"#, "  Dizzy ", "The label has spaces around it"),
            (#"{"label":""}"#, "", "The label is an empty text"),
            (#"{"note":"dizzy"}"#, nil, "The record has a note and no label"),
            (#"{"Label":"dizzy"}"#, nil, "The member is called `Label`, and names are compared by their bytes"),
            (#"{"label":7}"#, nil, "The member is a number, and a label is a text"),
            (#"{"label":{"en":"dizzy"}}"#, nil, "The member is an object, and a label is a text"),
            ("", nil, "The record has no other members"),
        ]
        for (json, label, why) in cases {
            let found = symptom(extra: json).label
            expect(found == label, "\(why): `label` should be \(shown(label)), and it is \(shown(found)).")
        }
    }

    @Test("a record with another label keeps everything else")
    func replacesLabel() throws {
        let note = #"{"label":"dizzy","note":"on the stairs"}"#
        let cases: [(String, String?, String, String)] = [
            ("", "dizzy", #"{"label":"dizzy"}"#, "The first label"),
            (note, "faint", #"{"label":"faint","note":"on the stairs"}"#, "Another label for the one that was there"),
            (note, nil, #"{"note":"on the stairs"}"#, "No label"),
            (#"{"label":"dizzy"}"#, nil, "", "No label, and nothing else was there"),
            (#"{"label":["dizzy"],"zone":3}"#, nil, #"{"zone":3}"#, "No label, and the member was a list"),
            ("", "", #"{"label":""}"#, "An empty label, which the server refuses later"),
            (#"{"zone":3}"#, #"a "b" \"#, #"{"label":"a \"b\" \\","zone":3}"#, "A label with quotes and a backslash"),
            (
                #"{"Label":"dizzy","label":"sore"}"#, "faint", #"{"Label":"dizzy","label":"faint"}"#,
                "The member `Label` is another one"
            ),
        ]
        for (before, label, after, why) in cases {
            let record = symptom(extra: before)
            let labelled = record.labelled(label)
            expect(
                labelled.extra.text == after,
                """
                \(why): from the members \(before.isEmpty ? "(none)" : before), `labelled` should make \
                \(after.isEmpty ? "(none)" : after), and it made \(labelled.extra.text.isEmpty ? "(none)" : labelled.extra.text).
                """)
            var others = labelled
            others.extra = record.extra
            let difference = others.firstDifference(from: record)
            expect(
                difference == nil,
                "`labelled` should change nothing but the label, and it changed `\(difference ?? "")`.")
        }
    }

    @Test("a phone from before labels edits a symptom, and the label stays")
    func oldBuildsKeepLabels() async throws {
        let fixture = try Step18Fixture()
        let (new, old) = (try fixture.phone("new"), try fixture.phone("old"))
        let added = try new.store.upsert(symptom(strength: 4, extra: "").labelled("dizzy"))
        try await new.sync()
        try await old.sync()
        // What a build from before labels does: it changes the value and knows nothing of the other members.
        try old.store.edit(added.id, value: 6)
        try await old.sync()
        try await new.sync()
        let shown = try #require(try new.store.byId(added.id), "The symptom is gone after another phone edited it.")
        expect(
            shown.value == 6 && shown.label == "dizzy",
            "The other phone changed 4 to 6. Here it is \(shown.value), with the label \(self.shown(shown.label)).")
    }

    @Test("the column `label` of a phone says what the record says")
    func column() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("phone.sqlite")
        let store = try Records.store(path: path)
        let record = try store.upsert(symptom(extra: "").labelled("dizzy"))
        func column() throws -> String? {
            try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "SELECT label FROM measurement") }
        }
        let (first, label) = (try column(), record.label)
        expect(
            first == "dizzy" && label == "dizzy",
            "The record says \(shown(label)), and the column says \(shown(first)): both should say dizzy.")
        try store.upsert(record.bumpVersion(now: now).labelled(nil))
        let second = try column()
        expect(second == nil, "The label is gone from the record, but the column still says \(shown(second)).")
    }

    // MARK: What a server takes

    @Test("a server takes labels that are a line of text, and no symptom without one")
    func checksLabels() throws {
        let longest = String(repeating: "é", count: 100)
        let cases: [(MetricKind, String, Bool, String)] = [
            (.symptom, #"{"label":"sore throat"}"#, true, "A symptom with a name of two words"),
            (.symptom, #"{"label":"\#(longest)"}"#, true, "A name of 100 letters and 200 bytes"),
            (.symptom, "", false, "A symptom without a name"),
            (.symptom, #"{"note":"dizzy"}"#, false, "A symptom with a note and no name"),
            (.symptom, #"{"label":""}"#, false, "A symptom whose name is empty"),
            (.symptom, #"{"label":" \#u{2003} "}"#, false, "A symptom whose name is blank"),
            (.symptom, #"{"Label":"dizzy"}"#, false, "A symptom with a member `Label` and no name"),
            (.symptom, #"{"label":"🤷\#u{200D}♀️"}"#, true, "A name whose joiner belongs to an emoji"),
            (.symptom, #"{"label":"dizzy\nfaint"}"#, false, "A name of two lines"),
            (
                .symptom, #"{"label":"a\#u{1B}[2J"}"#.replacing("\u{1B}", with: #"\u001b"#), false,
                "A name with a control character"
            ),
            (.symptom, #"{"label":"a\#u{7F}"}"#, false, "A name with the control character DEL"),
            (.symptom, #"{"label":"a\#u{9B}2J"}"#, false, "A name with a control character beyond ASCII"),
            (.symptom, #"{"label":"\#(longest)!"}"#, false, "A name of 101 letters and 201 bytes"),
            (.symptom, #"{"label":["dizzy"]}"#, false, "A symptom whose label is a list of names"),
            (.weight, "", true, "A weight without a label"),
            (.weight, #"{"label":"before breakfast"}"#, true, "A weight with a label"),
            (.weight, #"{"label":7}"#, false, "A weight whose label is a number"),
        ]
        for (kind, json, isTaken, why) in cases {
            var record = symptom(extra: json)
            if kind == .weight { record = with(record.extra, of: Records.weight(72)) }
            do {
                try record.validateLabel()
                if !isTaken { Issue.record("\(why) was taken: \(visible(json)). It should be refused with bad_label.") }
            } catch let error as MeasurementError {
                expect(!isTaken, "\(why) was refused: \(visible(json)).")
                expect(
                    error.code == MeasurementError.badLabel.code,
                    "\(why) should be refused with bad_label, and the code is \(error.code.rawValue).")
            }
        }
    }

    // MARK: An entry

    @Test("an entry becomes a record like one that was typed in")
    func becomesRecord() throws {
        let weight = ParsedEntry(
            kind: .weight, value: 160, unit: .pounds, recordedAt: Timestamp(clamping: 1_781_940_000_000))
        let record = try weight.toMeasurement(now: now, id: Records.id(7))
        expect(
            record.unit == .kilograms && abs(record.value - 72.575) < 0.001,
            "160 LB are 72.575 KG, and the record says \(record.value) \(record.unit.rawValue).")
        expect(
            record.id == Records.id(7),
            "The caller gave an id, and the record has another id than that: \(record.id.lowercased).")
        expect(
            record.recordedAt == weight.recordedAt,
            """
            The weight was measured at \(weight.recordedAt.rfc3339), ten minutes before it's saved, and the record says \
            that it was measured at \(record.recordedAt.rfc3339).
            """)
        expect(
            record.version == 1 && record.updatedAt == now && record.label == nil,
            "A new record has version 1, was changed now, and has no label if the entry has none; this one is \(record.json)."
        )
        let dizzy = ParsedEntry(kind: .symptom, value: 3, unit: .count, recordedAt: now, label: "dizzy")
        let label = try dizzy.toMeasurement(now: now).label
        expect(label == "dizzy", "The entry names the symptom dizzy, and the record's label is \(shown(label)).")
        let labelled = ParsedEntry(
            kind: .weight, value: 72, unit: .kilograms, recordedAt: now, label: "before breakfast")
        let second = try labelled.toMeasurement(now: now).label
        expect(
            second == "before breakfast",
            "The entry is a weight with the label before breakfast, and the record's label is \(shown(second)).")
    }

    @Test("what couldn't be typed in is refused")
    func refusesEntries() throws {
        let cases: [(ParsedEntry, String)] = [
            (ParsedEntry(kind: .weight, value: 7_200, unit: .kilograms, recordedAt: now), "7 200 kg"),
            (ParsedEntry(kind: .weight, value: 72, unit: .kilometres, recordedAt: now), "A weight in kilometres"),
            (
                ParsedEntry(kind: .init(rawValue: "MOOD"), value: 3, unit: .count, recordedAt: now),
                "A kind that isn't known"
            ),
            (
                ParsedEntry(kind: .weight, value: .nan, unit: .kilograms, recordedAt: now),
                "A weight that isn't a number"
            ),
            (ParsedEntry(kind: .symptom, value: 3, unit: .count, recordedAt: now), "A symptom without a name"),
            (
                ParsedEntry(kind: .symptom, value: 3, unit: .count, recordedAt: now, label: "a\nb"),
                "A name of two lines"
            ),
            (ParsedEntry(kind: .symptom, value: 11, unit: .count, recordedAt: now, label: "dizzy"), "A strength of 11"),
            (
                ParsedEntry(kind: .weight, value: 72, unit: .kilograms, recordedAt: now, label: "a\nb"),
                "A weight with a label of two lines"
            ),
            (
                ParsedEntry(kind: .weight, value: 72, unit: .kilograms, recordedAt: now, label: ""),
                "A weight with an empty label"
            ),
        ]
        for (entry, why) in cases {
            let wanted = formError(entry) ?? .badLabel
            do {
                _ = try entry.toMeasurement(now: now)
                Issue.record("\(why) became a record. It should be refused, as it is in a form.")
            } catch let error as MeasurementError {
                expect(
                    error.code == wanted.code,
                    """
                    \(why) was refused with the code \(error.code.rawValue). It should be refused with \
                    \(wanted.code.rawValue), as it is in a form.
                    """)
            }
        }
    }

    // MARK: An answer that can be trusted with nothing

    @Test("an entry whose members have other types isn't read")
    func readsEntry() throws {
        let cases: [(String, Bool, String)] = [
            (Self.weight, true, "A complete entry"),
            (Self.weight.replacing("}", with: #","label":null}"#), true, "A label of null is no label"),
            (
                Self.weight.replacing("}", with: #","confidence":0.4}"#), true,
                "A member beyond those of an entry is left out"
            ),
            (Self.weight.replacing("}", with: #","Label":7}"#), true, "The member `Label` isn't the label"),
            (
                Self.weight.replacing("WEIGHT", with: "MOOD"), true,
                "A kind that this build doesn't know is for `reading` to judge"
            ),
            (
                Self.weight.replacing("KG", with: "STONE"), true,
                "A unit that this build doesn't know is for `reading` to judge"
            ),
            (Self.weight.replacing("72.5", with: #""72.5""#), false, "The value is a text"),
            (Self.weight.replacing("72.5", with: "null"), false, "The value is null"),
            (Self.weight.replacing(#""KG""#, with: "3"), false, "The unit is a number"),
            (Self.weight.replacing(#""WEIGHT""#, with: #"["WEIGHT"]"#), false, "The kind is a list"),
            (Self.weight.replacing("2026", with: "30026"), false, "The year has five digits"),
            (Self.weight.replacing("T07:00:00Z", with: ""), false, "The time is a date"),
            (Self.weight.replacing(#""2026-06-20T07:00:00Z""#, with: "1781940000000"), false, "The time is a number"),
            (Self.weight.replacing("}", with: #","label":7}"#), false, "The label is a number"),
            (#"{"kind":"WEIGHT","value":72.5,"unit":"KG"}"#, false, "The time is missing"),
            (Self.weight.replacing(#""unit":"KG","#, with: ""), false, "The unit is missing"),
            (Self.weight.replacing(#""kind":"WEIGHT","#, with: ""), false, "The kind is missing"),
            (Self.weight.replacing(#""value":72.5,"#, with: ""), false, "The value is missing"),
            (#"["WEIGHT",72.5,"KG"]"#, false, "A list"), (#""weight 72.5""#, false, "A text"),
        ]
        for (json, isRead, why) in cases {
            let entry = ParsedEntry(try JSONValue(parsing: Array(json.utf8)))
            expect(
                (entry != nil) == isRead,
                "\(why): \(json) should \(isRead ? "be read" : "be no entry"), and it \(isRead ? "is no entry" : "was read")."
            )
        }
        try readsFields()
    }

    /// An entry holds what the JSON says, and nothing that the reader would have written in another way.
    private func readsFields() throws {
        for (text, label) in [(" a\\u0301 ", " a\u{301} "), ("", "")] {
            let json = """
                {"kind":"weight","value":160.04,"unit":"lb","recordedAt":"2026-06-20T07:00:00Z","label":"\(text)"}
                """
            let expected = ParsedEntry(
                kind: MetricKind(rawValue: "weight"), value: 160.04, unit: MetricUnit(rawValue: "lb"),
                recordedAt: Timestamp(rfc3339: "2026-06-20T07:00:00Z")!, label: label)
            let entry = ParsedEntry(try JSONValue(parsing: Array(json.utf8)))
            expect(
                entry == expected,
                "\(json) was read as \(entry.map { "\($0)" } ?? "no entry"). Its fields should be unchanged.")
        }
    }

    @Test("from an answer, the first entries that could be stored are taken, and nothing else")
    func readsAnswer() throws {
        func entry(_ kilograms: Double) -> String { Self.weight.replacing("72.5", with: "\(kilograms)") }
        let many = (1...30).map { entry(Double($0)) }
        let mixed = (1...30).flatMap { [entry(0), entry(Double($0))] }
        let present = Self.weight.replacing("07:00:00Z", with: "07:30:00Z")
        let future = Self.weight.replacing("07:00:00Z", with: "07:30:00.001Z")
        let older = entry(71).replacing("07:00:00Z", with: "06:00:00Z")
        let nameless = entry(3).replacing("WEIGHT", with: "SYMPTOM").replacing("KG", with: "COUNT")
        let pounds = entry(160).replacing("KG", with: "LB")
        let cases: [([String], [Double], String)] = [
            ([entry(71), entry(72)], [71, 72], "Two entries"),
            ([entry(71), entry(71)], [71, 71], "The same weight twice"),
            ([], [], "No entries"),
            ([entry(71), entry(7_200), entry(73)], [71, 73], "Between two weights there is one of 7 200 kg"),
            ([entry(71), "17", "null", entry(73)], [71, 73], "Between two weights there are a number and null"),
            (
                [entry(71), future, entry(73)], [71, 73],
                "Between two weights there is one that was measured after the request"
            ),
            ([entry(71), present], [71, 72.5], "An entry of the moment of the request"),
            ([entry(72), older], [72, 71], "The second of two entries is the older one"),
            ([pounds], [160], "A weight in pounds, as the user said it"),
            ([entry(71), Self.weight.replacing("WEIGHT", with: "MOOD")], [71], "The model invented the kind MOOD"),
            ([entry(71), Self.weight.replacing("KG", with: "STONE")], [71], "The model invented the unit STONE"),
            ([entry(71), Self.weight.replacing("KG", with: "BPM")], [71], "A weight in beats per minute"),
            ([entry(71), nameless], [71], "After a weight there is a symptom without a name"),
            (many, (1...20).map(Double.init), "Thirty entries"),
            (mixed, (1...20).map(Double.init), "Sixty entries, and every other one can't be stored"),
        ]
        for (entries, values, why) in cases {
            let text = #"{"entries":[\#(entries.joined(separator: ","))]}"#
            let found = ParsedEntry.reading(text, now: now).map(\.value)
            expect(found == values, "\(why): the values should be \(values), and they are \(found).")
        }
    }

    @Test("an answer that is cut off or isn't such JSON has no entries")
    func readsNoAnswer() {
        let whole = #"{"entries":[\#(Self.weight)]}"#
        let texts: [String] = [
            "", "null", "[]", "[\(Self.weight)]", #"{"entries":null}"#, #"{"entries":{"0":\#(Self.weight)}}"#,
            #"{"items":[\#(Self.weight)]}"#, #"{"Entries":[\#(Self.weight)]}"#,
            "I found one measurement: \(whole)", "```json\n\(whole)\n```", String(whole.dropLast()),
            String(whole.dropLast(20)),
            "\(whole)\(whole)", String(repeating: "[", count: 100_000), whole.replacing("72.5", with: "NaN"),
            whole.replacing("72.5", with: "1e999"),
        ]
        for text in texts {
            let found = ParsedEntry.reading(text, now: now)
            expect(found.isEmpty, "From \(text.prefix(90)) nothing should be taken, but \(found.count) entries were.")
        }
    }

    // MARK: All together

    @Test("what a model says is confirmed on one phone and appears on the other")
    func fromAnswerToPhone() async throws {
        let fixture = try Step18Fixture()
        let (a, b) = (try fixture.phone("A"), try fixture.phone("B"))
        let answer = """
            {"entries":[{"kind":"DISTANCE","value":3.1,"unit":"MI","recordedAt":"2026-06-20T07:00:00+02:00"},
            {"kind":"SYMPTOM","value":2,"unit":"COUNT","recordedAt":"2026-06-20T07:15:00Z","label":"short of breath"}]}
            """
        for entry in ParsedEntry.reading(answer, now: now) { try a.store.upsert(entry.toMeasurement(now: now)) }
        try await a.sync()
        try await b.sync()
        let refused = try a.store.rejected().map(\.code)
        expect(refused.isEmpty, "The server refused what A recorded: \(refused.joined(separator: ", ")).")
        let shown = try b.store.list().map { "\($0.measurement.kind.rawValue) \($0.measurement.label ?? "")" }.sorted()
        expect(
            shown == ["DISTANCE ", "SYMPTOM short of breath"],
            "A run and a symptom were confirmed on A, and B shows: \(shown.joined(separator: ", ")).")
    }
}

extension Step18PhrasesTests {
    private static let weight = #"{"kind":"WEIGHT","value":72.5,"unit":"KG","recordedAt":"2026-06-20T07:00:00Z"}"#

    /// A symptom with these other members, made without the learner's code.
    private func symptom(strength: Double = 1, extra: String) -> Vitals.Measurement {
        var record = Records.weight(strength)
        (record.kind, record.unit) = (.symptom, .count)
        record.extra = UnknownMembers(unchecked: extra)
        return record
    }

    private func with(_ extra: UnknownMembers, of record: Vitals.Measurement) -> Vitals.Measurement {
        var record = record
        record.extra = extra
        return record
    }

    /// The error that a form throws for the fields that it shares with an entry; nil if it takes them.
    private func formError(_ entry: ParsedEntry) -> MeasurementError? {
        do {
            _ = try Vitals.Measurement.create(
                kind: entry.kind, value: entry.value, unit: entry.unit, recordedAt: entry.recordedAt, now: now)
            return nil
        } catch {
            return error as? MeasurementError
        }
    }

    /// A text without what would move the cursor of a terminal.
    private func visible(_ text: String) -> String {
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? $0.escaped(asASCII: true) : String($0) }
            .joined()
    }

    private func shown(_ label: String?) -> String { label.map { "\"\($0)\"" } ?? "missing" }
}
