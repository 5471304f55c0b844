import Foundation
import StepSupport
import Testing
import Vitals
import VitalsServer

/// Tests of a person's week, of the numbers that leave the server, and of asking a model once.
@Suite("Step 19: weekly insights", .serialized)
struct Step19InsightsTests {
    // MARK: The week

    @Test("a week begins on Monday at midnight where the person is")
    func weekInZone() throws {
        let cases: [(String, String, String, String, Int, String)] = [
            (
                "2026-06-17T12:00:00Z", "GMT", "2026-06-15T00:00:00Z", "2026-06-18T00:00:00Z", 3,
                "It's Wednesday noon in UTC"
            ),
            (
                "2026-06-14T23:30:00Z", "Europe/Berlin", "2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z", 1,
                "It's Monday, half past one, in Berlin, and still Sunday in UTC"
            ),
            (
                "2026-06-15T03:00:00Z", "America/New_York", "2026-06-08T04:00:00Z", "2026-06-15T04:00:00Z", 7,
                "It's Monday in UTC, and Sunday night in New York"
            ),
            (
                "2026-06-15T10:00:00Z", "Pacific/Kiritimati", "2026-06-14T10:00:00Z", "2026-06-16T10:00:00Z", 2,
                "It's Tuesday, midnight, on an island 14 hours before UTC"
            ),
            (
                "2026-06-15T00:00:00Z", "GMT", "2026-06-15T00:00:00Z", "2026-06-16T00:00:00Z", 1,
                "The first moment of a Monday"
            ),
        ]
        for (now, zone, start, end, days, why) in cases {
            let week = try week(at: now, in: zone)
            expect(
                week.current.lowerBound.rfc3339 == start,
                "\(why): the week begins at \(start), and `current` begins at \(week.current.lowerBound.rfc3339).")
            expect(
                week.current.upperBound.rfc3339 == end,
                "\(why): today ends at \(end), and `current` ends at \(week.current.upperBound.rfc3339).")
            expect(week.dayCount == days, "\(why): `dayCount` should be \(days), and it is \(week.dayCount).")
            let before = [week.current.lowerBound, week.current.upperBound].map {
                $0.advanced(byMilliseconds: -7 * 86_400_000)!.rfc3339
            }
            expect(
                [week.before.lowerBound, week.before.upperBound].map(\.rfc3339) == before,
                """
                At \(now) in \(zone), the same days of the week before are \(before[0]) to \(before[1]), and `before` is \
                \(week.before.lowerBound.rfc3339) to \(week.before.upperBound.rfc3339).
                """)
        }
    }

    @Test("a week in which the clocks change still begins at midnight")
    func weekOfClockChange() throws {
        // Clocks in Berlin go forward on Sunday, 2026-03-29, and back on Sunday, 2026-10-25. In Santiago they go forward at
        // midnight, so that Sunday, 2026-09-06, begins at 01:00.
        let cases: [(String, String, String, String, String, String, Int)] = [
            (
                "2026-03-29T12:00:00Z", "Berlin", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z",
                "2026-03-15T23:00:00Z", "2026-03-22T23:00:00Z", 7
            ),
            (
                "2026-03-31T12:00:00Z", "Berlin", "2026-03-29T22:00:00Z", "2026-03-31T22:00:00Z",
                "2026-03-22T23:00:00Z", "2026-03-24T23:00:00Z", 2
            ),
            (
                "2026-10-25T12:00:00Z", "Berlin", "2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z",
                "2026-10-11T22:00:00Z", "2026-10-18T22:00:00Z", 7
            ),
            (
                "2026-10-26T12:00:00Z", "Berlin", "2026-10-25T23:00:00Z", "2026-10-26T23:00:00Z",
                "2026-10-18T22:00:00Z", "2026-10-19T22:00:00Z", 1
            ),
            (
                "2026-09-06T12:00:00Z", "Santiago", "2026-08-31T04:00:00Z", "2026-09-07T03:00:00Z",
                "2026-08-24T04:00:00Z", "2026-08-31T04:00:00Z", 7
            ),
        ]
        for (now, city, monday, end, mondayBefore, endBefore, days) in cases {
            let week = try week(at: now, in: city == "Berlin" ? "Europe/Berlin" : "America/Santiago")
            let found = [week.current.lowerBound, week.current.upperBound].map(\.rfc3339)
            expect(
                found == [monday, end],
                """
                At \(now) in \(city), midnight of Monday is \(monday), and today ends at \(end). `current` is \
                \(found.joined(separator: " to ")).
                """)
            let before = [week.before.lowerBound, week.before.upperBound].map(\.rfc3339)
            expect(
                before == [mondayBefore, endBefore],
                """
                At \(now) in \(city), the same days of last week began at \(mondayBefore) and ended at \(endBefore), both at \
                midnight. `before` is \(before.joined(separator: " to ")).
                """)
            expect(
                week.dayCount == days,
                "At \(now) in \(city) `dayCount` should be \(days), however long the days are, and it is \(week.dayCount)."
            )
        }
    }

    @Test("the bounds stay the same all day")
    func sameBoundsAllDay() throws {
        let morning = try week(at: "2026-06-17T04:00:00Z", in: "Europe/Berlin")
        let evening = try week(at: "2026-06-17T21:59:59Z", in: "Europe/Berlin")
        expect(
            morning == evening,
            """
            Between the morning and the evening of one day the bounds changed from \(morning.current.upperBound.rfc3339) to \
            \(evening.current.upperBound.rfc3339). With them the totals change, and the model is asked again for nothing.
            """)
    }

    // MARK: Totals

    @Test("values are added up by kind, for this week and for the same days before")
    func addsUp() async throws {
        let fixture = try Step19Fixture()
        let week = try week(at: "2026-06-17T12:00:00Z", in: "Europe/Berlin")
        try await fixture.push([
            record(1, .weight, 72, "2026-06-15T05:00:00Z"), record(2, .weight, 71, "2026-06-17T05:00:00Z"),
            record(3, .steps, 5_000, "2026-06-14T22:00:00Z"),  // Monday's first moment
            record(4, .steps, 700, "2026-06-17T21:59:59Z"), record(5, .steps, 90, "2026-06-17T22:00:00Z"),
            record(6, .steps, 30, "2026-06-14T21:59:59Z"),  // Sunday: not one of the same days
            record(7, .weight, 74.5, "2026-06-07T22:00:00Z"), record(8, .steps, 2_000, "2026-06-10T21:59:59Z"),
            record(9, .steps, 400, "2026-06-10T22:00:00Z"), record(10, .steps, 8, "2026-06-07T21:59:59Z"),
            record(11, .weight, 75, "2026-06-08T05:00:00Z", members: #"{"label":"before breakfast"}"#),
            record(12, .steps, 700, "2026-06-16T05:00:00Z"),  // as many as record 4
        ])
        let totals = try await fixture.store.weekTotals(of: DevelopmentUser.id, in: week)
        try expectTotals(totals.current, [.weight: (2, 143, 71, 72), .steps: (3, 6_400, 700, 5_000)], "this week")
        try expectTotals(
            totals.before, [.weight: (2, 149.5, 74.5, 75), .steps: (1, 2_000, 2_000, 2_000)],
            "the same days of last week")
        expect(totals.dayCount == 3, "It's Wednesday, the third day, and `dayCount` is \(totals.dayCount).")
        let empty = try await fixture.store.weekTotals(
            of: DevelopmentUser.id, in: try self.week(at: "2027-06-17T12:00:00Z", in: "GMT"))
        expect(
            !empty.hasRecords && empty.before.isEmpty,
            "A year later nothing was measured, and the totals are \(shown(empty.current)).")
    }

    @Test("another person's values aren't added")
    func countsItsOwn() async throws {
        let fixture = try Step19Fixture()
        let other = try await fixture.store.addUser(token: "another-token")
        let week = try week(at: "2026-06-17T12:00:00Z", in: "GMT")
        try await fixture.push([record(1, .weight, 72, "2026-06-16T05:00:00Z")])
        try await fixture.push(
            [record(1, .weight, 90, "2026-06-16T05:00:00Z"), record(2, .weight, 91, "2026-06-09T05:00:00Z")],
            user: other)
        let totals = try await fixture.store.weekTotals(of: DevelopmentUser.id, in: week)
        try expectTotals(totals.current, [.weight: (1, 72, 72, 72)], "this week")
        try expectTotals(totals.before, [:], "last week, in which only another person measured something,")
    }

    @Test("a deleted record doesn't count, and one that only mentions it does")
    func leavesOutDeleted() async throws {
        let fixture = try Step19Fixture()
        let week = try week(at: "2026-06-17T12:00:00Z", in: "GMT")
        try await fixture.push([
            record(1, .weight, 0, "2026-06-16T05:00:00Z", members: #"{"deleted":true}"#),
            record(2, .weight, 72, "2026-06-16T06:00:00Z", members: #"{"deleted":false}"#),
            record(3, .weight, 73, "2026-06-16T07:00:00Z", members: #"{"note":"not \"deleted\":true at all"}"#),
            record(4, .weight, 74, "2026-06-16T08:00:00Z", members: #"{"a":{"deleted":true}}"#),
            record(5, .weight, 71, "2026-06-16T09:00:00Z", members: #"{"deleted":1}"#),
            record(6, .weight, 0, "2026-06-09T05:00:00Z", members: #"{"deleted":true}"#),
            record(7, .weight, 0, "2026-06-09T06:00:00Z", members: #"{"deleted":true,"device":"ring"}"#),
        ])
        let totals = try await fixture.store.weekTotals(of: DevelopmentUser.id, in: week)
        try expectTotals(
            totals.current, [.weight: (4, 290, 71, 74)],
            "this week, with one record that says `deleted` and four that mean something else by the word,")
        try expectTotals(totals.before, [:], "last week, whose two records were deleted, one of them by a ring,")
    }

    // MARK: What leaves

    @Test("the question is made of numbers by known kind, rounded to a tenth")
    func whatLeaves() throws {
        let totals = WeekTotals(
            dayCount: 3,
            current: [
                .weight: .init(count: 3, sum: 0.1 + 0.2 + 216.249, least: 71.96, greatest: 72.55),
                .steps: .init(count: 2, sum: 5_700, least: 700, greatest: 5_000),
            ],
            before: [
                .heartRate: .init(count: 1, sum: 62, least: 62, greatest: 62),
                // The mean is 72.04. That of the rounded sum would be 72.05, which is rounded up.
                .weight: .init(count: 4, sum: 288.16, least: 72, greatest: 72.1),
            ])
        let expected = """
            {"days":3,"lastWeek":{"HEART_RATE":{"count":1,"greatest":62,"least":62,"mean":62,"sum":62,"unit":"BPM"},\
            "WEIGHT":{"count":4,"greatest":72.1,"least":72,"mean":72,"sum":288.2,"unit":"KG"}},\
            "thisWeek":{"STEPS":{"count":2,"greatest":5000,"least":700,"mean":2850,"sum":5700,"unit":"COUNT"},\
            "WEIGHT":{"count":3,"greatest":72.6,"least":72,"mean":72.2,"sum":216.5,"unit":"KG"}}}
            """
        let text = CanonicalJSON.text(totals.question)
        expect(text == expected, "The question should be \(expected), and it is \(text).")
    }

    @Test("a kind that this build doesn't know, or a total that isn't finite, doesn't leave the server")
    func leavesOutStrangeKinds() throws {
        let weight = WeekTotals.Total(count: 1, sum: 72, least: 72, greatest: 72)
        let endless = WeekTotals.Total(count: 2, sum: .infinity, least: 1, greatest: 1.7e308)
        let totals = WeekTotals(
            dayCount: 1,
            current: [.weight: weight, MetricKind(rawValue: "MY MOTHER'S PILLS"): weight, .steps: endless])
        let question = totals.question
        // The text of infinity would crash.
        try #require(
            question["thisWeek"]?["STEPS"] == nil,
            "The sum of the steps is infinite. The question has them all the same, and JSON has no infinity.")
        let text = CanonicalJSON.text(question)
        let expected =
            #"{"days":1,"lastWeek":{},"thisWeek":{"WEIGHT":{"count":1,"greatest":72,"least":72,"mean":72,"sum":72,"unit":"KG"}}}"#
        expect(
            text == expected,
            "Of three kinds, one is known and has numbers. The question should be \(expected), and it is \(text).")
    }

    // MARK: The fingerprint

    @Test("a fingerprint is the same for the same question on every server, and different for any other")
    func fingerprints() throws {
        let kinds: [MetricKind] = [.weight, .steps, .heartRate, .activeEnergy, .distance]
        func totals(_ kinds: [MetricKind], weight: Double = 72, days: Int = 3, before: Double = 70) -> WeekTotals {
            var totals = WeekTotals(dayCount: days)
            // The capacity changes the order of a dictionary, as another process would.
            totals.current.reserveCapacity(kinds.first == .weight ? 4 : 400)
            for kind in kinds {
                let value = kind == .weight ? weight : 60
                totals.current[kind] = .init(count: 1, sum: value, least: value, greatest: value)
            }
            totals.before[.weight] = .init(count: 1, sum: before, least: before, greatest: before)
            return totals
        }
        let mark = totals(kinds).fingerprint(for: "model prompt-1")
        expect(
            mark.count == 64 && mark.allSatisfy { $0.isHexDigit && !$0.isUppercase },
            "A fingerprint is SHA-256 in 64 hexadecimal digits, in lower case, and this one is \(mark).")
        let again = totals(kinds.reversed()).fingerprint(for: "model prompt-1")
        expect(
            again == mark, "The same numbers, collected in another order, have another fingerprint: \(again), \(mark).")
        let noise = totals(kinds, weight: 72.000_000_001).fingerprint(for: "model prompt-1")
        expect(
            noise == mark,
            "72 kg and 72.000000001 kg make the same question but have two fingerprints: the model is asked twice.")
        var (second, greater) = (totals(kinds), totals(kinds))
        second.before[.weight]?.count = 2
        greater.current[.distance]?.greatest = 61
        let others = [
            ("another model", totals(kinds).fingerprint(for: "model-2 prompt-1")),
            ("another prompt", totals(kinds).fingerprint(for: "model prompt-2")),
            ("another weight", totals(kinds, weight: 73).fingerprint(for: "model prompt-1")),
            ("one more day", totals(kinds, days: 4).fingerprint(for: "model prompt-1")),
            ("another week before", totals(kinds, before: 71).fingerprint(for: "model prompt-1")),
            ("another count in the week before", second.fingerprint(for: "model prompt-1")),
            ("another greatest distance", greater.fingerprint(for: "model prompt-1")),
        ]
        for (what, other) in others {
            expect(other != mark, "With \(what) it's another question, but the fingerprint is the same.")
        }
    }

    // MARK: Asking once

    @Test("a question is asked once, and a different one again")
    func asksOnce() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model()
        let insights = fixture.insights(model)
        let first = try await insights.insight(for: Self.totals(72), of: DevelopmentUser.id)
        expect(first == "Answer 1.", "The model said \"Answer 1.\", and the insight is \(shown(first)).")
        fixture.clock.advance(byMilliseconds: 25 * 3_600_000)
        let second = try await insights.insight(for: Self.totals(72), of: DevelopmentUser.id)
        expect(
            second == "Answer 1." && model.asked.count == 1,
            "25 hours later the numbers are the same. The model was asked \(model.asked.count) times, and the insight is \(shown(second))."
        )
        let third = try await insights.insight(for: Self.totals(73), of: DevelopmentUser.id)
        expect(
            third == "Answer 2." && model.asked.count == 2,
            "With other numbers the model should be asked again, and the insight is \(shown(third)).")
        let nothing = try await insights.insight(for: WeekTotals(dayCount: 3), of: DevelopmentUser.id)
        expect(nothing == nil && model.asked.count == 2, "A week without records has no insight.")
    }

    @Test("ten requests to two servers at the same moment ask once, and all get the answer")
    func asksOnceForAll() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model { number in
            try await Task.sleep(for: .milliseconds(400))
            return "Answer \(number)."
        }
        let servers = [fixture.insights(model), fixture.insights(model, store: try fixture.secondStore())]
        let found = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<10 {
                group.addTask {
                    try await servers[number % 2].insight(for: Self.totals(72), of: DevelopmentUser.id)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try #require(
            model.asked.count == 1, "Ten requests with the same numbers asked the model \(model.asked.count) times.")
        let answered = found.count { $0 == "Answer 1." }
        expect(answered == 10, "All ten requests should get the answer, and \(answered) did.")
    }

    @Test("a failure is nil, and isn't repeated for ten minutes")
    func failure() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model { number in
            if number == 1 { throw Step19Failure() }
            return "Answer \(number)."
        }
        let pauses = Step19Count()
        let insights = fixture.patientInsights(model, pauses: pauses)
        let first: String?
        do {
            first = try await insights.insight(for: Self.totals(72), of: DevelopmentUser.id)
        } catch {
            Issue.record("An insight is nil when the model fails, and `insight(for:of:)` threw \(error).")
            return
        }
        try #require(first == nil, "The model failed, and the insight is \(shown(first)).")
        fixture.clock.advance(byMilliseconds: 10_000)
        _ = try await result(of: insights, "after a failure")
        expect(
            pauses.count == 0,
            "No request is asking the model any more, but the second request waited for an answer anyway.")
        fixture.clock.advance(byMilliseconds: 530_000)
        let second = try await result(of: insights, "after a failure")
        expect(
            second == nil && model.asked.count == 1,
            "Nine minutes after a failure the model shouldn't be asked again, and it was asked \(model.asked.count) times."
        )
        fixture.clock.advance(byMilliseconds: 120_000)
        let third = try await result(of: insights, "eleven minutes later")
        expect(
            third == "Answer 2.",
            "Eleven minutes after the failure the model should be asked again, and the insight is \(shown(third))."
        )
    }

    @Test("a server that is killed while it asks doesn't keep the question")
    func killed() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model()
        let claimed = fixture.clock.now
        let claim = try await fixture.claim(Self.totals(72))
        expect(claim == .granted, "The first server's claim should be granted; it is \(claim).")
        let pauses = Step19Count()
        let insights = fixture.patientInsights(model, pauses: pauses)
        let first = try await result(of: insights, "while another server asks")
        expect(
            first == nil && model.asked.count == 0,
            "Another server claimed the question 20 s ago. The request should give up, and the insight is \(shown(first))."
        )
        let waited = fixture.clock.now.millisecondsSinceEpoch - claimed.millisecondsSinceEpoch
        expect(
            (79...81).contains(pauses.count) && (19_500...20_500).contains(waited),
            """
            The request paused \(pauses.count) times, for \(waited) ms in all. While another server asks, it should look 80 \
            times, and pause for 250 ms after each look.
            """)
        fixture.clock.advance(byMilliseconds: 40_000)
        let second = try await result(of: insights, "when the claim is over")
        expect(
            second == "Answer 1.",
            "The claim of the killed server is over, so the model should be asked, and the insight is \(shown(second))."
        )
    }

    @Test("a claim lasts for 40 seconds from the look that got it")
    func claimLasts() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model()
        _ = try await fixture.claim(Self.totals(72))
        fixture.clock.advance(byMilliseconds: 30_000)
        let found = try await result(of: fixture.patientInsights(model), "when another server's claim ends")
        expect(
            found == "Answer 1.",
            """
            The request was waiting when the claim ended, so from then on it can ask the model itself. The model was asked \
            \(model.asked.count) times, and the insight is \(shown(found)).
            """)
        // A request that never sees the end of another's claim can't be granted one after a wait.
        guard found == "Answer 1." else { return }
        for waitSeconds in [0, 10] as [Int64] { try await claimEnds(afterWaiting: waitSeconds) }
    }

    /// While a model takes its time, another server tries to claim the same question.
    ///
    /// - Parameter waitSeconds: how long the request has to wait for its claim; 40 s at most.
    private func claimEnds(afterWaiting waitSeconds: Int64) async throws {
        let fixture = try Step19Fixture()
        if waitSeconds > 0 {
            _ = try await fixture.claim(Self.totals(72))
            fixture.clock.advance(byMilliseconds: 40_000 - waitSeconds * 1_000)
        }
        let model = Step19Model { _ in
            fixture.clock.advance(byMilliseconds: 39_000)
            let early = try await fixture.claim(Self.totals(72))
            fixture.clock.advance(byMilliseconds: 2_000)
            return "\(early), then \(try await fixture.claim(Self.totals(72)))"
        }
        let claims = try await result(of: fixture.patientInsights(model), "when the model takes 41 s") ?? ""
        let waited = waitSeconds == 0 ? "" : " that had waited \(waitSeconds) s for its claim"
        expect(
            claims.hasPrefix("taken"),
            """
            39 s after a server\(waited) asked the model, another server claimed the question. Its claim should be taken: \
            \(claims).
            """
        )
        expect(
            claims.hasSuffix("granted"),
            """
            41 s after a server\(waited) asked the model, another server claimed the question. Its claim should be granted: \
            \(claims).
            """
        )
    }

    @Test("an error of the store, or the end of the request, is thrown")
    func throwsOthersErrors() async throws {
        let fixture = try Step19Fixture()
        let insights = fixture.insights(
            Step19Model { number in
                try fixture.dropTable()
                return "Answer \(number)."
            })
        await expectError(insights, "The model's answer couldn't be kept, because the table was gone when it came")
        await expectError(insights, "The summary couldn't be claimed, because there's no table for it")
        let third = try Step19Fixture()
        let failing = third.insights(
            Step19Model { _ in
                try third.dropTable()
                throw Step19Failure()
            })
        await expectError(failing, "The model failed, and its failure couldn't be kept, because the table was gone")
        let other = try Step19Fixture()
        _ = try await other.claim(Self.totals(72))
        let cancelled = InsightService(store: other.store, writer: Step19Model(), now: other.clock.read) { _ in
            throw CancellationError()
        }
        await expectError(cancelled, "The pause was cancelled, because the request has ended")
    }

    @Test("a text that is too long or has control characters isn't shown")
    func hostileText() async throws {
        let cases = [
            (String(repeating: "a", count: 601), "A text of 601 characters"),
            ("You walked.\u{1B}[2J", "A text with an escape character"),
            ("You \u{202E}walked.", "A text that turns the direction of writing"), (" \n ", "A blank text"),
        ]
        for (text, why) in cases {
            let fixture = try Step19Fixture()
            let found = try await result(of: fixture.insights(Step19Model { _ in text }), "for a hostile text")
            expect(found == nil, "\(why) should be no insight, and it is \(shown(found)).")
        }
        let fixture = try Step19Fixture()
        let lines = try await result(
            of: fixture.insights(Step19Model { _ in "You walked.\nA lot.\n" }), "for two lines")
        expect(lines == "You walked. A lot.", "Two lines should become one, and the insight is \(shown(lines)).")
        let kept = try await result(of: fixture.insights(Step19Model()), "for a kept text")
        expect(
            kept == lines,
            "The first request got \(shown(lines)), and the second request got \(shown(kept)). Both should get the one line."
        )
        try await keepsHostileTextAsFailure()
    }

    private func keepsHostileTextAsFailure() async throws {
        let fixture = try Step19Fixture()
        let model = Step19Model { number in number == 1 ? "You walked.\u{1B}[2J" : "Answer \(number)." }
        let insights = fixture.patientInsights(model)
        _ = try await result(of: insights, "for a hostile text")
        fixture.clock.advance(byMilliseconds: 540_000)
        let second = try await result(of: insights, "nine minutes after a hostile text")
        expect(
            second == nil && model.asked.count == 1,
            "Nine minutes after a text that can't be shown the model was asked \(model.asked.count) times; once is enough."
        )
        fixture.clock.advance(byMilliseconds: 120_000)
        let third = try await result(of: insights, "eleven minutes after a hostile text")
        expect(
            third == "Answer 2.",
            "Eleven minutes after a text that can't be shown the insight is \(shown(third)). The model should be asked again."
        )
    }

    @Test("a person has 48 questions a day, and kept answers stay available")
    func limit() async throws {
        let fixture = try Step19Fixture()
        let other = try await fixture.store.addUser(token: "another-token")
        let model = Step19Model()
        let pauses = Step19Count()
        let insights = fixture.patientInsights(model, pauses: pauses)
        for number in 0..<60 {
            _ = try await insights.insight(for: Self.totals(50 + Double(number)), of: DevelopmentUser.id)
        }
        expect(
            model.asked.count == 48,
            "A device pushed 60 weights, one after the other. The model should be asked 48 times, and it was \(model.asked.count)."
        )
        expect(
            pauses.count == 0,
            """
            The questions are used up, and the requests paused \(pauses.count) times in all. No other request is asking, so \
            they should return nil right away.
            """)
        let kept = try await insights.insight(for: Self.totals(50), of: DevelopmentUser.id)
        expect(kept == "Answer 1.", "The first answer is kept, and the insight is \(shown(kept)).")
        let others = try await insights.insight(for: Self.totals(200), of: other)
        expect(others != nil, "Another person has questions of their own, and got none.")
        fixture.clock.advance(byMilliseconds: 27 * 3_600_000)
        let tomorrow = try await insights.insight(for: Self.totals(200), of: DevelopmentUser.id)
        expect(tomorrow != nil, "27 hours later there should be new questions.")
    }
}

extension Step19InsightsTests {
    private static func totals(_ weight: Double) -> WeekTotals {
        WeekTotals(dayCount: 3, current: [.weight: .init(count: 1, sum: weight, least: weight, greatest: weight)])
    }

    private func result(of insights: InsightService, _ when: String) async throws -> String? {
        do {
            return try await insights.insight(for: Self.totals(72), of: DevelopmentUser.id)
        } catch {
            Issue.record("An insight is nil \(when), and `insight(for:of:)` threw \(error).")
            return nil
        }
    }

    private func expectError(_ insights: InsightService, _ why: String) async {
        do {
            let found = try await insights.insight(for: Self.totals(72), of: DevelopmentUser.id)
            Issue.record("\(why), and the insight is \(shown(found)). The error should be thrown.")
        } catch {
            // As it should be.
        }
    }

    private func week(at now: String, in zone: String) throws -> InsightWeek {
        InsightWeek(
            containing: try #require(Timestamp(rfc3339: now)), in: try #require(TimeZone(identifier: zone)))
    }

    /// - Parameter members: the members beyond those of part one, as canonical JSON.
    private func record(
        _ id: Int, _ kind: MetricKind, _ value: Double, _ time: String, members: String = ""
    ) throws -> Vitals.Measurement {
        var record = Records.weight(value, id: Records.id(id))
        record.kind = kind
        record.unit = try #require(kind.canonicalUnit)
        record.recordedAt = try #require(Timestamp(rfc3339: time))
        record.extra = UnknownMembers(unchecked: members)
        return record
    }

    private func expectTotals(
        _ found: [MetricKind: WeekTotals.Total],
        _ wanted: [MetricKind: (count: Int, sum: Double, least: Double, greatest: Double)], _ span: String
    ) throws {
        let wanted = wanted.mapValues {
            WeekTotals.Total(count: $0.count, sum: $0.sum, least: $0.least, greatest: $0.greatest)
        }
        expect(found == wanted, "The totals of \(span) should be \(shown(wanted)), and they are \(shown(found)).")
    }

    private func shown(_ totals: [MetricKind: WeekTotals.Total]) -> String {
        let lines = totals.map { kind, total in
            "\(kind.rawValue): \(total.count) values, \(total.sum) in all, \(total.least) to \(total.greatest)"
        }
        return lines.isEmpty ? "nothing" : lines.sorted().joined(separator: "; ")
    }

    private func shown(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "missing" }
}
