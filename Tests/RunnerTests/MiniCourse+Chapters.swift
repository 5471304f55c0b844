/// Part two of the mini course: a chapter that builds on step 2 and has a hook in a file of part one, another one that
/// builds on step 3, and an announced one.
extension MiniCourse {
    static let chapterFiles: [String: String] = [
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
        // @from 4
        package.dependencies += [
            .package(path: "Nicknames")
        ]
        // @end
        // @from 5
        package.dependencies += [
            .package(path: "Counting")
        ]
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

            func short(_ name: String) -> String {
                // @write 4 short
                nickname(of: name)
                // @starter
                //| name
                // @end
            }
        }

        """,
        "Sources/Mini/Nickname.swift": """
        func nickname(of name: String) -> String {
            // @write 4 nickname
            String(name.prefix(3))
            // @starter
            //| todo(4, "shorten the name")
            // @end
        }

        """,
        "Sources/Mini/Count.swift": """
        extension Store {
            var count: Int {
                // @write 5 count
                names.count
                // @starter
                //| todo(5, "count the names")
                // @end
            }
        }

        """,
        "Tests/StepTests/Step04NicknameTests.swift": "// chapter 4\n",
        "Tests/StepTests/Step05CountTests.swift": "// chapter 5\n",
        "steps/course.yml": """
        version: 1.0.0
        repository: [Sources/Runner/]
        runner: [Tests/StepTests/, Tests/StepSupport/]
        parts:
          - {title: "Part one: a greeting", first: 1}
          - {title: "Part two: chapters", first: 4}
        coming:
          - {number: 6, slug: face, title: A face, aim: Something to see., proves: It is seen., minutes: 30, requires: [4]}

        """,
        "steps/04-nickname/step.yml": """
        title: Nicknames
        aim: Short names.
        proves: They are short.
        minutes: 30
        requires: [2]
        owns: [Sources/Mini/Nickname.swift]
        tests: [{id: Step04NicknameTests/short(), region: nickname}]

        """,
        "steps/04-nickname/lesson.md": "# Step 4: Nicknames\n\nWrite `nickname`.\n",
        "steps/04-nickname/hints.md": hints(["nickname", "short"]),
        "steps/05-count/step.yml": """
        title: Counting
        aim: A number.
        proves: It counts.
        minutes: 30
        requires: [3]
        owns: [Sources/Mini/Count.swift]
        tests: [{id: Step05CountTests/counts(), region: count}]

        """,
        "steps/05-count/lesson.md": "# Step 5: Counting\n\nWrite `count`.\n",
        "steps/05-count/hints.md": hints(["count"]),
    ]
}
