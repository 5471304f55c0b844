internal import Foundation

/// Looks through a submission for lines that reach for what could forge a result.
///
/// No solution of the course needs any of it in the files that learners write. A flag is a question for whoever grades; it
/// costs no points.
enum SourceFlags {
    /// What each does for somebody who wants to fool a grader: leaves before the tests, runs before them, finds what
    /// they write, or starts something else.
    private static let means = [
        "_exit", "quick_exit", "atexit", "init_array", "@section", "@_section", "@used", "@_silgen_name", "@_cdecl",
        "@_dynamicReplacement", "dlsym", "dlopen", "event-stream", "/proc/", "/dev/fd", "dup2", "freopen",
        "ptrace", "execv", "fork(", "posix_spawn", "__attribute__", "LD_PRELOAD", "LD_LIBRARY_PATH",
        "VITALS_JUDGEMENT",
    ]
    /// A program has arguments and a status; the library that all tests link has neither.
    private static let ofPrograms = ["CommandLine.arguments", "processInfo.arguments", "exit("]
    private static let kinds = [".swift", ".h", ".c"]

    /// - Parameter isOfficial: true for what is not the learner's, or has the official bytes.
    static func flags(in tree: [String: TreeFile], isOfficial: (String, TreeFile) -> Bool) -> [SourceFlag] {
        tree.keys.sorted().filter { path in kinds.contains { path.hasSuffix($0) } }.flatMap { path -> [SourceFlag] in
            guard let file = tree[path], !isOfficial(path, file), let text = file.text else { return [] }
            return flags(path, text)
        }
    }

    private static func flags(_ path: String, _ text: String) -> [SourceFlag] {
        var found: [SourceFlag] = []
        let means = path.hasPrefix("Sources/vitals-") ? means : means + ofPrograms
        var meanings = ChangedMeanings(isSource: path.hasPrefix("Sources/"))
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let changed = meanings.change(in: line)
            guard let word = means.first(where: { reaches(line, for: $0) }) ?? changed else { continue }
            let excerpt = line.trimmingCharacters(in: .whitespaces).prefix(200)
            found.append(SourceFlag(path: path, line: index + 1, means: word, text: String(excerpt)))
            if found.count == 50 { break }
        }
        return found
    }

    /// A word that begins with a letter or an underscore must not be the end of another one.
    private static func reaches(_ line: Substring, for word: String) -> Bool {
        var rest = line
        while let range = rest.firstRange(of: word) {
            let isWhole =
                !(word.first == "_" || word.first?.isLetter == true)
                || range.lowerBound == line.startIndex
                || !isPartOfName(line[line.index(before: range.lowerBound)])
            if isWhole { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character == "_" || character.isLetter || character.isNumber
    }
}
