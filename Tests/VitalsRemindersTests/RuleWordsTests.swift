import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsReminders

/// Rules in words, against those that the browser says.
@Suite("Rules in words") struct RuleWordsTests {
    private struct Vector: Decodable {
        let rule: String
        let start: String
        let time: String
        let words: String
    }

    @Test("are the browser's")
    func vectors() throws {
        let data = try Data(contentsOf: PackageFiles.url("Tests/Vectors/rule-words.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: data)
        expect(vectors.count >= 100)
        for vector in vectors {
            let schedule = try #require(
                try Schedule(start: vector.start, time: vector.time, zone: "UTC", rule: vector.rule))
            expect(RuleWords(schedule).text, equals: vector.words, "\(vector.start) \(vector.rule)")
        }
    }

    @Test("have an ordinal for each number")
    func ordinals() {
        expect(
            [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 31, 101, 111, 112, 366].map(DayWords.ordinal),
            equals: [
                "1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "20th", "21st", "22nd", "23rd", "31st",
                "101st", "111th", "112th", "366th",
            ])
    }
}
