import Foundation
import StepSupport
import Testing
import Vitals

@Suite("Step 3: units and validation")
struct Step03UnitsTests {
    private func record(
        _ kind: MetricKind, _ value: Double, _ unit: MetricUnit, version: Int64 = 1, extra: UnknownMembers = .empty
    ) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(), kind: kind, value: value, unit: unit, recordedAt: .plain, updatedAt: .plain, version: version,
            extra: extra)
    }

    /// The error of `validate()` or `canonical()`; nil when it doesn't throw one.
    private func refusal(_ body: () throws -> Void) throws -> MeasurementError? {
        do { try body() } catch let error as MeasurementError { return error }
        return nil
    }

    /// The code of an error as a text for messages, or `no error`.
    private func name(_ error: MeasurementError?) -> String { error?.code.rawValue ?? "no error" }

    // MARK: canonical()

    @Test("a pound is 0.45359237 kg and a mile 1.609344 km, exactly")
    func factors() {
        expect(
            MetricUnit.kilogramsPerPound == 0.45359237,
            "A pound is 0.45359237 kg by definition; kilogramsPerPound is \(MetricUnit.kilogramsPerPound).")
        expect(
            MetricUnit.kilometresPerMile == 1.609344,
            "A mile is 1.609344 km by definition; kilometresPerMile is \(MetricUnit.kilometresPerMile).")
    }

    @Test(
        "pounds become kilograms and miles become kilometres, without rounding", .serialized,
        arguments: [
            (.weight, 1, .pounds, 0.45359237, .kilograms), (.weight, 200, .pounds, 90.718474, .kilograms),
            (.weight, 159.4, .pounds, 159.4 * 0.45359237, .kilograms),
            (.distance, 1, .miles, 1.609344, .kilometres), (.distance, 26.2, .miles, 26.2 * 1.609344, .kilometres),
            (.distance, 0, .miles, 0, .kilometres),
        ] as [(MetricKind, Double, MetricUnit, Double, MetricUnit)])
    func converts(kind: MetricKind, value: Double, unit: MetricUnit, expected: Double, expectedUnit: MetricUnit) throws
    {
        let converted = try record(kind, value, unit).canonical()
        expect(
            converted.value == expected,
            "\(value) \(unit.rawValue) is \(expected) \(expectedUnit.rawValue), unrounded; it is \(converted.value)."
        )
        expect(
            converted.unit == expectedUnit,
            "The unit should become \(expectedUnit.rawValue) along with the value; it is \(converted.unit.rawValue).")
    }

    @Test("canonical() changes only the value and the unit, and a second call changes nothing")
    func idempotent() throws {
        try Cases(test: "Step03UnitsTests/idempotent()", step: 3).check { generator in
            var record = Vitals.Measurement.generated(by: &generator)
            if record.kind == .weight { record.unit = generator.one(of: [.kilograms, .pounds]) }
            if record.kind == .distance { record.unit = generator.one(of: [.kilometres, .miles]) }
            return record
        } shrink: { record in
            record.plainer.filter { $0.kind == record.kind }
        } describe: {
            $0.json
        } holds: { record in
            let once = try record.canonical()
            let twice = try once.canonical()
            try Cases.expect(
                twice == once, "canonical() of a canonical record should change nothing; it made \(twice.json)")
            var expected = record
            (expected.value, expected.unit) = (once.value, once.unit)
            try Cases.expect(
                once == expected, "canonical() should change value and unit and nothing else; it made \(once.json)")
        }
    }

    @Test("every pair of kind and unit is kept, converted or refused")
    func everyPair() throws {
        for kind in [MetricKind.weight, .steps, .heartRate, .activeEnergy, .distance] {
            for unit in [
                .kilograms, .pounds, .count, .beatsPerMinute, .kilocalories, .kilometres, .miles,
                MetricUnit(rawValue: "FURLONG"), MetricUnit(rawValue: "kg"),
            ] {
                let converts = [MetricUnit.pounds: MetricKind.weight, .miles: .distance][unit] == kind
                let fits = converts || unit == kind.canonicalUnit
                let expected = fits ? nil : MeasurementError.unitMismatch(unit, for: kind)
                let seen = try refusal { _ = try record(kind, 10, unit).canonical() }
                expect(
                    seen == expected,
                    "canonical() of \(kind.rawValue) in \(unit.rawValue) should say \(name(expected)); it says \(name(seen))."
                )
            }
        }
    }

    @Test("canonical() refuses an unknown kind and a value that isn't a finite number")
    func notConvertible() throws {
        let grip = MetricKind(rawValue: "GRIP")
        let unknown = try refusal { _ = try record(grip, 3, .count).canonical() }
        expect(
            unknown == .unknownKind(grip),
            "A kind that this build doesn't know has no canonical unit: unknown_kind; canonical() says \(name(unknown))."
        )
        for value in [Double.nan, .infinity, -.infinity] {
            for unit in [MetricUnit.pounds, .kilograms] {
                let seen = try refusal { _ = try record(.weight, value, unit).canonical() }
                expect(
                    seen == .notFinite,
                    "\(value) isn't a finite number: not_finite, whatever the unit; canonical() says \(name(seen)).")
            }
        }
        for (kind, unit) in [(grip, MetricUnit.count), (.heartRate, .pounds)] {
            let seen = try refusal { _ = try record(kind, .nan, unit).canonical() }
            expect(
                seen == .notFinite,
                "canonical() checks the number before it checks kind and unit: not_finite for NaN \(unit.rawValue) of \(kind.rawValue); it says \(name(seen))."
            )
        }
    }

    // MARK: validate()

    @Test(
        "a value at a bound is accepted, and the next double beyond it isn't", .serialized,
        arguments: [
            (.weight, 0.1, 1_000), (.steps, 0, 1_000_000), (.heartRate, 1, 500), (.activeEnergy, 0, 100_000),
            (.distance, 0, 50_000),
        ] as [(MetricKind, Double, Double)])
    func bounds(kind: MetricKind, least: Double, greatest: Double) throws {
        let unit = try #require(kind.canonicalUnit)
        for value in [least, greatest] {
            let seen = try refusal { try record(kind, value, unit).validate() }
            expect(
                seen == nil,
                "\(kind.rawValue) of \(value) is on its bound, which is allowed; validate() says \(name(seen)).")
        }
        for value in [least.nextDown, greatest.nextUp, least - 1, greatest + 1, -1e300, 1e300] {
            let seen = try refusal { try record(kind, value, unit).validate() }
            expect(
                seen == .outOfBounds(kind, least...greatest),
                "\(kind.rawValue) of \(value) is outside \(least)...\(greatest): out_of_bounds; validate() says \(name(seen))."
            )
        }
    }

    @Test("steps must be whole numbers", .serialized, arguments: [0.5, 999_999.5, 1.0.nextUp] as [Double])
    func wholeSteps(value: Double) throws {
        let seen = try refusal { try record(.steps, value, .count).validate() }
        expect(seen == .notWhole, "\(value) isn't a whole number of steps: not_whole; validate() says \(name(seen)).")
        let whole = try refusal { try record(.steps, value.rounded(), .count).validate() }
        expect(whole == nil, "\(value.rounded()) steps are whole; validate() says \(name(whole)).")
        let weight = try refusal { try record(.weight, 72.5, .kilograms).validate() }
        expect(
            weight == nil, "Only steps must be whole, and 72.5 kg is a valid weight; validate() says \(name(weight)).")
    }

    @Test("pounds and miles must be converted before they're stored; any other unit is a mismatch")
    func onlyCanonicalUnits() throws {
        for (kind, unit) in [(MetricKind.weight, MetricUnit.pounds), (.distance, .miles)] {
            let seen = try refusal { try record(kind, 100, unit).validate() }
            expect(
                seen == .notCanonical(unit, for: kind),
                "\(unit.rawValue) could be converted, but a stored record must be converted already: not_canonical; validate() says \(name(seen))."
            )
        }
        for (kind, unit) in [(MetricKind.weight, MetricUnit.count), (.steps, .pounds), (.distance, .kilograms)] {
            let seen = try refusal { try record(kind, 100, unit).validate() }
            expect(
                seen == .unitMismatch(unit, for: kind),
                "\(kind.rawValue) is never measured in \(unit.rawValue): unit_mismatch; validate() says \(name(seen)).")
        }
    }

    @Test("a kind that this build doesn't know is refused")
    func unknownKind() throws {
        for kind in [MetricKind(rawValue: "GRIP"), MetricKind(rawValue: "weight")] {
            let seen = try refusal { try record(kind, 72, .kilograms).validate() }
            expect(
                seen == .unknownKind(kind),
                "\(kind.rawValue) isn't one of the known kinds: unknown_kind; validate() says \(name(seen)).")
        }
    }

    @Test(
        "a value that isn't a finite number is refused for that reason", .serialized,
        arguments: [.nan, .infinity, -.infinity] as [Double])
    func notFinite(value: Double) throws {
        let seen = try refusal { try record(.weight, value, .kilograms).validate() }
        expect(seen == .notFinite, "\(value) isn't a finite number: not_finite; validate() says \(name(seen)).")
    }

    @Test("a version is between 1 and 2^53-1")
    func versions() throws {
        for version in [0, -1, Int64.min, Vitals.Measurement.maximumVersion + 1, .max] {
            let seen = try refusal { try record(.weight, 72, .kilograms, version: version).validate() }
            expect(
                seen == .badVersion, "\(version) isn't a valid version: bad_version; validate() says \(name(seen)).")
        }
        for version in [1, Vitals.Measurement.maximumVersion] {
            let seen = try refusal { try record(.weight, 72, .kilograms, version: version).validate() }
            expect(seen == nil, "Version \(version) is allowed; validate() says \(name(seen)).")
        }
    }

    @Test("if a record breaks several rules, the error names the first one")
    func firstRule() throws {
        let grip = MetricKind(rawValue: "GRIP")
        let large = UnknownMembers(members: [.init("note", .string(String(repeating: "x", count: 9_000)))])
        let cases: [(broken: Vitals.Measurement, rules: String, first: MeasurementError)] = [
            (record(grip, .nan, .pounds, version: 0), "1, 2, 3 and 6", .unknownKind(grip)),
            (record(.weight, 5_000, .count, version: 0), "2, 4 and 6", .unitMismatch(.count, for: .weight)),
            (record(.weight, 9_000, .pounds, version: 0), "2, 4 and 6", .notCanonical(.pounds, for: .weight)),
            (record(.weight, .nan, .kilograms, version: 0), "3 and 6", .notFinite),
            (record(.steps, -0.5, .count, version: 0), "4, 5 and 6", .outOfBounds(.steps, 0...1_000_000)),
            (record(.steps, 0.5, .count, version: 0, extra: large), "5, 6 and 7", .notWhole),
            (record(.weight, 72, .kilograms, version: 0, extra: large), "6 and 7", .badVersion),
        ]
        for (broken, rules, first) in cases {
            let seen = try refusal { try broken.validate() }
            expect(
                seen == first,
                "\(broken.value) \(broken.unit.rawValue) of \(broken.kind.rawValue), version \(broken.version), breaks the rules \(rules), and the first one counts: \(first.code.rawValue); validate() says \(name(seen))."
            )
        }
        let seen = try refusal { try record(.weight, .nan, .pounds).validate() }
        expect(
            seen == .notFinite,
            "NaN LB: pounds fit a weight, but canonical() can't convert this number. Its own error should come out, not_finite; validate() says \(name(seen))."
        )
    }

    @Test("validate() enforces the limits for members beyond the base shape")
    func extraMembers() throws {
        // {"note":"…"} is 11 bytes around the text.
        for (length, expected) in [(8_181, nil), (8_182, MeasurementError.extraTooLarge)] {
            let extra = UnknownMembers(members: [.init("note", .string(String(repeating: "x", count: length)))])
            let seen = try refusal { try record(.weight, 72, .kilograms, extra: extra).validate() }
            expect(
                seen == expected,
                "Extra members of \(extra.text.utf8.count) bytes should give \(name(expected)); validate() says \(name(seen))."
            )
        }
        let deep = (1...8).reduce(JSONValue.number(1)) { inner, _ in .array([inner]) }
        let seen = try refusal {
            try record(.weight, 72, .kilograms, extra: UnknownMembers(members: [.init("a", deep)])).validate()
        }
        expect(
            seen == .extraTooDeep,
            "Extra members are nested 9 deep, and the limit is 8: extra_too_deep; validate() says \(name(seen)).")
    }

    // MARK: create

    @Test("a new record has version 1, the current time and the canonical unit, and is valid")
    func create() throws {
        let (id, now) = (UUID(), Timestamp(clamping: Timestamp.plain.millisecondsSinceEpoch + 5_000))
        let fits = try refusal {
            _ = try Vitals.Measurement.create(
                kind: .weight, value: 1_500, unit: .pounds, recordedAt: .plain, now: now)
        }
        expect(
            fits == nil,
            "1,500 lb are 680 kg, which is within bounds: convert first, then validate; create says \(name(fits)).")
        let made = try Vitals.Measurement.create(
            kind: .weight, value: 200, unit: .pounds, recordedAt: .plain, now: now, id: id)
        let expected = Vitals.Measurement(
            id: id, kind: .weight, value: 90.718474, unit: .kilograms, recordedAt: .plain, updatedAt: now, version: 1)
        expect(made == expected, "A new record should be\n\(expected.json)\nit is\n\(made.json)")
        let seen = try refusal {
            _ = try Vitals.Measurement.create(
                kind: .weight, value: 3_000, unit: .pounds, recordedAt: .plain, now: now)
        }
        expect(
            seen == .outOfBounds(.weight, 0.1...1_000),
            "3,000 lb are more than 1,000 kg: create should throw out_of_bounds; it says \(name(seen)).")
    }
}
