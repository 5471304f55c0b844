internal import Foundation

/// How the person at this terminal types `vitals-course`, so that every command that is printed runs as it stands.
package struct CommandSpelling: Sendable {
    /// Such as `./vitals-course`, or without the folder where the shell finds it by itself.
    package let name: String
    private let commands: [String]

    /// - Parameters:
    ///   - folder: where the command was called.
    ///   - path: the folders in which the shell looks for programs.
    ///   - commands: the words that follow the name in a command.
    package init(folder: String, path: [String], commands: [String]) {
        self.commands = commands
        let program = Shim.name
        if ExecutableSearch.folder(holding: [program], in: path) != nil {
            name = program
        } else {
            let levels = EnclosingFolders.of(folder).firstIndex {
                FileManager.default.isExecutableFile(atPath: $0 + "/" + program)
            }
            name = levels.map { ($0 == 0 ? "./" : String(repeating: "../", count: $0)) + program } ?? program
        }
    }

    /// Of this process.
    package static func here(commands: [String]) -> CommandSpelling {
        CommandSpelling(
            folder: FileManager.default.currentDirectoryPath, path: ExecutableSearch.path(), commands: commands)
    }

    /// The same text with its commands spelled so.
    package func applied(to text: String) -> String {
        guard name != Shim.name, text.contains(Shim.name + " ") else { return text }
        var spelled = ""
        var rest = text[...]
        while let found = rest.firstRange(of: Shim.name + " ") {
            let before = found.lowerBound == text.startIndex ? " " : text[text.index(before: found.lowerBound)]
            let isWhole = !(before.isLetter || before.isNumber || "/.-_".contains(before))
            let word = rest[found.upperBound...].prefix { $0.isLetter || $0 == "-" }
            spelled += rest[..<found.lowerBound]
            spelled += isWhole && commands.contains(String(word)) ? name + " " : rest[found]
            rest = rest[found.upperBound...]
        }
        return spelled + rest
    }
}
