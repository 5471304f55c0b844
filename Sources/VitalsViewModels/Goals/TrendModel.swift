public import Foundation
public import Observation
import Vitals
import VitalsGoals
import VitalsReminders

/// The model of the weight's chart: the trend, the goal, and the form that sets it.
@MainActor
@Observable
public final class TrendModel {
    /// The chart; nil where the range has no weight.
    public private(set) var chart: TrendChart?
    /// The trend, such as `72.4 kg, −0.3 kg a week`; nil while there is no weight at all.
    public private(set) var trendText: String?
    /// The goal, such as `70.0 kg by 1 March 2027`; nil if there is none.
    public private(set) var goalText: String?
    /// A sentence about when the goal is reached; nil if there is none.
    public private(set) var outlookText: String?
    /// What the form begins with: the goal in the person's unit, or nothing.
    public private(set) var draftText = ""
    /// The same for the day; nil if the goal has none.
    public private(set) var draftDay: Date?
    /// The reason why a goal wasn't stored, or the store couldn't be read.
    public private(set) var problem: String?
    /// How many days the chart shows.
    public var range = TrendChart.Range.month {
        didSet { refresh() }
    }

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let formatter: @MainActor () -> DisplayFormatter
    private let clock: @Sendable () -> Timestamp
    private let onEdit: @MainActor () -> Void

    init(
        device: Device, diagnostics: DiagnosticsLog, formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp, onEdit: @escaping @MainActor () -> Void
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.formatter = formatter
        self.clock = clock
        self.onEdit = onEdit
    }

    /// Reads the store again.
    public func refresh() {
        do {
            let (goals, now) = (goals, clock())
            let (trend, goal, today) = (try goals.trend(now: now), try goals.goal(), goals.day(of: now))
            let texts = GoalTexts(formatter: formatter())
            chart = TrendChart(trend, goal: goal, range: range, today: today, texts: texts)
            trendText = trend.points.isEmpty ? nil : texts.trend(trend)
            goalText = goal.map { texts.goal($0) }
            outlookText = goal.map {
                texts.outlook(
                    GoalOutlook(of: trend, value: $0.value, startValue: $0.startValue, today: today), of: $0)
            }
            draftText = goal.map { texts.typed($0.value) } ?? ""
            draftDay = goal?.by.flatMap(date)
            problem = nil
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    /// Sets the goal.
    ///
    /// - Parameters:
    ///   - text: a number as the person's language writes it, in their unit of weights.
    ///   - day: by when; nil for no day.
    /// - Returns: true if it's stored; false with `problem`.
    @discardableResult
    public func setGoal(_ text: String, by day: Date? = nil) -> Bool {
        let formatter = formatter()
        do {
            // A goal that nobody touched keeps its last digit.
            if text == draftText, let goal = try goals.goal() {
                return try store(GoalDraft(.weight, goal.value, .kilograms, by: day.map(calendarDay)))
            }
            let value = NumberReader(locale: formatter.locale).value(of: text) ?? .nan
            return try store(GoalDraft(.weight, value, formatter.units.weight, by: day.map(calendarDay)))
        } catch {
            problem = diagnostics.message(of: error)
            return false
        }
    }

    private func store(_ draft: GoalDraft) throws -> Bool {
        try goals.set(draft, now: clock())
        refresh()
        onEdit()
        return true
    }

    /// Removes the goal. One that is gone already isn't an error.
    public func removeGoal() {
        do {
            try goals.remove()
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Removed by a sync meanwhile; the screen shows it.
        } catch {
            problem = diagnostics.message(of: error)
            return
        }
        refresh()
    }

    private var zone: TimeZone { formatter().calendar.timeZone }

    private var goals: DeviceGoals { device.goals(in: zone) }

    private func calendarDay(_ date: Date) -> CalendarDay { WallClock(zone).day(of: Timestamp(date)) }

    private func date(_ day: CalendarDay) -> Date? { WallClock(zone).moment(day, .midnight).date }
}
