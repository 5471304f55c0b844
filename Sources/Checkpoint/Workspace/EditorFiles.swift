internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

/// The files with which Visual Studio Code knows the commands of the course: tasks that show a check's findings among its
/// problems, and a container with everything that the course needs. Other editors read the same lines of
/// `check --format compiler`.
enum EditorFiles {
    /// Returns the files of a workspace, keyed by path.
    ///
    /// - Parameter course: the path of the clone of the course.
    static func all(course: String) throws -> [String: TreeFile] {
        try [
            ".vscode/tasks.json": json(TaskList(tasks: tasks)),
            ".devcontainer/devcontainer.json": json(Container(course: course)),
        ]
    }

    /// The Debian packages that the launcher's table lists, so that no command has to install one later.
    static let packages = [
        "libsqlite3-dev", "libpq-dev", "libcurl4-openssl-dev", "zlib1g-dev", "pkg-config", "postgresql",
        "postgresql-client", "unzip", "zip", "openssl", "curl", "chromium", "chromium-driver", "bubblewrap",
    ]

    private static func json(_ value: some Encodable) throws -> TreeFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return TreeFile(try encoder.encode(value) + Data("\n".utf8))
    }

    private static let tasks = [
        Task(
            label: "check", command: "./vitals-course check --format compiler", group: .init(kind: "build"),
            problemMatcher: Matcher(background: nil)),
        Task(
            label: "watch", command: "./vitals-course watch --format compiler", isBackground: true,
            problemMatcher: Matcher(background: .init())),
        Task(label: "next", command: "./vitals-course next"),
    ]
}

/// The schema of `tasks.json`: https://code.visualstudio.com/docs/debugtest/tasks
private struct TaskList: Encodable {
    let version = "2.0.0"
    let tasks: [Task]
}

private struct Task: Encodable {
    struct Group: Encodable {
        let kind: String
        let isDefault = true
    }

    let label: String
    let type = "shell"
    let command: String
    var isBackground: Bool?
    var group: Group?
    var problemMatcher: Matcher?
}

private struct Matcher: Encodable {
    struct Pattern: Encodable {
        let regexp = "^(/.+?):(\\d+):(\\d+): (error): (.*)$"
        let file = 1
        let line = 2
        let column = 3
        let severity = 4
        let message = 5
    }

    /// The lines between which `watch` prints the problems of one check.
    struct Background: Encodable {
        let activeOnStart = true
        let beginsPattern = "^vitals-course: checking$"
        let endsPattern = "^vitals-course: checked$"
    }

    let owner = "vitals-course"
    let fileLocation = "absolute"
    let pattern = Pattern()
    let background: Background?
}

/// The schema of `devcontainer.json`: https://containers.dev/implementors/json_reference
private struct Container: Encodable {
    struct Mount: Encodable {
        let source: String
        let target: String
        let type: String
    }

    let name = "Vitals, the course"
    let image = "swift:6.3-bookworm"
    /// The course lies in a folder of its own in the container, and what is built there stays apart from the machine's
    /// own builds: their paths differ.
    let mounts: [Mount]
    let containerEnv = ["VITALS_COURSE": "/vitals", "XDG_CACHE_HOME": "/cache"]
    let postCreateCommand =
        "apt-get update && apt-get install -y --no-install-recommends \(EditorFiles.packages.joined(separator: " "))"
        + " && ./vitals-course doctor"
    let customizations = ["vscode": ["extensions": ["swiftlang.swift-vscode"]]]

    init(course: String) {
        mounts = [
            Mount(source: course, target: "/vitals", type: "bind"),
            Mount(source: "vitals-build-${devcontainerId}", target: "/vitals/.build", type: "volume"),
            Mount(source: "vitals-cache-${devcontainerId}", target: "/cache", type: "volume"),
        ]
    }
}
