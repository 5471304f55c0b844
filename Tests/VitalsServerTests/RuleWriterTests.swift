import TestSupport
import Testing
import Vitals
import VitalsServer

/// The embedded sentences: what they say of which numbers.
@Suite("Insights by rule") struct RuleWriterTests {
    private typealias Totals = [MetricKind: WeekTotals.Total]

    private static func total(_ count: Int, _ sum: Double) -> WeekTotals.Total {
        .init(count: count, sum: sum, least: sum / Double(count), greatest: sum / Double(count))
    }

    private static let week: Totals = [
        .steps: total(3, 30_412), .distance: total(2, 12.44), .activeEnergy: total(3, 1_830.4),
        .weight: total(3, 217.2),
        .heartRate: total(2, 125), .symptom: total(2, 7),
    ]
    private static let before: Totals = [
        .steps: total(3, 27_150), .distance: total(1, 13.1), .activeEnergy: total(3, 1_830), .weight: total(2, 145.4),
        .heartRate: total(2, 125), .symptom: total(1, 3),
    ]

    @Test(
        "A week in sentences",
        arguments: [
            (
                WeekTotals(dayCount: 3, current: week, before: before),
                """
                You recorded 30,412 steps (12 % more than on the same days last week), 12.4 km (5 % less) and 1,830 kcal \
                (the same) in the first 3 days of this week. On average your weight was 72.4 kg (0.3 kg less than on the same \
                days last week) and your heart rate was 63 bpm (the same). You noted 2 symptoms, and 1 on the same days last week.
                """
            ),
            (
                WeekTotals(dayCount: 1, current: [.steps: total(1, 1)]),
                """
                You recorded 1 step today, the first day of the week. That comes from 1 entry; the same days last week had none.
                """
            ),
            (
                WeekTotals(dayCount: 7, current: [.weight: total(2, 145)], before: [.weight: total(1, 72.5)]),
                """
                On average your weight was 72.5 kg (as on the same days last week). That comes from 2 entries; the same days \
                last week had 1.
                """
            ),
            (
                WeekTotals(
                    dayCount: 7, current: [.steps: total(1, 9_000), .symptom: total(1, 1)],
                    before: [.steps: total(1, 100)]),
                """
                You recorded 9,000 steps (over ten times more than on the same days last week) this week. You noted 1 symptom, \
                and none on the same days last week.
                """
            ),
            (
                WeekTotals(dayCount: 2, current: [.steps: total(1, 0)], before: [.steps: total(1, 0)]),
                """
                You recorded 0 steps in the first 2 days of this week. That comes from 1 entry; the same days last week had 1.
                """
            ),
        ])
    func sentences(_ totals: WeekTotals, expected: String) { expect(RuleWriter().write(totals), equals: expected) }

    @Test("Whatever the numbers are, it's two or three sentences that can be shown, or nothing")
    func anyNumbers() {
        let values = [0, -0.04, 0.05, 1, 999.95, 1e6, 1e15, 1e300, -5, .infinity, .nan]
        for current in values {
            for before in values {
                for kinds in [MetricKind.known, [.weight], [.steps], [.symptom], [MetricKind(rawValue: "MOOD")]] {
                    let totals = WeekTotals(
                        dayCount: 4,
                        current: Dictionary(uniqueKeysWithValues: kinds.map { ($0, Self.total(2, current)) }),
                        before: Dictionary(uniqueKeysWithValues: kinds.map { ($0, Self.total(1, before)) }))
                    let text = RuleWriter().write(totals)
                    expect(InsightText.checked(text), equals: text, "\(current), \(before): \(text)")
                }
            }
        }
    }
}
