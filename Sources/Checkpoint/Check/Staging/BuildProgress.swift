/// Turns SwiftPM's output lines during a build into progress messages for a person.
struct BuildProgress: Sendable {
    /// The title of the build, such as `Building your code`.
    let title: String

    /// - Parameters:
    ///   - step: the first step that needs the stage's packages.
    ///   - hasPackages: false when the packages are built too.
    init(packagesOf step: Int, hasPackages: Bool) {
        title = hasPackages ? "Building your code" : "Building your code and the packages that step \(step) adds (once)"
    }

    /// The number of changed files from which a build isn't one of an edit, but the first one after a jump.
    private static let manyFiles = 20

    /// The sentence about a build that may take minutes.
    ///
    /// - Parameters:
    ///   - step: the first step that needs the packages; nil if they're built already.
    ///   - isFirst: true if nothing has been built yet.
    ///   - changedFiles: the number of files that are new or changed since the last build.
    /// - Returns: nil for a build that takes seconds.
    static func sentence(packagesOf step: Int?, isFirst: Bool, changedFiles: Int) -> String? {
        if let step {
            return
                "Building your code and the packages that step \(step) adds. The packages take several minutes, once."
        }
        if isFirst { return "Building your code for the first time. That may take a few minutes." }
        guard changedFiles >= manyFiles else { return nil }
        return "Building your code. Many files have changed since the last build, so it may take a few minutes."
    }

    /// - Returns: a message such as `Building your code: Vitals, 3 of 12`; nil for a line that says nothing new.
    func message(for line: String) -> String? {
        if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
            let numbers = line[..<end].dropFirst().split(separator: "/")
            guard numbers.count == 2, let done = Int(numbers[0]), let all = Int(numbers[1]) else { return nil }
            let words = line[line.index(after: end)...].split(separator: " ").map(String.init)
            return counted(words, done, all)
        }
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "Fetching", "Fetched", "Updating", "Updated": return fetching(words)
        case "Computing", "Computed": return name(in: words).map { "Choosing versions of the packages (once): \($0)" }
        case "Creating", "Working": return name(in: words).map { "Unpacking the packages (once): \($0)" }
        case "Another": return "Waiting for another SwiftPM that uses the build folder"
        default: return nil
        }
    }

    private func counted(_ words: [String], _ done: Int, _ all: Int) -> String {
        if words.first == "Planning" { return "Working out what to build" }
        if words.first == "Fetching" {
            return (fetching(words) ?? "Fetching the packages (once)") + ", \(done) of \(all)"
        }
        return "\(title): \(subject(of: words).map { $0 + ", " } ?? "")\(done) of \(all)"
    }

    /// Lines such as `Compiling NIOCore Channel.swift`, `Emitting module NIOCore` or `Linking vitals-server`. For C,
    /// the line has only the file.
    private func subject(of words: [String]) -> String? {
        guard words.count > 1 else { return nil }
        switch words[0] {
        case "Compiling", "Linking": return words[1]
        case "Emitting": return words.last
        default: return nil
        }
    }

    private func fetching(_ words: [String]) -> String? {
        "Fetching the packages (once)" + (name(in: words).map { ": " + $0 } ?? "")
    }

    /// The last component of the address in a line, without `.git`.
    private func name(in words: [String]) -> String? {
        guard let address = words.first(where: { $0.contains("/") }) ?? words.dropFirst().first,
            let last = address.split(separator: "/").last
        else { return nil }
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
    }
}
