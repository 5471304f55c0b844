public import Observation
import Vitals
import VitalsWorkouts

/// The model of reading from Health: how far each type is, how fast it goes, what came, and what doesn't come any more.
@MainActor
@Observable
public final class IngestModel {
    /// How far a type was read.
    public struct Lane: Identifiable, Hashable, Sendable {
        /// The type's name on the wire.
        public let id: String
        public let title: String
        /// `Last days`, `Older days`, or `Up to date`.
        public let lane: String
        /// How far back it was read: `back to 3 May 2024`; nil before the first reading, and once all was read.
        public let window: String?
        /// 0 to 1.
        public let fraction: Double
        /// The reason why it doesn't go on; nil if it does.
        public let problem: String?
    }

    public private(set) var isReading = false
    /// The types, in the order in which they're read.
    public private(set) var lanes: [Lane] = []
    /// Such as `1,240 readings a second`; nil while nothing is read.
    public private(set) var rate: String?
    /// Such as `About 3 minutes left`; nil while that isn't known.
    public private(set) var remaining: String?
    /// The outcome of the last look; nil before the first.
    public private(set) var outcome: String?
    /// The sources that have stopped recording, each in a sentence. "Nothing new" is another thing.
    public private(set) var quiet: [String] = []
    /// The state of what goes to the server.
    public private(set) var counts: SampleCountsText?
    /// The reason why the last action failed, or types can't be read any further.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let source: (any PermittedSource)?
    private let askedTypes: @MainActor () -> [String]
    private let onEdit: @MainActor () -> Void
    private var failures: [String: String] = [:]
    private var keptMonths: Int?
    @ObservationIgnored private var running: Task<Void, Never>?
    @ObservationIgnored private var isAskedAgain = false
    @ObservationIgnored private var wakeUps: WakeUps?

    /// - Parameters:
    ///   - source: nil on a device without Health.
    ///   - askedTypes: the types that the person was asked for.
    ///   - onEdit: called when something new has come, for an automatic sync.
    init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, source: (any PermittedSource)?,
        askedTypes: @escaping @MainActor () -> [String], onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.source = source
        self.askedTypes = askedTypes
        self.onEdit = onEdit
    }

    /// True if there is a source, and the person was asked for something of it.
    public var canRead: Bool { source != nil && !askedTypes().isEmpty }

    /// Reads the store again.
    public func refresh() {
        do {
            if let source, !isReading {
                let known = try device.samples.lanes()[source.name] ?? []
                // A type that couldn't be read has no lane yet.
                show(
                    askedTypes().map { type in known.first { $0.type == type } ?? LaneProgress(LaneState(type: type)) })
            }
            keptMonths = try device.samples.retention()
            quiet = QuietSource.sentences(try device.samples.types(), formatter(), now: clock())
            counts = SampleCountsText(try device.samples.counts())
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    // MARK: Reading

    /// Reads what is new, and goes on with what is old, until all was read.
    ///
    /// - Parameter budgetSeconds: the time after which it stops, and goes on the next time.
    public func read(budgetSeconds: Double = .infinity) async {
        guard let source, canRead else { return }
        if let running {
            // It may have begun before the latest permission.
            isAskedAgain = true
            await running.value
            return
        }
        let task = Task {
            repeat {
                isAskedAgain = false
                await perform(GrantedSource(base: source, types: askedTypes()), budgetSeconds)
            } while isAskedAgain && !Task.isCancelled
            running = nil
        }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Stops after the present window. What was read stays, and the next look goes on from there.
    public func stop() { running?.cancel() }

    private func perform(_ source: GrantedSource, _ budgetSeconds: Double) async {
        (isReading, problem, failures) = (true, nil, [:])
        let begin = IngestPace(at: clock())
        defer { (isReading, rate, remaining) = (false, nil, nil) }
        let (reports, continuation) = AsyncStream.makeStream(
            of: IngestReport.self, bufferingPolicy: .bufferingNewest(1))
        let work = Task { [device] in
            defer { continuation.finish() }
            return try await device.samples.ingest(from: source, budgetSeconds: budgetSeconds) {
                continuation.yield($0)
            }
        }
        do {
            let report = try await withTaskCancellationHandler {
                var pace = begin
                for await report in reports {
                    pace.note(report, at: clock())
                    (rate, remaining) = (pace.rate(formatter()), pace.remaining)
                    show(report.lanes)
                }
                return try await work.value
            } onCancel: {
                work.cancel()
            }
            end(report)
        } catch is CancellationError {
            outcome = "Stopped. The next look goes on from here."
        } catch {
            problem = diagnostics.message(of: error)
        }
        isReading = false
        refresh()
    }

    private func end(_ report: IngestReport) {
        failures = report.failures
        show(report.lanes)
        let stalled = report.stalled.map { SampleTypeTitle.of($0) }
        if !stalled.isEmpty {
            problem = diagnostics.message(of: IngestProblem.stalled(stalled))
        } else if !failures.isEmpty {
            problem = diagnostics.message(of: IngestProblem.unreadable(failures))
        }
        let (added, deleted) = (report.counts.addedCount, report.counts.deletedCount)
        var parts: [String] = []
        if added > 0 { parts.append(SyncModel.count(added, "new reading")) }
        if deleted > 0 { parts.append("\(deleted) deleted") }
        outcome = parts.isEmpty ? "Nothing new." : parts.joined(separator: ", ") + "."
        if !parts.isEmpty { onEdit() }
    }

    private func show(_ progress: [LaneProgress]) {
        let formatter = formatter()
        lanes = progress.map { lane in
            let isAtWork = lane.lane != nil
            return Lane(
                id: lane.type, title: SampleTypeTitle.of(lane.type),
                lane: lane.lane.map { $0 == .hot ? "Last days" : "Older days" } ?? "Up to date",
                window: isAtWork ? lane.readFrom.map { "back to \(formatter.day($0))" } : nil,
                fraction: lane.fraction,
                problem: failures[lane.type] ?? (lane.isStalled ? IngestProblem.stuckText : nil))
        }
    }

    // MARK: In the background

    /// Reads, and has the system wake the app when there is something new. Call it each time the app starts, because the system
    /// delivers to what it finds then, and after each step of permission.
    public func readAndFollow() async {
        await startWakeUps()
        await read()
    }

    private func startWakeUps() async {
        guard let source, canRead else { return }
        let wakeUps = wakeUps ?? makeWakeUps()
        self.wakeUps = wakeUps
        do {
            try await source.observe(askedTypes(), with: wakeUps)
        } catch {
            diagnostics.note(error)
        }
    }

    /// Ends reading and the wake-ups, before the phone is erased.
    public func end() async {
        wakeUps?.cancel()
        wakeUps = nil
        await source?.stopObserving()
        running?.cancel()
        await running?.value
    }

    /// Reads once within the time that the system gives a background task.
    public func readInBackground() async {
        await (wakeUps ?? makeWakeUps()).run()
    }

    private func makeWakeUps() -> WakeUps {
        WakeUps { [weak self] seconds in await self?.read(budgetSeconds: seconds) }
    }

    // MARK: Refused

    /// Sends the refused samples again with the next sync.
    public func retryRejected() { perform { try device.samples.retryRejected() } }

    /// Forgets the refused samples.
    public func discardRejected() { perform { try device.samples.discardRejected() } }

    // MARK: Keeping

    /// The months of samples that this phone keeps; nil for all. The server has the older ones.
    public var keepMonths: Int? {
        get { keptMonths }
        set { perform { try device.samples.setRetention(newValue) } }
    }

    /// The choices for `keepMonths`; nil for all.
    public static let keepChoices: [Int?] = [6, 12, 24, 60, nil]

    private func perform(_ action: () throws -> Void) {
        problem = nil
        do {
            try action()
            onEdit()
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    /// The counts that developer mode shows.
    var diagnosticLines: [DiagnosticsModel.Line] {
        guard let counts = try? device.samples.counts() else { return [] }
        return [
            ("Samples", counts.total), ("Samples to be sent", counts.pending),
            ("Samples on the server", counts.uploaded),
            ("Samples refused", counts.rejected), ("Deletions to be sent", counts.deletionsPending),
        ].map { .init(name: $0, value: String($1)) }
    }
}
