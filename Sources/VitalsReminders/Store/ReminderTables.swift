import Foundation
import GRDB
import Vitals
import VitalsEntities

/// The statements that read and write a phone's reminders within one transaction.
struct ReminderTables {
    let tables: RecordTables
    let entities: EntityTables

    init(_ tables: RecordTables) {
        self.tables = tables
        entities = EntityTables(tables, types: .builtIn, rules: .all)
    }

    private var database: Database { tables.database }

    func all() throws -> [Reminder] {
        let pageSize = 500
        var (found, last) = ([Reminder](), Entity?.none)
        while true {
            let page = try entities.list("reminder", after: last, limit: pageSize)
            found += page.map { Reminder($0) }
            last = page.last
            if page.count < pageSize { return found }
        }
    }

    func reminder(_ id: UUID) throws -> Reminder? {
        try entities.entity(id).flatMap { $0.type == "reminder" ? Reminder($0) : nil }
    }

    // MARK: The state of the ringing

    func ringState() throws -> RingState {
        var state = RingState()
        for row in try Row.fetchAll(database.cachedStatement(sql: "SELECT * FROM reminder_ring")) {
            guard let id = UUID(text: row["reminder"]) else { continue }
            let key = Alarm.Key(id, row["occurrence"])
            if let at = (row["at"] as Int64?).flatMap({ Timestamp(millisecondsSinceEpoch: $0) }) {
                state.scheduled[key] = Alarm(key: key, at: at, title: row["title"], cause: row["cause"])
            }
            if row["shown"] { state.shown.insert(key) }
            if row["returned"] { state.returned.insert(key) }
            let causes = (try? JSONValue(parsing: row["rung"] as String))?.texts ?? []
            if !causes.isEmpty { state.rung[key] = Set(causes) }
        }
        return state
    }

    /// Writes what is different from before, and forgets what can't ring any more.
    func save(_ state: RingState, before: RingState) throws {
        let now = tables.clock()
        for key in before.keys.union(state.keys) where state.row(key) != before.row(key) {
            let alarm = state.scheduled[key]
            try tables.execute(
                """
                INSERT OR REPLACE INTO reminder_ring (reminder, occurrence, at, title, cause, shown, returned, rung, noted_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    key.reminder.lowercased, key.occurrence, alarm?.at.millisecondsSinceEpoch, alarm?.title,
                    alarm?.cause,
                    state.shown.contains(key), state.returned.contains(key),
                    CanonicalJSON.text(.set(state.rung[key].map(Array.init) ?? [])), now.millisecondsSinceEpoch,
                ])
        }
        // What is due and has no answer is shown, so a row that is neither shown nor scheduled matters only to a clock that is
        // set back.
        try tables.execute(
            "DELETE FROM reminder_ring WHERE at IS NULL AND shown = 0 AND (rung = '[]' OR noted_at < ?)",
            [now.millisecondsSinceEpoch - Self.memoryMilliseconds])
    }

    /// How long a phone knows what rang, once that is neither due nor on the screen: 60 days.
    private static let memoryMilliseconds: Int64 = 60 * 86_400_000

    // MARK: The account

    /// - Returns: the access by the last answer of the server and account that the phone is bound to.
    func access() throws -> AccessState {
        let now = tables.clock()
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT bound_to, answer, answered_at FROM reminder_account"))
        guard let row, try row["bound_to"] == binding(),
            let answer = (try? JSONValue(parsing: row["answer"] as String)).flatMap({ AccountAnswer(json: $0) })
        else { return AccessState(nil, answeredAt: now, now: now) }
        return AccessState(answer, answeredAt: Timestamp(clamping: row["answered_at"]), now: now)
    }

    /// Stores an answer; nil forgets the last one, because the server asks for nothing any more.
    func noteAccount(_ answer: AccountAnswer?) throws {
        guard let answer else { return try tables.execute("DELETE FROM reminder_account") }
        try tables.execute(
            "INSERT OR REPLACE INTO reminder_account (id, bound_to, answer, answered_at) VALUES (0, ?, ?, ?)",
            [try binding(), CanonicalJSON.text(answer.json), tables.clock().millisecondsSinceEpoch])
    }

    /// Throws where the account may not change reminders.
    func requireAccess() throws {
        if try !access().isAllowed { throw RemindersReadOnly() }
    }

    private func binding() throws -> String {
        let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT origin, account FROM sync_state"))
        return "\(row?["origin"] as String? ?? "") \(row?["account"] as String? ?? "")"
    }
}

extension RingState {
    fileprivate struct Row: Hashable {
        let scheduled: Alarm?
        let isShown, hasReturned: Bool
        let rung: Set<String>
    }

    fileprivate var keys: Set<Alarm.Key> {
        Set(scheduled.keys).union(rung.keys).union(shown).union(returned)
    }

    fileprivate func row(_ key: Alarm.Key) -> Row {
        Row(
            scheduled: scheduled[key], isShown: shown.contains(key), hasReturned: returned.contains(key),
            rung: rung[key] ?? [])
    }
}
