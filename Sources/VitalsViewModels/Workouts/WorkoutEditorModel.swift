public import Foundation
public import Observation
public import Vitals
import VitalsWorkouts

/// The model of the form of a workout.
@MainActor
@Observable
public final class WorkoutEditorModel: Identifiable {
    /// The fields as a person has typed and chosen them. Numbers are texts in the person's language.
    public struct Draft: Hashable, Sendable {
        /// A name such as `run`; empty for none.
        public var activity = ""
        public var start: Timestamp
        public var minutes = ""
        /// In the unit that the person prefers.
        public var distance = ""
        /// In kilocalories.
        public var energy = ""
        /// The average, in beats per minute.
        public var heartRate = ""
        public var note = ""
    }

    /// Messages for the fields that the last `save()` didn't accept.
    public struct Errors: Hashable, Sendable {
        public var activity: String?
        public var start: String?
        public var minutes: String?
        public var distance: String?
        public var energy: String?
        public var heartRate: String?
        public var note: String?
    }

    /// An activity that can be chosen.
    public struct Choice: Identifiable, Hashable, Sendable {
        public let id: String
        public let title: String
    }

    public let isNew: Bool
    public var draft: Draft
    public private(set) var errors = Errors()
    /// The reason why it couldn't be saved, where no field is wrong.
    public private(set) var problem: String?
    /// The activities, with one that this build doesn't know if the workout has it.
    public let activityChoices: [Choice]
    /// The unit of the distance: `km`.
    public var distanceSymbol: String { unit.symbol }

    private let device: Device
    private let diagnostics: DiagnosticsLog
    /// The workout that is edited; nil for a new one.
    private let workout: Workout?
    private let original: Draft
    private let formatter: DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    private var unit: MetricUnit { formatter.units.distance }

    init(
        _ workout: Workout?, device: Device, diagnostics: DiagnosticsLog, formatter: DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp, onEdit: @escaping @MainActor () -> Void
    ) {
        self.workout = workout
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
        isNew = workout == nil
        let original = Draft(workout, formatter, now: clock())
        self.original = original
        draft = original
        var choices = WorkoutActivity.allCases.map { Choice(id: $0.rawValue, title: $0.title) }
        if !original.activity.isEmpty, !choices.contains(where: { $0.id == original.activity }) {
            choices.append(Choice(id: original.activity, title: original.activity.onOneLine))
        }
        activityChoices = choices
    }

    /// The title of the form.
    public var title: String { isNew ? "New workout" : "Edit workout" }

    /// The start as a picker shows it.
    public var startDate: Date {
        get { draft.start.date }
        set { draft.start = Timestamp(newValue) }
    }

    /// Stores what was typed. True once it's stored; false if the form has something to say first.
    public func save() -> Bool {
        (errors, problem) = (Errors(), nil)
        guard let stored = read() else { return false }
        do {
            if let workout {
                try device.workouts.update(workout.id, stored)
            } else {
                try device.workouts.add(stored)
            }
        } catch let error as WorkoutInvalid {
            show(error)
            return false
        } catch let error as StoreError where error.isNotFound {
            problem = diagnostics.message(of: error, as: "The workout was deleted meanwhile. Nothing was saved.")
            return false
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
        onEdit()
        return true
    }

    /// The draft that the device stores; nil if a number can't be read. What wasn't touched stays as exact as it was.
    private func read() -> WorkoutDraft? {
        var stored = workout.flatMap { WorkoutDraft(of: $0) } ?? WorkoutDraft(start: draft.start, minutes: 0)
        if draft.start != original.start || isNew { stored.start = draft.start }
        if draft.start > clock() { errors.start = EntryForm.future }
        if draft.minutes != original.minutes || isNew {
            let minutes = number(draft.minutes)
            errors.minutes = minutes == nil ? noNumber(draft.minutes, example: 45, isNeeded: true) : nil
            stored.minutes = minutes ?? stored.minutes
        }
        if draft.distance != original.distance {
            let distance = number(draft.distance)
            errors.distance = distance == nil ? noNumber(draft.distance, example: 8.2) : nil
            stored.distance = distance.map { $0 * unit.canonicalFactor }
        }
        if draft.energy != original.energy {
            stored.energy = number(draft.energy)
            errors.energy = stored.energy == nil ? noNumber(draft.energy, example: 420) : nil
        }
        if draft.heartRate != original.heartRate {
            stored.heartRate = number(draft.heartRate)
            errors.heartRate = stored.heartRate == nil ? noNumber(draft.heartRate, example: 142) : nil
        }
        (stored.activity, stored.note) = (draft.activity, draft.note)
        return errors == Errors() ? stored : nil
    }

    private func number(_ text: String) -> Double? { NumberReader(locale: formatter.locale).value(of: text) }

    /// The message for a text that isn't a number; nil for an empty one, where no number is needed.
    private func noNumber(_ text: String, example: Double, isNeeded: Bool = false) -> String? {
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !isBlank || isNeeded else { return nil }
        let number = formatter.number(example, in: unit)
        return isBlank ? "Write a number, such as \(number)." : "That isn't a number. Write it like \(number)."
    }

    private func show(_ error: WorkoutInvalid) {
        switch error.field {
        case "activity": errors.activity = error.detail
        case "start", "end": errors.start = error.detail
        case "minutes": errors.minutes = error.detail
        case "distance": errors.distance = error.detail
        case "energy": errors.energy = error.detail
        case "heartRate": errors.heartRate = error.detail
        case "note": errors.note = error.detail
        default: problem = diagnostics.message(of: error)
        }
    }
}

extension WorkoutEditorModel.Draft {
    /// The fields that a form shows of a workout; of a new one, that it began half an hour ago.
    init(_ workout: Workout?, _ formatter: DisplayFormatter, now: Timestamp) {
        guard let workout else {
            self.init(start: now.advanced(bySeconds: -1_800))
            return
        }
        func text(_ number: Double?, in unit: MetricUnit) -> String {
            number.map { formatter.number($0 / unit.canonicalFactor, in: unit) } ?? ""
        }
        self.init(
            activity: workout.activity ?? "", start: workout.start ?? now,
            minutes: text(workout.minutes, in: .kilocalories),
            distance: text(workout.distance, in: formatter.units.distance),
            energy: text(workout.energy, in: .kilocalories), heartRate: text(workout.heartRate, in: .beatsPerMinute),
            note: workout.note)
    }
}
