public import Foundation
public import Observation
public import Vitals
import VitalsEntities
import VitalsReminders

/// The model of the reminders: what is due today and on the next days, and all of them by group.
@MainActor
@Observable
public final class RemindersModel {
    /// The last answer that was given here, for an undo button.
    public struct LastAnswer: Hashable, Sendable {
        /// A few words for the button's line: `Pills: done`.
        public let text: String
        let reminder: UUID
        let occurrence: String
        /// The answer before.
        let before: OccurrenceState?
    }

    /// A time for which something can be put off.
    public struct SnoozeChoice: Identifiable, Hashable, Sendable {
        public let minutes: Int
        public let title: String
        public var id: Int { minutes }
    }

    public static let snoozeChoices = [
        SnoozeChoice(minutes: 10, title: "10 minutes"), SnoozeChoice(minutes: 60, title: "1 hour"),
        SnoozeChoice(minutes: 180, title: "3 hours"), SnoozeChoice(minutes: 1_440, title: "1 day"),
    ]
    /// The number of days after today that are listed.
    public static let upcomingDays = 7

    /// What is due and has no answer, the oldest first.
    public private(set) var overdue: [ReminderItem] = []
    /// What is due later today, and what was answered today.
    public private(set) var today: [ReminderItem] = []
    /// What is due on the days after today.
    public private(set) var upcoming: [ReminderItem] = []
    /// All reminders by group, sorted by name.
    public private(set) var groups: [ReminderGroup] = []
    /// The reason why nothing can be changed; nil if it can.
    public private(set) var readOnlyText: String?
    /// The answer that `undo()` takes back; nil when there is none, or after `dismissUndo()`.
    public private(set) var last: LastAnswer?
    /// The reason why the last action failed.
    public private(set) var problem: String?

    /// The ringing of this phone.
    public let ringing: RingingModel

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    /// - Parameters:
    ///   - ringing: nil for a phone that doesn't ring.
    ///   - onEdit: called after a change, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, ringing: RingingModel? = nil,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.ringing = ringing ?? RingingModel(device: device, notifier: nil)
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
    }

    public var emptyText: String? {
        groups.isEmpty
            ? "No reminders yet. A reminder rings at a time, once or again and again, on all your phones." : nil
    }

    private var zone: TimeZone { formatter().calendar.timeZone }
    private var reminders: DeviceReminders { device.reminders(in: zone) }

    /// Reads the store again. A list says what is due at this moment, so it's also called when the next alarm comes.
    public func refresh() {
        do {
            let (now, zone, formatter) = (clock(), zone, formatter())
            let agenda = try reminders.agenda(now: now)
            let names = try groupNames()
            func items(_ entries: [Agenda.Entry], isToday: Bool = false) -> [ReminderItem] {
                entries.map { entry in
                    ReminderItem(
                        entry, isToday: isToday, group: entry.reminder.group.flatMap { names[$0] }, now: now,
                        zone: zone,
                        formatter)
                }
            }
            overdue = items(agenda.overdue)
            today = items(agenda.today, isToday: true)
            upcoming = items(agenda.upcoming(Self.upcomingDays))
            groups = Dictionary(grouping: try reminders.all().filter { $0.group != nil }) { $0.group ?? $0.id }
                .map { id, all in
                    ReminderGroup(
                        id: id, name: names[id] ?? "Untitled group", rows: all.map { ReminderRow($0, zone: zone) })
                }
                .sorted { ($0.name.lowercased(), $0.id.lowercased) < ($1.name.lowercased(), $1.id.lowercased) }
            readOnlyText = try reminders.access().isAllowed ? nil : RemindersReadOnly().description
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    // MARK: Answers

    public func done(_ item: ReminderItem) { answer(item, .completed, "done") }

    public func skip(_ item: ReminderItem) { answer(item, .skipped, "skipped") }

    /// Puts an occurrence off.
    ///
    /// - Parameter minutes: from now, up to 30 days.
    public func snooze(_ item: ReminderItem, minutes: Int) {
        let until = clock().advanced(bySeconds: Double(minutes) * 60)
        answer(item, .snoozed(until: until), "snoozed until \(formatter().dayAndTime(until, seenFrom: clock()))")
    }

    /// Takes the answer of an occurrence back.
    public func reopen(_ item: ReminderItem) { answer(item, nil, "open again") }

    /// Takes back the last answer that was given here.
    public func undo() {
        guard let last else { return }
        self.last = nil
        var before = last.before
        // A snooze that is over by now is none.
        if case .snoozed(let until) = before, until <= clock() { before = nil }
        perform { try reminders.answer(last.reminder, last.occurrence, before) }
    }

    /// Hides the undo button.
    public func dismissUndo() { last = nil }

    /// Gives the answer that a press on a notification means.
    func answer(notice name: String, button: String) {
        perform { try reminders.answer(notice: name, button: button, now: clock()) }
    }

    private func answer(_ item: ReminderItem, _ state: OccurrenceState?, _ word: String) {
        perform {
            let before = try reminders.reminder(item.reminder)?.states[item.occurrence]
            try reminders.answer(item.reminder, item.occurrence, state)
            last = LastAnswer(
                text: "\(item.title): \(word)", reminder: item.reminder, occurrence: item.occurrence, before: before)
        }
    }

    // MARK: Reminders

    /// The form of a new reminder. Once it's stored, the person is asked for permission to notify.
    public func adding() -> ReminderEditorModel {
        ReminderEditorModel(nil, device: device, diagnostics: diagnostics, formatter: formatter, clock: clock) {
            [onEdit, ringing] in
            onEdit()
            Task { await ringing.reminderAdded() }
        }
    }

    /// The form of a reminder; nil if it's gone.
    public func editing(_ id: UUID) -> ReminderEditorModel? {
        guard let reminder = try? reminders.reminder(id) else { return nil }
        return ReminderEditorModel(
            reminder, device: device, diagnostics: diagnostics, formatter: formatter, clock: clock, onEdit: onEdit)
    }

    /// Deletes a reminder, here and with the next sync everywhere. One that is gone already isn't an error.
    public func delete(_ id: UUID) { perform { try reminders.delete(id) } }

    private func perform(_ action: () throws -> Void) {
        problem = nil
        do {
            try action()
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Deleted by a sync meanwhile; the list shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }

    private func groupNames() throws -> [UUID: String] {
        let all = try device.reminderChoices("group")
        return Dictionary(all.map { ($0.id, $0.name) }) { one, _ in one }
    }
}
