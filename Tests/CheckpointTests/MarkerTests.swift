import Testing

@testable import CheckpointCourse

@Suite("Markers")
struct MarkerTests {
    private func error(_ text: String, path: String = "Sources/Vitals/A.swift") -> MarkerError? {
        do {
            _ = try MarkedText(path: path, text: text)
            return nil
        } catch {
            return error as? MarkerError
        }
    }

    static let faults: [(String, Int, String)] = [
        ("let a = 1\n// @form 3\n// @end", 2, "@form is no marker"),
        ("// @end", 1, "closes nothing"),
        ("// @from 3\nlet a = 1", 1, "never closed"),
        ("// @from 17\n// @end", 1, "no step 17"),
        ("// @from\n// @end", 1, "write @from"),
        ("// @from Big\n// @end", 1, "neither a step nor the name of a feature"),
        ("// @write merge\n// @end", 1, "write @write STEP NAME"),
        ("// @write 8 Merge\n// @end", 1, "write @write STEP NAME"),
        ("// @write 8 merge\nlet a = 1\n// @end", 1, "has no @starter"),
        ("// @write 8 merge\n// @starter\n// @end", 1, "has no @starter with lines"),
        ("// @write 8 a\n// @write 8 b\n// @starter\n//| x\n// @end\n// @end", 2, "inside another @write"),
        (
            "// @write 8 a\n// @starter\n//| x\n// @end\n// @write 9 a\n// @starter\n//| x\n// @end", 5,
            "is there already, in line 1"
        ),
        ("// @write 8 a\n// @starter\nlet x = 1\n// @end", 3, "every line begins with //|"),
        ("// @write 8 a\n// @starter\n// @show b\n// @end\n// @end", 3, "inside @starter or @else"),
        ("// @from 3\n// @starter\n//| x\n// @end", 2, "@starter belongs into @write"),
        ("// @write 8 a\n// @else\n//| x\n// @end", 2, "@else belongs into @from"),
        ("// @show\n// @end", 1, "write @show NAME"),
        ("// @show a\n// @end\n// @show a\n// @end", 3, "@show a is there already"),
        ("//| let x = 1", 1, "outside @starter and @else"),
        ("// @from 3\n// @end now", 2, "@end stands alone"),
    ]

    @Test("a marker that makes no sense is refused with its file and its line", arguments: faults)
    func refuses(text: String, line: Int, words: String) throws {
        let found = try #require(error(text), "\(text) was taken")
        #expect(found.file == "Sources/Vitals/A.swift")
        #expect(found.line == line, "\(found)")
        #expect(found.message.contains(words), "\(found)")
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
        #expect(marked.text(in: .after(3)) == "before\n  solved\nafter")
        #expect(marked.text(in: .starter(of: 3)) == "before\n  to do\nafter")
        #expect(marked.regions.map(\.anchor) == ["before"])
    }

    @Test("what only looks like a marker is left alone")
    func lookalikes() throws {
        let text = "/// @from 3\nlet a = \"// @end\"  // @end\n// see @end of it\n// mail@example.org"
        #expect(try MarkedText(path: "A.swift", text: text).text(in: .after(1)) == text)
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
        #expect(marked.text(in: .after(4)) == "a\nc")
        #expect(marked.text(in: .after(5)) == "a\nb")
        var state = ProjectionState.after(5)
        state.features = ["insights"]
        #expect(marked.text(in: state) == "a\nb\nd")
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
        #expect(marked.text(in: .after(1)) == "[\n    a,\n\n    c,\n]")
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
        let wrong = ProjectionState.after(3).replacing("part", with: ["    other()"])
        #expect(marked.text(in: wrong) == "func f() {\n    other()\n    two()\n}")
        #expect(marked.snippet("whole", in: .starter(of: 3)) == "todo()\ntwo()")
        #expect(marked.snippet("part", in: .after(3)) == "one()")
        #expect(marked.snippet("none", in: .after(3)) == nil)
    }
}
