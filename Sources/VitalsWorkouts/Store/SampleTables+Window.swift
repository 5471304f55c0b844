import Foundation
import GRDB
package import Vitals
import VitalsEntities

/// What a source returned for a window.
package enum WindowResult: Hashable, Sendable {
    case mark(SourceMark, at: Timestamp)
    case page(SourcePage)
    case changes(SourceChanges)

    var added: [SourceReading] {
        switch self {
        case .mark: []
        case .page(let page): page.readings
        case .changes(let changes): changes.added
        }
    }

    var deleted: [UUID] { if case .changes(let changes) = self { changes.deleted } else { [] } }
}

/// What became of a window.
package enum WindowOutcome: Hashable, Sendable {
    case stored(WindowCounts)
    /// Another process has moved the lane on meanwhile. Nothing was stored.
    case superseded
}

/// Counts of what a window brought.
package struct WindowCounts: Hashable, Sendable {
    /// Readings that were new here.
    package var addedCount = 0
    /// Readings that were here already, or were deleted.
    package var knownCount = 0
    package var deletedCount = 0

    package init() {}

    package static func + (one: WindowCounts, other: WindowCounts) -> WindowCounts {
        var sum = one
        sum.addedCount += other.addedCount
        sum.knownCount += other.knownCount
        sum.deletedCount += other.deletedCount
        return sum
    }
}

extension SampleTables {
    // MARK: Lanes

    /// The state of a source's type; that of one which nothing was read of, if the store knows none.
    package func lane(_ source: String, _ type: String) throws -> LaneState {
        let sql = "SELECT * FROM sample_lane WHERE source = ? AND type = ?"
        return try Row.fetchOne(database.cachedStatement(sql: sql), arguments: [source, type]).map { LaneState($0) }
            ?? LaneState(type: type)
    }

    package func lanes(_ source: String, _ types: [String]) throws -> [LaneState] {
        try types.map { try lane(source, $0) }
    }

    /// The sources of which this phone has read something.
    package func laneSources() throws -> [String: [LaneState]] {
        try Row.fetchAll(database, sql: "SELECT * FROM sample_lane ORDER BY source, type").reduce(into: [:]) {
            $0[$1["source"], default: []].append(LaneState($1))
        }
    }

    func save(_ state: LaneState, _ source: String) throws {
        try execute(
            """
            INSERT OR REPLACE INTO sample_lane (source, type, anchor, marked_at, read_from, floor, span, stalls)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                source, state.type, state.anchor?.rawValue, state.markedAt?.millisecondsSinceEpoch,
                state.readFrom?.millisecondsSinceEpoch, state.floor?.millisecondsSinceEpoch, state.spanMilliseconds,
                state.stalls,
            ])
    }

    /// Types that stalled are tried again.
    package func restartStalled(_ source: String) throws {
        try execute(
            "UPDATE sample_lane SET stalls = 0 WHERE source = ? AND stalls >= ?", [source, LaneMachine.maximumStalls])
    }

    /// A type whose mark was lost begins anew. Ids come from the content, so what is read again adds nothing.
    package func restart(_ source: String, _ type: String) throws { try save(LaneState(type: type), source) }

    // MARK: Windows

    /// Stores what a window brought, and moves the lane, in the transaction that these tables belong to.
    ///
    /// 1. If the lane isn't where the window began, another process was faster: nothing is stored.
    /// 2. Each reading is kept, and counted as added or as known.
    /// 3. Each deletion is carried out. What the same window adds and deletes is deleted.
    /// 4. The lane has moved on by the window.
    package func store(_ result: WindowResult, of window: LaneWindow, source: String) throws -> WindowOutcome {
        // @write 24 store-window
        guard try lane(source, window.type) == window.before else { return .superseded }
        var counts = WindowCounts()
        for reading in result.added {
            if try keep(reading) { counts.addedCount += 1 } else { counts.knownCount += 1 }
        }
        for id in result.deleted { try remove(id, type: window.type) }
        counts.deletedCount = result.deleted.count
        try save(state(after: result, of: window), source)
        return .stored(counts)
        // @starter
        //| throw NotWritten(24, "keep what the window brought, and move the lane")
        // @end
    }

    /// The lane's state once the window is stored.
    func state(after result: WindowResult, of window: LaneWindow) -> LaneState {
        switch (result, window.step) {
        case (.mark(let mark, let now), _): return window.before.after(mark, at: now)
        case (.page(let page), .range(let from, _)): return window.before.after(page, from: from, rules: rules)
        case (.changes(let changes), _): return window.before.after(changes)
        case (.page, _): return window.before
        }
    }

    /// Keeps a reading, unless it is here, or was deleted.
    ///
    /// - Returns: true if it was new here.
    func keep(_ reading: SourceReading) throws -> Bool {
        switch reading.content {
        case .sample(let sample): return try insert(sample, sourceID: reading.id)
        case .measurement(let record):
            guard try !isGone(reading.id) else { return false }
            var transaction = ImportTransaction(tables: tables)
            try transaction.add(record)
            try tables.noteHealthSamples([HealthSampleLink(sample: reading.id, record: record.id)], deleted: [])
            return transaction.report.addedCount > 0
        case .workout(let id, let fields):
            guard try !isGone(reading.id) else { return false }
            try execute(
                "INSERT OR IGNORE INTO sample_link (source_id, id) VALUES (?, ?)", [reading.id.bytes, id.bytes])
            return try addWorkout(id, fields)
        }
    }

    private func isGone(_ sourceID: UUID) throws -> Bool {
        guard rules.contains(.earlyDeletions) else { return false }
        let sql = "SELECT 1 FROM sample_gone WHERE source_id = ?"
        return try Int.fetchOne(database.cachedStatement(sql: sql), arguments: [sourceID.bytes]) != nil
    }

    /// Removes what the source has deleted, by the source's own id; what is still to come never comes then. A record is deleted by the device's own feature for that, which reads the note.
    func remove(_ sourceID: UUID, type: String) throws {
        guard type == Self.workoutType else {
            if case .measurement? = SampleType.named(type)?.storage {
                try execute("INSERT OR IGNORE INTO sample_gone (source_id) VALUES (?)", [sourceID.bytes])
                return try tables.noteHealthSamples([], deleted: [sourceID])
            }
            return try delete(sourceID: sourceID)
        }
        let sql = "SELECT id FROM sample_link WHERE source_id = ?"
        let id = try Data.fetchOne(database.cachedStatement(sql: sql), arguments: [sourceID.bytes])
        try execute("INSERT OR IGNORE INTO sample_gone (source_id) VALUES (?)", [sourceID.bytes])
        if let id = id.flatMap(UUID.init(bytes:)) { try removeWorkout(id) }
    }
}

extension LaneState {
    init(_ row: Row) {
        self.init(type: row["type"])
        anchor = (row["anchor"] as String?).map(HealthAnchor.init(rawValue:))
        markedAt = (row["marked_at"] as Int64?).map { Timestamp(clamping: $0) }
        readFrom = (row["read_from"] as Int64?).map { Timestamp(clamping: $0) }
        floor = (row["floor"] as Int64?).map { Timestamp(clamping: $0) }
        spanMilliseconds = row["span"]
        stalls = row["stalls"]
    }
}
