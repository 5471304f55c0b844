public import Foundation
public import Observation
import Vitals
import VitalsWorkouts

/// The model of the screen of one workout: its values, and how the heart beat.
@MainActor
@Observable
public final class WorkoutModel: Identifiable {
    public struct Line: Identifiable, Hashable, Sendable {
        public let name: String
        public let value: String
        public var id: String { name }
    }

    public let id: UUID
    /// The activity: `Run`.
    public private(set) var title = ""
    public private(set) var lines: [Line] = []
    /// nil if nothing is known of the heart rate.
    public private(set) var band: HeartRateChart?
    public private(set) var note = ""
    /// True once it was deleted.
    public private(set) var isGone = false
    /// False for one that this build can't read well enough to change it.
    public private(set) var canEdit = false
    /// The reason why it couldn't be read.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp

    init(
        _ id: UUID, device: Device, diagnostics: DiagnosticsLog,
        formatter: @escaping @MainActor () -> DisplayFormatter, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.id = id
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
    }

    /// Reads the store again.
    public func refresh() {
        do {
            guard let workout = try device.workouts.workout(id) else {
                isGone = true
                return
            }
            show(workout, try device.workouts.heartRates(of: workout))
            problem = nil
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private func show(_ workout: Workout, _ points: [HeartRatePoint]) {
        let (formatter, now) = (formatter(), clock())
        let texts = WorkoutTexts(formatter)
        title = workout.title.onOneLine
        note = workout.note
        canEdit = WorkoutDraft(of: workout) != nil
        lines = [
            ("Started", workout.start.map { formatter.dayAndTime($0, seenFrom: now) }),
            ("Ended", workout.lastMoment.map { formatter.dayAndTime($0, seenFrom: now) }),
            ("Duration", workout.minutes.map(texts.duration)),
            ("Distance", workout.distance.map(texts.distance)),
            ("Pace", texts.pace(workout)),
            ("Active energy", workout.energy.map(texts.energy)),
            ("Source", workout.source?.onOneLine),
            ("Device", workout.device?.onOneLine),
            ("Sync", workout.waits ? "Saved here" : nil),
        ].compactMap { name, value in value.map { Line(name: name, value: $0) } }
        band = HeartRateChart(workout, points, texts)
    }
}
