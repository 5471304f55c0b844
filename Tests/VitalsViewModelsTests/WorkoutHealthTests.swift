import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsFeatures
import VitalsWorkouts

@testable import VitalsViewModels

@Suite("Health sources, and reading from them", .timeLimit(.minutes(5)))
@MainActor
struct WorkoutHealthTests {
    /// Wednesday, 6 May 2026, 10:00 in Berlin.
    private let clock = StepClock(1_778_054_400_000)
    private let device: Device
    private let settings = InMemorySettings()
    private let log: DiagnosticsLog
    private let health = FakeHealthSource()
    private let sources: HealthSourcesModel
    private let ingest: IngestModel
    private let edits = Locked(0)

    init() throws {
        let store = try MeasurementStore(path: ":memory:", clock: clock.read, rules: .all, features: .all)
        device = Device(store: store, tokens: InMemorySecureStore(), transport: NoTransport())
        log = DiagnosticsLog(clock: clock.read)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
        let tools = ScreenTools(
            dependencies: Dependencies(device: device, diagnostics: log, settings: settings, clock: clock.read),
            formatter: { [calendar] in
                DisplayFormatter(units: UnitPreferences(), locale: Locale(identifier: "en_GB"), calendar: calendar)
            },
            onEdit: { [edits] in edits.withLock { $0 += 1 } }, settingNames: [])
        let models = WorkoutModels(tools, source: health)
        (sources, ingest) = (models.sources, models.ingest)
        models.refresh()
    }

    private func sample(_ value: Double, daysAgo: Double, source: String = "Watch") throws -> Sample {
        let start = clock.now.advanced(bySeconds: -daysAgo * 86_400)
        return try Sample(
            SampleType.named("BASAL_ENERGY")!, value, "kcal", from: start, to: start.advanced(bySeconds: 60),
            source: source)
    }

    private func connect() throws {
        try device.login(to: ServerOrigin("https://server.test"), token: "token")
        sources.refresh()
    }

    private func state(_ type: String) -> String? {
        sources.steps.flatMap(\.types).first { $0.id == type }?.state
    }

    // MARK: Permission

    @Test("first the server, then workouts and activity, then body measures")
    func steps() async throws {
        expect(sources.steps.map(\.state), equals: [.later, .later])
        expect(sources.hint?.contains("server") == true)
        await sources.ask("activity")
        expect(health.asked.isEmpty, "Health is asked before there is a server.")
        try connect()
        expect(sources.steps.map(\.state) == [.ready, .later] && sources.hint == nil)
        await sources.ask("body")
        expect(health.asked.isEmpty, "The second step comes first.")
        await sources.ask("activity")
        expect(health.asked, equals: [["WORKOUT", "BASAL_ENERGY", "FLIGHTS_CLIMBED"]])
        expect(sources.steps.map(\.state), equals: [.asked, .ready])
        await sources.ask("body")
        expect(health.asked.last, equals: ["WEIGHT", "HEIGHT"])
        expect(sources.steps.map(\.state), equals: [.asked, .asked])
        await sources.ask("body")
        expect(health.asked.count, equals: 2)
    }

    @Test("the reason says what is read, that nothing is written, and where it goes")
    func reason() {
        for step in sources.steps {
            for words in ["only reads", "your server", "some and not others", "no medical advice"] {
                expect(step.explanation.contains(words), "\(step.title): \(words)")
            }
        }
    }

    @Test("partial permission is normal: what came is said, and never that something was denied")
    func partial() async throws {
        try connect()
        health.permit("BASAL_ENERGY")
        health.add(try sample(12, daysAgo: 1))
        await sources.ask("activity")
        expect(state("BASAL_ENERGY") == "Reading" && state("FLIGHTS_CLIMBED") == "Nothing came yet")
        expect(state("WEIGHT"), equals: "Not asked yet")
        let words = "\(sources.steps) \(HealthSourcesModel.nothingCameText) \(ingest.lanes)".lowercased()
        for word in ["denied", "refused", "forbidden"] { expect(!words.contains(word), "\(word)") }
        expect(sources.problem == nil && ingest.problem == nil)
        expect(sources.sources.map(\.name) == ["Watch"])
        expect(sources.sources.first?.detail, equals: "1 reading of 1 type, the last Yesterday, 10:00")
    }

    @Test("only types that were asked for are read")
    func onlyAsked() async throws {
        try connect()
        await ingest.read()
        expect(health.questions.isEmpty && !ingest.canRead)
        await sources.ask("activity")
        expect(health.questions, equals: ["WORKOUT", "BASAL_ENERGY", "FLIGHTS_CLIMBED"])
        expect(health.observed, equals: ["WORKOUT", "BASAL_ENERGY", "FLIGHTS_CLIMBED"])
        await sources.ask("body")
        expect(Set(health.observed), equals: Set(health.types))
    }

    @Test("an answer stays after a logout and a new start; where the system can't ask, the step stays open")
    func remembers() async throws {
        try connect()
        await sources.ask("activity")
        try device.logOut()
        sources.refresh()
        expect(sources.steps.map(\.state) == [.asked, .later] && sources.hint == nil)
        expect(Set(HealthSourcesModel.settingNames).count == 2 && ingest.canRead)
        try connect()
        health.refuseToAsk()
        await sources.ask("body")
        expect(sources.steps.last?.state == .ready && sources.problem != nil)
    }

    // MARK: Reading

    private func ready() async throws {
        try connect()
        health.permit("BASAL_ENERGY", "FLIGHTS_CLIMBED")
        await sources.ask("activity")
    }

    @Test("a look says what came; nothing new is said as that")
    func outcome() async throws {
        try await ready()
        expect(ingest.outcome == "Nothing new." && ingest.quiet.isEmpty)
        for day in 0..<3 { health.add(try sample(Double(day), daysAgo: Double(day))) }
        await ingest.read()
        expect(ingest.outcome, equals: "3 new readings.")
        expect(edits.withLock { $0 }, equals: 1)
        await ingest.read()
        expect(ingest.outcome == "Nothing new." && edits.withLock { $0 } == 1)
        let lane = try #require(ingest.lanes.first { $0.id == "BASAL_ENERGY" })
        expect(lane.title == "Resting energy" && lane.lane == "Up to date" && lane.fraction == 1 && lane.window == nil)
        expect(ingest.counts?.waiting, equals: "3 changes of readings to be sent")
        expect(ingest.diagnosticLines.first { $0.name == "Samples" }?.value, equals: "3")
    }

    @Test("a source that has stopped recording is another thing than nothing new")
    func quiet() async throws {
        try await ready()
        for hour in 0..<60 { health.add(try sample(Double(hour), daysAgo: 4 + Double(hour) / 24)) }
        await ingest.read()
        expect(
            ingest.quiet,
            equals: ["Watch has recorded no resting energy since 2 May 2026. Is it still worn, charged and connected?"])
        health.add(try sample(7, daysAgo: 0.5, source: "New watch"))
        await ingest.read()
        expect(ingest.quiet.isEmpty, "Another source has taken its place: \(ingest.quiet)")
    }

    @Test("a source with few readings has no usual gap, so its silence says nothing")
    func fewReadings() async throws {
        try await ready()
        for hour in 0..<10 { health.add(try sample(Double(hour), daysAgo: 4 + Double(hour) / 24)) }
        await ingest.read()
        expect(ingest.quiet, equals: [])
    }

    @Test("a source that was given away months ago isn't waited for")
    func givenAway() async throws {
        try await ready()
        for hour in 0..<60 { health.add(try sample(Double(hour), daysAgo: 100 + Double(hour) / 24)) }
        await ingest.read()
        expect(ingest.quiet, equals: [])
    }

    @Test("a type that stands still is an error that a person sees, in the log too, and gone once it goes on")
    func stalled() async throws {
        health.permit("BASAL_ENERGY")
        for day in 0..<3 { health.add(try sample(Double(day), daysAgo: Double(day))) }
        health.repeatItself(true)
        try connect()
        await sources.ask("activity")
        let problem = try #require(ingest.problem)
        expect(problem.contains("Resting energy") && log.errors.first?.message == problem)
        expect(log.errors.first?.category == .health && log.errors.first?.detail == "stalled")
        expect(ingest.lanes.first { $0.id == "BASAL_ENERGY" }?.problem != nil)
        health.repeatItself(false)
        await ingest.read()
        expect(ingest.problem == nil && ingest.outcome == "3 new readings.")
        expect(ingest.lanes.allSatisfy { $0.problem == nil })
    }

    @Test("a type that can't be read keeps none of the others from being read, and says why")
    func oneFails() async throws {
        health.fail("WORKOUT", "Health is locked.")
        health.add(try sample(1, daysAgo: 1))
        try await ready()
        expect(ingest.outcome == "1 new reading." && ingest.problem == "Health is locked.")
        expect(ingest.lanes.first { $0.id == "WORKOUT" }?.problem, equals: "Health is locked.")
        expect(log.errors.first?.detail, equals: "unreadable: WORKOUT")
    }

    @Test("a wake-up reads, and is ended once")
    func wakeUp() async throws {
        try await ready()
        health.add(try sample(1, daysAgo: 1))
        let ends = Locked(0)
        let wakeUps = try #require(health.wakeUps)
        await withCheckedContinuation { continuation in
            wakeUps.wake {
                ends.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        expect(ends.withLock { $0 } == 1 && ingest.outcome == "1 new reading.")
        await ingest.end()
        expect(health.wakeUps == nil && health.observed.isEmpty)
        await ingest.readInBackground()
        expect(ingest.outcome, equals: "Nothing new.")
    }

    @Test("the speed and the time that's left come from what was read")
    func pace() {
        let formatter = DisplayFormatter(units: UnitPreferences(), locale: Locale(identifier: "en_GB"))
        let begin = clock.now
        var pace = IngestPace(at: begin)
        var (report, state) = (IngestReport(), LaneState(type: "BASAL_ENERGY"))
        (state.anchor, state.markedAt) = (HealthAnchor(rawValue: "1"), begin)
        state.floor = begin.advanced(bySeconds: -1_000 * 86_400)
        func at(_ seconds: Double, days: Double, count: Int) {
            state.readFrom = begin.advanced(bySeconds: -days * 86_400)
            report.lanes = [LaneProgress(state)]
            report.counts.addedCount = count
            pace.note(report, at: begin.advanced(bySeconds: seconds))
        }
        at(0.1, days: 100, count: 10)
        expect(pace.rate(formatter) == nil && pace.remaining == nil)
        at(10, days: 200, count: 12_400)
        expect(pace.rate(formatter), equals: "1,240 readings a second")
        expect(pace.remaining, equals: "About 1 minute left")
        at(20, days: 900, count: 30_000)
        expect(pace.remaining, equals: "Less than a minute left")
        at(20, days: 120, count: 30_000)
        expect(pace.remaining, equals: "About 15 minutes left")
        at(30, days: 1_000, count: 31_000)
        expect(pace.remaining == nil)
    }

    @Test("a phone keeps 24 months unless the person chooses otherwise")
    func keeps() {
        expect(ingest.keepMonths, equals: 24)
        ingest.keepMonths = nil
        expect(ingest.keepMonths == nil && IngestModel.keepChoices.contains(24) && ingest.problem == nil)
    }
}
