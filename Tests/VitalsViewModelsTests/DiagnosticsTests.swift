import Foundation
import StepSupport
import TestSupport
import Testing
import VitalsEntities
import VitalsGoals
import VitalsReminders
import VitalsReport

@testable import Vitals
@testable import VitalsViewModels
@testable import VitalsWorkouts

@Suite("What an error says", .timeLimit(.minutes(5)))
@MainActor
struct DiagnosticsTests {
    private struct Foreign: Error, CustomStringConvertible {
        let description = "72.4 kg of secret"
    }

    /// An error of the house, where it comes from, and a part of its long text.
    private struct Row: Sendable {
        let error: any Error
        let category: ErrorCategory
        var detail: String?

        init(_ error: any Error, _ category: ErrorCategory, _ detail: String? = nil) {
            self.error = error
            self.category = category
            self.detail = detail
        }
    }

    private static func thrown(_ body: () throws -> Void) -> any Error {
        do {
            try body()
            return Foreign()
        } catch {
            return error
        }
    }

    private static let table: [Row] = [
        Row(SyncError(.offline, "no network"), .network, "offline"),
        Row(SyncError(.timedOut, "late"), .network, "timedOut"),
        Row(SyncError(.unavailable, "away", retryAfterSeconds: 40), .backend, "unavailable, again after 40 s"),
        Row(SyncError(.unauthorized, "token"), .pairing, "unauthorized"),
        Row(SyncError(.wrongAccount, "account"), .pairing, "wrongAccount"),
        Row(SyncError(.noServer, "none"), .pairing, "noServer"),
        Row(SyncError(.wrongServer, "server"), .pairing, "wrongServer"),
        Row(SyncError(.unidentifiedServer, "server"), .backend, "unidentifiedServer"),
        Row(SyncError(.historyLost, "lost"), .backend, "historyLost"),
        Row(SyncError(.unexpected, "odd"), .backend, "unexpected"),
        Row(SyncError(.busy, "busy"), .unknown, "busy"),
        Row(SyncError(.store, "store"), .unknown, "store"),
        Row(SyncFailure.offline("no route"), .network, "offline"),
        Row(SyncFailure.timedOut, .network, "timedOut"),
        Row(SyncFailure.unavailable(status: 503, retryAfterSeconds: 2), .backend, "unavailable, again after 2 s"),
        Row(SyncFailure.unauthorized, .pairing, "unauthorized"),
        Row(SyncFailure.wrongAccount(account: nil), .pairing, "wrongAccount"),
        Row(SyncFailure.historyLost(account: nil), .backend, "historyLost"),
        Row(SyncFailure.badRecord(index: 3, code: "unit", detail: "x", account: nil), .validation, "unit, record 3"),
        Row(SyncFailure.refused(status: 413, detail: "large", account: nil), .validation, "status 413"),
        Row(SyncFailure.unexpected(status: 418, detail: "tea"), .backend, "status 418"),
        Row(HTTPTransportError.unreachable("no route"), .network),
        Row(HTTPTransportError.timedOut, .network),
        Row(HTTPTransportError.badURL("x"), .network),
        Row(HTTPTransportError.responseTooLarge(limitBytes: 9), .backend),
        Row(StoreError(.full, "The disk is full.", cause: "SQLite 13"), .unknown, "full, SQLite 13"),
        Row(StoreError(.notFound, "It is gone."), .validation, "notFound"),
        Row(LoginError.badLink, .pairing, "badLink"),
        Row(thrown { _ = try ServerOrigin("ftp://x") }, .pairing, "notAnAddress"),
        Row(thrown { _ = try ServerOrigin("https://a:b@x") }, .pairing, "hasCredentials"),
        Row(thrown { try SealedFileSecureStore(directory: "/dev/null/x").setToken("t") }, .pairing, "unwritable"),
        Row(
            thrown { _ = try Device.inMemory().importHealthExport(.file("/nowhere/export.xml")) }, .health,
            "cannot_open"),
        Row(InsightFailure(model: "a model"), .backend),
        Row(MeasurementError.badVersion, .validation, "bad_version"),
        Row(JSONError.shape("Expected an object.", at: "records[3]"), .backend, "records[3]"),
        Row(EntityInvalid("fields.title", "The title is missing."), .validation, "fields.title"),
        Row(EntityFailure.historyLost, .backend, "history_lost"),
        Row(EntityFailure.serverError, .backend, "status 500"),
        Row(EntityFailure.refused(index: 2, code: "name", detail: "x"), .validation, "name, command 2"),
        Row(EntityFailure.tooLarge, .backend, "status 413"),
        Row(EntityFailure.unknownType(["note"]), .backend, "unknown_type"),
        Row(EntityFailure.absent, .backend, "status 404"),
        Row(EntityFailure.failed(.timedOut), .network, "timedOut"),
        Row(ReminderInvalid("title", "A reminder needs a title."), .validation, "title"),
        Row(GoalInvalid("value", "A goal is a number, such as 70."), .validation, "value"),
        Row(ScheduleInvalid("rule", "There is no such rule."), .validation, "rule"),
        Row(RemindersReadOnly(), .backend),
        Row(SampleInvalid("unit", "The unit is missing."), .validation, "unit"),
        Row(WorkoutInvalid("minutes", "A workout takes more than 0 minutes."), .validation, "minutes"),
        Row(SourceAnchorLost(), .health),
        Row(FeedError(detail: "The file can't be opened."), .health),
        Row(UploadFailure.historyLost, .backend, "history_lost"),
        Row(UploadFailure.absent, .backend, "status 404"),
        Row(UploadFailure.tooLarge, .backend, "status 413"),
        Row(UploadFailure.requestReused, .backend, "request_reused"),
        Row(UploadFailure.failed(.unauthorized), .pairing, "unauthorized"),
        Row(CompanionError(.wrongCode, "The code is wrong.", status: 403), .pairing, "wrongCode, status 403"),
        Row(CompanionError(.offline, "The server can't be reached."), .network, "offline"),
        Row(CompanionError(.refused, "The server refused it.", status: 400), .validation, "refused, status 400"),
        Row(CompanionError(.unavailable, "The server is away.", status: 503), .backend, "unavailable, status 503"),
        Row(IngestProblem.stalled(["Steps"]), .health, "stalled"),
        Row(IngestProblem.unreadable(["STEPS": "Health is locked."]), .health, "unreadable: STEPS"),
        Row(AccountDevicesError.notSupported, .backend),
        Row(AccountDevicesError.thisDevice, .validation),
        Row(Foreign(), .unknown, "Foreign"),
    ]

    private let lines = Locked<[String]>([])
    private let clock = StepClock()

    private func log() -> DiagnosticsLog {
        DiagnosticsLog(clock: clock.read) { [lines] note in lines.withLock { $0.append(note.logLine) } }
    }

    @Test("each error of the house has a category, a sentence and, where there is more to say, a long text")
    func table() {
        for row in Self.table {
            let note = log().note(row.error)
            expect(note.category, equals: row.category, "\(row.error)")
            let isCode = note.message.contains(/^\.?[A-Za-z]+\(/) || !note.message.contains(" ")
            expect(!isCode || row.error is SyncError, "\(row.error) is shown as code: \(note.message)")
            if let detail = row.detail {
                expect(note.detail?.contains(detail) == true, "\(row.error): \(note.detail ?? "no detail")")
            } else {
                expect(note.detail, equals: nil)
            }
        }
    }

    @Test("no type of error is left out")
    func complete() throws {
        let known = Set(Self.table.map { "\(type(of: $0.error))" } + Self.ofForms)
        let pattern = /(?m)^ *(?:public |package )?(?:struct|enum|class) ([A-Za-z]+): (?:[A-Za-z, ]*, )?Error\b/
        var found: Set<String> = []
        for target in [
            "Vitals", "VitalsEntities", "VitalsReminders", "VitalsReport", "VitalsWorkouts", "VitalsViewModels",
        ] {
            let root = PackageFiles.url("Sources/" + target)
            let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
            for path in paths where path.hasSuffix(".swift") {
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                found.formUnion(text.matches(of: pattern).map { String($0.1) })
            }
        }
        expect(found.isSuperset(of: ["SyncError", "EntityInvalid"]))
        expect(found.subtracting(known), equals: [], "A row of the table is missing.")
    }

    /// `EntryErrors` are messages beside a form's fields; the others never leave the code that throws them.
    private static let ofForms = ["EntryErrors", "Fault", "Unreadable", "XMLDamage", "SourceError", "HealthKitFailure"]

    @Test("an error that isn't ours keeps its text for itself, because it may hold anything")
    func foreign() {
        let log = log()
        let message = log.message(of: Foreign())
        expect(!"\(message) \(log.errors) \(lines.withLock { $0 })".contains("72.4"))
        expect(log.errors.first?.message, equals: message)
    }

    @Test("an address that isn't one is shown as typed, and noted without it: it may be a token in the wrong field")
    func address() {
        let log = log()
        let error = Self.thrown { _ = try ServerOrigin("token-123") }
        expect(log.message(of: error).contains("token-123"))
        expect(!"\(log.errors) \(lines.withLock { $0 })".contains("token-123"))
    }

    @Test("the screen and the log have the same id, of eight letters and digits; no two errors share one")
    func ids() throws {
        let log = log()
        for number in 0..<12 {
            log.note(SyncError(.offline, "error \(number)"))
            clock.advance(byMilliseconds: 10)
        }
        expect(log.errors.count, equals: 10)
        expect(log.errors.first?.message, equals: "error 11")
        let ids = log.errors.map(\.id)
        expect(Set(ids).count, equals: 10)
        expect(ids.allSatisfy { $0.utf8.count == 8 && $0.allSatisfy { $0.isNumber || $0.isLowercase } }, "\(ids)")
        let logged = lines.withLock { $0 }
        expect(logged.count, equals: 12)
        for (id, line) in zip(ids, logged.reversed()) { expect(line.hasPrefix("error \(id) network"), "\(line)") }
    }

    @Test("one failure that several models see within a second is one error; later it's another one")
    func repeated() {
        let log = log()
        let first = log.note(SyncError(.offline, "no network"))
        clock.advance(byMilliseconds: 900)
        expect(log.note(SyncError(.offline, "no network")) == first && log.errors.count == 1)
        clock.advance(byMilliseconds: 200)
        expect(log.note(SyncError(.offline, "no network")).id != first.id && log.errors.count == 2)
        expect(lines.withLock { $0.count }, equals: 2)
    }

    @Test("an error names the exchange that failed, with the server's id, and not one that went well meanwhile")
    func context() async throws {
        let log = log()
        let transport = LoggingTransport(FakeServer(), log: log, clock: clock.read)
        func send(_ path: String) async { _ = try? await transport.send(HTTPRequest(method: "GET", url: path)) }
        await send("https://server.test/sync/pull?token=secret&status=503")
        await send("https://server.test/entities?status=200")
        let note = log.note(SyncError(.unavailable, "The server is away."))
        expect(note.context?.description, equals: "GET /sync/pull: 503, request r-503")
        expect(note.logLine, equals: "error \(note.id) backend, GET /sync/pull: 503, request r-503 (unavailable)")
        expect(!"\(log.errors) \(lines.withLock { $0 })".contains("secret"))
        expect(log.note(SyncError(.noServer, "There is no server.")).context == nil)
        await send("https://server.test/live?status=0")
        expect(log.note(SyncError(.offline, "no network")).context?.description, equals: "GET /live: no answer")
        await send("https://server.test/forged?status=401")
        expect(log.note(SyncError(.unauthorized, "token")).context?.requestID == nil, "A forged id is in the log.")
    }

    @Test("without developer mode there are sentences; with it, ids, causes, the last exchange and counts")
    func developerMode() async throws {
        let fixture = try ModelFixture()
        let (phone, model) = (fixture.phone, fixture.phone.diagnostics)
        fixture.server.onNext(.pull, .answer(.unauthorized))
        await phone.sync.sync()
        phone.refresh()
        let note = try #require(fixture.log.errors.first)
        let item = try #require(model.errors.first)
        expect(item.message == note.message && item.technical.isEmpty)
        expect(model.counts.isEmpty && model.lastExchange == nil)
        phone.settings.isDeveloper = true
        phone.sync.noteLogin()
        await phone.sync.waitUntilIdle()
        phone.refresh()
        let technical = try #require(model.errors.first).technical
        expect(technical.map(\.value), equals: [note.id, "pairing", "unauthorized"])
        expect(model.counts.first { $0.name == "Received" }?.value, equals: "0")
        expect(Set(model.counts.map(\.id)).count, equals: model.counts.count)
        expect(SettingsModel(settings: fixture.settings).isDeveloper, "The switch is forgotten at the next start.")
        phone.settings.isDeveloper = false
        phone.refresh()
        expect(model.counts.isEmpty && model.errors.allSatisfy(\.technical.isEmpty))
    }

    @Test("each model takes the sentence of an error from the log, so that both have it")
    func onePlace() throws {
        let root = PackageFiles.url("Sources/VitalsViewModels")
        let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
        for path in paths where path.hasSuffix(".swift") {
            var text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            // A learner's body, whose property notes what it's set to; and the messages of a form's fields.
            text.replace(/\/\/ @write[\s\S]*?\/\/ @end/, with: "")
            if path != "Entry/EntryForm.swift" {
                expect(!text.contains("describing: error"), "\(path) shows an error that no log has")
            }
            expect(!text.contains(/problem = error\./), "\(path) shows an error that no log has")
        }
    }

    @Test("an error while an edit is brought back is in the log, too")
    func restored() async throws {
        let (server, log) = (InMemoryServer(), log())
        let phone = try Phone("A", server)
        try phone.store.upsert(Records.weight(70))
        try await phone.sync()
        server.receive(Records.weight(69, version: 5))
        try phone.store.edit(Records.id(1), value: 72)
        try await phone.sync()
        let model = ConflictsModel(
            device: Device(store: phone.store), diagnostics: log,
            formatter: { DisplayFormatter(units: UnitPreferences()) }, clock: clock.read)
        model.refresh()
        phone.crashPoint.arm(afterWrites: 0)
        model.restore(try #require(model.items.first).id)
        expect(model.problem != nil && log.errors.first?.message == model.problem)
    }
}

/// A server whose answers are in the query of the request.
private struct FakeServer: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let status = Int(request.url.split(separator: "status=").last ?? "") ?? 0
        if status == 0 { throw HTTPTransportError.unreachable("no network") }
        let id = status == 401 ? "a\nerror 00000000 forged" : "r-\(status)"
        return HTTPResponse(status: status, headers: ["x-request-id": id])
    }
}
