import VitalsReminders

/// How a reminder repeats, as a form offers it.
public enum ReminderRepetition: String, CaseIterable, Identifiable, Sendable {
    case never, daily, weekdays, weekly, everySecondWeek, monthly, lastDayOfMonth, yearly
    /// Any other rule, as a text of RFC 5545.
    case custom

    public var id: String { rawValue }

    public var title: String {
        switch self {
        case .never: "Never"
        case .daily: "Every day"
        case .weekdays: "Every weekday"
        case .weekly: "Every week"
        case .everySecondWeek: "Every second week"
        case .monthly: "Every month"
        case .lastDayOfMonth: "On the last day of each month"
        case .yearly: "Every year"
        case .custom: "By a rule"
        }
    }

    /// The rule without its end; nil for none, and for one that is typed.
    var rule: String? {
        switch self {
        case .never, .custom: nil
        case .daily: "FREQ=DAILY"
        case .weekdays: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
        case .weekly: "FREQ=WEEKLY"
        case .everySecondWeek: "FREQ=WEEKLY;INTERVAL=2"
        case .monthly: "FREQ=MONTHLY"
        case .lastDayOfMonth: "FREQ=MONTHLY;BYMONTHDAY=-1"
        case .yearly: "FREQ=YEARLY"
        }
    }

    /// The choice that a stored rule is; `custom` for one that isn't offered, and for one that can't be read.
    init(_ text: String) {
        guard !text.isEmpty else {
            self = .never
            return
        }
        guard var rule = try? RecurrenceRule(text) else {
            self = .custom
            return
        }
        (rule.count, rule.until) = (nil, nil)
        self = Self.allCases.first { $0.rule == rule.text } ?? .custom
    }
}

/// When a reminder that repeats ends, as a form offers it.
public enum ReminderEnd: String, CaseIterable, Identifiable, Sendable {
    case never, afterCount, onDay

    public var id: String { rawValue }

    public var title: String {
        switch self {
        case .never: "Never"
        case .afterCount: "After a number of times"
        case .onDay: "On a day"
        }
    }
}
