import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals
import VitalsEntities

@testable import VitalsViewModels

@Suite("The trend and the goal on a screen", .timeLimit(.minutes(5)))
@MainActor
struct TrendModelTests {
    private struct Scale: Decodable {
        let low: Double
        let high: Double
        let ticks: [Double]
    }

    @Test("a scale has the marks that the vectors name, the same as in a browser")
    func ticks() throws {
        let vectors = try JSONDecoder().decode(
            [Scale].self, from: Data(contentsOf: PackageFiles.url("Tests/Vectors/ticks.json")))
        #expect(vectors.count >= 15)
        for vector in vectors {
            expect(AxisTicks.around(vector.low, vector.high), equals: vector.ticks, "\(vector)")
        }
    }

    /// A phone with twenty days of weights, an eighth of a kilogram less each day.
    private func fixture(locale: String = "en_GB") throws -> ModelFixture {
        let fixture = try ModelFixture(isConnected: false, locale: locale)
        let now = fixture.time.clock.read()
        for day in 0..<20 {
            let at = now.advanced(byMilliseconds: Int64(day - 19) * 86_400_000)
            try fixture.device.add(.weight, 80 - Double(day) / 8, .kilograms, recordedAt: at)
        }
        fixture.phone.refresh()
        return fixture
    }

    @Test("the chart has weights, trend, goal and a scale that fits them, and says all of it in words")
    func chart() throws {
        let model = try fixture().phone.trend
        let plain = try #require(model.chart)
        expect(plain.weights.count == 20 && plain.trend.count == 20 && plain.goalHeight == nil)
        expect(plain.ticks.map(\.label), equals: ["77", "78", "79", "80", "81"])
        expect(plain.legend.map(\.series), equals: [.weight, .trend])
        expect(model.goalText == nil && model.outlookText == nil)
        expect(model.setGoal("76") && model.problem == nil)
        let chart = try #require(model.chart)
        let height = try #require(chart.goalHeight)
        expect(abs(height - 0.25) < 1e-9, "76 on 74 to 82: \(chart.ticks)")
        expect(chart.weights.allSatisfy { (0...1).contains($0.x) && (height...1).contains($0.y) })
        expect(chart.trend.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        expect(model.trendText, equals: "78.6\u{A0}kg, −0.5\u{A0}kg a week")
        expect(model.goalText, equals: "76.0\u{A0}kg")
        expect(model.outlookText?.hasPrefix("At this rate you get there on ") == true)
        expect(
            chart.spoken,
            equals: """
                Weight on 20 of 30 days. Weight: 77.6\u{A0}kg. Trend: 78.6\u{A0}kg, −0.5\u{A0}kg a week. \
                Goal: 76.0\u{A0}kg.
                """)
        model.removeGoal()
        expect(model.goalText == nil && model.chart?.goalHeight == nil)
        model.removeGoal()
        expect(model.problem == nil, "one that is gone already isn't an error")
    }

    @Test("in pounds everything is in pounds, and a goal that nobody touched keeps its last digit")
    func pounds() throws {
        let fixture = try fixture(locale: "en_US")
        fixture.phone.settings.weightUnit = .pounds
        fixture.phone.refresh()
        let model = fixture.phone.trend
        expect(
            model.trendText?.contains("lb") == true && model.chart?.legend.allSatisfy { $0.text.contains("lb") } == true
        )
        let marks = try #require(model.chart?.ticks.compactMap { Double($0.label) })
        expect(marks.min() ?? 0 >= 165 && marks.max() ?? 999 <= 180, "\(marks)")
        expect(model.setGoal("155.5"))
        let stored = try #require(try fixture.device.entities.list("goal").first?.fields["value"])
        expect(model.draftText == "155.5" && model.goalText == "155.5\u{A0}lb")
        let day = try #require(
            model.draftDay ?? Optional(fixture.time.clock.read().date.addingTimeInterval(90 * 86_400)))
        expect(model.setGoal(model.draftText, by: day))
        expect(try fixture.device.entities.list("goal").first?.fields["value"], equals: stored)
        expect(model.goalText?.hasPrefix("155.5\u{A0}lb by ") == true && model.draftDay != nil)
    }

    @Test(
        "what is no goal stays out of the store, with a sentence",
        arguments: [
            ("", "A goal is a number, such as 70."), ("NaN", "A goal is a number"), ("7000", "between 0.1 and 1000 kg"),
        ]
    )
    func refuses(text: String, sentence: String) throws {
        let fixture = try fixture()
        expect(!fixture.phone.trend.setGoal(text))
        expect(fixture.phone.trend.problem?.contains(sentence) == true, "\(fixture.phone.trend.problem ?? "")")
        expect(try fixture.device.entities.list("goal").isEmpty)
    }

    @Test("a phone without weights has no chart, and a goal that waits for the first one")
    func empty() throws {
        let fixture = try ModelFixture(isConnected: false)
        let model = fixture.phone.trend
        expect(model.chart == nil && model.trendText == nil && model.problem == nil)
        expect(model.setGoal("70") && model.outlookText == "A week of weights says when you get there.")
        model.range = .year
        expect(model.chart == nil)
    }
}
