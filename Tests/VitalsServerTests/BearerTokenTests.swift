import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsServer

@Suite("The token in a request") struct BearerTokenTests {
    @Test(
        "is what follows `Bearer` and its spaces",
        arguments: [
            ("Bearer abc", "abc"), ("bearer   abc", "abc"), ("BEARER a b", "a b"), ("Bearer two words", "two words"),
            ("Bearer", nil), ("Bearer ", nil), ("Basic abc", nil), ("abc", nil), ("", nil),
            ("Bearer\tabc", nil), ("Bearer \u{301}x", "\u{301}x"),
        ] as [(String, String?)])
    func read(header: String, token: String?) {
        expect(BearerToken.read(header), equals: token)
    }

    @Test("is at most 512 bytes long, and reading a long one takes no time")
    func long() {
        expect(BearerToken.read("Bearer " + String(repeating: "a", count: 512)) != nil)
        expect(BearerToken.read("Bearer " + String(repeating: "a", count: 513)) == nil)
        let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100_000)
        let time = ContinuousClock().measure {
            for header in ["Bearer " + marks, marks, marks + " x"] { _ = BearerToken.read(header) }
        }
        expect(time < .seconds(2), "\(time)")
    }

    @Test("is the same for a pull, for a stream and for the events on it, also with two words")
    func twoWords() async throws {
        let store = MemorySyncStore(pushHooks: [.overwrittenNotes])
        _ = try await store.addUser(token: "two words")
        try await TestServer.with(
            LiveSyncStore(store),
            {
                $0.components.features = [.deletes, .live]
                $0.components.addLive(limits: StreamLimits(), heartbeatSeconds: 3600)
            }
        ) { server in
            let reader = try await EventReader.open(server, token: "two words")
            let new = record()
            _ = try await server.push([new], token: "two words")
            let event = try #require(try await reader.event())
            expect(event["type"]?.string, equals: "measurements.changed")
            try await expect(server.pull(token: "two words").records(), equals: [new])
        }
    }
}
