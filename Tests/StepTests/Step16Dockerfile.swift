import Foundation
import StepSupport

/// The learner's `Dockerfile` as Docker reads it: without comments, with continued lines joined.
struct Dockerfile {
    static let path = "Dockerfile"

    struct Stage {
        let base: String
        let name: String?
        var instructions: [DockerInstruction] = []

        func all(_ keywords: String...) -> [DockerInstruction] { instructions.filter { keywords.contains($0.keyword) } }

        /// The environment that the `ENV` instructions set.
        var environment: [String: String] {
            all("ENV").reduce(into: [:]) { $0.merge($1.assignments) { _, new in new } }
        }

        /// The folder in which the program starts.
        var workingFolder: String {
            all("WORKDIR").compactMap(\.words.first).reduce("/") { folder, next in
                next.hasPrefix("/") ? next : (folder as NSString).appendingPathComponent(next)
            }
        }
    }

    private(set) var stages: [Stage] = []
    /// The `ARG` instructions before the first `FROM`.
    private(set) var arguments: [DockerInstruction] = []

    init() throws {
        for instruction in try Self.instructions(PackageFiles.text(Self.path)) {
            if instruction.keyword == "FROM" {
                let words = instruction.words
                stages.append(Stage(base: words.first ?? "", name: words.count > 2 ? words[2] : nil))
            } else if stages.isEmpty {
                arguments.append(instruction)
            } else {
                stages[stages.count - 1].instructions.append(instruction)
            }
        }
    }

    /// The last stage, which becomes the image.
    ///
    /// - Parameter part: `copies` or `runtime`.
    /// - Throws: `StillToDo` while the part still has its label.
    func last(_ part: String...) throws -> Stage {
        guard let last = stages.last else { throw Problem("\(Self.path) has no FROM.") }
        for label in last.all("LABEL") {
            for part in part {
                guard let task = label.assignments["todo." + part] else { continue }
                throw StillToDo("@@todo 16 \(Self.path):\(label.line) \(task)")
            }
        }
        return last
    }

    private static func instructions(_ text: String) -> [DockerInstruction] {
        var instructions: [DockerInstruction] = []
        var (joined, first) = ("", 0)
        var heredoc: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let end = heredoc {
                if trimmed == end { heredoc = nil }
                continue
            }
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            if joined.isEmpty { first = index + 1 }
            guard !trimmed.hasSuffix("\\") else {
                joined += trimmed.dropLast() + " "
                continue
            }
            instructions.append(DockerInstruction(joined + trimmed, line: first))
            heredoc = trimmed.firstMatch(of: /<<-?["']?(\w+)["']?/).map { String($0.1) }
            joined = ""
        }
        return instructions
    }

    struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
