import Foundation
import StepSupport

@testable import CheckpointCourse
@testable import CheckpointSystem

/// The first half of `docs/adding-a-chapter.md`, followed to the letter in a copy of the repository.
struct WalkThrough {
    enum Action {
        /// A command of a fence of the language `sh`.
        case command(String)
        /// A fence of the language `diff`, for the file that the sentence above it names last.
        case edit(path: String, lines: [String])
        /// Any other fence: a new file.
        case file(path: String, lines: [String])
    }

    static let page = "docs/adding-a-chapter.md"

    /// The copy's path.
    let root: String
    let actions: [Action]

    /// Copies the repository as it is, without what git and the builds keep there.
    static func copy(to folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: PackageFiles.root)
        where ![".git", ".build", ".swiftpm"].contains(where: { name == $0 || name.hasPrefix(".build") }) {
            try FileManager.default.copyItem(atPath: "\(PackageFiles.root)/\(name)", toPath: "\(folder)/\(name)")
        }
    }

    /// Reads what a newcomer would do, up to the heading “Reference”.
    init(in root: String) throws {
        self.root = root
        let lines = try String(contentsOfFile: "\(root)/\(Self.page)", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var actions: [Action] = []
        var path = ""
        var fence: (language: String, lines: [String])?
        for line in lines.prefix(while: { $0 != "## Reference" }) {
            if line == "```", let (language, lines) = fence {
                switch language {
                case "sh": actions += lines.map(Action.command)
                case "diff": actions.append(.edit(path: path, lines: lines))
                default: actions.append(.file(path: path, lines: lines))
                }
                fence = nil
            } else if fence != nil {
                fence?.lines.append(line)
            } else if line.hasPrefix("```") {
                fence = (String(line.dropFirst(3)), [])
            } else if let last = line.matches(of: /`([^`\s]+\/[^`\s]+)`/).last {
                path = String(last.1)
            }
        }
        self.actions = actions
    }

    /// - Parameter number: what `NN` stands for on the page.
    func edit(_ path: String, _ lines: [String], number: Int) throws {
        let path = root + "/" + path.numbered(number)
        let old = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let changes = try BodyChanges(path: Self.page, line: 1, lines.map { $0.numbered(number) })
        try changes.applied(to: old, of: path).joined(separator: "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
    }

    func write(_ path: String, _ lines: [String], number: Int) throws {
        let text = lines.map { $0.numbered(number) + "\n" }.joined()
        try TreeFile(text).write(to: root + "/" + path.numbered(number))
    }

    /// Runs a line of the page with the runner that was built with this test, because the copy's own would have to be built.
    func run(_ line: String) async throws -> Command.Result {
        let program = "'\(PackageFiles.product("vitals-course"))'"
        var command = Command("bash", ["-c", line.replacing("./vitals-course", with: program)])
        command.directory = root
        command.environment = ["VITALS_COURSE_ROOT": root, "VITALS_COURSE": nil]
        command.timeoutSeconds = 1800
        return try await command.capture()
    }

    /// The files that differ from the repository's, by path: what was there, and what is there now.
    func changedFiles() throws -> [String: (before: [String], after: [String])] {
        let files = FileManager.default.enumerator(atPath: PackageFiles.root)
        var changed: [String: (before: [String], after: [String])] = [:]
        while let path = files?.nextObject() as? String {
            if path.hasPrefix(".") { files?.skipDescendants() }
            guard let before = FileManager.default.contents(atPath: "\(PackageFiles.root)/\(path)") else { continue }
            let after = FileManager.default.contents(atPath: "\(root)/\(path)") ?? Data()
            guard !path.hasPrefix("."), before != after else { continue }
            changed[path] = (Self.lines(before), Self.lines(after))
        }
        return changed
    }

    private static func lines(_ data: Data) -> [String] {
        String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension String {
    fileprivate func numbered(_ number: Int) -> String { replacing("NN", with: "\(number)") }
}
