import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsServer
import VitalsServerEntities

/// What the decider does, on each store. The numbers are those of the rules in `docs/entities.md`.
@Suite("Conformance of the stores of entities") struct EntityStoreConformance {
    @Test("A new entity is stored, read and named by the head of the log", arguments: StoreUnderTest.available)
    func stores(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let id = UUID()
            let result = try await fixture.one(.create("tag", id, ["name": .text("Morning"), "colour": .text("red")]))
            expect(outcome(result) == "applied" && result.id == id && result.seq == 1)
            let page = try await fixture.page()
            let row = try #require(page.rows.first)
            expect(page.rows.count == 1 && !page.hasMore && page.head?.seq == 1)
            expect(row.type == "tag" && row.version == 1 && row.seq == 1 && !row.isDeleted)
            expect(row.fields, equals: ["name": .text("Morning"), "colour": .text("red")])
            expect(row.stamps, equals: ["name": 1, "colour": 1])
            let found = try await fixture.store.entity(user: fixture.user, receipt: nil, type: "tag", id: id)
            expect(found.rows == [row] && found.head == page.head)
            let asOther = try await fixture.store.entity(user: fixture.user, receipt: nil, type: "group", id: id)
            let unknown = try await fixture.store.entity(user: fixture.user, receipt: nil, type: "tag", id: UUID())
            expect(asOther.rows.isEmpty && unknown.rows.isEmpty)
        }
    }

    // MARK: Rule 4

    @Test(
        "4: a request that comes again gets its first answer, whatever happened since",
        arguments: StoreUnderTest.available)
    func repeats(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (id, command) = (UUID(), EntityCommand.create("note", ["title": .text("A")]))
            let create = EntityCommand.create("tag", id, ["name": .text("Run")])
            let edit = EntityCommand.update("tag", id, ["name": (.text("Run"), .text("Walk"))])
            let first = try await fixture.push(create, edit, command, command)
            expect(first[2], equals: first[3], "a batch may hold one request twice")
            try await fixture.push(.update("tag", id, ["name": (.text("Walk"), .text("Run"))]))
            let before = try await fixture.page()
            try await expect(fixture.push(create, edit, command), equals: Array(first.prefix(3)))
            try await expect(fixture.page(), equals: before)
        }
    }

    @Test(
        "4: a known request with other content is refused, and nothing is performed",
        arguments: StoreUnderTest.available)
    func reused(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let first = EntityCommand.create("tag", requestID: "one", ["name": .text("Run")])
            let other = EntityCommand.create("tag", requestID: "one", ["name": .text("Walk")])
            try await fixture.push(first)
            let before = try await fixture.page()
            for batch in [
                [.create("tag", ["name": .text("New")]), other],
                [
                    .create("tag", requestID: "two", ["name": .text("New")]),
                    .create("tag", requestID: "two", ["name": .text("Newer")]),
                ],
            ] {
                do {
                    _ = try await fixture.push(batch)
                    Issue.record("It was performed.")
                } catch let error as ServiceError {
                    expect(error.status == 422 && error.code == "request_reused")
                    expect(error.path, equals: "commands[1].requestId")
                }
            }
            try await expect(fixture.page(), equals: before)
            // Another user's request ids are others.
            let stranger = try await fixture.another()
            try await expect(outcome(stranger.one(other)), equals: "applied")
        }
    }

    @Test("4: answers are forgotten after 90 days, and not before", arguments: StoreUnderTest.available)
    func forgets(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let start = Timestamp(rfc3339: "2026-01-01T00:00:00Z")!
            func later(_ milliseconds: Int64) -> EntityFixture {
                fixture.at(Timestamp(millisecondsSinceEpoch: start.millisecondsSinceEpoch + milliseconds)!)
            }
            let kept = RecordedAnswer.keptMilliseconds
            let (id, requestID) = (UUID(), "once")
            let edit = EntityCommand.update("tag", id, requestID: requestID, ["colour": (.null, .text("red"))])
            try await later(0).push(.create("tag", id, ["name": .text("Run")]), edit)
            try await later(1).push(.update("tag", id, ["colour": (.text("red"), .text("blue"))]))
            try await expect(outcome(later(kept - 1).one(edit)), equals: "applied")
            let forgotten = try await fixture.store.forgetAnswers(before: start.millisecondsSinceEpoch)
            expect(forgotten, equals: 0)
            try await expect(outcome(later(kept).one(edit)), equals: "conflict changed colour")
            let count = try await fixture.store.forgetAnswers(before: start.millisecondsSinceEpoch + 2)
            expect(count, equals: 2, "one was given anew")
            try await expect(fixture.receipt() != nil, "the log stays")
        }
    }

    // MARK: Rule 6

    @Test("6: a field is written if it still is what the person saw", arguments: StoreUnderTest.available)
    func base(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let id = UUID()
            try await fixture.push(.create("note", id, ["title": .text("April"), "body": .text("x")]))
            let may = try await fixture.one(.update("note", id, ["title": (.text("April"), .text("May"))]))
            expect(outcome(may) == "applied" && may.seq == 2)
            // A phone that slept a month.
            let late = EntityCommand.update(
                "note", id, ["title": (.text("April"), .text("March")), "body": (.text("x"), .text("y"))])
            try await expect(outcome(fixture.one(late)), equals: "conflict changed title")
            let row = try #require(try await fixture.row(id))
            expect(row.fields, equals: ["title": .text("May"), "body": .text("y")])
            expect(row.stamps, equals: ["title": 2, "body": 3])
            let same = try await fixture.one(.update("note", id, ["title": (.text("?"), .text("May"))]))
            expect(outcome(same) == "applied" && same.seq == 3, "it already held, and nothing was written")
            let removed = try await fixture.one(.update("note", id, ["body": (.text("y"), .null)]))
            expect(outcome(removed), equals: "applied")
            let last = try #require(try await fixture.row(id))
            expect(last.fields["body"] == nil && last.stamps["body"] == 4)
            try await expect(
                outcome(fixture.one(.update("note", id, ["title": (.text("May"), .null)]))), equals: "rejected invalid")
            try await expect(
                outcome(fixture.one(.update("note", UUID(), ["body": (.null, .text("y"))]))), equals: "rejected unknown"
            )
        }
    }

    @Test("6: sets take what was added and removed, element by element", arguments: StoreUnderTest.available)
    func sets(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (a, b, c, note) = (UUID(), UUID(), UUID(), UUID())
            for (id, name) in [(a, "a"), (b, "b"), (c, "c")] {
                try await fixture.push(.create("tag", id, ["name": .text(name)]))
            }
            try await fixture.push(.create("note", note, ["title": .text("N"), "tags": .ids(a)]))
            // Two phones saw [a]: one adds b, the other adds c and removes a.
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.ids(a), .ids(a, b))]))), equals: "applied")
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.ids(a), .ids(c))]))), equals: "applied")
            try await expect(fixture.row(note)?.fields["tags"], equals: .ids(b, c))
            // A link to what nobody knows is told, one to what was deleted is dropped.
            let unknown = EntityCommand.update("note", note, ["tags": (.ids(b, c), .ids(b, c, UUID()))])
            try await expect(outcome(fixture.one(unknown)), equals: "conflict changed tags")
            try await fixture.push(.delete("tag", c))
            try await expect(fixture.row(note)?.fields["tags"], equals: .ids(b))
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.ids(b), .ids(b, c))]))), equals: "applied")
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.ids(b), .ids(b, note))]))),
                equals: "conflict changed tags")
            try await expect(fixture.row(note)?.fields["tags"], equals: .ids(b))
            let stranger = try await fixture.another()
            let links = EntityCommand.create("note", ["title": .text("N"), "tags": .ids(b)])
            try await expect(outcome(stranger.one(links)), equals: "conflict changed tags", "another user's tag")
        }
    }

    @Test("6: a set that two phones fill takes no more than it may have", arguments: StoreUnderTest.available)
    func fullSet(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (tags, note) = ((0..<520).map { _ in UUID() }, UUID())
            for part in [tags[..<260], tags[260...]] {
                _ = try await fixture.push(part.map { .create("tag", $0, ["name": .text($0.lowercased)]) })
            }
            try await fixture.push(.create("note", note, ["title": .text("N")]))
            let halves = [tags[..<260], tags[260...]].map { JSONValue.set($0.map(\.lowercased)) }
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.null, halves[0])]))), equals: "applied")
            try await expect(
                outcome(fixture.one(.update("note", note, ["tags": (.null, halves[1])]))),
                equals: "conflict changed tags")
            try await expect(fixture.row(note)?.fields["tags"], equals: halves[0])
        }
    }

    @Test(
        "7: a create that meets a name and is then refused leaves no replaced id",
        arguments: StoreUnderTest.available)
    func refusedMeeting(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            // Fields that no type knows: together they're more than a tag may have.
            let half = JSONValue.text(String(repeating: "x", count: 150_000))
            let (first, second) = (UUID(), UUID())
            try await fixture.push(.create("tag", first, ["name": .text("Morning"), "mine": half]))
            let before = try await fixture.page()
            let refused = try await fixture.one(.create("tag", second, ["name": .text("MORNING"), "yours": half]))
            expect(outcome(refused) == "rejected invalid" && refused.id == second, "\(refused)")
            try await expect(fixture.page(), equals: before)
            // Corrected, it's a tag of its own.
            let again = try await fixture.one(.create("tag", second, ["name": .text("Evening"), "yours": half]))
            expect(outcome(again) == "applied" && again.id == second, "\(again)")
            try await expect(fixture.row(first)?.fields["name"], equals: .text("Morning"))
        }
    }

    @Test("6: each key of a map is a field of its own", arguments: StoreUnderTest.available)
    func maps(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, id) = (UUID(), UUID())
            let done = JSONValue.object([.init("completed", .bool(true))])
            try await fixture.push(
                .create("group", group, ["name": .text("G")]),
                .create("reminder", id, ["title": .text("R"), "group": .id(group), "occurrences.2026-05-06": done]))
            try await expect(
                outcome(fixture.one(.update("reminder", id, ["occurrences.2026-05-07": (.null, done)]))),
                equals: "applied")
            let other = JSONValue.object([.init("completed", .bool(false))])
            let both = EntityCommand.update(
                "reminder", id, ["occurrences.2026-05-07": (.null, other), "occurrences.2026-05-08": (.null, other)])
            try await expect(outcome(fixture.one(both)), equals: "conflict changed occurrences.2026-05-07")
            try await fixture.push(.update("reminder", id, ["occurrences.2026-05-06": (done, .null)]))
            let row = try #require(try await fixture.row(id))
            expect(row.fields["occurrences.2026-05-06"] == nil && row.fields["occurrences.2026-05-07"] == done)
            expect(row.fields["occurrences.2026-05-08"] == other && row.stamps["occurrences.2026-05-06"] == 4)
            expect(
                row.json["stamps"]?["occurrences"]?["2026-05-06"] == .number(4),
                "a removed key has a stamp and no value")
            expect(row.json["fields"]?["occurrences"]?["2026-05-06"] == nil)
        }
    }

    @Test("6: of two answers that didn't see each other, done wins over a snooze, and the later of two snoozes stays")
    func answers() async throws {
        // The stores keep the values alike; what stays is decided before.
        for kind in StoreUnderTest.available {
            try await kind.withEntities { fixture in
                let (group, id) = (UUID(), UUID())
                try await fixture.push(
                    .create("group", group, ["name": .text("G")]),
                    .create("reminder", id, ["title": .text("R"), "group": .id(group)]))
                let vectors = try JSONValue(
                    parsing: Array(Data(contentsOf: URL(filePath: "Tests/Vectors/answers.json"))))
                for (number, vector) in try #require(vectors.array).enumerated() {
                    let field = "occurrences.\(number)"
                    let (current, to) = (vector["current"] ?? .null, vector["to"] ?? .null)
                    try await fixture.push(.update("reminder", id, [field: (.null, current)]))
                    let answer = try await fixture.one(.update("reminder", id, [field: (vector["base"] ?? .null, to)]))
                    let stored = try await fixture.row(id)?.fields[field] ?? .null
                    let name = vector["name"]?.string ?? ""
                    if let stays = vector["stays"] {
                        expect(outcome(answer) == "applied" && stored == stays, "\(kind) \(name)")
                    } else if current == to || current == vector["base"] ?? .null {
                        expect(outcome(answer) == "applied" && stored == to, "\(kind) \(name)")
                    } else {
                        expect(outcome(answer) == "conflict changed \(field)" && stored == current, "\(kind) \(name)")
                    }
                }
            }
        }
    }

    @Test("6: an answer that loses to one that stays changes nothing, and gets no row of the log")
    func settledAnswer() async throws {
        try await StoreUnderTest.memory.withEntities { fixture in
            let (group, id) = (UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G")]),
                .create(
                    "reminder", id, ["title": .text("R"), "group": .id(group), "occurrences.once": .text("completed")]))
            let before = try await fixture.page()
            let snooze = JSONValue.object([.init("snoozedUntil", .text("2026-05-06T07:40:00Z"))])
            try await expect(
                outcome(fixture.one(.update("reminder", id, ["occurrences.once": (.null, snooze)]))), equals: "applied")
            try await expect(fixture.page(), equals: before)
            // A map of another type, and a value, merge as ever.
            let note = UUID()
            try await fixture.push(.create("note", note, ["title": .text("N"), "x": .text("completed")]))
            try await expect(
                outcome(fixture.one(.update("note", note, ["x": (.null, snooze)]))), equals: "conflict changed x")
        }
    }

    // MARK: Rule 14

    @Test("14: what the account may not change is refused by itself, and the same command may come again")
    func locked() async throws {
        for kind in StoreUnderTest.available {
            try await kind.withEntities { fixture in
                var locking = fixture
                locking.service = EntityService(
                    store: fixture.store, types: .builtIn, lockedTypes: { $0 == fixture.user ? ["reminder"] : [] })
                let (group, id, kept) = (UUID(), UUID(), UUID())
                let sent = EntityCommand.create("reminder", kept, ["title": .text("K"), "group": .id(group)])
                try await fixture.push(.create("group", group, ["name": .text("G")]), sent)
                let create = EntityCommand.create("reminder", id, ["title": .text("R"), "group": .id(group)])
                let update = EntityCommand.update("reminder", kept, ["title": (.text("K"), .text("L"))])
                let results = try await locking.push(
                    create, .create("note", ["title": .text("N")]), update, .delete("reminder", kept), sent)
                expect(
                    results.map(outcome),
                    equals: [
                        "rejected not_entitled", "applied", "rejected not_entitled", "rejected not_entitled", "applied",
                    ], "\(kind): the last was performed before")
                expect(
                    results[0].detail, equals: "This account may not change reminders. Ask whoever runs the server.")
                expect(results[0].id == id && results[0].requestID == create.requestID)
                try await expect(fixture.row(id) == nil)
                try await expect(fixture.row(kept)?.fields["title"], equals: .text("K"))

                // A user's lock isn't another's.
                let stranger = try await locking.another()
                let home = UUID()
                let own = try await stranger.push(
                    .create("group", home, ["name": .text("H")]),
                    .create("reminder", ["title": .text("S"), "group": .id(home)]))
                expect(own.map(outcome), equals: ["applied", "applied"])

                // After a grant, the very same commands are performed.
                try await expect(fixture.push(create, update).map(outcome), equals: ["applied", "applied"])
                // A restate and a cascade go on without one.
                var row = try #require(try await fixture.row(id))
                row.version += 1
                row.set("title", to: .text("Restated"), stamp: row.version)
                _ = try await locking.restate([row])
                try await expect(fixture.row(id)?.fields["title"], equals: .text("Restated"))
                try await expect(outcome(locking.one(.delete("group", group))), equals: "applied")
                try await expect(fixture.row(id)?.isDeleted, equals: true)
            }
        }
    }

    @Test("14: after 90 days, a command that was performed once is refused as a new one is")
    func lockedAndForgotten() async throws {
        try await StoreUnderTest.memory.withEntities { fixture in
            let start = Timestamp(rfc3339: "2026-01-01T00:00:00Z")!
            let group = UUID()
            let create = EntityCommand.create("reminder", ["title": .text("R"), "group": .id(group)])
            try await fixture.at(start).push(.create("group", group, ["name": .text("G")]), create)
            for (days, expected) in [(89, "applied"), (90, "rejected not_entitled")] as [(Int64, String)] {
                var later = fixture
                let moment = Timestamp(clamping: start.millisecondsSinceEpoch + days * 86_400_000)
                later.service = EntityService(
                    store: fixture.store, types: .builtIn, now: { moment }, lockedTypes: { _ in ["reminder"] })
                try await expect(outcome(later.one(create)), equals: expected)
            }
        }
    }

    @Test("Unknown fields are kept; an unknown type is refused by itself", arguments: StoreUnderTest.available)
    func unknownFields(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let id = UUID()
            let value = JSONValue.object([.init("é", .array([.number(1.5), .null])), .init("e\u{301}", .bool(true))])
            try await fixture.push(.create("tag", id, ["name": .text("a"), "icon": value]))
            try await fixture.push(.update("tag", id, ["colour": (.null, .text("red"))]))
            try await expect(fixture.row(id)?.fields["icon"], equals: value.canonical)
            // The order of an object's members says nothing.
            guard case .object(let members) = value else { return }
            let reversed = JSONValue.object(members.reversed())
            let edit = EntityCommand.update("tag", id, ["icon": (reversed, .text("star"))])
            try await expect(outcome(fixture.one(edit)), equals: "applied")
            let results = try await fixture.push(
                EntityCommand(.create, type: "spaceship", id: UUID(), updatedAt: .min),
                .create("tag", ["name": .text("b")]))
            expect(results.map(outcome), equals: ["rejected unknown_type", "applied"])
        }
    }

    // MARK: Rule 7

    @Test("7: names that fold alike are one entity", arguments: StoreUnderTest.available)
    func names(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (first, other) = (UUID(), UUID())
            let results = try await fixture.push(
                .create("tag", first, ["name": .text("Morning")]), .create("group", ["name": .text("Morning")]),
                .create("tag", other, ["name": .text("  MORNING\t"), "colour": .text("red")]))
            expect(results.map(outcome), equals: ["applied", "applied", "applied"])
            expect(results[2].id == first && results[2].entity?.id == first && results[2].requestID != "")
            let row = try #require(try await fixture.row(first))
            expect(row.fields, equals: ["name": .text("Morning"), "colour": .text("red")])
            expect(results[2].entity, equals: row)
            try await expect(fixture.row(other) == nil, "a replaced id never appears")
            let found = try await fixture.store.entity(user: fixture.user, receipt: nil, type: "tag", id: other)
            expect(found.rows.map(\.id), equals: [first])

            let umlaut = UUID()
            try await fixture.push(.create("tag", umlaut, ["name": .text("M\u{F6}rning")]))
            let decomposed = try await fixture.one(.create("tag", ["name": .text("Mo\u{308}RNING")]))
            expect(decomposed.id, equals: umlaut)
            // A later batch, so that the database is asked and not the batch.
            let conflicting = try await fixture.one(
                .create("tag", ["name": .text("morning"), "colour": .text("blue")]))
            expect(outcome(conflicting) == "conflict changed colour" && conflicting.id == first)
            try await expect(fixture.page(["tag"]).rows.count, equals: 2)
        }
    }

    @Test(
        "7: a rename to a taken name keeps the old one, and names can be swapped", arguments: StoreUnderTest.available)
    func renames(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (one, two) = (UUID(), UUID())
            try await fixture.push(
                .create("tag", one, ["name": .text("One")]), .create("tag", two, ["name": .text("Two")]))
            let taken = EntityCommand.update(
                "tag", one, ["name": (.text("one"), .text("TWO")), "colour": (.null, .text("red"))])
            try await expect(outcome(fixture.one(taken)), equals: "conflict changed name")
            try await expect(fixture.row(one)?.fields, equals: ["name": .text("One"), "colour": .text("red")])
            let swapped = try await fixture.push(
                .update("tag", one, ["name": (.text("ONE"), .text("Temporary"))]),
                .update("tag", two, ["name": (.text("Two"), .text("One"))]),
                .update("tag", one, ["name": (.text("Temporary"), .text("Two"))]))
            expect(swapped.map(outcome), equals: ["applied", "applied", "applied"])
            try await expect(fixture.row(one)?.fields["name"] == .text("Two"))
            try await expect(fixture.row(two)?.fields["name"] == .text("One"))
            // The name of what is deleted is free again, within a batch too.
            let again = UUID()
            let results = try await fixture.push(.delete("tag", two), .create("tag", again, ["name": .text("ONE")]))
            expect(results[1].id, equals: again)
            try await fixture.push(.update("tag", again, ["name": (.text("ONE"), .text("One"))]))
            try await expect(fixture.row(again)?.fields["name"], equals: .text("One"), "its own name isn't taken")
        }
    }

    @Test(
        "7: a workout like a stored one is that one: nearest start, nearest duration, least id",
        arguments: StoreUnderTest.available)
    func likeness(_ kind: StoreUnderTest) async throws {
        @Sendable func workout(_ id: UUID, _ seconds: Int64, _ minutes: Double) -> EntityCommand {
            let start = Timestamp(rfc3339: "2026-05-06T07:00:00Z")!.millisecondsSinceEpoch + 1000 * seconds
            return .create(
                "workout", id,
                ["start": .text(Timestamp(millisecondsSinceEpoch: start)!.rfc3339), "minutes": .number(minutes)])
        }
        let ids = (0..<6).map { UUID(text: "0000000\($0)-0000-4000-8000-000000000000")! }
        try await kind.withEntities { fixture in
            // Far enough apart from each other, and all near 07:02:00.
            try await fixture.push(
                workout(ids[3], 0, 30), workout(ids[2], 240, 30), workout(ids[1], 200, 50), workout(ids[4], 40, 70))
            let near = try await fixture.one(workout(UUID(), 119, 31))
            expect(near.id == ids[3] && outcome(near) == "applied", "its start is one second nearer")
            try await expect(
                fixture.one(workout(UUID(), 120, 31)).id, equals: ids[2], "both are 120 s away: the least id")
            try await expect(fixture.one(workout(UUID(), 130, 52)).id, equals: ids[1])
            let far = UUID()
            try await expect(fixture.one(workout(far, 361, 30)).id, equals: far, "121 s are too many")
            let longer = UUID()
            try await expect(fixture.one(workout(longer, 0, 34)).id, equals: longer, "a tenth of 34 is less than 4")
            try await expect(
                fixture.one(workout(UUID(), 0, 32.5)).id, equals: longer, "of two equal starts the nearer duration")
            let row = try #require(try await fixture.row(ids[3]))
            expect(row.fields["minutes"], equals: .number(30), "start and duration stay")
        }
    }

    // MARK: Rule 8

    @Test(
        "8: a replaced id stands for the one that stayed, and a replacement has a log row",
        arguments: StoreUnderTest.available)
    func aliases(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, twin, reminder) = (UUID(), UUID(), UUID())
            try await fixture.push(.create("group", group, ["name": .text("G")]))
            let matched = try await fixture.one(.create("group", twin, ["name": .text("g")]))
            expect(matched.seq == 2 && matched.entity?.seq == 2 && matched.entity?.version == 1)
            try await fixture.push(.create("reminder", reminder, ["title": .text("R"), "group": .id(twin)]))
            try await expect(fixture.row(reminder)?.fields["group"], equals: .id(group))
            let renamed = try await fixture.one(.update("group", twin, ["name": (.text("g"), .text("H"))]))
            expect(outcome(renamed) == "applied" && renamed.id == group && renamed.entity?.value("name") == .text("H"))
            let base = EntityCommand.update("reminder", reminder, ["group": (.id(twin), .id(twin))])
            try await expect(outcome(fixture.one(base)), equals: "applied")
            // The same create once more, when its answer was forgotten.
            try await expect(fixture.one(.create("group", twin, ["name": .text("g")])).id, equals: group)
            let all = try await fixture.store.allAliases(user: fixture.user)
            expect(all, equals: [twin: group])
        }
    }

    // MARK: Rule 9

    @Test("9: deleting a group deletes its reminders, deleting a tag unlinks it", arguments: StoreUnderTest.available)
    func cascade(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, other, tag, kept) = (UUID(), UUID(), UUID(), UUID())
            let (one, two, moved, note) = (UUID(), UUID(), UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G")]), .create("group", other, ["name": .text("O")]),
                .create("tag", tag, ["name": .text("t")]), .create("tag", kept, ["name": .text("k")]),
                .create("reminder", one, ["title": .text("1"), "group": .id(group), "tags": .ids(tag)]),
                .create("reminder", two, ["title": .text("2"), "group": .id(other), "tags": .ids(tag, kept)]),
                .create("reminder", moved, ["title": .text("3"), "group": .id(group)]),
                .create("note", note, ["title": .text("N"), "tags": .ids(tag)]))
            try await fixture.push(.update("reminder", moved, ["group": (.id(group), .id(other))]))
            let before = try #require(try await fixture.page().head?.seq)
            let deleted = try await fixture.one(.delete("group", group))
            expect(outcome(deleted) == "applied" && deleted.seq == before + 2, "the group and one reminder")
            try await expect(fixture.row(one)?.isDeleted == true)
            try await expect(fixture.row(moved)?.isDeleted == false)
            try await expect(fixture.row(one)?.version == 2)
            try await expect(fixture.row(one)?.fields.isEmpty == true)
            try await fixture.push(.delete("tag", tag))
            try await expect(fixture.row(two)?.fields["tags"] == .ids(kept))
            try await expect(fixture.row(note)?.fields["tags"] == .ids())
            try await expect(fixture.row(note)?.stamps["tags"], equals: 2)
            let end = try await fixture.page().head?.seq
            let again = try await fixture.one(.delete("group", group))
            expect(outcome(again) == "applied" && again.seq == end, "it's deleted already")
            try await expect(
                outcome(fixture.one(.update("reminder", one, ["title": (.text("1"), .text("x"))]))),
                equals: "conflict deleted")
            try await expect(
                outcome(fixture.one(.create("group", group, ["name": .text("G")]))), equals: "conflict deleted")
        }
    }

    @Test("9: a delete of a replaced id changes nothing", arguments: StoreUnderTest.available)
    func deleteReplaced(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (tag, twin) = (UUID(), UUID())
            try await fixture.push(
                .create("tag", tag, ["name": .text("Morning")]), .create("tag", twin, ["name": .text("Morning")]))
            let result = try await fixture.one(.delete("tag", twin))
            expect(outcome(result) == "conflict merged" && result.id == tag && result.entity?.id == tag)
            try await expect(fixture.row(tag)?.isDeleted, equals: false)
        }
    }

    @Test(
        "9: a create whose group is deleted is stored as deleted; an unknown group is refused",
        arguments: StoreUnderTest.available)
    func stillborn(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, tag, reminder) = (UUID(), UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G")]), .create("tag", tag, ["name": .text("t")]),
                .delete("group", group))
            let result = try await fixture.one(
                .create("reminder", reminder, ["title": .text("R"), "group": .id(group)]))
            expect(outcome(result), equals: "conflict deleted")
            try await expect(fixture.row(reminder)?.isDeleted, equals: true)
            let edit = EntityCommand.update("reminder", reminder, ["title": (.text("R"), .text("S"))])
            try await expect(outcome(fixture.one(edit)), equals: "conflict deleted")
            for id in [UUID(), tag] {
                let refused = EntityCommand.create("reminder", ["title": .text("R"), "group": .id(id)])
                try await expect(outcome(fixture.one(refused)), equals: "rejected reference_unknown")
            }
            let living = UUID()
            try await fixture.push(.create("group", living, ["name": .text("L")]))
            let stranger = try await fixture.another()
            let foreign = EntityCommand.create("reminder", ["title": .text("R"), "group": .id(living)])
            try await expect(outcome(stranger.one(foreign)), equals: "rejected reference_unknown")
            // An existing one can't move to a deleted or unknown group.
            let other = UUID()
            try await fixture.push(.create("reminder", other, ["title": .text("R"), "group": .id(living)]))
            for id in [group, tag, UUID()] {
                let move = EntityCommand.update("reminder", other, ["group": (.id(living), .id(id))])
                try await expect(outcome(fixture.one(move)), equals: "conflict changed group")
            }
        }
    }

    @Test("9: a tombstone is final, also for an id that nobody knows yet", arguments: StoreUnderTest.available)
    func tombstones(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let id = UUID()
            let results = try await fixture.push(.delete("tag", id), .create("tag", id, ["name": .text("a")]))
            expect(results.map(outcome), equals: ["applied", "conflict deleted"])
            try await expect(fixture.row(id)?.isDeleted, equals: true)
            // A batch that creates and deletes each other's.
            let (group, reminder, tag) = (UUID(), UUID(), UUID())
            let batch = try await fixture.push(
                .create("group", group, ["name": .text("G")]), .create("tag", tag, ["name": .text("t")]),
                .create("reminder", reminder, ["title": .text("R"), "group": .id(group), "tags": .ids(tag)]),
                .delete("tag", tag), .delete("group", group), .create("group", ["name": .text("G")]),
                .update("reminder", reminder, ["title": (.text("R"), .text("S"))]))
            expect(
                batch.map(outcome),
                equals: ["applied", "applied", "applied", "applied", "applied", "applied", "conflict deleted"])
            try await expect(fixture.row(reminder)?.isDeleted, equals: true)
            try await expect(fixture.page(["group"]).rows.filter { !$0.isDeleted }.count, equals: 1)
            try await expect(
                outcome(fixture.one(.delete("group", tag))), equals: "rejected invalid", "an id of another type")
        }
    }

    // MARK: Rule 12

    private func row(_ type: String, _ id: UUID, _ fields: [String: (JSONValue, Int64)], version: Int64 = 3)
        -> EntityRow
    {
        var row = EntityRow(id: id, type: type, version: version, seq: 1)
        for (name, value) in fields { row.set(name, to: value.0, stamp: value.1) }
        return row
    }

    @Test(
        "12: of a restated entity that is known, each field with the greater stamp stays",
        arguments: StoreUnderTest.available)
    func restatedFields(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let id = UUID()
            try await fixture.push(.create("note", id, ["title": .text("A"), "body": .text("a"), "x": .text("m")]))
            try await fixture.push(.update("note", id, ["title": (.text("A"), .text("B"))]))
            // Their version is greater, their title is older, their body is newer, and x is a tie.
            let theirs = row(
                "note", id,
                ["title": (.text("Z"), 1), "body": (.text("new"), 5), "x": (.text("n"), 1), "y": (.number(1), 4)],
                version: 7)
            let result = try await fixture.restate([theirs])
            expect(result.replaced.isEmpty && result.unplaced.isEmpty)
            let merged = try #require(try await fixture.row(id))
            expect(
                merged.fields, equals: ["title": .text("B"), "body": .text("new"), "x": .text("n"), "y": .number(1)])
            expect(merged.stamps["body"] == 5 && merged.stamps["title"] == 2 && merged.version == 8)
            // Once more changes only the version, and a deleted one stays deleted.
            _ = try await fixture.restate([theirs])
            try await expect(fixture.row(id)?.fields, equals: merged.fields)
            try await fixture.push(.delete("note", id))
            _ = try await fixture.restate([row("note", id, ["title": (.text("Z"), 99)], version: 99)])
            try await expect(fixture.row(id)?.isDeleted, equals: true)
        }
    }

    @Test("12: tombstones are restated first, then what is known, then the rest", arguments: StoreUnderTest.available)
    func restatedOrder(_ kind: StoreUnderTest) async throws {
        let ids = (0..<4).map { UUID(text: "0000000\($0)-0000-4000-8000-000000000000")! }
        try await kind.withEntities { fixture in
            try await fixture.push(
                .create("tag", ids[1], ["name": .text("Morning")]), .create("tag", ids[3], ["name": .text("Old")]))
            let result = try await fixture.restate([
                row("tag", ids[0], ["name": (.text("Morning"), 1)]),
                EntityRow(id: ids[1], type: "tag", version: 4, isDeleted: true),
                row("tag", ids[2], ["name": (.text("Old"), 1)]), row("tag", ids[3], ["name": (.text("New"), 2)]),
            ])
            expect(result.replaced.isEmpty)
            let names = try await fixture.page(["tag"]).rows.reduce(into: [:]) { $0[$1.id] = $1.value("name") }
            expect(
                names, equals: [ids[0]: .text("Morning"), ids[1]: .null, ids[2]: .text("Old"), ids[3]: .text("New")])
        }
    }

    @Test("A value has at most 32 levels, so that any answer can be read", arguments: StoreUnderTest.available)
    func depth(_ kind: StoreUnderTest) async throws {
        @Sendable func nested(_ levels: Int) -> JSONValue {
            (0..<levels).reduce(.text("x")) { value, _ in .array([value]) }
        }
        try await kind.withEntities { fixture in
            let (group, reminder) = (UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G"), "x": nested(32)]),
                .create(
                    "reminder", reminder,
                    ["title": .text("R"), "group": .id(group), "occurrences.a": nested(32)]))
            let before = try await fixture.page()
            expect(before.rows.count, equals: 2)
            for command in [
                EntityCommand.create("tag", ["name": .text("t"), "x": nested(33)]),
                .update("group", group, ["x": (nested(32), nested(33))]),
                .update("group", group, ["y": (.null, nested(50))]),
                .update("reminder", reminder, ["occurrences.b": (.null, nested(33))]),
            ] {
                let result = try await fixture.one(command)
                expect(outcome(result), equals: "rejected invalid")
                expect(["fields.x", "fields.y", "fields.occurrences.b"].contains(result.path ?? ""))
            }
            let note = UUID()
            let result = try await fixture.restate([
                row("group", group, ["x": (nested(33), 9)]),
                row("reminder", reminder, ["occurrences.a": (nested(33), 9)]),
                row("note", note, ["title": (.text("N"), 1), "x": (nested(33), 1)]),
            ])
            expect(result.unplaced, equals: [note])
            try await expect(fixture.page(), equals: before)
        }
    }

    @Test("12: a restated tombstone of another type buries nothing", arguments: StoreUnderTest.available)
    func tombstoneOfAnotherType(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, reminder) = (UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G")]),
                .create("reminder", reminder, ["title": .text("R"), "group": .id(group)]))
            let before = try await fixture.page()
            _ = try await fixture.restate([EntityRow(id: group, type: "note", version: 9, isDeleted: true)])
            try await expect(fixture.page(), equals: before)
            _ = try await fixture.restate([EntityRow(id: group, type: "group", version: 9, isDeleted: true)])
            try await expect(fixture.page().rows.allSatisfy(\.isDeleted))
        }
    }

    @Test(
        "12: a restated key of what's no map changes nothing, nor a value of what's one",
        arguments: StoreUnderTest.available)
    func wrongShapes(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, reminder, new) = (UUID(), UUID(), UUID())
            try await fixture.push(
                .create("group", group, ["name": .text("G")]),
                .create(
                    "reminder", reminder,
                    ["title": .text("R"), "group": .id(group), "occurrences.a": .text("1"), "x": .text("value")]))
            _ = try await fixture.restate([
                row("reminder", reminder, ["y.key": (.text("1"), 5), "z": (.text("1"), 5)])
            ])
            let before = try #require(try await fixture.row(reminder)).fields
            expect(before.count == 6 && before["y.key"] == .text("1"))
            _ = try await fixture.restate([
                row(
                    "reminder", reminder,
                    [
                        "title.a": (.text("x"), 9), "tags.a": (.text("x"), 9), "occurrences": (.text("x"), 9),
                        "x.a": (.text("x"), 9), "y": (.text("x"), 9),
                    ])
            ])
            try await expect(fixture.row(reminder)?.fields, equals: before)
            let result = try await fixture.restate([
                row("note", new, ["title.a": (.text("x"), 9)]),
                row("tag", UUID(), ["name": (.text("t"), 1), "colour.a": (.text("x"), 9)]),
            ])
            expect(result.unplaced, equals: [new])
            try await expect(fixture.page(["tag"]).rows.map(\.fields), equals: [["name": .text("t")]])
        }
    }

    @Test(
        "12: 20,000 restated aliases cost no time, as a chain, a fan or a circle", .timeLimit(.minutes(1)),
        arguments: StoreUnderTest.available)
    func manyAliases(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (tag, other) = (UUID(), UUID())
            try await fixture.push(
                .create("tag", tag, ["name": .text("a")]), .create("tag", other, ["name": .text("b")]))
            let ids = (0..<20_000).map { _ in UUID() }
            let start = ContinuousClock.now
            let chain = Dictionary(uniqueKeysWithValues: zip(ids, ids.dropFirst() + [tag]))
            _ = try await fixture.restate([], chain)
            let fan = (0..<20_000).map { _ in UUID() }
            _ = try await fixture.restate([], Dictionary(uniqueKeysWithValues: fan.map { ($0, other) }))
            let circle = (0..<20_000).map { _ in UUID() }
            _ = try await fixture.restate(
                [], Dictionary(uniqueKeysWithValues: zip(circle, circle.dropFirst() + circle.prefix(1))))
            expect(ContinuousClock.now - start < .seconds(30), "\(ContinuousClock.now - start)")
            print("3 × 20,000 aliases on \(kind): \(ContinuousClock.now - start)")
            let aliases = try await fixture.store.allAliases(user: fixture.user)
            expect(aliases.count == 40_000 && aliases[ids[0]] == tag && aliases[fan[0]] == other)
            // One log row for each entity that stands for others.
            try await expect(fixture.page().head?.seq, equals: 4)
        }
    }

    // MARK: Users, transactions, receipts

    @Test("Users may have the same ids, names and requests", arguments: StoreUnderTest.available)
    func users(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, reminder) = (UUID(), UUID())
            let stranger = try await fixture.another()
            let batch: [EntityCommand] = [
                .create("group", group, ["name": .text("G")]),
                .create("reminder", reminder, ["title": .text("R"), "group": .id(group)]),
            ]
            let (mine, theirs) = (try await fixture.push(batch), try await stranger.push(batch))
            expect(mine, equals: theirs)
            try await stranger.push(.delete("group", group))
            try await expect(fixture.row(reminder)?.isDeleted == false)
            try await expect(stranger.row(reminder)?.isDeleted == true)
            try await expect(fixture.receipt() != stranger.receipt())
        }
    }

    @Test("If the body throws, nothing of the transaction stays", arguments: StoreUnderTest.available)
    func rollsBack(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            try await fixture.push(.create("tag", ["name": .text("a")]))
            let before = try await fixture.page()
            struct Stop: Error {}
            await #expect(throws: Stop.self) {
                try await fixture.store.transact(user: fixture.user, receipt: nil) { storage, head in
                    let decider = EntityDecider(
                        storage, types: .builtIn, headSeq: head?.seq ?? 0, now: 0, makeTag: { 1 })
                    _ = try decider.perform([
                        .create("tag", ["name": .text("b")]), .create("tag", ["name": .text("A")]),
                    ])
                    try decider.store()
                    throw Stop()
                }
            }
            try await expect(fixture.page(), equals: before)
        }
    }

    @Test(
        "A receipt that the log doesn't have is a lost history, before anything is read",
        arguments: StoreUnderTest.available)
    func receipts(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (store, user) = (fixture.store, fixture.user)
            try await fixture.push(.create("tag", ["name": .text("a")]))
            let receipt = try #require(try await fixture.receipt())
            try await fixture.push(.create("tag", ["name": .text("b")]), receipt: receipt)
            try await fixture.push(.create("tag", ["name": .text("c")]), receipt: receipt)
            let before = try await fixture.page()
            let wrong = [
                Receipt(seq: receipt.seq, tag: "0000000000000000")!, Receipt(seq: 99, tag: receipt.tag)!,
                Receipt(seq: receipt.seq, tag: String(receipt.tag.dropFirst()))!,
                Receipt(seq: 1, tag: String(repeating: "f", count: 64))!,
            ]
            for lost in wrong {
                await #expect(throws: ServiceError.self) {
                    try await fixture.push(.create("tag", ["name": .text("d")]), receipt: lost)
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.page(user: user, receipt: lost, cursors: ["tag": 0], limit: 10)
                }
                await #expect(throws: SyncStoreError.historyLost) {
                    try await store.entity(user: user, receipt: lost, type: "tag", id: UUID())
                }
            }
            try await expect(fixture.page(), equals: before)
            let stranger = try await fixture.another()
            await #expect(throws: SyncStoreError.historyLost) {
                try await store.page(user: stranger.user, receipt: receipt, cursors: ["tag": 0], limit: 10)
            }
        }
    }

    @Test("An unknown user is one, and a deleted user's entities go along", arguments: StoreUnderTest.databases)
    func deletedUser(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let sync = try #require(fixture.sync)
            let stranger = try await fixture.another()
            let (group, reminder) = (UUID(), UUID())
            try await stranger.push(
                .create("group", group, ["name": .text("G")]), .create("group", ["name": .text("g")]),
                .create("reminder", reminder, ["title": .text("R"), "group": .id(group)]))
            await #expect(throws: SyncStoreError.hasRecords) { try await sync.deleteUser(stranger.user, ifEmpty: true) }
            try await expect(sync.deleteUser(stranger.user))
            try await expect(fixture.store.allRows(user: stranger.user).isEmpty)
            try await expect(fixture.store.allAliases(user: stranger.user).isEmpty)
            await #expect(throws: SyncStoreError.unknownUser) { try await stranger.page() }
            do {
                _ = try await stranger.push(.create("tag", ["name": .text("a")]))
                Issue.record("A user who is gone has a tag.")
            } catch let error as ServiceError {
                expect(error.status, equals: 401)
            }
        }
    }

    // MARK: Pages

    @Test("10: pages are in the order of the log, with a cursor for each type", arguments: StoreUnderTest.available)
    func pages(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (store, user) = (fixture.store, fixture.user)
            let ids = (0..<6).map { _ in UUID() }
            for (index, id) in ids.enumerated() {
                try await fixture.push(.create(index % 2 == 0 ? "tag" : "group", id, ["name": .text("n\(index)")]))
            }
            try await fixture.push(.update("tag", ids[0], ["colour": (.null, .text("red"))]))
            func page(_ cursors: [String: Int64], _ limit: Int) async throws -> EntityPage {
                try await store.page(user: user, receipt: nil, cursors: cursors, limit: limit)
            }
            let first = try await page(["tag": 0, "group": 0], 3)
            expect(first.rows.map(\.id) == [ids[1], ids[2], ids[3]] && first.hasMore && first.head?.seq == 7)
            let cursors = first.cursors(after: ["tag": 0, "group": 0])
            expect(cursors, equals: ["tag": 4, "group": 4])
            let second = try await page(cursors, 3)
            expect(second.rows.map(\.id) == [ids[4], ids[5], ids[0]] && !second.hasMore)
            expect(second.cursors(after: cursors), equals: ["tag": 7, "group": 7])
            let learned = try await page(["tag": 7, "group": 2, "note": 0], 10)
            expect(learned.rows.map(\.id) == [ids[3], ids[5]] && !learned.hasMore)
            try await expect(page(["tag": 7], 1).rows.isEmpty)
            try await expect(!page(["tag": 7], 1).hasMore)
            try await expect(page(["tag": 1000], 1).rows.isEmpty)
        }
    }

    @Test("A page ends before it's too large, and always has a row", arguments: StoreUnderTest.databases)
    func largePages(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let large = JSONValue.string(String(repeating: "x", count: 250_000))
            for index in 0..<20 { try await fixture.push(.create("tag", ["name": .text("n\(index)"), "blob": large])) }
            let (store, user) = (fixture.store, fixture.user)
            var (cursors, counts, seen) = (["tag": Int64(0), "note": 0], [Int](), Set<UUID>())
            while true {
                let page = try await store.page(user: user, receipt: nil, cursors: cursors, limit: 1000)
                counts.append(page.rows.count)
                seen.formUnion(page.rows.map(\.id))
                cursors = page.cursors(after: cursors)
                if !page.hasMore { break }
            }
            expect(counts == [16, 4] && seen.count == 20, "\(counts)")
        }
    }
}

/// What only a database, or two servers on one, can get wrong.
@Suite("Entities in databases", .serialized) struct EntityDatabaseTests {
    @Test("1: two servers that match one name at once store one tag")
    func twoServers() async throws {
        guard StoreUnderTest.available.contains(.postgres) else { return }
        try await withPostgresStore(hasEntities: true) { one, url in
            let two = try await PostgresSyncStore(url: url, pushHooks: [.entities])
            let fixtures = [one, two].map { (store: PostgresSyncStore) in
                EntityFixture(
                    store: store, user: postgresTestUser, sync: store,
                    service: EntityService(store: store, types: .builtIn))
            }
            for round in 0..<10 {
                let ids = try await withThrowingTaskGroup(of: UUID.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let create = EntityCommand.create("tag", ["name": .text("Morning \(round)")])
                            return try await fixtures[number % 2].one(create).id
                        }
                    }
                    return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
                }
                expect(ids.count, equals: 1)
            }
            let page = try await fixtures[0].page()
            expect(page.rows.count == 10 && page.head?.seq == 80)
            try await expect(two.allAliases(user: postgresTestUser).count, equals: 70)
            try await two.close()
        }
    }

    @Test("12: of two logs in one database each has receipts of its own", arguments: StoreUnderTest.databases)
    func twoLogs(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (sync, store, user) = (try #require(fixture.sync), fixture.store, fixture.user)
            let tag = UUID()
            try await fixture.push(.create("tag", tag, ["name": .text("a")]))
            _ = try await sync.push([.sample()], user: user, receipt: nil)
            try await fixture.push(.update("tag", tag, ["colour": (.null, .text("red"))]))
            _ = try await sync.push([.sample()], user: user, receipt: nil)
            let entities = try #require(try await fixture.receipt())
            let measurements = Receipt(try #require(try await sync.head(user: user, receipt: nil)))
            // Only the log of the entities goes back.
            try await Self.execute(
                ["DELETE FROM entity_log WHERE seq > 1", "UPDATE entities SET seq = 1, version = 1"], in: sync)
            _ = try await sync.push([.sample()], user: user, receipt: measurements)
            await #expect(throws: SyncStoreError.historyLost) {
                try await store.page(user: user, receipt: entities, cursors: ["tag": 0], limit: 1)
            }
            // It grows again beyond the old end, and the receipt is as unknown as before.
            for colour in ["blue", "green"] {
                try await fixture.push(.update("tag", tag, [colour: (.null, .text(colour))]))
            }
            try await expect(fixture.page().head?.seq, equals: 3)
            await #expect(throws: SyncStoreError.historyLost) {
                try await store.page(user: user, receipt: entities, cursors: ["tag": 0], limit: 1)
            }
            // Only the log of the measurements goes back.
            let later = try #require(try await fixture.receipt())
            try await Self.execute(["DELETE FROM sync_log", "DELETE FROM measurements"], in: sync)
            await #expect(throws: SyncStoreError.historyLost) {
                try await sync.push([.sample()], user: user, receipt: measurements)
            }
            try await fixture.push(.create("tag", ["name": .text("b")]), receipt: later)
        }
    }

    private static func execute(_ statements: [String], in store: any SyncStore) async throws {
        for sql in statements {
            if let store = store as? SQLiteSyncStore { try await store.write { try $0.execute(sql: sql) } }
            if let store = store as? PostgresSyncStore {
                try await store.write { _ = try $0.execute(unsafe: sql) }
            }
        }
    }

    @Test(
        "12: after a restore, restated groups, tags and reminders are as the phone knew them",
        arguments: StoreUnderTest.databases)
    func restores(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, tag, twin, reminder, gone) = (UUID(), UUID(), UUID(), UUID(), UUID())
            try await fixture.push(.create("group", group, ["name": .text("G")]))
            try await fixture.push(
                .create("tag", tag, ["name": .text("t")]), .create("tag", twin, ["name": .text("T")]),
                .create(
                    "reminder", reminder,
                    ["title": .text("R"), "group": .id(group), "tags": .ids(twin), "occurrences.a": .text("1")]),
                .create("note", gone, ["title": .text("N")]), .delete("note", gone),
                .update(
                    "reminder", reminder, ["occurrences.a": (.text("1"), .null), "occurrences.b": (.null, .bool(true))])
            )
            let known = try await fixture.page().rows
            try await Self.execute(
                [
                    "DELETE FROM entities WHERE seq > 1", "DELETE FROM entity_log WHERE seq > 1",
                    "DELETE FROM entity_references",
                    "DELETE FROM entity_aliases", "DELETE FROM entity_answers",
                ], in: try #require(fixture.sync))
            // In parts of one row: groups and tags first.
            var receipt: Receipt?
            for row in known.sorted(by: {
                EntityTypes.builtIn.place(of: $0.type) < EntityTypes.builtIn.place(of: $1.type)
            }) {
                let response = try await fixture.service.restate(
                    [row], aliases: [twin: tag], user: fixture.user, receipt: receipt)
                expect(response.body.replaced.isEmpty && response.body.unplaced.isEmpty)
                receipt = response.head?.receipt
            }
            let rows = try await fixture.page().rows
            expect(rows.map(\.id).count, equals: known.count)
            for row in known {
                let now = try #require(rows.first { $0.id == row.id })
                expect(
                    now.fields == row.fields && now.stamps == row.stamps && now.isDeleted == row.isDeleted,
                    "\(row.type)")
                expect(now.version >= row.version)
            }
            let edit = EntityCommand.update("tag", twin, ["colour": (.null, .text("red"))])
            try await expect(fixture.one(edit).id, equals: tag)
        }
    }

    @Test(
        "500 commands at the largest entities take bounded time", .timeLimit(.minutes(5)),
        arguments: StoreUnderTest.databases)
    func largest(_ kind: StoreUnderTest) async throws {
        try await kind.withEntities { fixture in
            let (group, reminder) = (UUID(), UUID())
            var values: [String: JSONValue] = ["title": .text("R"), "group": .id(group)]
            for day in 0..<4_000 { values["occurrences.day-\(day)"] = .object([.init("completed", .bool(true))]) }
            try await fixture.push(.create("group", group, ["name": .text("G")]), .create("reminder", reminder, values))
            let start = ContinuousClock.now
            let results = try await fixture.push(
                (0..<500).map {
                    .update("reminder", reminder, ["occurrences.day-\($0)": (values["occurrences.day-\($0)"]!, .null)])
                })
            expect(results.allSatisfy { $0.status == .applied })
            print("500 keys of a map of 4,000 on \(kind): \(ContinuousClock.now - start)")
            // A whole group of reminders goes with one command, whatever they hold.
            for part in 0..<4 {
                _ = try await fixture.push(
                    (0..<500).map { .create("reminder", ["title": .text("\(part) \($0)"), "group": .id(group)]) })
            }
            let second = ContinuousClock.now
            let deleted = try await fixture.one(.delete("group", group))
            expect(deleted.seq, equals: 2 + 500 + 2000 + 2002)
            print("a group of 2,001 reminders on \(kind): \(ContinuousClock.now - second)")
            // Each of 500 creates would be answered with a large row.
            let large = JSONValue.text(String(repeating: "x", count: 250_000))
            try await fixture.push(.create("tag", ["name": .text("large"), "blob": large]))
            do {
                _ = try await fixture.push((0..<500).map { _ in .create("tag", ["name": .text("LARGE")]) })
                Issue.record("The answer has 125 MB.")
            } catch let error as ServiceError {
                expect(error.status == 413 && error.code == "too_large")
            }
        }
    }
}
