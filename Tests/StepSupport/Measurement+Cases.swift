package import Foundation
package import Vitals

extension Vitals.Measurement {
    /// A record that a server would accept: canonical, valid, of one of the five kinds that every build knows.
    ///
    /// There are few choices on purpose: two records with one id often have the same version, or differ in one field
    /// only, and that is where orders and merges go wrong.
    package static func generated(by generator: inout CaseGenerator, id: UUID? = nil) -> Vitals.Measurement {
        let kind: MetricKind = generator.one(of: [.weight, .steps, .heartRate, .activeEnergy, .distance])
        let fraction = kind == .steps || generator.once(in: 2) ? 0 : generator.one(of: [0.1, 0.25, 0.7])
        return Vitals.Measurement(
            id: id ?? UUID.generated(by: &generator), kind: kind,
            value: Double(generator.one(of: [1, 2, 72, 499])) + fraction, unit: kind.canonicalUnit ?? .count,
            recordedAt: Timestamp.generated(by: &generator), updatedAt: Timestamp.generated(by: &generator),
            version: generator.one(of: [1, 1, 2, 2, 3, 9, 10]), extra: UnknownMembers.generated(by: &generator))
    }

    /// Smaller cases: records with one field made simpler.
    package var plainer: [Vitals.Measurement] {
        func with(_ change: (inout Vitals.Measurement) -> Void) -> Vitals.Measurement {
            var changed = self
            change(&changed)
            return changed
        }
        let changes = [
            with { $0.extra = .empty }, with { ($0.kind, $0.unit) = (.weight, .kilograms) }, with { $0.value = 72 },
            with { $0.version = 1 }, with { $0.recordedAt = .plain }, with { $0.updatedAt = .plain },
        ]
        return changes.filter { $0 != self }
    }
}

extension UUID {
    package static func generated(by generator: inout CaseGenerator) -> UUID {
        var bytes: [UInt8] = []
        for _ in 0..<16 { bytes.append(generator.integer(in: 0...255)) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension Timestamp {
    /// The moment 2026-06-20T07:30:00Z.
    package static let plain = Timestamp(clamping: 1_781_940_600_000)

    /// A moment within a few milliseconds of `plain`, and sometimes anywhere in the range.
    package static func generated(by generator: inout CaseGenerator) -> Timestamp {
        generator.once(in: 8)
            ? Timestamp(clamping: generator.integer(in: Timestamp.range))
            : Timestamp(clamping: plain.millisecondsSinceEpoch + generator.integer(in: -2...2))
    }
}

extension UnknownMembers {
    /// Usually no members, otherwise a label, or members that no build knows.
    package static func generated(by generator: inout CaseGenerator) -> UnknownMembers {
        guard generator.once(in: 3) else { return .empty }
        let texts = ["", "a", "b", "\u{E9}", "e\u{301}", "\u{1F600}", "\"\\\n"]
        var members = [JSONValue.Member("label", .string(generator.one(of: texts)))]
        if generator.once(in: 2) { members.append(.init("source", .object([.init("depth", .number(2))]))) }
        return UnknownMembers(members: members)
    }
}
