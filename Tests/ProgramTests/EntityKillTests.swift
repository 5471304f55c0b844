import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities
import VitalsFeatures

/// `VITALS_KILL_SECONDS` sets a longer run than CI has time for.
@Suite("Phones and a server that are killed in the middle of a sync of entities")
struct EntityKillTests {
    @Test("Every note that was stored is there once, on both phones, and nothing needs a person")
    func killed() async throws {
        let seconds = ProcessInfo.processInfo.environment["VITALS_KILL_SECONDS"].flatMap { Double($0) } ?? 8
        let folder = try TemporaryFolder()
        let database = "sqlite:" + folder.path("server.sqlite")
        let port = try ReservedPort()
        var server = try LiveServer(databaseURL: database, port: port.number)
        let phones = [PhoneProgram(folder.path("a")), PhoneProgram(folder.path("b"))]
        for phone in phones {
            try #require(try await phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
        }

        var titles: Set<String> = []
        var kills = 0
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end || kills < 8 {
            for phone in phones {
                // The store of the same phone, opened by another process than the one that is killed.
                let device = try Device(directory: phone.directory, features: .all)
                for _ in 0..<Int.random(in: 1...5) {
                    let title = "note \(titles.count)"
                    try device.entities.create("note", ["title": .string(title)])
                    titles.insert(title)
                }
                let notes = try device.entities.list("note", limit: 1_000_000)
                if let note = notes.randomElement() { try device.entities.update(note.id, ["body": .string("edited")]) }
                let sync = try phone.start(["sync"])
                usleep(.random(in: 5_000...90_000))
                if Bool.random() { server.stop() }
                sync.kill()
                kills += 1
                if !server.program.isRunning { server = try LiveServer(databaseURL: database, port: port.number) }
            }
        }
        for phone in phones + phones {
            let run = try await phone.run("sync")
            expect(run.status == 0, "\(run.errors)")
        }
        for phone in phones {
            let entities = try Device(directory: phone.directory, features: .all).entities
            let notes = try entities.list("note", limit: 1_000_000)
            expect(notes.count == titles.count && Set(notes.map { $0.text("title") }) == titles, "\(kills) kills")
            try expect(entities.waitingCount() == 0 && entities.deadLetters().isEmpty)
            // Both phones may edit one note's text, to the same value: that is no conflict.
            try expect(entities.conflicts().isEmpty)
        }
        print("\(titles.count) notes, \(kills) kills")
        server.stop()
    }
}
