import StepSupport
import TestSupport
import Testing

@Suite("Generated cases")
struct GeneratedCasesTests {
    /// Returns the issues that a check of cases would report to the learner.
    private func issues(of body: () async throws -> Void) async throws -> [String] {
        let collected = Collected()
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            collected.texts.append((issue.comments.map(\.rawValue) + [issue.error.map { "\($0)" } ?? ""]).joined())
            return true
        }
        return collected.texts
    }

    private final class Collected: @unchecked Sendable {
        var texts: [String] = []
    }

    private func cases(count: UInt64 = 200, seed: String? = nil) -> Cases {
        Cases(test: "Step00Tests/x()", step: 7, count: count, environment: seed.map { ["VITALS_SEED": $0] } ?? [:])
    }

    private func smallNumbers(_ cases: Cases, isBroken: @escaping (Int) -> Bool) throws {
        try cases.check { generator in
            generator.integer(in: 0...1_000)
        } shrink: { number in
            Shrink.integer(number)
        } holds: { number in
            try Cases.expect(!isBroken(number), "\(number) is refused.")
        }
    }

    @Test("a property that holds is tried on as many cases as asked, and reports nothing")
    func holds() async throws {
        var tried: [Int] = []
        let issues = try await issues {
            try cases(count: 50).check {
                $0.integer(in: 0...9_999)
            } holds: {
                tried.append($0)
            }
        }
        expect(issues, equals: [])
        expect(tried.count, equals: 50)
        expect(Set(tried).count > 40, "The cases hardly differ: \(tried)")
    }

    @Test("one that does not is told once, with the smallest case, its seed and the command that runs it alone")
    func shrinks() async throws {
        let texts = try await issues { try smallNumbers(cases()) { $0 >= 300 } }
        let text = try #require(texts.first)
        expect(texts.count, equals: 1)
        expect(text.hasPrefix("300 is refused.\nCounterexample (made smaller "))
        expect(text.contains("times): 300\n"))
        let seed = try #require(text.firstMatch(of: /Seed (\d+);/)?.1)
        expect(text.contains("vitals-course check 7 --test 'Step00Tests/x()' --seed \(seed)"))
    }

    @Test("the seed that was told fails alike when it runs alone, and no other seed runs")
    func seedRepeats() async throws {
        let first = try await issues { try smallNumbers(cases()) { $0 > 990 } }
        let seed = try #require(first.first?.firstMatch(of: /--seed (\d+)/)?.1)
        try await expect(issues { try smallNumbers(cases(seed: String(seed))) { $0 > 990 } }, equals: first)

        var tried = 0
        try cases(seed: String(seed)).check {
            $0.next()
        } holds: { _ in
            tried += 1
        }
        expect(tried, equals: 1)
    }

    @Test("a seed that is no number is an error, and no case is tried")
    func wrongSeed() {
        #expect(throws: Cases.Broken.self) {
            try cases(seed: "twelve").check {
                $0.next()
            } holds: { _ in
                Issue.record("A case was tried.")
            }
        }
    }

    @Test("a property that waits is tried, made smaller and told alike")
    func waits() async throws {
        let texts = try await issues {
            try await cases().check { generator in
                generator.list(0...20) { $0.integer(in: 0...9) }
            } shrink: { list in
                Shrink.list(list) { Shrink.integer($0) }
            } holds: { list in
                await Task.yield()
                try Cases.expect(list.reduce(0, +) < 10, "The sum is \(list.reduce(0, +)).")
            }
        }
        let text = try #require(texts.first)
        expect(texts.count, equals: 1)
        expect(text.hasPrefix("The sum is 10."), "\(text)")
    }

    @Test("a case that nothing makes smaller is told as it came")
    func noShrinking() async throws {
        let texts = try await issues {
            try cases().check {
                $0.next()
            } holds: { _ in
                throw Cases.Broken("No.")
            }
        }
        var generator = CaseGenerator(seed: 1)
        expect(texts.first?.hasPrefix("No.\nCounterexample: \(generator.next())\nSeed 1;") == true, "\(texts)")
    }

    @Test("what is not written yet is no counterexample")
    func notWritten() async throws {
        struct ToDo: Error, CustomStringConvertible { let description = "@@todo 7 Vitals/X.swift:3 return x" }
        var tried = 0
        await #expect(throws: ToDo.self) {
            try await cases().check {
                $0.next()
            } holds: { (_: UInt64) async throws in
                tried += 1
                throw ToDo()
            }
        }
        expect(tried, equals: 1)
    }

    @Test("a search for the smallest case ends, also where each case has a smaller one")
    func endless() async throws {
        var tried = 0
        let texts = try await issues {
            try cases().check { _ in
                0
            } shrink: {
                [$0 - 1]
            } holds: { _ in
                tried += 1
                throw Cases.Broken("Never.")
            }
        }
        expect(texts.count, equals: 1)
        expect(tried, equals: 501)
    }

    @Test("whatever is offered as smaller is smaller")
    func smaller() {
        var generator = CaseGenerator(seed: 3)
        for _ in 0..<200 {
            let integer = generator.integer(in: Int64.min...Int64.max)
            let number = generator.number(in: -1e6...1e6)
            let list = generator.list(0...6) { $0.integer(in: 0...9) }
            expect(Shrink.integer(integer).allSatisfy { $0.magnitude < integer.magnitude })
            expect(Shrink.number(number).allSatisfy { $0.magnitude < number.magnitude })
            expect(Shrink.list(list).allSatisfy { $0.count < list.count })
            expect(list.isEmpty || Shrink.list(list).contains([]))
        }
        expect(Shrink.text("é😀"), equals: ["", "😀", "é"])
    }
}
