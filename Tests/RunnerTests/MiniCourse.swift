import Foundation

@testable import CheckpointCourse

/// A course of three steps and an announced one, in its own folder and small enough to be read here.
///
/// `Greeting.swift` comes with step 2 and also holds a body of step 3, which is the difficult case in the real course.
struct MiniCourse {
    let root: String

    var course: Course { get throws { try Course.load(root: root) } }
    var projector: Projector { get throws { Projector(course: try course) } }

    /// - Parameters:
    ///   - folder: a folder that doesn't exist yet, or is empty.
    ///   - hasChapters: true for the course with a part two.
    init(in folder: String, hasChapters: Bool = false) throws {
        root = folder
        let files = hasChapters ? Self.files.merging(Self.chapterFiles) { $1 } : Self.files
        for (path, text) in files { try write(text, to: path) }
    }

    func write(_ text: String, to path: String) throws {
        try TreeFile(text).write(to: root + "/" + path)
    }

    static let files: [String: String] = [
        "Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription

        // @write 1 manifest
        let package = Package(name: "mini", targets: [.target(name: "Mini")])
        // @starter
        //| let package = Package(name: "mini")
        // @end

        // @from 2
        package.swiftLanguageModes = [.v6]
        // @end

        """,
        "Sources/Mini/Greeting.swift": """
        /// A greeting.
        struct Greeting {
            func hello(_ name: String) -> String {
                // @write 2 hello
                "Hello, \\(name)!"
                // @starter
                //| todo(2, "greet by name")
                // @end
            }

            func goodbye(_ name: String) -> String {
                // @write 3 goodbye
                "Goodbye, \\(name)!"
                // @starter
                //| todo(3, "take leave")
                // @end
            }
        }

        """,
        "Sources/Mini/Store/Store.swift": """
        // @show store
        struct Store {
            var names: [String] = []
            // @end

            mutating func add(_ name: String) {
                // @write 3 add
                names.append(name)
                // @starter
                //| todo(3, "keep the name")
                // @end
            }
        }

        """,
        "Sources/Mini/Store/Given.swift": "enum Given {}\n",
        "Tests/StepTests/Step01ScaffoldTests.swift": "// step 1\n",
        "Tests/StepTests/Step02GreetingTests.swift": "// step 2\n",
        "Tests/StepTests/Step03StoreTests.swift": "// step 3\n",
        "Tests/StepSupport/Support.swift": "enum Support {}\n",
        "steps/course.yml": """
        version: 1.0.0
        repository: [Sources/Runner/]
        runner: [Tests/StepTests/, Tests/StepSupport/]
        coming:
          - {number: 4, slug: face, title: A face, aim: Something to see., proves: It is seen., minutes: 30, requires: [3]}

        """,
        "steps/01-scaffold/step.yml": """
        title: The scaffold
        aim: A package that builds.
        proves: It builds.
        minutes: 20
        owns: [Package.swift]
        tests: [{id: Step01ScaffoldTests/builds(), region: manifest}]

        """,
        "steps/01-scaffold/lesson.md": "# Step 1\n\nWrite `Package.swift`.\n",
        "steps/01-scaffold/hints.md": hints(["manifest"]),
        "steps/02-greeting/step.yml": """
        title: The greeting
        aim: Words of welcome.
        proves: The name is in it.
        minutes: 40
        requires: [1]
        owns: [Sources/Mini/, Tests/StepSupport/]
        tests: [{id: Step02GreetingTests/hello(), region: hello}]

        """,
        "steps/02-greeting/lesson.md": """
        # Step 2: the greeting

        Write **one** body, `hello`. It is a long sentence, so that it has to be broken somewhere before the hundredth column.

        - first this
        - then that, which also takes more room than one line of a terminal has, however wide the terminal may really be

        ```swift
        let greeting = Greeting()
        ```

        """,
        "steps/02-greeting/hints.md": hints(["hello"]),
        "steps/02-greeting/given/Sources/Mini/NotWritten.swift": """
        func todo(_ step: Int, _ task: String) -> Never { fatalError(task) }

        """,
        "steps/03-store/step.yml": """
        title: The store
        aim: Names that stay.
        proves: They are there.
        minutes: 60
        requires: [2]
        owns: [Sources/Mini/Store/]
        tests: [{id: Step03StoreTests/add(), region: add}, {id: Step03StoreTests/goodbye(), region: goodbye}]

        """,
        "steps/03-store/lesson.md": "# Step 3\n\n<!-- @show store -->\n",
        "steps/03-store/hints.md": hints(["goodbye", "add"]),
    ]

    static func hints(_ regions: [String]) -> String {
        regions.map { region in
            "# \(region)\n" + (1...3).map { "\n## \($0)\n\nThe hint number \($0) for \(region).\n" }.joined()
        }.joined(separator: "\n")
    }
}
