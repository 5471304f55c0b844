import Foundation
import GRDB
import Vitals
import VitalsEntities

extension ReminderTables {
    /// Completes what a measurement answers: of each reminder of its kind, the open occurrence of its own local date. The answer
    /// is stored in the transaction that stores the measurement.
    ///
    /// It runs for each record that a local write has put into its row. Only one that a person has just recorded on this phone
    /// counts: an edit has a later version, and an imported record isn't the phone's own.
    func complete(by record: Vitals.Measurement, zone: TimeZone) throws {
        guard record.version == 1, !record.isDeleted else { return }
        let ids = try reminders(waitingFor: record.kind)
        guard !ids.isEmpty, try tables.row(record.id)?.isOwn == true, try access().isAllowed else { return }
        for reminder in try ids.compactMap({ try reminder($0) }) where reminder.measurement == record.kind {
            guard let schedule = reminder.schedule else { continue }
            let day = schedule.clock(orElse: zone).day(of: record.recordedAt)
            let name = schedule.rule == nil ? Occurrence.once : day.text
            let isItsDay =
                schedule.rule.map { RecurrenceDays($0, from: schedule.start).contains(day) } ?? (schedule.start == day)
            guard isItsDay, reminder.states[name]?.isFinal != true else { continue }
            try entities.update(reminder.id, ["occurrences.\(name)": OccurrenceState.completed.json])
        }
    }

    /// The reminders whose fields name the kind: each measurement asks, and most phones have many reminders that name none.
    private func reminders(waitingFor kind: MetricKind) throws -> [UUID] {
        let member = "\"measurement\":\(CanonicalJSON.text(.string(kind.rawValue)))"
        return try String.fetchAll(
            tables.database.cachedStatement(
                sql: "SELECT id FROM entity_view WHERE type = 'reminder' AND instr(fields, ?) > 0"), arguments: [member]
        ).compactMap { UUID(text: $0) }
    }
}
