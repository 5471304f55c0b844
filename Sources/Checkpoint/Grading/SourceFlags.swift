internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// Searches a submission for lines that use something that could forge a result.
///
/// No solution of the course needs any of these in the files that learners write. A flag is a question for the grader;
/// it costs no points.
enum SourceFlags {
    /// Names for fooling a grader: they exit before the tests, run code before them, find their output, or start
    /// another program.
    private static let names: Set<String> = [
        "_exit", "_Exit", "quick_exit", "atexit", "init_array", "preinit_array", "fini_array", "_silgen_name", "_cdecl",
        "_section", "_extern", "_expose", "_dynamicReplacement", "dlsym", "dlopen", "dl_iterate_phdr", "dup2", "dup3",
        "freopen", "fdopen", "ptrace", "process_vm_writev", "process_vm_readv", "mprotect", "syscall", "sigaction",
        "posix_spawn", "posix_spawnp", "popen", "vfork", "__attribute__", "LD_PRELOAD", "LD_LIBRARY_PATH",
        "VITALS_MUTATION_REPORT", "CanaryTest",
        // Ways to get between the tests and the stream, by its descriptor.
        "fcntl", "dup", "pipe", "pipe2", "fstat", "fstatat", "socketpair", "splice", "fileDescriptor", "memfd_create",
        "pidfd_getfd", "prctl", "ioctl", "execve", "execvp", "execvpe", "fexecve", "pthread_exit", "XCTMain",
        // Functions that end the process without being called `exit`.
        "daemon", "verr", "verrx", "on_exit",
        // With a pointer to any function of C's, and a number added to it, each other one can be called without its name.
        "unsafeBitCast",
    ]
    /// Strings to find anywhere in a line, even within a text or a longer name.
    private static let parts = ["event-stream", "/proc/", "/proc\"", "/dev/fd", "execv", "execl"]
    /// Attributes whose names have other uses without the `@`.
    private static let attributes: Set<String> = ["section", "used", "c", "extern", "convention"]
    /// Names that only programs may use. A program has arguments and an exit status; the library that all tests link
    /// has neither, and starts nothing.
    private static let ofPrograms: Set<String> = ["exit", "Process", "CommandLine", "ArgumentParser"]
    /// Names that learners' own tests have no use for: tests that read files could know the reference by its library.
    private static let notOfTests: Set<String> = [
        "FileManager", "FileHandle", "InputStream", "contentsOfFile", "fileURLWithPath", "filePath", "fopen", "mmap",
        "environment", "dladdr",
    ]
    /// More names that learners' own tests have no use for. Only calls are flagged: tests may speak of an open door.
    private static let callsNotOfTests: Set<String> = ["open", "openat"]
    /// More names that only programs may use. Only calls are flagged, because the words have other uses.
    private static let calls: Set<String> = ["fork", "abort", "raise", "kill", "system"]
    private static let kinds = [
        ".swift", ".h", ".c", ".cc", ".cpp", ".cxx", ".hpp", ".m", ".mm", ".s", ".S", ".asm", ".modulemap",
    ]
    /// Maximum number of flags for a file.
    private static let mostOfFile = 50

    /// - Parameters:
    ///   - official: the course's files at the same paths; names that its own file uses aren't flagged.
    ///   - isOfficial: true for files that aren't the learner's, or that have the official bytes.
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
        // Decodes invalid UTF-8 too, so that a few bad bytes can't hide the rest of a file.
        let text = String(decoding: file.contents, as: UTF8.self)
        let isOfProgram = path.pathBegins(with: "Sources/vitals-")
        let source = SwiftWords(text)
        var means: [Int: String] = [:]
        let namesProcess = source.words.contains { $0.text == "processInfo" || $0.text == "ProcessInfo" }
        for word in source.words where means[word.line] == nil {
            if namesProcess, !isOfProgram, word.text == "arguments", source.byte(after: word) != UInt8(ascii: ":") {
                // The course's own code has `arguments` of records, and reads the environment. Both in one file are rare.
                means[word.line] = "ProcessInfo.arguments"
                continue
            }
            means[word.line] = reach(
                of: word, in: source, isOfProgram: isOfProgram, isOfTests: path.pathBegins(with: "Tests/"))
        }
        let lines = Data(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (line, part) in parts(in: lines) where means[line] == nil { means[line] = part }
        return means.sorted { $0.key < $1.key }.map { line, word in
            let excerpt = lines.indices.contains(line - 1) ? lines[line - 1].prefix(800) : Data()
            return SourceFlag(
                path: path, line: line, means: word,
                text: String(
                    String(decoding: excerpt, as: UTF8.self).trimmingCharacters(in: .whitespaces).prefix(200)))
        }
    }

    private static func reach(
        of word: SwiftWords.Word, in source: SwiftWords, isOfProgram: Bool, isOfTests: Bool
    ) -> String? {
        if source.byte(touching: word) == UInt8(ascii: "@"), attributes.contains(word.text) { return "@" + word.text }
        if names.contains(word.text) { return word.text }
        if isOfTests {
            if notOfTests.contains(word.text) { return word.text }
            let isCall = source.byte(after: word) == UInt8(ascii: "(")
            if isCall, callsNotOfTests.contains(word.text) { return word.text }
        }
        guard !isOfProgram else { return nil }
        if calls.contains(word.text) { return source.byte(after: word) == UInt8(ascii: "(") ? word.text : nil }
        return ofPrograms.contains(word.text) ? word.text : nil
    }

    /// Returns what `parts` finds, by line from 1. Lines that a backslash at their end joins count as one, the first.
    private static func parts(in lines: [Data]) -> [Int: String] {
        var found: [Int: String] = [:]
        var (first, text) = (0, Data())
        for (index, line) in lines.enumerated() {
            if let part = part(in: line) { found[index + 1] = part }
            let isJoined = line.last == UInt8(ascii: "\\")
            if text.isEmpty { first = index }
            if isJoined || !text.isEmpty {
                let own = text.isEmpty ? line : line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                text += isJoined ? own.dropLast() : own
            }
            if !isJoined, !text.isEmpty {
                if found[first + 1] == nil, let part = part(in: text) { found[first + 1] = part }
                text = Data()
            }
        }
        return found
    }

    private static func part(in line: Data) -> String? { parts.first { line.contains(bytesOf: $0) } }
}
