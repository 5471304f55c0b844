import ArgumentParser
import Foundation
import Vitals
import VitalsEntities
import VitalsGoals
import VitalsReminders

extension TerminalFeature {
    static let goals = TerminalFeature(commands: [Trend.self, GoalCommands.self])
}

struct Trend: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the trend of your weight, and when you reach your goal.",
        discussion: """
            The trend is a moving average in which each day has a tenth, so water and meals don't move it much. Its rate is that
            of the last four weeks.

            EXAMPLE
              vitals-device trend
              vitals-device trend weight --json

            EXIT STATUS
              1 if there is no weight yet.
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The kind of measurement.") var kind: MetricKind = .weight

    func validate() throws {
        if !Goal.kinds.contains(kind) { throw ValidationError("There is a trend of weight only.") }
    }

    func run() throws {
        let (goals, now) = (try phone.open().goals, Timestamp.systemClock())
        let (trend, goal, today) = (try goals.trend(now: now), try goals.goal(kind), goals.day(of: now))
        let outlook = goal.map {
            GoalOutlook(of: trend, value: $0.value, startValue: $0.startValue, today: today)
        }
        if phone.json { return Terminal.json(.trend(trend, goal, outlook)) }
        guard let latest = trend.points.last else {
            throw PhoneError("There is no weight yet. Add one with: vitals-device add weight 72.3 kg")
        }
        Terminal.show("trend    \(latest.value.displayKilograms) on \(latest.day.text)")
        Terminal.show(
            "rate     \(trend.perWeek.map { "\($0.displayChange) a week" } ?? "unknown before a week of weights")")
        guard let goal, let outlook else { return }
        Terminal.show("goal     \(goal.display)")
        Terminal.show("outlook  \(outlook.display(by: goal.by))")
    }
}

struct GoalCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goal", abstract: "Show, set and remove the goal of your weight.",
        discussion: """
            Your other phones have it with the next sync. There is one goal; the one that was set last counts.

            EXAMPLE
              vitals-device goal
              vitals-device goal set 70 kg --by 2027-03-01
              vitals-device goal remove
            """,
        subcommands: [GoalShow.self, GoalSet.self, GoalRemove.self], defaultSubcommand: GoalShow.self)
}

struct GoalShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the goal (the default).")

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let goal = try phone.open().goals.goal()
        if phone.json { return Terminal.json(goal.map { .goal($0) } ?? .null) }
        Terminal.show(goal?.display ?? "There is no goal. Set one with: vitals-device goal set 70 kg --by 2027-03-01")
    }
}

struct GoalSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the goal of your weight.",
        discussion: """
            EXAMPLE
              vitals-device goal set 70 kg
              vitals-device goal set 154 lb --by 2027-03-01
            """)

    @OptionGroup var phone: PhoneOptions
    @Argument(help: "The weight that you want to reach, with a decimal point.") var value: String
    @Argument(help: "The unit. Default: kg.") var unit: MetricUnit = .kilograms
    @Option(help: ArgumentHelp("The day by which you want to reach it.", valueName: "day")) var by: String?

    func run() throws {
        let day = by.map { CalendarDay($0) }
        if let day, day == nil { throw ValidationError("--by is a day, such as 2027-03-01.") }
        // What is no number is refused with the other values that are no goal.
        let number = Decimal(argument: value)?.value ?? .nan
        let goal = try phone.open().goals.set(
            GoalDraft(.weight, number, unit, by: day ?? nil), now: Timestamp.systemClock())
        if phone.json { return Terminal.json(.goal(goal)) }
        Terminal.show("Your goal is \(goal.display).")
    }
}

struct GoalRemove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove the goal.")

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        try phone.open().goals.remove()
        if phone.json { return Terminal.json(.null) }
        Terminal.show("The goal is removed.")
    }
}

extension Double {
    /// `72.4 kg`. A tenth is what a scale tells.
    fileprivate var displayKilograms: String {
        // Adding zero takes the sign from what rounds to it.
        let tenths = (self * 10).rounded() / 10 + 0
        let text = CanonicalJSON.number(tenths)
        return "\(text.contains(".") ? text : text + ".0") kg"
    }

    /// `+0.3 kg`, `-0.3 kg`, or `0.0 kg` for a change that rounds to none.
    fileprivate var displayChange: String {
        let text = displayKilograms
        return self > 0 && text != 0.0.displayKilograms ? "+" + text : text
    }
}

extension Goal {
    /// `70.0 kg by 2027-03-01`.
    fileprivate var display: String { value.displayKilograms + (by.map { " by \($0.text)" } ?? "") }
}

extension GoalOutlook {
    fileprivate func display(by: CalendarDay?) -> String {
        switch self {
        case .unknown: "a week of weights says when you get there"
        case .reached: "you've reached it"
        case .never: "at this rate you don't get there"
        case .reachedOn(let day):
            "at this rate you get there on \(day.text)"
                + (by.map { day > $0 } == true ? ", after the day that you named" : "")
        }
    }
}

extension JSONValue {
    fileprivate static func goal(_ goal: Goal) -> JSONValue {
        .object([
            .init("id", .string(goal.id.lowercased)), .init("fields", FieldMap.nested(goal.fields)),
            .init("dirty", .bool(goal.waits)),
        ])
    }

    /// Weights are in kilograms.
    fileprivate static func trend(_ trend: WeightTrend, _ goal: Goal?, _ outlook: GoalOutlook?) -> JSONValue {
        .object([
            .init("kind", .string(MetricKind.weight.rawValue)), .init("unit", .string(MetricUnit.kilograms.rawValue)),
            .init("perWeek", trend.perWeek.map { .number($0) } ?? .null),
            .init("goal", goal.map { .goal($0) } ?? .null), .init("outlook", outlook?.json ?? .null),
            .init(
                "days",
                .array(
                    trend.points.map {
                        .object([
                            .init("day", .string($0.day.text)), .init("mean", .number($0.mean)),
                            .init("trend", .number($0.value)),
                        ])
                    })),
        ])
    }
}

extension GoalOutlook {
    fileprivate var json: JSONValue {
        let (state, day): (String, CalendarDay?) =
            switch self {
            case .unknown: ("unknown", nil)
            case .reached: ("reached", nil)
            case .never: ("never", nil)
            case .reachedOn(let day): ("reachedOn", day)
            }
        return .object([.init("state", .string(state)), .init("day", .optional(day?.text))])
    }
}
