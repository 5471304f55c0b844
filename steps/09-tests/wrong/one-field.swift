// replaces: merge-tests
// refused by: Step09ConvergenceTests/copiesStayApart()
// says: stay two different copies for ever, one on each phone
//
// The copies differ only in version and value, so no test looks at the fields that come after.

    static func copy(version: Int64, value: Double) -> Vitals.Measurement {
        Vitals.Measurement(
            id: UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), kind: .weight, value: value,
            unit: .kilograms, recordedAt: Timestamp(clamping: 500), updatedAt: Timestamp(clamping: 1_000),
            version: version)
    }

    @Test("the greater copy wins, whichever side it is on")
    func greaterWins() {
        let copies = [
            Self.copy(version: 1, value: 99), Self.copy(version: 2, value: 70), Self.copy(version: 2, value: 71),
        ]
        for (position, lesser) in copies.enumerated() {
            for greater in copies[(position + 1)...] {
                #expect(merge(lesser, greater) == greater)
                #expect(merge(greater, lesser) == greater)
            }
        }
    }
