import TestSupport
import Testing

@testable import CheckpointCheck

@Suite("What a build says of itself")
struct BuildProgressTests {
    @Test(
        "is what it is at, and how far, for what SwiftPM prints",
        arguments: [
            (
                "[120/410] Compiling NIOCore Channel.swift",
                "Building your code and the packages that step 12 adds (once): NIOCore, 120 of 410"
            ),
            (
                "[7/410] Compiling rsa_extra.cc",
                "Building your code and the packages that step 12 adds (once): rsa_extra.cc, 7 of 410"
            ),
            (
                "[8/410] Emitting module GRDB",
                "Building your code and the packages that step 12 adds (once): GRDB, 8 of 410"
            ),
            (
                "[9/410] Write Objects.LinkFileList",
                "Building your code and the packages that step 12 adds (once): 9 of 410"
            ),
            ("[0/1] Planning build", "Working out what to build"),
            ("Fetching https://github.com/apple/swift-nio.git from cache", "Fetching the packages (once): swift-nio"),
            ("[1204/9133] Fetching swift-nio", "Fetching the packages (once): swift-nio, 1204 of 9133"),
            (
                "Computing version for https://github.com/groue/GRDB.swift.git",
                "Choosing versions of the packages (once): GRDB.swift"
            ),
            (
                "Creating working copy for https://github.com/groue/GRDB.swift.git",
                "Unpacking the packages (once): GRDB.swift"
            ),
            (
                "Another instance of SwiftPM (PID: 7) is already running",
                "Waiting for another SwiftPM that uses the build folder"
            ),
        ])
    func packages(line: String, words: String) {
        expect(BuildProgress(packagesOf: 12, hasPackages: false).message(for: line), equals: words)
    }

    @Test("is of the learner's code once the packages are built")
    func own() {
        let words = BuildProgress(packagesOf: 4, hasPackages: true).message(for: "[3/12] Compiling Vitals Merge.swift")
        expect(words, equals: "Building your code: Vitals, 3 of 12")
    }

    @Test(
        "is nothing where a line has no news",
        arguments: ["", "Building for debugging...", "error: no", "[x/y] Oh", "[1] a"])
    func nothing(line: String) {
        expect(BuildProgress(packagesOf: 4, hasPackages: true).message(for: line) == nil)
    }

    @Test("says before it begins if it may take minutes, and why")
    func sentence() {
        func sentence(_ step: Int?, _ isFirst: Bool, _ changedFiles: Int) -> String {
            BuildProgress.sentence(packagesOf: step, isFirst: isFirst, changedFiles: changedFiles) ?? ""
        }
        expect(
            sentence(12, true, 300).hasPrefix(
                "Building your code and the packages that step 12 adds. The packages take"))
        expect(sentence(nil, true, 5), equals: "Building your code for the first time. That may take a few minutes.")
        expect(sentence(nil, false, 20).hasPrefix("Building your code. Many files have changed"))
        expect(sentence(nil, false, 19), equals: "")
    }
}
