// Two phones without a server. Both have the same weight, each is edited alone, and then they meet twice.
// Change `pick` until no line says DIFFERENT.
import StepSupport
import Vitals

typealias Record = Vitals.Measurement

/// Returns the copy that a phone keeps. Both phones ask, each with its own copy first.
func pick(_ mine: Record, _ theirs: Record) -> Record {
    mine
}

/// A phone: your store, and a clock that only the stories move.
struct Diary {
    let clock = StepClock()
    let store: MeasurementStore

    init() throws {
        store = try MeasurementStore(path: ":memory:", clock: clock.read)
        try store.upsertClean(Records.weight(70))
    }

    var record: Record {
        get throws { try store.byId(Records.id(1))! }
    }

    func edit(_ value: Double) throws { try store.edit(Records.id(1), value: value) }
}

func meet(_ a: Diary, _ b: Diary) throws {
    let (ofA, ofB) = (try a.record, try b.record)
    try a.store.upsertClean(pick(ofA, ofB))
    try b.store.upsertClean(pick(ofB, ofA))
}

func story(_ title: String, _ edits: (Diary, Diary) throws -> Void) throws {
    let (a, b) = (try Diary(), try Diary())
    try edits(a, b)
    for _ in 1...2 { try meet(a, b) }
    let (ofA, ofB) = (try a.record, try b.record)
    print("\(title): A shows \(ofA.value), B shows \(ofB.value)\(ofA == ofB ? "" : ", DIFFERENT")")
}

try story("A is edited twice, B once and later") { a, b in
    try a.edit(71)
    try a.edit(71.5)
    b.clock.advance(byMilliseconds: 3_600_000)
    try b.edit(72)
}
try story("each is edited once, B a minute later") { a, b in
    try a.edit(71)
    b.clock.advance(byMilliseconds: 60_000)
    try b.edit(72)
}
try story("each is edited once, at the same millisecond") { a, b in
    try a.edit(71)
    try b.edit(72)
}
try story("the same, but only the time of weighing differs") { a, b in
    try a.edit(71)
    try b.store.edit(Records.id(1)) { record in
        record = Records.weight(71, recordedAt: record.recordedAt.millisecondsSinceEpoch - 60_000)
    }
}
