import Foundation
import StepSupport
import Vitals

/// A random history of three phones that edit, delete, restore and sync. At
/// its end it says what a person would complain about.
struct Step17History {
    private(set) var events: [String] = []
    private let fixture: Step17Fixture
    private let phones: [Step17Phone]
    /// The messages of the phones and the server, drawn.
    var drawing: String { fixture.timeline.drawing }
    private var random: Generator
    /// Each edit with its own value: the phone that made it, and whether a later edit was made on top of it.
    private var edits: [Double: (phone: Int, wasSeen: Bool)] = [:]

    init(seed: UInt64) throws {
        fixture = try Step17Fixture()
        let fixture = fixture
        phones = try ["A", "B", "C"].map { try fixture.phone($0) }
        random = Generator(state: seed)
    }

    /// Returns what is wrong in the end; nil when all is well.
    mutating func run() async throws -> String? {
        try phones[0].store.add(kind: .weight, value: 70, unit: .kilograms, id: Records.id(1))
        edits[70] = (0, false)
        for phone in phones { try await phone.sync() }
        for number in 1...14 { try await step(value: 70 + Double(number)) }
        for phone in phones + phones { try await phone.sync() }
        return try await problem()
    }

    private mutating func step(value: Double) async throws {
        let index = Int.random(in: 0..<3, using: &random)
        let (phone, id) = (phones[index], Records.id(1))
        fixture.clock.advance(byMilliseconds: 10)
        let shown = try phone.store.byId(id)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            guard let shown, !shown.isDeleted else { return }
            events.append("\(phone.name) edits \(shown.value) to \(value)")
            see(shown)
            edits[value] = (index, false)
            try phone.store.edit(id, value: value)
        case 4:
            guard let shown, !shown.isDeleted else { return }
            events.append("\(phone.name) deletes \(shown.value)")
            see(shown)
            try phone.store.delete(id)
        case 5:
            guard let entry = try phone.store.recentlyDeleted().first else { return }
            events.append("\(phone.name) restores \(entry.measurement.value)")
            if let shown { see(shown) }
            try phone.store.restore(deleted: entry.id)
            edits[entry.measurement.value] = (index, false)
        default:
            events.append("\(phone.name) syncs")
            try await phone.sync()
        }
    }

    private mutating func see(_ record: Vitals.Measurement) { edits[record.value]?.wasSeen = true }

    private func problem() async throws -> String? {
        let held = try await fixture.held()
        for phone in phones {
            let shown = try phone.store.byId(Records.id(1))
            guard shown == held else {
                return "The server has \(held.shown) and \(phone.name) has \(shown.shown)."
            }
            guard try phone.store.dirty().isEmpty else {
                return "\(phone.name) still has something to send: every sync from now on would send it again."
            }
            if held?.isDeleted == true, try !phone.store.conflicts().isEmpty {
                return "The record is deleted, and \(phone.name) keeps an older edit of it as a conflict, for ever."
            }
        }
        if let held, held.isDeleted, held.value != 0.1 || held.recordedAt != held.updatedAt {
            return "The record is deleted, and the server still has \(held.json)."
        }
        for (value, edit) in edits.sorted(by: { $0.key < $1.key }) where !edit.wasSeen && value != held?.value {
            let phone = phones[edit.phone]
            if try !phone.lostValues.contains(value), try !phone.deletedValues.contains(value) {
                return """
                    \(phone.name)'s edit to \(value) was replaced by someone who hadn't seen it, and \(phone.name) finds it \
                    neither among the conflicts nor among the recently deleted: it vanished unseen.
                    """
            }
        }
        return nil
    }

    /// SplitMix64.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
