import Foundation
import TestSupport
import Vitals
import VitalsServer

/// The rules of events, each of which a history can leave out.
struct EventRules: OptionSet, Sendable {
    let rawValue: Int

    /// An event leaves the cursor where it is.
    static let cursorStays = EventRules(rawValue: 1)
    /// An event carries the notes of overwritten versions.
    static let carriesNotes = EventRules(rawValue: 2)

    static let all: EventRules = [.cursorStays, .carriesNotes]
}

/// The event streams of simulated devices. Events are lost, doubled, late and out of order, and hold any part of the log.
final class SimulatedEvents: Sendable {
    private let server: MemorySyncStore
    private let source: EventSource
    private let rules: EventRules
    /// The events that are under way to each device, whenever they were sent.
    private let streams = Locked<[String: [LiveEvent]]>([:])

    init(server: MemorySyncStore, rules: EventRules) {
        self.server = server
        self.rules = rules
        source = EventSource(
            store: server,
            overwritten: rules.contains(.carriesNotes) ? server.ability((any OverwrittenStore).self) : nil)
    }

    /// Sends every device an event, and hands some of them one that was sent, whenever that was.
    func step(_ devices: [SimulatedDevice], seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        for device in devices {
            try await send(to: device, &random)
            if Int.random(in: 0..<3, using: &random) > 0 { try deliver(to: device, &random) }
        }
    }

    private func send(to device: SimulatedDevice, _ random: inout SplitMix64) async throws {
        guard let head = try await server.head(user: DevelopmentUser.id, receipt: nil)?.seq else { return }
        let isNews = Int.random(in: 0..<3, using: &random) > 0
        let through = isNews ? head : Int64.random(in: 1...head, using: &random)
        let after = Int64.random(in: max(0, through - 4)..<through, using: &random)
        let message = try await source.event(user: DevelopmentUser.id, after: after, through: through)
        // Through the bytes, as on a real stream.
        var parser = EventStreamParser()
        let events = parser.feed(message.bytes).compactMap { LiveEvent(data: $0) }
        streams.withLock { $0[device.name, default: []] += events }
    }

    private func deliver(to device: SimulatedDevice, _ random: inout SplitMix64) throws {
        guard let events = streams.withLock({ $0[device.name] }),
            let index = events.indices.randomElement(using: &random)
        else { return }
        let staysForLater = Bool.random(using: &random)
        if !staysForLater { streams.withLock { _ = $0[device.name]?.remove(at: index) } }
        let account = try device.store.syncState().account
        let applied = try device.store.apply(events[index], account: account, origin: "sim")
        if !rules.contains(.cursorStays), !applied.isSuperseded { try device.store.setCursor(events[index].seq) }
    }
}
