import Foundation
package import Vitals

/// Reads a health source window by window: performs what `LaneMachine` decides.
package struct Ingest: Sendable {
    private let store: MeasurementStore
    private let source: any SampleSource
    private let rules: SampleRules
    private let limit: Int
    private let uptime: @Sendable () -> Double

    /// - Parameters:
    ///   - limit: the most readings of a window.
    ///   - uptime: seconds since some moment, never set back.
    package init(
        _ store: MeasurementStore, _ source: any SampleSource, rules: SampleRules = .all,
        limit: Int = LaneMachine.windowLimit,
        uptime: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    ) {
        self.store = store
        self.source = source
        self.rules = rules
        self.limit = limit
        self.uptime = uptime
    }

    /// Reads until nothing is left, or the time is used up. What was stored stays, also where it throws.
    ///
    /// - Parameters:
    ///   - budgetSeconds: the system gives a background task some 30 seconds.
    ///   - maximumWindows: the number of windows after which it stops.
    ///   - progress: called after each window.
    /// - Throws: `StoreError`, `CancellationError`. An error of the source costs one type, and is in the report.
    package func run(
        budgetSeconds: Double = .infinity, maximumWindows: Int = .max,
        progress: @Sendable (IngestReport) -> Void = { _ in }
    ) async throws -> IngestReport {
        let deadline = uptime() + budgetSeconds
        var (report, news) = (IngestReport(), Set(source.types))
        try write { try $0.restartStalled(source.name) }
        while true {
            try Task.checkCancellation()
            let types = source.types.filter { report.failures[$0] == nil }
            let states = try read { try $0.lanes(source.name, types) }
            report.lanes = states.map { LaneProgress($0) }
            guard report.windowCount < maximumWindows else { break }
            let left = deadline - uptime()
            guard let window = LaneMachine.next(states, news: news, secondsLeft: left) else { break }
            do {
                let result = try await read(window)
                if case .changes(let changes) = result, !changes.hasMore { news.remove(window.type) }
                try store(result, window, &report)
            } catch is SourceAnchorLost {
                // One more chance in this run; a source that never knows its own mark is an error.
                guard report.restarted.insert(window.type).inserted else {
                    report.failures[window.type] = "The source doesn't know its own mark."
                    continue
                }
                try write { try $0.restart(source.name, window.type) }
            } catch let error as SourceError {
                report.failures[window.type] = error.detail
            }
            progress(report)
        }
        try store.features.didImport(to: store)
        return report
    }

    private func read(_ window: LaneWindow) async throws -> WindowResult {
        let limit = limit * window.limitFactor
        do {
            switch window.step {
            case .mark: return .mark(try await source.mark(of: window.type), at: store.clock())
            case .range(let from, let end):
                let to = rules.contains(.openEnd) ? end : end ?? window.before.markedAt
                return .page(try await source.samples(of: window.type, from: from, to: to, limit: limit))
            case .changes(let anchor):
                return .changes(try await source.changes(of: window.type, since: anchor, limit: limit))
            }
        } catch let error as SourceAnchorLost {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SourceError(detail: String(describing: error))
        }
    }

    private func store(_ result: WindowResult, _ window: LaneWindow, _ report: inout IngestReport) throws {
        var window = window
        if !rules.contains(.oneTransaction) {
            // Only a simulation comes here: the lane moves first, and a crash in between loses the readings.
            let moved = try write { tables in
                let state = tables.state(after: result, of: window)
                try tables.save(state, source.name)
                return state
            }
            window = LaneWindow(moved, window.step)
        }
        let outcome = try write { try $0.store(result, of: window, source: source.name) }
        report.windowCount += 1
        guard case .stored(let counts) = outcome else { return report.last = nil }
        report.counts = report.counts + counts
        report.last = IngestReport.Window(window: window, counts: counts)
    }

    private func write<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.write { try body(SampleTables($0, rules: rules)) }
    }

    private func read<Value>(_ body: (SampleTables) throws -> Value) throws -> Value {
        try store.read { try body(SampleTables(store.tables(reading: $0), rules: rules)) }
    }
}

private struct SourceError: Error { let detail: String }

/// What one run has read.
package struct IngestReport: Hashable, Sendable {
    package var windowCount = 0
    /// The window that was stored last; nil where another process was faster.
    package var last: Window?
    package var counts = WindowCounts()
    package var lanes: [LaneProgress] = []
    /// The types that the source couldn't read, each with a sentence.
    package var failures: [String: String] = [:]
    /// The types whose mark was lost, which begin anew.
    package var restarted: Set<String> = []

    package struct Window: Hashable, Sendable {
        package let window: LaneWindow
        package let counts: WindowCounts
    }

    package init() {}

    /// The types of which two windows in a row moved nothing.
    package var stalled: [String] { lanes.filter(\.isStalled).map(\.type) }
}
