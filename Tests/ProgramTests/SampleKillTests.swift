import Foundation
import GRDB
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

/// Two phones that read one feed and one export, and a server, killed (SIGKILL) at any moment of reading and of sending, on both
/// databases.
///
/// `VITALS_SAMPLE_KILLS=100` sets the number of kills for each database, `VITALS_SAMPLE_SEED` another seed.
@Suite("Reading and sending samples, killed at any moment", .serialized)
struct SampleKillTests {
    private static let setting = ProcessInfo.processInfo.environment
    private static let kills = setting["VITALS_SAMPLE_KILLS"].flatMap(Int.init) ?? 4
    private static let seed = setting["VITALS_SAMPLE_SEED"].flatMap(UInt64.init) ?? 2

    @Test(
        "every sample is once on each phone and on the server, and every deletion is carried out",
        arguments: EntityProgramTests.databases)
    func killed(_ kind: String) async throws {
        let directory = try TemporaryFolder()
        let database = kind == "postgres" ? try await SchemaFile.server.database() : nil
        let (stores, feed, server) = try await blocking {
            if let database {
                let migrated = try RunningProgram(
                    "vitals-server", ["migrate"], environment: ["DATABASE_URL": database.url]
                ).finish(withinSeconds: 30)
                try #require(migrated.status == 0, "\(migrated.errors)")
            }
            let world = try SampleKillWorld(
                databaseURL: database?.url ?? "sqlite:\(directory.path("server.sqlite"))", directory: directory,
                seed: Self.seed)
            while world.killed < Self.kills { try world.playRound() }
            try world.finish()
            return (world.stores, world.feed, world.server)
        }
        for (phone, store) in [("a", stores[0]), ("b", stores[1])] {
            let counts = try store.samples.counts()
            expect(
                counts.pending == 0 && counts.rejected == 0 && counts.deletionsPending == 0, "\(phone): \(counts)")
            for type in SampleFeed.types + [SampleExport.type] {
                let expected = type == SampleExport.type ? SampleExport.recount : feed.recount(type)
                let here = try store.samples.list(type, from: .min, to: .max, limit: .max)
                compare(here, expected, "phone \(phone), \(type)")
                let there = try await store.samples.older(type, from: SampleFeed.earliest, to: SampleFeed.latest)
                compare(there, expected, "the server, \(type)")
            }
        }
        server.stop()
    }

    private func compare(_ found: [Sample], _ expected: Set<String>, _ place: String) {
        let texts = found.map(SampleFeed.text)
        let lost = Array(expected.subtracting(texts).sorted().prefix(3))
        let extra = Array(Set(texts).subtracting(expected).sorted().prefix(3))
        expect(
            texts.count == expected.count && lost.isEmpty && extra.isEmpty,
            "\(place): \(expected.count) samples in the source, \(texts.count) here. Lost: \(lost). Extra: \(extra)."
        )
    }
}

/// Two phones, a server, a feed that grows, and an export.
private final class SampleKillWorld {
    let stores: [Device]
    private(set) var server: LiveServer
    private(set) var feed: SampleFeed
    /// The number of processes that were killed while they worked.
    private(set) var killed = 0
    private let phones: [Phone]
    private let databaseURL: String
    private let port: ReservedPort
    private let export: String
    private var random: SplitMix64

    init(databaseURL: String, directory: TemporaryFolder, seed: UInt64) throws {
        self.databaseURL = databaseURL
        random = SplitMix64(seed: seed)
        port = try ReservedPort()
        server = try LiveServer(databaseURL: databaseURL, port: port.number)
        feed = try SampleFeed(path: directory.path("ring.jsonl"), &random)
        export = directory.path("export.xml")
        try Data(SampleExport.text.utf8).write(to: URL(filePath: export))
        phones = ["a", "b"].map { Phone(directory.path($0)) }
        for phone in phones {
            try #require(try phone.run("login", "--server", server.url, input: "dev-token\n").status == 0)
            try #require(try phone.run("ingest", "keep", "all").status == 0)
        }
        stores = try phones.map { try Device(directory: $0.directory, features: .all) }
    }

    /// The source goes on, and a phone reads and sends. A program is killed while it reads, and one while it sends.
    func playRound() throws {
        try feed.grow(&random)
        let place = Int.random(in: 0..<2, using: &random)
        try killReading(place)
        // A batch takes the longer the more is new.
        try #require(try phones[place].run("ingest", "feed", feed.path).status == 0)
        try killSync(place)
    }

    private func killReading(_ place: Int) throws {
        let (works, before) = ([["ingest", "feed", feed.path], ["import", export]], try lanes(place))
        let work = works[Int.random(in: 0..<2, using: &random)]
        let program = try phones[place].start(work)
        // A window of a feed is a transaction; an export is read in one.
        while work != works[1], program.isRunning, try lanes(place) == before { usleep(500) }
        usleep(UInt32.random(in: 0...(work == works[1] ? 400_000 : 60_000), using: &random))
        // One that has ended before proves nothing.
        if program.kill() { killed += 1 }
    }

    /// Kills the phone, the server, or both, while a batch is under way.
    private func killSync(_ place: Int) throws {
        let program = try phones[place].start(["sync"])
        while program.isRunning, try !isSending(place) { usleep(500) }
        usleep(UInt32.random(in: 0...40_000, using: &random))
        guard program.isRunning else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: program.kill()
        case 1: server.stop()
        default:
            server.stop()
            program.kill()
        }
        killed += 1
        _ = try program.finish(withinSeconds: 30)
        if !server.program.isRunning { server = try LiveServer(databaseURL: databaseURL, port: port.number) }
    }

    private func lanes(_ place: Int) throws -> [String: [LaneProgress]] { try stores[place].samples.lanes() }

    private func isSending(_ place: Int) throws -> Bool {
        try stores[place].store.read { try Bool.fetchOne($0, sql: "SELECT count(*) > 0 FROM sample_batch") ?? false }
    }

    /// Both phones read and send all that's left.
    func finish() throws {
        for phone in phones {
            let read = try phone.run("ingest", "feed", feed.path)
            expect(read.status == 0 && read.output.contains("Everything was read."), "\(read)")
            for words in [["import", export], ["sync"]] {
                let run = try phone.start(words).finish(withinSeconds: 60)
                expect(run.status == 0, "\(words): \(run)")
            }
        }
    }
}

/// The lines of a feed, and what of them is left.
private struct SampleFeed {
    static let types = ["BASAL_ENERGY", "FLIGHTS_CLIMBED", "RESTING_HEART_RATE"]
    static let earliest = Timestamp(rfc3339: "2000-01-01T00:00:00Z")!
    static let latest = Timestamp(rfc3339: "2100-01-01T00:00:00Z")!
    private static let units = ["kcal", "count", "count/min"]

    let path: String
    private var living: [(id: String, content: Content)] = []
    /// What the source once had, to be had again.
    private var contents: [Content] = []
    private let now = Timestamp.systemClock().flooredToSecond

    private struct Content {
        let type: Int
        let value: Int
        let start: Timestamp
    }

    init(path: String, _ random: inout SplitMix64) throws {
        self.path = path
        try Data().write(to: URL(filePath: path))
        try append((0..<1_200).map { _ in newLine(&random) })
    }

    /// Appends new readings, some of which are as one before, and deletes others.
    mutating func grow(_ random: inout SplitMix64) throws {
        var lines: [String] = []
        for _ in 0..<100 {
            guard Int.random(in: 0..<4, using: &random) == 0, !living.isEmpty else {
                lines.append(newLine(&random))
                continue
            }
            let gone = living.remove(at: Int.random(in: 0..<living.count, using: &random))
            lines.append(#"{"deleted":"\#(gone.id)"}"#)
        }
        try append(lines)
    }

    private mutating func newLine(_ random: inout SplitMix64) -> String {
        let isAgain = !contents.isEmpty && Int.random(in: 0..<5, using: &random) == 0
        // Over four years, and half of it in the last fortnight.
        let seconds = Int.random(in: 0..<(Bool.random(using: &random) ? 14 : 4 * 365) * 86_400, using: &random)
        let content =
            isAgain
            ? contents[Int.random(in: 0..<contents.count, using: &random)]
            : Content(
                type: Int.random(in: 0..<Self.types.count, using: &random),
                value: 1 + Int.random(in: 0..<90, using: &random),
                start: now.advanced(byMilliseconds: -Int64(seconds) * 1_000)!)
        contents.append(content)
        let id = UUID().uuidString.lowercased()
        living.append((id, content))
        return
            #"{"id":"\#(id)","type":"\#(Self.types[content.type])","value":\#(content.value),"unit":"\#(Self.units[content.type])","start":"\#(content.start.rfc3339)","end":"\#(content.start.rfc3339)","source":"Ring"}"#
    }

    private func append(_ lines: [String]) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
        try file.close()
    }

    /// What the source has now of a type.
    func recount(_ type: String) -> Set<String> {
        Set(
            living.filter { Self.types[$0.content.type] == type }.map {
                Self.text(type, Double($0.content.value), $0.content.start, "Ring")
            })
    }

    static func text(_ sample: Sample) -> String { text(sample.type, sample.value, sample.start, sample.source) }

    static func text(_ type: String, _ value: Double, _ start: Timestamp, _ source: String) -> String {
        "\(type) \(value) \(start.rfc3339) \(source)"
    }
}

/// An export with each record twice.
private enum SampleExport {
    static let type = "STAND_TIME"
    private static let starts = (0..<800).map { minute in
        Timestamp(rfc3339: "2025-03-01T06:00:00Z")!.advanced(byMilliseconds: Int64(minute) * 60_000)!
    }

    static var text: String {
        let records = starts.map { start in
            let time = start.rfc3339.replacing("T", with: " ").prefix(19) + " +0000"
            return
                "<Record type=\"HKQuantityTypeIdentifierAppleStandTime\" sourceName=\"Watch\" unit=\"min\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"1\"/>\n"
        }
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData>\n\((records + records).joined())</HealthData>\n"
    }

    static var recount: Set<String> { Set(starts.map { SampleFeed.text(type, 1, $0, "Watch") }) }
}
