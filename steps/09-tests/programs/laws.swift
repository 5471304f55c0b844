import Foundation
import StepSupport
import Vitals

typealias Record = Vitals.Measurement

/// A record that nobody entered.
func mean(_ one: Record, _ other: Record) -> Record {
    var record = merge(one, other)
    record.value = (one.value + other.value) / 2
    return record
}

/// - Parameter copies: of one record, the least first.
func verdicts(on candidate: (Record, Record) -> Record, with copies: [Record]) -> [Bool] {
    let pairs = copies.flatMap { one in copies.map { (one, $0) } }
    let isCommutative = pairs.allSatisfy { a, b in candidate(a, b) == candidate(b, a) }
    let isAssociative = pairs.allSatisfy { a, b in
        copies.allSatisfy { c in candidate(candidate(a, b), c) == candidate(a, candidate(b, c)) }
    }
    let isIdempotent = copies.allSatisfy { candidate($0, $0) == $0 }
    let greaterWins = zip(copies, copies.dropFirst()).allSatisfy { candidate($0, $1) == $1 && candidate($1, $0) == $1 }
    return [isCommutative, isAssociative, isIdempotent, greaterWins]
}

func table(_ title: String, of copies: [Record]) {
    let candidates: [(String, (Record, Record) -> Record)] = [
        ("yours", { merge($0, $1) }), ("the lesser", { merge($0, $1) == $0 ? $1 : $0 }), ("the mean", mean),
        ("the heavier", { $0.value < $1.value ? $1 : $0 }),
    ]
    func line(_ cells: [String], _ last: String) {
        print(cells.map { $0.padding(toLength: 13, withPad: " ", startingAt: 0) }.joined() + last)
    }
    print(title)
    line(["", "commutative", "associative", "idempotent"], "greater wins")
    for (name, candidate) in candidates {
        let words = verdicts(on: candidate, with: copies).map { $0 ? "holds" : "BROKEN" }
        line([name] + words.dropLast(), words[3])
    }
}

let copies = [Records.weight(72), Records.weight(71, version: 2), Records.weight(70, version: 3)]
table("Three copies, of three weights", of: copies)
table("The same, and one more of 70 kg", of: copies + [Records.weight(70, version: 3, updatedAt: 1_781_940_600_000)])
