public import Foundation
public import Observation
public import Vitals
import VitalsEntities
import VitalsWorkouts

/// The model of the list of workouts, day by day.
@MainActor
@Observable
public final class WorkoutsModel {
    /// The days with workouts, the latest first.
    public private(set) var days: [WorkoutDay] = []
    /// True when older workouts can be shown.
    public private(set) var hasMore = false
    /// The reason why the last action failed.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void
    private let pageSize: Int
    private var limit: Int

    /// - Parameters:
    ///   - pageSize: the number of workouts shown at first, and added by each `showMore()`.
    ///   - onEdit: called after a change, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, pageSize: Int = 100,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.pageSize = pageSize
        self.onEdit = onEdit
        limit = pageSize
    }

    public var emptyText: String? {
        days.isEmpty
            ? "No workouts yet. They come from Health and from Apple Health exports, or you write them down here." : nil
    }

    /// Reads the store again.
    public func refresh() {
        do {
            let all = try device.workouts.list()
            hasMore = all.count > limit
            days = WorkoutDay.days(Array(all.prefix(limit)), formatter(), now: clock())
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Adds older workouts to the list.
    public func showMore() {
        guard hasMore else { return }
        limit += pageSize
        refresh()
    }

    /// The screen of one workout; nil if it's gone.
    public func showing(_ id: UUID) -> WorkoutModel? {
        let model = WorkoutModel(id, device: device, diagnostics: diagnostics, formatter: formatter, clock: clock)
        model.refresh()
        return model.isGone ? nil : model
    }

    /// The form of a new workout.
    public func adding() -> WorkoutEditorModel {
        WorkoutEditorModel(
            nil, device: device, diagnostics: diagnostics, formatter: formatter(), clock: clock, onEdit: onEdit)
    }

    /// The form of a workout; nil if it's gone, or if this build can't read when it was.
    public func editing(_ id: UUID) -> WorkoutEditorModel? {
        guard let workout = try? device.workouts.workout(id), WorkoutDraft(of: workout) != nil else { return nil }
        return WorkoutEditorModel(
            workout, device: device, diagnostics: diagnostics, formatter: formatter(), clock: clock, onEdit: onEdit)
    }

    /// Deletes a workout, here and with the next sync everywhere. One that is gone already isn't an error.
    public func delete(_ id: UUID) {
        problem = nil
        do {
            try device.workouts.delete(id)
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Deleted by a sync meanwhile; the list shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }
}
