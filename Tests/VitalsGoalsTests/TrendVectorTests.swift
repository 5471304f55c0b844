import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsReminders

@testable import VitalsGoals

/// The trend against `Tests/Vectors/trend.json`, which the browser's trend goes by too.
@Suite("The trend of a weight") struct TrendVectorTests {
    private struct Vector: Decodable {
        struct Wanted: Decodable {
            let value: Double
            let start: Double?
            let outlook: String
            let day: Int?
        }

        let name: String
        let readings: [[Double]]
        let today: Int
        let points: [[Double]]
        let perWeek: Double?
        let goal: Wanted?
    }

    @Test("has the days, the rate and the day of the goal that the vectors name")
    func vectors() throws {
        let vectors = try JSONDecoder().decode(
            [Vector].self, from: Data(contentsOf: PackageFiles.url("Tests/Vectors/trend.json")))
        #expect(vectors.count >= 200)
        for vector in vectors {
            let readings = vector.readings.map {
                WeightTrend.Reading(day: CalendarDay(number: Int($0[0])), value: $0[1])
            }
            let today = CalendarDay(number: vector.today)
            let trend = WeightTrend(readings, today: today)
            expect(trend.points.map { Double($0.day.number) }, equals: vector.points.map { $0[0] }, "\(vector.name)")
            for (point, wanted) in zip(trend.points, vector.points) {
                expect(abs(point.value - wanted[1]) <= 1e-6, "\(vector.name): \(point) and not \(wanted)")
            }
            let isNear = zip([trend.perWeek], [vector.perWeek]).allSatisfy { found, wanted in
                guard let found, let wanted else { return (found == nil) == (wanted == nil) }
                return abs(found - wanted) <= 1e-6
            }
            expect(isNear, "\(vector.name): \(String(describing: trend.perWeek)) a week")
            guard let goal = vector.goal else { continue }
            let outlook = GoalOutlook(of: trend, value: goal.value, startValue: goal.start, today: today)
            expect(outlook, equals: try wanted(goal), "\(vector.name)")
        }
    }

    private func wanted(_ goal: Vector.Wanted) throws -> GoalOutlook {
        switch goal.outlook {
        case "unknown": .unknown
        case "reached": .reached
        case "never": .never
        default: .reachedOn(CalendarDay(number: try #require(goal.day)))
        }
    }
}
