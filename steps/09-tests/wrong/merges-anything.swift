// replaces: merge-tests
// refused by: Step09ConvergenceTests/manyEditsLose()
// says: edited three times
//
// Both orders give the same, one of the two comes out: true of many orders, and says nothing of the right one.

    @Test("merge is commutative and picks one of the two")
    func commutative() throws {
        let first = try Vitals.Measurement.create(
            kind: .weight, value: 70, unit: .kilograms, recordedAt: Timestamp(clamping: 0), now: Timestamp(clamping: 9))
        let second = try first.bumpVersion(now: Timestamp(clamping: 10))
        var third = second
        third.recordedAt = Timestamp(clamping: 7)
        for copy in [first, second, third] {
            for other in [first, second, third] {
                #expect(merge(copy, other) == merge(other, copy))
                #expect([copy, other].contains(merge(copy, other)))
            }
        }
    }
