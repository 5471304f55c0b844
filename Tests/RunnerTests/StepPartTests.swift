import Foundation
import TestSupport
import Testing

@testable import CheckpointAuthor
@testable import CheckpointCheck
@testable import CheckpointCourse
@testable import CheckpointReader
@testable import CheckpointSystem
@testable import CheckpointWorkspace

@Suite("A step in parts")
struct StepPartTests {
    private static func with(_ body: @Sendable (MiniCourse) async throws -> Void) async throws {
        try await Resources.using { resources in
            try await body(try MiniCourse.divided(in: try await resources.makeDirectory("vitals-parts")))
        }
    }

    private static func step(_ mini: MiniCourse) throws -> Step { try #require(try mini.course.step(3)) }

    // MARK: The manifest

    @Test("a test belongs to the part with its region, one without a region to the last part; the times add up")
    func manifest() async throws {
        try await Self.with { mini in
            let step = try Self.step(mini)
            expect(step.parts.map(\.title), equals: ["Taking leave", "Keeping names"])
            expect(step.parts.map { step.name(of: $0) }, equals: ["3.1", "3.2"])
            expect(step.time == ExpectedTime(60, 90) && step.time.text == "1 h to 1 h 30 min")
            expect(step.tests(of: step.parts[0]).map(\.id), equals: ["Step03StoreTests/goodbye()"])
            expect(
                step.tests(of: step.parts[1]).map(\.id),
                equals: ["Step03StoreTests/add()", "Step03StoreTests/everything()"])
            expect(step.regions(after: step.parts[0]) == ["add"] && step.regions(after: step.parts[1]).isEmpty)
        }
    }

    @Test(
        "a time is a number of minutes or a range, and it stands either with the step or with each of its parts",
        arguments: [
            ("minutes: [30, 20]", "two of them: [60, 90]"), ("minutes: [1, 2, 3]", "two of them: [60, 90]"),
            ("aim: None", "needs minutes:, or parts:"),
            ("minutes: 5\nparts: [{title: A, minutes: 5, regions: [a]}]", "needs minutes:, or parts:"),
        ])
    func times(line: String, says: String) {
        let text = "title: T\naim: A\nproves: P\n".replacing("aim: A\n", with: line.contains("aim") ? "" : "aim: A\n")
        let error = #expect(throws: CourseError.self) { try StepManifest.read(text + line + "\n", path: "step.yml") }
        expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test("a part about a front end is given to a learner of the other one, and the step takes as long as one of them")
    func frontends() throws {
        let text = """
            title: T
            aim: A
            proves: P
            parts:
              - {title: Page, minutes: [20, 30], regions: [paint], frontend: web}
              - {title: View, minutes: [40, 60], regions: [draw], frontend: swiftui}
            tests:
              - {id: Step04FaceTests/page(), region: paint, frontend: web}
              - {id: Step04FaceTests/rules(), frontend: web}
              - {id: Step04FaceTests/view(), region: draw, frontend: swiftui}
            """
        let manifest = try StepManifest.read(text, path: "step.yml")
        let all = manifest.step(number: 4, id: "04-face", frontend: nil)
        expect(all.ownParts.count == 2 && all.time == ExpectedTime(20, 60))
        expect(all.tests(of: all.parts[0]).count == 2 && all.tests(of: all.parts[1]).count == 1)
        let swiftui = manifest.step(number: 4, id: "04-face", frontend: .swiftui)
        expect(swiftui.ownParts.map { swiftui.name(of: $0) }, equals: ["4.2"])
        expect(swiftui.lessons.map(\.path), equals: ["steps/04-face/lesson.md", "steps/04-face/part-2.md"])
    }

    // MARK: The linter

    @Test("the linter has nothing to say about the parts of the mini course")
    func sound() async throws {
        try await Self.with { mini in
            let found = try CourseLinter(projector: try mini.projector).diagnostics()
            expect(!found.contains { $0.contains("steps/03-store/") && !$0.contains("after.md") }, "\(found)")
        }
    }

    /// Each fault with the file to change and the diagnostic that is expected.
    static let faults: [(path: String, from: String, to: String, says: String)] = [
        ("step.yml", "regions: [add]", "regions: [add, goodbye]", "goodbye is in part 3.1 and in part 3.2"),
        ("step.yml", "regions: [add]", "regions: [other]", "part 3.2 names other, which is no body of the step"),
        ("step.yml", "regions: [add]", "regions: [other]", "add is in no part"),
        ("step.yml", "regions: [add]", "regions: [other]", "Step03StoreTests/add() belongs to no part"),
        ("step.yml", "regions: [goodbye]", "regions: []", "part 3.1 needs a title and bodies"),
        ("step.yml", "goodbye(), region: goodbye", "goodbye(), region: add", "no test belongs to part 3.1"),
        ("step.yml", "[40, 60]", "[40, 181]", "part 3.2 may take 181 minutes; a part has at most 180"),
        (
            "step.yml", "  - title: Taking leave\n    minutes: [20, 30]\n    regions: [goodbye]\n", "",
            "a single part is the whole step"
        ),
        ("lesson.md", "(part-2.md)", "(step.yml)", "lesson.md:1: no link leads to part 3.2"),
        ("lesson.md", "40 min to 1 h", "1 h", "step.yml gives part 3.2 40 min to 1 h"),
        ("lesson.md", "## The parts", "## Parts", "there is no section “The parts”"),
        ("part-1.md", "## Invariants", "## Rules", "part-1.md:1: there is no section “Invariants”"),
        (
            "part-1.md", "part 1:", "part one:",
            "the title isn’t".replacing("’", with: "'") + " “Step 3, part 1: Taking leave”"
        ),
        ("part-1.md", "@mistake stays", "@mistake stays forgets", "forgets changes add, which part 2 is about"),
        ("part-2.md", "@mistake forgets", "@mistake forgets stays", "stays is already explained"),
        ("part-3.md", "", "# More\n", "steps/03-store/part-3.md: unused file"),
        (
            "../../Sources/Mini/Store/Store.swift", "todo(3, \"keep the name\")\n", "names = []\n    //| names = []\n",
            "Sources/Mini/Store/Store.swift: the check of part 3.1 can't put the course's code"
        ),
    ]

    @Test(
        "the linter names gaps, doubles, parts that are too long, and lessons that don't fit", arguments: faults.indices
    )
    func linter(index: Int) async throws {
        let fault = Self.faults[index]
        try await Self.with { mini in
            let path = "steps/03-store/" + fault.path
            let text = (try? String(contentsOfFile: mini.root + "/" + path, encoding: .utf8)) ?? ""
            var changed = fault.from.isEmpty ? fault.to : text.replacing(fault.from, with: fault.to)
            if fault.path.hasSuffix(".swift") {
                // A starter whose lines stand elsewhere in the file too.
                changed = changed.replacing("var names: [String] = []", with: "var names = [\"\"]\n    // names = []")
                changed += "func clear() {\n    names = []\n    names = []\n}\n"
            }
            func diagnostics() throws -> [String] { try CourseLinter(projector: try mini.projector).diagnostics() }
            try expect(!diagnostics().contains { $0.contains(fault.says) })
            try mini.write(changed, to: path)
            let found = try diagnostics()
            expect(found.contains { $0.contains(fault.says) }, "\(found)")
        }
    }

    @Test("a step that isn't divided may take four and a half hours, and no more")
    func long() async throws {
        try await Self.with { mini in
            let path = "steps/02-greeting/step.yml"
            let text = try String(contentsOfFile: mini.root + "/" + path, encoding: .utf8)
            for (minutes, isTooLong) in [("[200, 270]", false), ("[200, 271]", true)] {
                try mini.write(text.replacing("minutes: 40", with: "minutes: \(minutes)"), to: path)
                let found = try CourseLinter(projector: try mini.projector).diagnostics()
                expect(found.contains { $0.contains("a step of more than 270 needs parts:") }, equals: isTooLong)
            }
        }
    }

    // MARK: The tree of a check

    @Test("the course's code stands in for later bodies that aren't begun; one that is begun is taken as it is")
    func standIns() async throws {
        try await Self.with { mini in
            let (projector, step) = (try mini.projector, try Self.step(mini))
            var tree = try projector.starter(of: 3)
            let first = try PartTree(tree, of: step, step.parts[0], projector)
            expect(first.standIns, equals: ["add"])
            expect(first.tree["Sources/Mini/Store/Store.swift"]?.text?.contains("names.append(name)") == true)
            expect(first.tree["Sources/Mini/Greeting.swift"]?.text?.contains("todo(3, \"take leave\")") == true)
            try expect(PartTree(tree, of: step, step.parts[1], projector).standIns.isEmpty, "Nothing comes after it.")

            let begun = try #require(tree["Sources/Mini/Store/Store.swift"]?.text)
                .replacing("todo(3, \"keep the name\")", with: "names.insert(name, at: 0)")
            tree["Sources/Mini/Store/Store.swift"] = TreeFile(begun)
            let second = try PartTree(tree, of: step, step.parts[0], projector)
            expect(second.standIns.isEmpty && second.tree["Sources/Mini/Store/Store.swift"]?.text == begun)
        }
    }

    @Test("places after a body that the course's code stands in for are those of the learner's own file")
    func places() async throws {
        try await Self.with { mini in
            let path = "Sources/Mini/Store/Store.swift"
            let source = try String(contentsOfFile: mini.root + "/" + path, encoding: .utf8)
            try mini.write(
                source.replacing("names.append(name)", with: "let new = name\n        names.append(new)"), to: path)
            let (projector, step) = (try mini.projector, try Self.step(mini))
            let starter = try projector.starter(of: 3)
            let before = try #require(starter[path]?.text).split(separator: "\n", omittingEmptySubsequences: false)
            let part = try PartTree(starter, of: step, step.parts[0], projector)
            let after = try #require(part.tree[path]?.text).split(separator: "\n", omittingEmptySubsequences: false)
            expect(after.count, equals: before.count + 1)
            var report = CheckReport(step: 3)
            report.errors = [CompilerDiagnostic(path: path, line: after.count, message: "here")]
            report.verdicts = [
                Verdict(id: "a", step: 3, title: "", outcome: .wrong, place: "\(path):\(after.count)"),
                Verdict(id: "b", step: 3, title: "", outcome: .wrong, place: "Sources/Mini/Greeting.swift:3"),
                Verdict(id: "c", step: 3, title: "", outcome: .wrong, place: path),
            ]
            part.relocate(&report)
            expect(report.errors.map(\.line), equals: [before.count])
            expect(
                report.verdicts.map(\.place),
                equals: ["\(path):\(before.count)", "Sources/Mini/Greeting.swift:3", path])
        }
    }

    // MARK: Reports and progress

    private static func report(_ outcomes: [String: Verdict.Outcome], part: Int? = nil) -> CheckReport {
        var report = CheckReport(step: 3)
        report.part = part
        report.verdicts = outcomes.sorted { $0.key < $1.key }.map {
            Verdict(id: "Step03StoreTests/\($0.key)()", step: 3, title: $0.key, outcome: $0.value)
        }
        return report
    }

    @Test("a check of the step says which parts are green; a check of one says so of that one only")
    func results() async throws {
        try await Self.with { mini in
            let step = try Self.step(mini)
            let whole = Self.report(["add": .wrong, "goodbye": .passed, "everything": .passed])
            expect(whole.results(forPartsOf: step).map(\.passed), equals: [true, false])
            expect(whole.results(forPartsOf: step).map(\.passedCount), equals: [1, 1])
            expect(Self.report(["goodbye": .passed], part: 1).results(forPartsOf: step).map(\.part), equals: [1])
            var partial = whole
            partial.isPartial = true
            expect(partial.results(forPartsOf: step).isEmpty)
            expect(whole.results(forPartsOf: try #require(try mini.course.step(2))).isEmpty)
        }
    }

    @Test("a green part is noted and opens nothing; the map leads from part to part, and then to the whole step")
    func progress() async throws {
        try await WorkspaceFixture.with { fixture in
            for (path, text) in MiniCourse.dividedFiles { try fixture.mini.write(text, to: path) }
            try await fixture.walk(to: 3)
            let step = try fixture.step(3)
            func map() throws -> StepMap {
                try StepMap(fixture.course, fixture.workspace, fixture.workspace.progress())
            }
            try expect(
                map().advice,
                equals: "vitals-course read 3, vitals-course read 3.1, then edit, then vitals-course check 3.1")
            func note(_ part: Int, _ outcome: Verdict.Outcome) throws {
                let report = Self.report(part == 1 ? ["goodbye": outcome] : ["add": outcome, "everything": outcome])
                let record = report.record(of: step, step.parts[part - 1], at: WorkspaceFixture.moment)
                try fixture.workspace.update { $0[step].note(record, of: step.parts[part - 1], isNew: true) }
            }
            try note(1, .wrong)
            try expect(
                map().advice, equals: "edit, then vitals-course check 3.1; vitals-course hint 3.1 if you are stuck")
            try note(1, .passed)
            try expect(map().rows[2].parts.map(\.state), equals: [.passed, .now])
            try expect(map().advice, equals: "vitals-course read 3.2, then edit, then vitals-course check 3.2")
            try note(2, .passed)
            try expect(
                map().advice, equals: "the parts of step 3 are green; vitals-course check 3 judges the whole step")
            let progress = try fixture.workspace.progress()
            expect(!progress.isDone(step) && progress[step].parts?.keys.sorted() == ["1", "2"])
            try note(1, .wrong)
            try expect(map().rows[2].parts.map(\.state), equals: [.now, .passed])
            try expect(fixture.workspace.progress()[step][step.parts[0]].passedAt, equals: WorkspaceFixture.moment)
        }
    }

    // MARK: Commands

    @Test("a part is named as 3.1; a command about whole steps, a part that isn't there and an undivided step say so")
    func words() async throws {
        try await WorkspaceFixture.with { fixture in
            for (path, text) in MiniCourse.dividedFiles { try fixture.mini.write(text, to: path) }
            try await fixture.walk(to: 3)
            let lesson = try await fixture.run("read", "3.2", "--plain")
            expect(lesson.standardOutput.hasPrefix("# Step 3, part 2: Keeping names"), "\(lesson.standardOutput)")
            expect(lesson.standardOutput.contains("a name is kept") && !lesson.standardOutput.contains("goodbye has"))
            expect(lesson.standardOutput.contains("Mistake 2."))
            try await expect(fixture.run("read", "store.1", "--json").standardOutput.contains("\"part\":\"1\""))
            let mistake = try await fixture.run("read", "3", "--mistake", "2", "--plain")
            expect(mistake.standardOutput.hasPrefix("### Forgetting"), "\(mistake.standardOutput)")
            let hint = try await fixture.run("hint", "3.2", "--plain")
            expect(hint.standardOutput.hasPrefix("Step 3, add: hint 1 of 3"), "\(hint.standardOutput)")
            try await expect(fixture.run("hint", "3.1", "add").exitStatus, equals: 2)
            let solution = try await fixture.run("solution", "3.2", "--json")
            expect(solution.standardOutput.contains("\"add\"") && !solution.standardOutput.contains("\"goodbye\""))
            let map = try await fixture.run("status", "--plain")
            expect(map.standardOutput.contains("  ▶            3.1   Taking leave"), "\(map.standardOutput)")
            expect(map.standardOutput.contains("  ○            3.2   Keeping names"), "\(map.standardOutput)")
            try await expect(fixture.run("status", "--json").standardOutput.contains("\"minutesRange\":[40,60]"))
            for (words, says) in [
                (["read", "3.3"], "There is no part \"3.3\"; step 3 has parts 3.1 to 3.2."),
                (["read", "2.1"], "Step 2 isn't divided into parts."),
                (["jump", "3.1"], "3.1 is a part of a step. This command takes the whole step: 3"),
                (["reset", "3.1"], "3.1 is a part of a step."), (["read", "3.1", "--after"], "about the whole step"),
            ] {
                let result = try await fixture.run(words)
                expect(result.exitStatus == 2 && result.standardError.contains(says), "\(words): \(result)")
            }
        }
    }

    // MARK: The site

    @Test("on the site a part has a page between the frame and what follows, with its own hints")
    func site() async throws {
        try await WorkspaceFixture.with { fixture in
            for (path, text) in MiniCourse.dividedFiles { try fixture.mini.write(text, to: path) }
            try await fixture.walk(to: 3)
            let site = try CourseSite(root: fixture.mini.root, workspace: fixture.workspace)
            func text(_ name: String) throws -> String {
                String(decoding: try #require(try site.file(name)).contents, as: UTF8.self)
            }
            let first = try text("03-store-1.html")
            expect(first.contains("<title>Step 3, part 1: Taking leave · Vitals, the course</title>"))
            expect(first.contains("rel=\"prev\" href=\"03-store.html\""))
            expect(first.contains("rel=\"next\" href=\"03-store-2.html\""))
            expect(first.contains("<h3><code>goodbye</code></h3>") && !first.contains("<h3><code>add</code></h3>"))
            expect(first.contains("part 1 of 2") && first.contains("20 min to 30 min"))
            let frame = try text("03-store.html")
            expect(!frame.contains("id=\"hints\"") && frame.contains("<a href=\"03-store-2.html\">Keeping names</a>"))
            let contents = try text("index.html")
            expect(contents.contains("<a href=\"03-store-1.html\">3.1 Taking leave</a> · 20 min to 30 min"))
        }
    }
}
