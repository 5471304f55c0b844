import Foundation
import Synchronization
import Vitals

/// A text that may be the name of a zone, and the zone that this device knows by it.
///
/// To read one takes as long as everything else about a reminder, and a person's reminders have few. So they are remembered.
struct ZoneName: Sendable {
    /// nil for a name that another device may know.
    let zone: TimeZone?

    private static let known = Mutex([String: ZoneName]())
    private static let maximumCount = 1_000

    /// - Returns: nil for a text that can't be the name of a zone.
    init?(_ text: String) {
        // A text from outside may be long.
        guard text.utf8.count <= 64 else { return nil }
        if let name = Self.known.withLock({ $0[text] }) {
            self = name
            return
        }
        guard TimeZone.wire(text, orElse: .gmt) != nil else { return nil }
        zone = TimeZone.wire(text, orElse: nil)
        let name = self
        Self.known.withLock { known in
            if known.count >= Self.maximumCount { known = [:] }
            known[text] = name
        }
    }
}
