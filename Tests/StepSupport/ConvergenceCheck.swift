import Foundation
import Vitals

/// Checks that phones and server have converged to the same records.
package enum ConvergenceCheck {
    /// The difference that a person would see on the phones, and a drawing of what led to it; nil when all show the same
    /// and nothing waits to be pushed.
    package static func problem(_ phones: [Phone], _ server: InMemoryServer, after when: String) throws -> String? {
        try difference(phones, server, after: when).map { $0 + "\n" + server.timeline.drawing }
    }

    private static func difference(
        _ phones: [Phone], _ server: InMemoryServer, after when: String
    ) throws -> String? {
        let held = server.records
        let shown = try phones.map { ($0.name, try $0.records) } + [("the server", held)]
        for id in Set(shown.flatMap { $0.1.keys }).sorted(by: { $0.uuidString < $1.uuidString })
        where Set(shown.map { $0.1[id] }).count > 1 {
            let views = shown.map { "\($0.0) shows \($0.1[id].shown)" }.joined(separator: ", ")
            return "\(when), record \(number(id)) is not the same everywhere: \(views)."
        }
        for phone in phones {
            guard let dirty = try phone.store.dirty().first else { continue }
            return """
                \(when), \(phone.name) still marks record \(number(dirty.id)), \(Optional(dirty).shown), as dirty, though \
                the server has it: each sync from now on would push it again.
                """
        }
        return nil
    }

    /// The number that a test made an id from.
    private static func number(_ id: UUID) -> String {
        let digits = id.uuidString.suffix(12)
        return Int(digits, radix: 16).map { String($0) } ?? String(digits)
    }
}
