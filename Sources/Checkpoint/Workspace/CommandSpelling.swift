internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The way to type `vitals-course` at this terminal, so that every printed command runs unchanged.
package struct CommandSpelling: Sendable {
    /// The program's path, such as `./vitals-course`, or just its name if the shell finds it on `PATH`.
    package let name: String
    private let commands: [String]

    /// - Parameters:
    ///   - folder: the folder in which the command was called.
    ///   - path: the folders in which the shell looks for programs.
    ///   - commands: the words that may follow the program's name.
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

    /// The spelling at the root of any workspace, for the pages that a browser shows.
    package static let inWorkspace = CommandSpelling(
        name: "./" + Shim.name,
        commands: [
            "check", "demo", "dev", "diff", "doctor", "grade", "help", "hint", "jump", "next", "postgres", "read",
            "reset", "run", "solution", "start", "status", "test", "undo", "update", "watch",
        ])

    private init(name: String, commands: [String]) { (self.name, self.commands) = (name, commands) }

    /// Returns the spelling for this process.
    package static func here(commands: [String]) -> CommandSpelling {
        CommandSpelling(
            folder: FileManager.default.currentDirectoryPath, path: ExecutableSearch.path(), commands: commands)
    }

    /// Returns the text with its commands in this spelling.
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

/// The workspace's own `./vitals-course`, which runs the clone's launcher.
enum Shim {
    static let name = "vitals-course"

    static let file = TreeFile(Data(script.utf8), isExecutable: true)

    private static let script = #"""
        #!/bin/sh
        # Runs the launcher in the clone of the course. The file .vitals/course has the clone's path;
        # VITALS_COURSE takes precedence.
        case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
        clone=${VITALS_COURSE:-}
        if [ -z "$clone" ] && [ -r "$here/.vitals/course" ]; then IFS= read -r clone <"$here/.vitals/course"; fi
        if [ -n "$clone" ] && [ -x "$clone/vitals-course" ]; then exec "$clone/vitals-course" "$@"; fi
        # So that what is printed can be pasted, whatever is in the path.
        quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }
        {
            echo "vitals-course: the clone of the course isn't at ${clone:-the path that .vitals/course should name}."
            echo "If you moved it, tell this workspace where it is now:"
            echo "    echo /path/to/vitals > $(quoted "$here/.vitals/course")"
            echo "or only for this command: VITALS_COURSE=/path/to/vitals $(quoted "$0")"
        } >&2
        exit 4

        """#
}
