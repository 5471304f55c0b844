package import Foundation
package import Vitals
package import VitalsEntities
package import VitalsReminders

/// A value of a kind that the user wants to reach, as a phone sees it.
package struct Goal: Hashable, Sendable, Identifiable {
    package let id: UUID
    package let kind: MetricKind
    /// In the kind's canonical unit, within its bounds.
    package let value: Double
    /// The day by which it should be reached; nil if the person named none.
    package let by: CalendarDay?
    /// When it was set, and the trend at that time. nil where another program has left it out.
    package let start: Timestamp?
    package let startValue: Double?
    /// True while a change of it waits for the server.
    package let waits: Bool
    /// The fields of the entity, as they're shown.
    package let fields: [String: JSONValue]

    /// The type of the entity.
    package static let type = "goal"
    /// The kinds that may have a goal. The field `kind` is there so that others can follow.
    package static let kinds: [MetricKind] = [.weight]

    /// - Returns: nil for what isn't a goal, or is one that this version can't read: of another kind, or out of its bounds.
    package init?(_ entity: Entity) {
        let kind = MetricKind(rawValue: entity.text("kind"))
        guard entity.type == Self.type, Self.kinds.contains(kind),
            case .number(let value)? = entity.fields["value"], kind.bounds?.contains(value) == true
        else { return nil }
        id = entity.id
        self.kind = kind
        self.value = value
        by = CalendarDay(entity.text("by"))
        start = Timestamp(rfc3339: entity.text("start"))
        if case .number(let startValue)? = entity.fields["startValue"] {
            self.startValue = startValue
        } else {
            startValue = nil
        }
        waits = entity.waits
        fields = entity.fields
    }

    /// The goal that counts of several of a kind, as two phones may each have set one: the one that was set last. Of two that were
    /// set at the same time it's the one with the greater id, so that every phone shows the same.
    package static func counting(_ goals: [Goal], of kind: MetricKind) -> Goal? {
        goals.filter { $0.kind == kind }.max { one, other in
            let (a, b) = (one.start ?? .min, other.start ?? .min)
            return a == b ? one.id.lowercased < other.id.lowercased : a < b
        }
    }
}

/// A goal that isn't stored.
package struct GoalInvalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// `value`, `by` or `kind`.
    package let field: String
    /// A sentence for a person. It never repeats the value.
    package let detail: String

    package init(_ field: String, _ detail: String) {
        self.field = field
        self.detail = detail
    }

    package var description: String { detail }
}

extension GoalInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { field }
}

/// A goal as a person sets it.
package struct GoalDraft: Hashable, Sendable {
    package var kind: MetricKind
    /// In `unit`.
    package var value: Double
    package var unit: MetricUnit
    package var by: CalendarDay?

    package init(_ kind: MetricKind = .weight, _ value: Double, _ unit: MetricUnit, by: CalendarDay? = nil) {
        self.kind = kind
        self.value = value
        self.unit = unit
        self.by = by
    }

    /// The value in the kind's canonical unit.
    ///
    /// - Throws: a sentence about the first part that can't be.
    package func canonicalValue(today: CalendarDay) throws(GoalInvalid) -> Double {
        guard Goal.kinds.contains(kind), let bounds = kind.bounds, let canonicalUnit = kind.canonicalUnit else {
            throw GoalInvalid("kind", "There are goals for a weight only.")
        }
        guard value.isFinite else { throw GoalInvalid("value", "A goal is a number, such as 70.") }
        let factor =
            switch unit {
            case canonicalUnit: 1.0
            case .pounds: MetricUnit.kilogramsPerPound
            default: throw GoalInvalid("value", "A weight is in kilograms or pounds.")
            }
        let canonical = value * factor
        guard bounds.contains(canonical) else {
            func text(_ bound: Double) -> String { CanonicalJSON.number((bound / factor * 10).rounded() / 10) }
            throw GoalInvalid(
                "value",
                "A goal is between \(text(bounds.lowerBound)) and \(text(bounds.upperBound)) \(unit.rawValue.lowercased())."
            )
        }
        if let by, by <= today {
            throw GoalInvalid("by", "The day of a goal is in the future, such as \((today + 90).text).")
        }
        return canonical
    }
}
