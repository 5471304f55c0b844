import TestSupport
import Testing

@testable import CheckpointCourse

@Suite("Markers")
struct MarkerTests {
    private func error(_ text: String, path: String = "Sources/Vitals/A.swift") -> MarkerError? {
        do {
            _ = try MarkedText(path: path, text: text, steps: StepSet(1...16))
            return nil
        } catch {
            return error as? MarkerError
        }
    }

    static let diagnostics: [(String, Int, String)] = [
        ("let a = 1\n// @form 3\n// @end", 2, "@form isn't a marker"),
        ("// @end", 1, "closes nothing"),
        ("// @from 3\nlet a = 1", 1, "never closed"),
        ("// @from 17\n// @end", 1, "no step 17"),
        ("// @from\n// @end", 1, "write @from"),
        ("// @from 3 big\n// @end", 1, "write @from"),
        ("// @from 3 17\n// @end", 1, "no step 17"),
        ("// @from Big\n// @end", 1, "neither a step nor a feature name"),
        ("// @write merge\n// @end", 1, "write @write STEP NAME"),
        ("// @write 8 Merge\n// @end", 1, "write @write STEP NAME"),
        ("// @write 8 merge\nlet a = 1\n// @end", 1, "has no @starter"),
        ("// @write 8 merge\n// @starter\n// @end", 1, "has no @starter with lines"),
        ("// @write 8 a\n// @write 8 b\n// @starter\n//| x\n// @end\n// @end", 2, "inside another @write"),
        (
            "// @write 8 a\n// @starter\n//| x\n// @end\n// @write 9 a\n// @starter\n//| x\n// @end", 5,
            "already exists, in line 1"
        ),
        ("// @write 8 a\n// @starter\nlet x = 1\n// @end", 3, "must start with //|"),
        ("// @write 8 a\n// @starter\n// @show b\n// @end\n// @end", 3, "inside @starter or @else"),
        ("// @from 3\n// @starter\n//| x\n// @end", 2, "@starter must be inside @write"),
        ("// @write 8 a\n// @else\n//| x\n// @end", 2, "@else must be inside @from"),
        ("// @show\n// @end", 1, "write @show NAME"),
        ("// @show a\n// @end\n// @show a\n// @end", 3, "@show a already exists"),
        ("//| let x = 1", 1, "outside @starter and @else"),
        ("// @from 3\n// @end now", 2, "@end takes no arguments"),
        ("let a = 1\r\n// @from 3\r\n// @end\r\n", 1, "ends with a carriage return"),
        ("// @write 8 a\n// @starter\n//| // @write 8 b\n// @end", 3, "can't be a marker itself"),
        ("// @from\t17\n// @end", 1, "no step 17"),
        ("// @from 3\n// @else\n//| //| let x = 0\n// @end", 3, "can't be a marker itself"),
    ]

    @Test("a marker that makes no sense is refused with its file and its line", arguments: diagnostics)
    func refuses(text: String, line: Int, words: String) throws {
        let found = try #require(error(text), "\(text) was taken")
        expect(found.file, equals: "Sources/Vitals/A.swift")
        expect(found.line, equals: line, "\(found)")
        expect(found.message.contains(words), "\(found)")
    }

    @Test(
        "each kind of file has its leader",
        arguments: [
            ("a.swift", "//", ""), ("a.sql", "--", ""), ("docker-compose.yml", "#", ""), ("Dockerfile", "#", ""),
            ("wrong/a.Dockerfile", "#", ""), ("a.sh", "#", ""),
            ("a.css", "/*", " */"), ("a.html", "<!--", " -->"), ("a.js", "//", ""),
        ])
    func leaders(name: String, leader: String, closer: String) throws {
        let text = """
            before
              \(leader) @write 3 part\(closer)
              solved
              \(leader) @starter\(closer)
              \(leader)| to do\(closer)
              \(leader) @end\(closer)
            after
            """
        let marked = try MarkedText(path: "web/" + name, text: text)
        expect(marked.text(in: .after(StepSet(1...3))), equals: "before\n  solved\nafter")
        expect(marked.text(in: .starter(of: 3, in: StepSet(1...3))), equals: "before\n  to do\nafter")
        expect(marked.regions.map(\.anchor), equals: ["before"])
    }

    @Test("what only looks like a marker is left alone")
    func lookalikes() throws {
        let text = "/// @from 3\nlet a = \"// @end\"  // @end\n// see @end of it\n// mail@example.org"
        try expect(MarkedText(path: "A.swift", text: text).text(in: .after(StepSet(1...1))), equals: text)
    }

    @Test("lines come with a step or with a feature, and @else has what stood there before")
    func from() throws {
        let text = """
            a
            // @from 5
            b
            // @else
            //| c
            // @end
            // @from insights
            d
            // @end
            """
        let marked = try MarkedText(path: "A.swift", text: text)
        expect(marked.text(in: .after(StepSet(1...4))), equals: "a\nc")
        expect(marked.text(in: .after(StepSet(1...5))), equals: "a\nb")
        var state = ProjectionState.after(StepSet(1...5))
        state.features = ["insights"]
        expect(marked.text(in: state), equals: "a\nb\nd")
    }

    @Test("lines that several steps share come with any of them, and once")
    func fromSeveral() throws {
        let marked = try MarkedText(path: "A.swift", text: "a\n// @from 5 7\nb\n// @else\n//| c\n// @end")
        let states: [(StepSet, String)] = [
            ([1, 6], "a\nc"), ([1, 5], "a\nb"), ([1, 7], "a\nb"), ([5, 6, 7], "a\nb"),
        ]
        for (reached, text) in states { expect(marked.text(in: .after(reached)), equals: text) }
    }

    @Test("where lines are left out, no two empty ones meet, and none stands before a closing bracket")
    func seams() throws {
        let text = """
            [
                a,

                // @from 9
                b,
                // @end

                c,

                // @from 9
                d,
                // @end
            ]
            """
        let marked = try MarkedText(path: "A.swift", text: text)
        expect(marked.text(in: .after(StepSet(1...1))), equals: "[\n    a,\n\n    c,\n]")
    }

    @Test("a region can be replaced, and a shown one be quoted without its indentation")
    func replacing() throws {
        let text = """
            func f() {
                // @show whole
                // @write 3 part
                one()
                // @starter
                //| todo()
                // @end
                two()
                // @end
            }
            """
        let marked = try MarkedText(path: "A.swift", text: text)
        let wrong = ProjectionState.after(StepSet(1...3)).replacing("part", with: ["    other()"])
        expect(marked.text(in: wrong), equals: "func f() {\n    other()\n    two()\n}")
        expect(marked.snippet("whole", in: .starter(of: 3, in: StepSet(1...3))), equals: "todo()\ntwo()")
        expect(marked.snippet("part", in: .after(StepSet(1...3))), equals: "one()")
        expect(marked.snippet("none", in: .after(StepSet(1...3))) == nil)
    }
}
