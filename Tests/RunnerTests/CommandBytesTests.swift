import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("Bytes of a program")
struct CommandBytesTests {
    @Test("come whole, whatever they are, with the exit status")
    func whole() async throws {
        let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
        let result = try await Command("sh", ["-c", "cat; exit 3"]).bytes(input: data, limit: data.count)
        expect(result.output, equals: data)
        expect(result.exitStatus, equals: 3)
        expect(!result.isCut && !result.succeeded)
    }

    @Test("are no more than were asked for: a program that never stops is stopped")
    func endless() async throws {
        let result = try await Command("yes").bytes(limit: 1 << 20)
        expect(result.isCut && !result.succeeded)
        expect(result.output.isEmpty)
        try await expect(Command("printf", ["12345"]).bytes(limit: 4).isCut)
        try await expect(Command("printf", ["1234"]).bytes(limit: 4).succeeded)
    }

    @Test("of one that does not read what it is given come all the same")
    func unread() async throws {
        let result = try await Command("echo", ["done"]).bytes(input: Data(count: 10 << 20), limit: 100)
        expect(result.succeeded)
        expect(result.output, equals: Data("done\n".utf8))
    }
}
