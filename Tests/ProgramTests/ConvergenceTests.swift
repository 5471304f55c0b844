import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures

@Suite("Real phones and a real server")
struct ConvergenceTests {
    let directory: TemporaryFolder
    /// The port of a server that is started again.
    let port: ReservedPort

    init() throws {
        directory = try TemporaryFolder()
        port = try ReservedPort()
    }

    private func phone(_ name: String, _ server: LiveServer) throws -> Phone {
        let phone = Phone(directory.path(name))
        try #require(try phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
        return phone
    }

    private func rows(_ phone: Phone) throws -> [String] {
        let json = try JSONValue(parsing: try phone.run("list", "--json").output)
        return (json.array ?? []).map(CanonicalJSON.text).sorted()
    }

    @Test("A phone that is killed at random moments of its syncs loses nothing and doubles nothing")
    func killed() throws {
        let server = try LiveServer(directory: directory.url.path)
        let (a, b) = (try phone("a", server), try phone("b", server))
        let store = try MeasurementStore(path: a.directory + "/vitals.sqlite", features: .all)
        let ids = try (0..<1_500).map { number in
            try store.add(kind: .weight, value: 50 + Double(number) / 100, unit: .kilograms).id
        }
        var random = SystemRandomNumberGenerator()
        for round in 0..<12 {
            let sync = try a.start(["sync"])
            usleep(UInt32.random(in: 1_000...400_000, using: &random))
            sync.kill()
            try store.edit(ids[round], value: 90)
        }
        for phone in [a, b, a, b] { try expect(phone.run("sync").status, equals: 0) }
        let held = try rows(a)
        expect(held.count, equals: ids.count)
        try expect(rows(b), equals: held)
        try expect(store.counts().dirty, equals: 0)
        try expect((0..<12).allSatisfy { try store.byId(ids[$0])?.value == 90 })
    }

    @Test("A server that is killed in the middle and started again loses nothing that it acknowledged")
    func serverKilled() throws {
        var server = try LiveServer(directory: directory.url.path, port: port.number)
        let (a, b) = (try phone("a", server), try phone("b", server))
        let store = try MeasurementStore(path: a.directory + "/vitals.sqlite", features: .all)
        for number in 0..<1_500 { try store.add(kind: .weight, value: 50 + Double(number) / 100, unit: .kilograms) }
        for _ in 0..<3 {
            let sync = try a.start(["sync"])
            usleep(UInt32.random(in: 20_000...300_000))
            server.stop()
            server = try LiveServer(directory: directory.url.path, port: port.number)
            _ = try sync.finish()
        }
        for phone in [a, b, a] {
            let run = try phone.run("sync")
            expect(run.status, equals: 0, "\(run.errors)")
        }
        try expect(rows(a).count, equals: 1_500)
        try expect(rows(b), equals: rows(a))
    }

    @Test("Two syncs of one phone at the same time: one works, the other says so")
    func singleFlight() throws {
        let server = try LiveServer(directory: directory.url.path)
        let a = try phone("a", server)
        let store = try MeasurementStore(path: a.directory + "/vitals.sqlite", features: .all)
        for number in 0..<3_000 { try store.add(kind: .weight, value: 50 + Double(number) / 100, unit: .kilograms) }
        let runs = try [a.start(["sync"]), a.start(["sync"])].map { try $0.finish() }
        expect(runs.map(\.status).sorted(), equals: [0, 1], "\(runs.map(\.errors))")
        expect(runs.contains { $0.errors.contains("Another sync") })
        try expect(store.counts().dirty, equals: 0)
    }

    @Test("The token of another account changes nothing, here or there")
    func wrongAccount() throws {
        let server = try LiveServer(directory: directory.url.path)
        let a = try phone("a", server)
        try a.run("add", "weight", "72.3", "kg")
        try expect(a.run("sync").status, equals: 0)
        let added = try RunningProgram(
            "vitals-server", ["user", "add", "--token", "somebody-else-1"],
            environment: ["DATABASE_URL": "sqlite:\(directory.url.path)/server.sqlite"]
        ).finish()
        expect(added.status, equals: 0, "\(added.errors)")
        try a.run("add", "weight", "72.4", "kg")
        try a.run("login", "--server", server.url, input: "somebody-else-1\n")
        let run = try a.run("sync")
        expect(run.status, equals: 1)
        expect(run.errors.contains("another account"), "\(run.errors)")
        try expect(a.run("status", "--json").output.contains("\"dirty\":1"))

        let stranger = Phone(directory.path("stranger"))
        try stranger.run("login", "--server", server.url, input: "somebody-else-1\n")
        try expect(stranger.run("sync").status, equals: 0)
        try expect(stranger.run("list", "--json").output, equals: "[]\n")

        try a.run("login", "--server", server.url, input: "dev-token\n")
        try expect(a.run("sync").status, equals: 0)
    }

    @Test("Another server needs a decision of the person")
    func rebind() throws {
        let server = try LiveServer(directory: directory.url.path)
        let a = try phone("a", server)
        try a.run("add", "weight", "72.3", "kg")
        try a.run("sync")
        let elsewhere = try TemporaryFolder()
        let other = try LiveServer(directory: elsewhere.url.path)
        let refused = try a.run("login", "--server", other.url, input: "dev-token\n")
        expect(refused.status, equals: 1)
        expect(refused.errors.contains("belongs to"), "\(refused.errors)")
        try expect(a.run("login", "--server", other.url, "--rebind", input: "dev-token\n").status, equals: 0)
        try expect(a.run("sync").status, equals: 0)
        let b = try phone("b", other)
        try b.run("sync")
        try expect(rows(b), equals: rows(a))
    }
}
