internal import Foundation

/// Looks through a submission for lines that reach for what could forge a result.
///
/// No solution of the course needs any of it in the files that learners write. A flag is a question for whoever grades; it
/// costs no points.
enum SourceFlags {
    /// Names that do something for somebody who wants to fool a grader: they leave before the tests, run before them, find
    /// what they write, or start something else.
    private static let names: Set<String> = [
        "_exit", "_Exit", "quick_exit", "atexit", "init_array", "preinit_array", "fini_array", "_silgen_name", "_cdecl",
        "_section", "_extern", "_expose", "_dynamicReplacement", "dlsym", "dlopen", "dl_iterate_phdr", "dup2", "dup3",
        "freopen", "fdopen", "ptrace", "process_vm_writev", "process_vm_readv", "mprotect", "syscall", "sigaction",
        "posix_spawn", "posix_spawnp", "popen", "vfork", "__attribute__", "LD_PRELOAD", "LD_LIBRARY_PATH",
        "VITALS_MUTATION_REPORT", "CanaryTest",
    ]
    /// Parts of a text or of a longer name.
    private static let parts = ["event-stream", "/proc/", "/dev/fd", "execv", "execl"]
    /// Attributes that are names of something else without their sign.
    private static let attributes: Set<String> = ["section", "used", "c", "extern"]
    /// A program has arguments and a status; the library that all tests link has neither, and starts nothing.
    private static let ofPrograms: Set<String> = ["exit", "Process"]
    /// The same, where they are called; the words have other uses.
    private static let calls: Set<String> = ["fork", "abort", "raise", "kill", "system"]
    private static let kinds = [
        ".swift", ".h", ".c", ".cc", ".cpp", ".cxx", ".hpp", ".m", ".mm", ".s", ".S", ".asm", ".modulemap",
    ]
    /// The most that are listed of one file.
    private static let mostOfFile = 50

    /// - Parameters:
    ///   - official: what the course has at the same paths; what its own file reaches for is no flag.
    ///   - isOfficial: true for what is not the learner's, or has the official bytes.
    static func flags(
        in tree: [String: TreeFile], besides official: [String: TreeFile] = [:], isOfficial: (String, TreeFile) -> Bool
    ) -> [SourceFlag] {
        tree.keys.sorted().filter { path in kinds.contains { path.pathEnds(with: $0) } }.flatMap {
            path -> [SourceFlag] in
            guard let file = tree[path], !isOfficial(path, file) else { return [] }
            let found = flags(path, file)
            guard !found.isEmpty, let usual = official[path].map({ Set(flags(path, $0).map(\.means)) }) else {
                return Array(found.prefix(mostOfFile))
            }
            return Array(found.filter { !usual.contains($0.means) }.prefix(mostOfFile))
        }
    }

    private static func flags(_ path: String, _ file: TreeFile) -> [SourceFlag] {
        // Bytes that are no UTF-8 don't keep the rest of a file from being looked at.
        let text = String(decoding: file.contents, as: UTF8.self)
        let isOfProgram = path.pathBegins(with: "Sources/vitals-")
        let source = SwiftWords(text)
        var means: [Int: String] = [:]
        for word in source.words where means[word.line] == nil {
            means[word.line] = reach(of: word, in: source, isOfProgram: isOfProgram)
        }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        for (index, line) in lines.enumerated() where means[index + 1] == nil {
            means[index + 1] = part(in: line, isOfProgram: isOfProgram)
        }
        means.merge(ShadowedSymbols(source, isSource: path.pathBegins(with: "Sources/")).found()) { first, _ in first }
        return means.sorted { $0.key < $1.key }.map { line, word in
            let excerpt = lines.indices.contains(line - 1) ? lines[line - 1] : ""
            return SourceFlag(
                path: path, line: line, means: word,
                text: String(excerpt.trimmingCharacters(in: .whitespaces).prefix(200)))
        }
    }

    private static func reach(of word: SwiftWords.Word, in source: SwiftWords, isOfProgram: Bool) -> String? {
        if source.byte(touching: word) == UInt8(ascii: "@"), attributes.contains(word.text) { return "@" + word.text }
        if names.contains(word.text) { return word.text }
        guard !isOfProgram else { return nil }
        if calls.contains(word.text) { return source.byte(after: word) == UInt8(ascii: "(") ? word.text : nil }
        return ofPrograms.contains(word.text) ? word.text : nil
    }

    private static func part(in line: Substring, isOfProgram: Bool) -> String? {
        let parts = isOfProgram ? parts : parts + ["CommandLine.arguments", "processInfo.arguments"]
        return parts.first { line.contains($0) }
    }
}
