public import Foundation
public import Observation
import Vitals
import VitalsEntities
import VitalsReminders

/// The model of the form of a reminder.
@MainActor
@Observable
public final class ReminderEditorModel: Identifiable {
    /// What a person has typed and chosen.
    public struct Draft: Hashable, Sendable {
        public var title = ""
        public var body = ""
        /// False for a reminder that's only on the list.
        public var rings = true
        /// Its first day, such as `2026-05-06`.
        public var day = ""
        /// Hours and minutes, such as `07:30`.
        public var time = ""
        /// A name such as `Europe/Berlin`.
        public var zone = ""
        public var repetition = ReminderRepetition.never
        /// The rule itself, for `ReminderRepetition.custom`.
        public var rule = ""
        public var end = ReminderEnd.never
        /// The number of times, for `ReminderEnd.afterCount`.
        public var count = "10"
        /// The last day, for `ReminderEnd.onDay`.
        public var lastDay = ""
        /// nil for the only group, or one that is made.
        public var group: UUID?
        public var tags: Set<UUID> = []
        /// The kind whose measurement completes it, such as `WEIGHT`; empty for none.
        public var measurement = ""
        /// Minutes after which it rings again until it's answered; empty for once.
        public var repeatMinutes = ""
    }

    /// Messages for the fields that the last `save()` didn't accept.
    public struct Errors: Hashable, Sendable {
        public var title: String?
        public var body: String?
        public var start: String?
        public var time: String?
        public var zone: String?
        public var rule: String?
        public var group: String?
        public var tags: String?
        public var measurement: String?
        public var repeatMinutes: String?
    }

    /// A group, a tag or a kind that can be chosen.
    public typealias Choice = ReminderChoice

    public let isNew: Bool
    public var draft: Draft
    public let groupChoices: [Choice<UUID>]
    public let tagChoices: [Choice<UUID>]
    public let measurementChoices: [Choice<String>]
    public private(set) var errors = Errors()
    /// The reason why it couldn't be saved, where no field is wrong.
    public private(set) var problem: String?
    /// The reason why nothing can be changed; nil if it can.
    public let readOnlyText: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    /// The reminder that is edited; nil for a new one.
    private let reminder: Reminder?
    private let original: Draft
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    init(
        _ reminder: Reminder?, device: Device, diagnostics: DiagnosticsLog,
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp, onEdit: @escaping @MainActor () -> Void
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.reminder = reminder
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
        isNew = reminder == nil
        let zone = formatter().calendar.timeZone
        original = Draft(reminder, zone: zone, now: clock())
        draft = original
        func choices(_ type: String) -> [Choice<UUID>] { (try? device.reminderChoices(type)) ?? [] }
        (groupChoices, tagChoices) = (choices("group"), choices("tag"))
        measurementChoices = MetricKind.known.map { Choice(id: $0.rawValue, name: $0.title) }.sorted {
            $0.name < $1.name
        }
        let isAllowed = (try? device.reminders(in: zone).access().isAllowed) ?? true
        readOnlyText = isAllowed ? nil : RemindersReadOnly().description
    }

    /// The title of the form: `New reminder` or `Edit reminder`.
    public var title: String { "\(isNew ? "New" : "Edit") reminder" }

    /// The first day and the time as a picker in UTC shows them.
    public var firstMoment: Date {
        get { Draft.moment(draft.day, draft.time) }
        set { (draft.day, draft.time) = Draft.texts(newValue) }
    }

    /// The last day as a picker in UTC shows it.
    public var lastMoment: Date {
        get { Draft.moment(draft.lastDay, "00:00") }
        set { draft.lastDay = Draft.texts(newValue).day }
    }

    // MARK: What the form says about the schedule

    /// The schedule in words: `every second Tuesday at 7:30`; nil while it isn't one.
    public var words: String? { schedule.map { RuleWords($0).text } }

    /// The next five times at which it would ring, by this phone's clock: `Today, 07:30`.
    public var preview: [String] {
        guard let schedule else { return [] }
        let (now, formatter) = (clock(), formatter())
        return schedule.occurrences(after: now, limit: 5, schedule.clock(orElse: formatter.calendar.timeZone)).map {
            formatter.dayAndTime($0.due, seenFrom: now)
        }
    }

    /// What is wrong with the schedule as it's typed; nil if nothing is.
    public var scheduleProblem: String? {
        do throws(ReminderInvalid) {
            _ = try draft.stored(seen: reminder).schedule()
            return nil
        } catch {
            return error.detail
        }
    }

    private var schedule: Schedule? { try? draft.stored(seen: reminder).schedule() }

    // MARK: Saving

    /// Stores what was typed. True once it's stored; false if the form has something to say first.
    public func save() -> Bool {
        (errors, problem) = (Errors(), nil)
        do {
            let reminders = device.reminders(in: formatter().calendar.timeZone)
            let stored = try draft.stored(seen: reminder, original: original)
            if let reminder {
                try reminders.update(reminder.id, stored)
            } else {
                try reminders.add(stored)
            }
        } catch let error as ReminderInvalid {
            show(error)
            return false
        } catch let error as StoreError where error.isNotFound {
            problem = diagnostics.message(of: error, as: "The reminder was deleted meanwhile. Nothing was saved.")
            return false
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
        onEdit()
        return true
    }

    private func show(_ error: ReminderInvalid) {
        switch error.field {
        case "title": errors.title = error.detail
        case "body": errors.body = error.detail
        case "start": errors.start = error.detail
        case "time": errors.time = error.detail
        case "zone": errors.zone = error.detail
        case "rule": errors.rule = error.detail
        case "group": errors.group = error.detail
        case "tags": errors.tags = error.detail
        case "measurement": errors.measurement = error.detail
        case "repeat": errors.repeatMinutes = error.detail
        default: problem = diagnostics.message(of: error)
        }
    }
}
