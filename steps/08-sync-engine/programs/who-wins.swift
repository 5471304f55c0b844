import StepSupport
import Vitals

/// Which of two copies of one record stays. Needs the order and the merge, and nothing else of this step.
func contest(_ what: String, _ left: Vitals.Measurement, _ right: Vitals.Measurement) {
    let winner = merge(left, right)
    print("\(what): the \(winner == left ? "left" : "right") one, \(winner.value)")
    print("    the other way round \(merge(right, left) == winner ? "the same" : "ANOTHER ONE")")
}

func story() {
    let noon: Int64 = 1_781_956_800_000
    contest(
        "version 3 of noon against version 2 of one o'clock",
        Records.weight(71, version: 3, updatedAt: noon), Records.weight(72, version: 2, updatedAt: noon + 3_600_000))
    contest(
        "version 2 of noon against version 2 a millisecond later",
        Records.weight(72, version: 2, updatedAt: noon), Records.weight(71, version: 2, updatedAt: noon + 1))
    contest(
        "the same version and millisecond",
        Records.weight(71, version: 2, updatedAt: noon), Records.weight(72, version: 2, updatedAt: noon))

    // A kind that some later build may bring, in two spellings that look alike.
    var (left, right) = (Records.weight(1), Records.weight(2))
    (left.kind, right.kind) = (MetricKind(rawValue: "CAF\u{C9}"), MetricKind(rawValue: "CAFE\u{301}"))
    print("Swift calls the two kinds \(left.kind.rawValue == right.kind.rawValue ? "equal" : "different")")
    contest("\(Array(left.kind.rawValue.utf8)) against \(Array(right.kind.rawValue.utf8))", left, right)
}

story()
